import type { Drawing } from './drawing.ts'
import { describeTowns } from './trips.ts'

/** Two dual carriageways that cross, 40 m wide, and whose names all change there. */
const CROSSING = `
            a   b
            |   |
            1   2
            |   |
      c--3--d---e--4--f
            |   |
      g--5--h---i--6--j
            |   |
            7   8
            |   |
            k   l`
const AHEAD = 'Đi về hướng nam trên Phạm Hùng'

describeTowns('crossings of dual carriageways', [
  {
    name: 'whose names differ on all sides',
    cellM: 10,
    map: CROSSING,
    ways: {
      ad: 'primary Phạm Hùng oneway=yes',
      dh: 'primary Khuất Duy Tiến oneway=yes',
      hk: 'primary Khuất Duy Tiến oneway=yes',
      li: 'primary Khuất Duy Tiến oneway=yes',
      ie: 'primary Phạm Hùng oneway=yes',
      eb: 'primary Phạm Hùng oneway=yes',
      fe: 'primary Trần Duy Hưng oneway=yes',
      ed: 'primary Trần Duy Hưng oneway=yes',
      dc: 'primary Đại lộ Thăng Long oneway=yes',
      gh: 'primary Đại lộ Thăng Long oneway=yes',
      hi: 'primary Đại lộ Thăng Long oneway=yes',
      ij: 'primary Trần Duy Hưng oneway=yes',
      ab: 'service',
      cg: 'service',
      fj: 'service',
      kl: 'service',
    },
    trips: [
      ['1>7', 'car', 'dh', AHEAD, 'Đi thẳng vào Khuất Duy Tiến'],
      ['1>3', 'car', 'd', AHEAD, 'Rẽ phải vào Đại lộ Thăng Long'],
      ['1>6', 'car', 'dhi', AHEAD, 'Rẽ trái vào Trần Duy Hưng'],
      ['1>6', 'motorbike', 'dhi', AHEAD, 'Rẽ trái vào Trần Duy Hưng'],
      ['1>2', 'car', 'dhie', AHEAD, 'Quay đầu trên Phạm Hùng'],
      ['4>7', 'car', 'edh', 'Đi về hướng tây trên Trần Duy Hưng', 'Rẽ trái vào Khuất Duy Tiến'],
      ['8>2', 'car', 'ie', 'Đi về hướng bắc trên Khuất Duy Tiến', 'Đi thẳng vào Phạm Hùng'],
    ],
  },
  {
    name: 'and a street that bends and is called otherwise beyond them',
    cellM: 10,
    map: `
           k
            3

             m

      c-------b------f
              |
              |
              |
      g--1----i------j`,
    ways: {
      fb: 'primary Nguyễn Xiển oneway=yes',
      bc: 'primary Nguyễn Xiển oneway=yes',
      gi: 'primary Nguyễn Xiển oneway=yes',
      ij: 'primary Nguyễn Xiển oneway=yes',
      bi: 'tertiary Phạm Tu',
      bmk: 'tertiary Kim Giang',
      cg: 'service',
      fj: 'service',
    },
    trips: [['1>3', 'car', 'ibm', 'Đi về hướng đông trên Nguyễn Xiển', 'Rẽ trái vào Kim Giang']],
  },
])

const POINT = `
              b-----------2----c
      a--3--d
              e-----------1----f`
const WEST = 'Đi về hướng tây trên Phố Kim Mã'

describeTowns('carriageways that meet in a point', [
  {
    name: 'where a driver turns back, or passes',
    cellM: 10,
    map: POINT,
    ways: {
      fed: 'secondary Phố Kim Mã oneway=yes',
      dbc: 'secondary Phố Kim Mã oneway=yes',
      ad: 'secondary Phố Kim Mã',
      cf: 'service',
    },
    trips: [
      ['1>2', 'car', 'edb', WEST, 'Quay đầu trên Phố Kim Mã'],
      ['1>2', 'motorbike', 'edb', WEST, 'Quay đầu trên Phố Kim Mã'],
      ['1>3', 'car', 'ed', WEST],
    ],
  },
  {
    name: 'of streets with different names',
    cellM: 10,
    map: POINT,
    ways: {
      fed: 'secondary Phố Kim Mã oneway=yes',
      dbc: 'secondary Nguyễn Thái Học oneway=yes',
      ad: 'secondary Phố Sơn Tây',
      cf: 'service',
    },
    trips: [['1>2', 'car', 'edb', WEST, 'Rẽ gấp sang phải vào Nguyễn Thái Học']],
  },
  {
    name: 'a hairpin of one two-way road',
    cellM: 10,
    map: POINT,
    ways: {
      fed: 'secondary Đèo Prenn',
      dbc: 'secondary Đèo Prenn',
      ad: 'residential Ngõ 1',
    },
    trips: [
      [
        '1>2',
        'car',
        'edb',
        'Đi về hướng tây trên Đèo Prenn',
        'Rẽ gấp sang phải để đi tiếp trên Đèo Prenn',
      ],
    ],
  },
])

const STREETS = {
  ab: 'tertiary Hàng Bông',
  bg: 'tertiary Hàng Gai',
  bc: 'tertiary Phùng Hưng',
  cd: 'tertiary Hàng Cót',
  ch: 'residential Hàng Lược',
  de: 'tertiary Hàng Đậu',
}
const ALONG = ['Đi về hướng đông trên Hàng Bông', 'Rẽ phải vào Phùng Hưng'] as const

/** From Hàng Bông over Phùng Hưng, 60 m, and Hàng Cót, of this length, to Hàng Đậu. */
function streets(lengthM: number): Pick<Drawing, 'map' | 'cellM'> {
  const stretch = (metres: number) => '\n            |'.repeat(metres / 10 - 1)
  const map = `
      a--1--b--g${stretch(60)}
            c----h${stretch(lengthM)}
      e--2--d`
  return { cellM: 10, map }
}

describeTowns('straight on between two turns', [
  {
    name: 'into a street that is left after 70 m',
    ...streets(70),
    ways: STREETS,
    trips: [['1>2', 'car', 'bcd', ...ALONG, 'Rẽ phải vào Hàng Đậu']],
  },
  {
    name: 'into a street that is left after 90 m',
    ...streets(90),
    ways: STREETS,
    trips: [['1>2', 'car', 'bcd', ...ALONG, 'Đi thẳng vào Hàng Cót', 'Rẽ phải vào Hàng Đậu']],
  },
  {
    name: 'where the street that he is on leads elsewhere',
    ...streets(70),
    ways: { ...STREETS, ch: 'tertiary Phùng Hưng' },
    trips: [['1>2', 'car', 'bcd', ...ALONG, 'Đi thẳng vào Hàng Cót', 'Rẽ phải vào Hàng Đậu']],
  },
])
