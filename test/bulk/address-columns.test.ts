import { describe, expect, test } from 'bun:test'
import { addressIn, guessColumns, namedColumns } from '../../src/bulk/address-columns.ts'

const indexes = (names: readonly string[]) => guessColumns(names).map(({ index }) => index)

describe('columns are known by their names', () => {
  test.each([
    [['id', 'địa chỉ'], [1]],
    [['ĐỊA CHỈ', 'tên'], [0]],
    [['dia_chi', 'x'], [0]],
    [['DiaChi', 'x'], [0]],
    [['Địa chỉ'.normalize('NFD'), 'x'], [0]],
    [['Address', 'Email address'], [0]],
    [['Full Address', 'ip_address'], [0]],
    [['old_address', 'new_ward_codes', 'new_wards', 'new_province'], [0]],
    [['fullAddress'], [0]],
    [['Địa chỉ giao hàng (bắt buộc)', 'Địa chỉ email'], [0]],
    [
      ['Số nhà', 'Đường', 'Phường/Xã', 'Quận/Huyện', 'Tỉnh/Thành phố'],
      [0, 1, 2, 3, 4],
    ],
    [
      ['tinh_thanh', 'quan_huyen', 'phuong_xa', 'duong', 'so_nha'],
      [4, 3, 2, 1, 0],
    ],
    [
      ['house_number', 'street', 'ward', 'district', 'city'],
      [0, 1, 2, 3, 4],
    ],
    [
      ['Địa chỉ', 'Phường', 'Quận', 'Thành phố'],
      [0, 1, 2, 3],
    ],
    [
      ['Tên', 'Xã', 'Huyện', 'Tỉnh'],
      [1, 2, 3],
    ],
    [
      ['Xã/Phường/Thị trấn', 'Tỉnh/TP'],
      [0, 1],
    ],
  ])('%j', (names, wanted) => expect(indexes(names)).toEqual(wanted))
})

describe('what is not clear is refused', () => {
  test.each([
    [['địa chỉ', 'address'], 'More than one column may be meant: "địa chỉ" and "address"'],
    [['Địa chỉ nhận', 'Địa chỉ gửi'], "--address 'Địa chỉ nhận'"],
    [['ward', 'Phường', 'province'], 'More than one column may be meant: "ward" and "Phường"'],
    [['tên', 'ghi chú'], 'The first line names "tên", "ghi chú".'],
    [['số nhà', 'ghi chú'], 'No column is called address or địa chỉ.'],
    [['email address', 'ip'], 'No column is called address or địa chỉ.'],
  ])('%j', (names, reason) => expect(() => guessColumns(names)).toThrow(reason))
})

describe('--address', () => {
  const names = ['id', 'Nơi ở', 'a, b', 'Quận', 'x', 'x']
  test.each([
    ['Nơi ở', [1]],
    ['noi o', [1]],
    ['a, b', [2]],
    ['Nơi ở,Quận', [1, 3]],
    [' Quận , Nơi ở ', [3, 1]],
  ])('%s', (wanted, found) => {
    expect(namedColumns(names, wanted).map(({ index }) => index)).toEqual(found)
  })

  test.each([
    ['địa chỉ', 'There is no column "địa chỉ". The columns are "id", "Nơi ở"'],
    ['Nơi ở,', 'There is no column "".'],
    ['x', '2 columns are called "x"'],
  ])('%s is refused', (wanted, reason) => {
    expect(() => namedColumns(names, wanted)).toThrow(reason)
  })
})

describe('the address of a row', () => {
  const parts = ['Số nhà', 'Đường', 'Phường', 'Quận', 'Tỉnh']
  const beside = ['Địa chỉ', 'Phường', 'Quận', 'Tỉnh']
  test.each([
    [parts, ['12', 'Nguyễn Trãi', '7', '05', 'TP.HCM'], '12 Nguyễn Trãi, Phường 7, Quận 5, TP.HCM'],
    [parts, ['', 'Lê Lợi', '', ' Quận 1 ', 'HCM'], 'Lê Lợi, Quận 1, HCM'],
    [parts, ['', '', '', '', ''], ''],
    [parts, ['12'], '12'],
    [beside, ['1 A, phuong 7, Quận 5', '7', 'Quận 5', 'HCM'], '1 A, phuong 7, Quận 5, HCM'],
    [beside, ['1 A, Phường 12', 'Phường 1', '', ''], '1 A, Phường 12, Phường 1'],
    [beside, ['1 A\r\nPhường 7\n Quận 5', '', '', ''], '1 A, Phường 7, Quận 5'],
    [beside, ['  1 \t A  ', '', '', ''], '1 A'],
    [beside, ['Hà Nội'.normalize('NFD'), '', '', ''], 'Hà Nội'],
  ])('%#', (names, record, address) => {
    expect(addressIn(record, guessColumns(names))).toBe(address)
  })

  test('columns that were told stand in that order', () => {
    const columns = namedColumns(['b', 'a', 'Quận'], 'a,b,Quận')
    expect(addressIn(['Y', 'X', '3'], columns)).toBe('X, Y, Quận 3')
  })
})
