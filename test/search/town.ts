import type { PlaceId } from '../../src/base/ids.ts'
import { toE7 } from '../../src/geo/point.ts'
import type { Place, PlaceKind } from '../../src/search/model/place.ts'

/*
 * A town of our own, drawn to show one case each. Two provinces, three wards of today, a former
 * district with two former wards, two streets of one name in different wards.
 *
 *   province p1 Thành phố Sao La: wards w1 Phường Bến Gỗ, w2 Phường Chợ Mới
 *   province p2 Tỉnh Hà Lam:      ward  w3 Xã Đồng Xuân
 */

type Draft = Partial<Omit<Place, 'id'>> & { readonly id: string; readonly at: [number, number] }

export function place(kind: PlaceKind, draft: Draft): Place {
  const { at, id, ...rest } = draft
  return {
    kind,
    source: 'osm',
    name: '',
    nameEn: null,
    aliases: [],
    code: null,
    category: '',
    houseNumber: null,
    streetName: null,
    streetId: null,
    wardId: null,
    provinceId: null,
    successorIds: [],
    formerParentId: null,
    importance: 0.3,
    lines: [],
    tags: {},
    ...rest,
    id: id as PlaceId,
    lonE7: toE7(at[0]),
    latE7: toE7(at[1]),
  }
}

export const id = (text: string) => text as PlaceId

const p1 = { provinceId: id('p1') }
const p2 = { provinceId: id('p2') }
const w1 = { wardId: id('w1'), ...p1 }
const w2 = { wardId: id('w2'), ...p1 }
const w3 = { wardId: id('w3'), ...p2 }

const line = (...degrees: number[]) => [Int32Array.from(degrees, toE7)]

export const TOWN: readonly Place[] = [
  place('province', {
    id: 'p1',
    at: [105.0, 20.0],
    name: 'Thành phố Sao La',
    nameEn: 'Sao La City',
    aliases: ['Sao La', 'TP SL'],
    code: '01',
    importance: 1,
  }),
  place('province', {
    id: 'p2',
    at: [106.0, 20.0],
    name: 'Tỉnh Hà Lam',
    code: '02',
    importance: 0.9,
  }),
  place('ward', {
    id: 'w1',
    at: [105.0, 20.0],
    name: 'Phường Bến Gỗ',
    code: '00001',
    importance: 0.6,
    ...p1,
  }),
  place('ward', {
    id: 'w2',
    at: [105.1, 20.0],
    name: 'Phường Chợ Mới',
    code: '00002',
    importance: 0.6,
    ...p1,
  }),
  place('ward', {
    id: 'w3',
    at: [106.0, 20.0],
    name: 'Xã Đồng Xuân',
    code: '00003',
    importance: 0.5,
    ...p2,
  }),
  place('province', {
    id: 'fp',
    at: [105.05, 20.0],
    name: 'Tỉnh Gò Vắp',
    successorIds: [id('w1'), id('w2')],
    importance: 0.7,
    ...p1,
  }),
  place('district', {
    id: 'f5',
    at: [105.05, 20.0],
    name: 'Quận 5',
    successorIds: [id('w1'), id('w2')],
    importance: 0.6,
    ...p1,
  }),
  place('ward', {
    id: 'f5p3',
    at: [105.1, 20.0],
    name: 'Phường 3',
    successorIds: [id('w2')],
    formerParentId: id('f5'),
    importance: 0.2,
    ...w2,
  }),
  place('ward', {
    id: 'f5p4',
    at: [105.0, 20.0],
    name: 'Phường 4',
    successorIds: [id('w1')],
    formerParentId: id('f5'),
    importance: 0.2,
    ...w1,
  }),
  place('street', {
    id: 's1',
    at: [105.001, 20.001],
    name: 'Nguyễn Trãi',
    importance: 0.5,
    lines: line(105.0, 20.001, 105.002, 20.001),
    ...w1,
  }),
  place('street', {
    id: 's2',
    at: [105.101, 20.001],
    name: 'Nguyễn Trãi',
    importance: 0.4,
    lines: line(105.1, 20.001, 105.102, 20.001),
    ...w2,
  }),
  place('street', {
    id: 's5',
    at: [105.003, 20.006],
    name: 'Đường Nguyễn Thị Minh Khai',
    importance: 0.4,
    ...w1,
  }),
  place('street', {
    id: 's3',
    at: [105.001, 20.005],
    name: 'Đường 3 Tháng 2',
    importance: 0.5,
    ...w1,
  }),
  place('street', { id: 's4', at: [106.001, 20.001], name: 'Huế', importance: 0.4, ...w3 }),
  place('alley', {
    id: 'a45',
    at: [105.0005, 20.0012],
    name: 'Hẻm 45',
    streetName: 'Nguyễn Trãi',
    streetId: id('s1'),
    importance: 0.2,
    ...w1,
  }),
  ...['12', '12A', '14', '45/6'].map((number, i) =>
    place('house', {
      id: `h${i}`,
      at: [105.0002 + i * 0.0004, 20.0011],
      houseNumber: number,
      streetName: 'Nguyễn Trãi',
      streetId: id('s1'),
      importance: 0.1,
      ...w1,
    }),
  ),
  place('poi', {
    id: 'c1',
    at: [105.1005, 20.0012],
    name: 'Phở 24',
    category: 'amenity=restaurant',
    houseNumber: '7',
    streetName: 'Nguyễn Trãi',
    streetId: id('s2'),
    ...w2,
  }),
  place('poi', {
    id: 'c2',
    at: [105.002, 20.004],
    name: 'Bệnh viện Sao La',
    nameEn: 'Sao La Hospital',
    category: 'amenity=hospital',
    importance: 0.5,
    ...w1,
  }),
  place('poi', {
    id: 'c3',
    at: [106.002, 20.004],
    name: 'Chợ Đông Xuân',
    category: 'amenity=marketplace',
    importance: 0.4,
    ...w3,
  }),
]
