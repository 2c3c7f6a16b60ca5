import { describe, expect, test } from 'bun:test'
import { Town } from './town.ts'
import { describeTowns } from './trips.ts'

/** Roads that draw near each other: two turns to the left through the gap make 187 degrees. */
const GAP = new Town({
  cellM: 10,
  map: `
                      b--------c
            1
      a


      d--2-------------e--------f`,
  ways: {
    cba: 'primary Láng oneway=yes',
    def: 'primary Láng oneway=yes',
    eb: 'primary_link oneway=yes',
    ad: 'service',
    cf: 'service',
  },
})

describe('the side of a U-turn', () => {
  test('is that of its turns, beyond half a circle too', () => {
    const { way, says, steps } = GAP.directions('2', '1')
    expect(way).toBe('eb')
    expect(says).toEqual(['Đi về hướng đông trên Láng', 'Quay đầu trên Láng'])
    expect(steps[1]?.move).toEqual({ kind: 'uturn', side: 'left' })
  })
})

describeTowns('slip roads that are more than one turn', [
  {
    name: 'over a bridge to a street that runs beside',
    cellM: 15,
    map: `
      a--------1--------b--------2--------c
                        |
      d--------3--------e--------4--------f`,
    ways: {
      abc: 'secondary Hà Kế Tấn',
      be: 'secondary_link bridge=yes',
      def: 'secondary Nguyễn Lân',
    },
    trips: [
      ['1>4', 'car', 'be', 'Đi về hướng đông trên Hà Kế Tấn', 'Rẽ phải', 'Rẽ trái vào Nguyễn Lân'],
      ['1>3', 'car', 'be', 'Đi về hướng đông trên Hà Kế Tấn', 'Quay đầu vào Nguyễn Lân'],
    ],
  },
  {
    name: 'to the right, to come back on the other lanes',
    cellM: 15,
    map: `
      d--2--------e------c---f
                       /
                  b--g
                  1
                  a`,
    ways: {
      ab: 'residential Ngõ 317',
      bgc: 'primary_link oneway=yes',
      fced: 'primary Hoàng Hoa Thám oneway=yes',
      da: 'service',
      af: 'service',
    },
    trips: [
      [
        '1>2',
        'car',
        'bgce',
        'Đi về hướng bắc trên Ngõ 317',
        'Rẽ phải',
        'Rẽ gấp sang trái vào Hoàng Hoa Thám',
      ],
    ],
  },
  {
    name: 'beside lanes that go on',
    cellM: 20,
    map: `
      a---1----b-----------------c---3---d
                \\
                 e-----2-----f---4---g`,
    ways: {
      abcd: 'primary Láng oneway=yes',
      be: 'primary_link oneway=yes',
      efg: 'tertiary Láng oneway=yes',
      dg: 'service',
      ga: 'service',
    },
    trips: [
      ['1>2', 'car', 'be', 'Đi về hướng đông trên Láng', 'Đi theo đường dẫn bên phải vào Láng'],
      ['1>3', 'car', 'bc', 'Đi về hướng đông trên Láng'],
    ],
  },
])
