import { describe, expect, test } from 'bun:test'
import { exactnessIn } from '../../src/search/address-in-ward.ts'
import { buildSearch } from '../../src/search/build/build-search.ts'
import { openSearch } from '../../src/search/search.ts'
import { TOWN } from './town.ts'

const search = openSearch(buildSearch(TOWN))

describe('an address in a ward', () => {
  test.each([
    ['12 Nguyễn Trãi', 'w1', 'door'],
    ['12 nguyen trai', 'w1', 'door'],
    ['số 12 đường Nguyễn Trãi', 'w1', 'door'],
    ['Tầng 3, 12A Nguyễn Trãi, KP 2', 'w1', 'door'],
    // Between two doors, and inside an alley that leaves the street.
    ['13B Nguyễn Trãi', 'w1', 'street'],
    ['45/6 Nguyễn Trãi', 'w1', 'door'],
    ['45/8 Nguyễn Trãi', 'w1', 'door'],
    ['Công ty Sao, 14 Nguyễn Trãi', 'w1', 'door'],
    // The street is there, the number is not.
    ['900 Nguyễn Trãi', 'w1', 'street'],
    ['Nguyễn Trãi', 'w2', 'street'],
    ['12 3/2', 'w2', null],
    ['Đường 3 Tháng 2', 'w1', 'street'],
    // Other marks, another ward.
    ['12 Nguyễn Trải', 'w1', null],
    ['12 Huế', 'w1', null],
    ['12 Huế', 'w3', 'street'],
    // Places.
    ['Bệnh viện Sao La', 'w1', 'place'],
    ['Bệnh viện Sao La', 'w2', null],
    ['Chợ Đông Xuân', 'w3', 'place'],
    ['', 'w1', null],
    ['12 Nguyễn Trãi', 'nobody', null],
  ] as const)('%s in %s: %p', (address, ward, expected) => {
    expect(exactnessIn(search, ward, address)).toBe(expected)
  })
})
