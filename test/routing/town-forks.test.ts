import { describeTowns } from './trips.ts'

const FORK = `
                        7--b
                  d
      a---1----c  e--------8--f
                  g
                        9--h`
const ON_LANG = 'Đi về hướng đông trên Láng'

describeTowns('forks of three', [
  {
    name: 'whose branches all lead straight on',
    cellM: 10,
    map: FORK,
    ways: {
      ac: 'primary Láng',
      cdb: 'primary Phố Bắc',
      cef: 'primary Phố Giữa',
      cgh: 'primary Phố Nam',
    },
    trips: [
      ['1>7', 'car', 'cd', ON_LANG, 'Tại ngã rẽ, đi theo nhánh bên trái vào Phố Bắc'],
      ['1>8', 'car', 'ce', ON_LANG, 'Tại ngã rẽ, đi theo nhánh ở giữa vào Phố Giữa'],
      ['1>9', 'car', 'cg', ON_LANG, 'Tại ngã rẽ, đi theo nhánh bên phải vào Phố Nam'],
    ],
  },
  {
    name: 'of which the one in the middle is the same road, or two are',
    cellM: 10,
    map: FORK,
    ways: {
      ac: 'primary Láng',
      cdb: 'primary Láng',
      cef: 'primary Láng',
      cgh: 'primary Phố Nam',
    },
    trips: [
      ['1>7', 'car', 'cd', ON_LANG, 'Giữ bên trái để đi tiếp trên Láng'],
      ['1>8', 'car', 'ce', ON_LANG, 'Đi theo nhánh ở giữa để đi tiếp trên Láng'],
      ['1>9', 'car', 'cg', ON_LANG, 'Tại ngã rẽ, đi theo nhánh bên phải vào Phố Nam'],
    ],
  },
  {
    name: 'where the road goes straight on between two others',
    cellM: 10,
    map: FORK,
    ways: {
      ac: 'primary Láng',
      cdb: 'primary Phố Bắc',
      cef: 'primary Láng',
      cgh: 'primary Phố Nam',
    },
    trips: [['1>8', 'car', 'ce', ON_LANG]],
  },
])
