import { describeTowns } from './trips.ts'

const CROSSROADS = `
      a
      1
  d-4-b-2-e
      3
      c`

const ON_LANG = 'Đi về hướng đông trên Láng'

describeTowns('a street that turns and keeps its name', [
  {
    name: 'where an alley goes straight on',
    map: CROSSROADS,
    ways: { abd: 'residential Phố Huế', bc: 'service Ngõ 61' },
    trips: [
      ['1>4', 'car', 'b', 'Đi về hướng nam trên Phố Huế', 'Rẽ phải để đi tiếp trên Phố Huế'],
      // From the west it is a T.
      ['4>1', 'car', 'b', 'Đi về hướng đông trên Phố Huế', 'Rẽ trái để đi tiếp trên Phố Huế'],
    ],
  },
  {
    name: 'where it ends in a T with an alley, or with a narrow street that leads on',
    map: `
      a
      1
  d-4-b---e
          |
          f`,
    ways: { abd: 'residential Phố Huế', be: 'service', ef: 'service' },
    trips: [['1>4', 'car', 'b', 'Đi về hướng nam trên Phố Huế', 'Rẽ phải để đi tiếp trên Phố Huế']],
  },
  {
    name: 'where a gate or a one-way alley that comes in is straight on',
    map: CROSSROADS,
    ways: {
      abd: 'residential Phố Huế',
      bc: 'residential Khu A access=private',
      eb: 'service service=alley oneway=yes',
    },
    trips: [['1>4', 'car', 'b', 'Đi về hướng nam trên Phố Huế']],
  },
  {
    name: 'where a private street goes on nearly as straight, or a public one',
    map: `
             c
           /
      a-1-b-e-5-f
           \\
             2
              \\
                d`,
    ways: {
      abd: 'residential Phố Huế',
      bef: 'residential Khu A access=private',
      bc: 'service access=private',
    },
    trips: [['1>2', 'car', 'b', 'Đi về hướng đông trên Phố Huế']],
  },
  {
    name: 'where an alley leads off on the side to which it turns',
    map: `
      a
      1
  d-4-b
     /
    c`,
    ways: { abd: 'residential Phố Huế', bc: 'service service=alley' },
    trips: [['1>4', 'car', 'b', 'Đi về hướng nam trên Phố Huế']],
  },
])

/** The last metres before b head east, the way to there north-east. */
const FROM_BEHIND = `
                       c
                       |
                       2
                       |
                       |
                       |
                       |
                       |
                       |
                      |
                      |
                      |
                      |
                      |
                     /
                     /
                    /
              p-1-3-b




                                      e




                    f



    a`

describeTowns('the first metres of a route', [
  {
    name: 'straight on after a bend that is not driven',
    cellM: 2,
    map: `
             c
             |
             2
             |
             |
             |
             |
             |
             b---------e
             |
             1
             p
   a`,
    ways: { apb: 'service', bc: 'service', be: 'service' },
    trips: [
      ['1>2', 'car', 'b', 'Đi về hướng bắc'],
      ['a>2', 'car', 'apb', 'Đi về hướng đông', 'Rẽ trái'],
    ],
  },
  {
    name: 'straight on into a street of another name',
    cellM: 2,
    map: `
             c
             |
             2
             |
             |
             |
             |
             |
             b---------e
             |
             1
             p
   a`,
    ways: { apb: 'residential Phố Huế', bc: 'residential Phố Vọng', be: 'residential Phố Huế' },
    trips: [['1>2', 'car', 'b', 'Đi về hướng bắc trên Phố Huế', 'Đi thẳng vào Phố Vọng']],
  },
  {
    name: 'a turn that looks like a fork from farther back',
    cellM: 1,
    map: FROM_BEHIND,
    ways: { apb: 'service', bc: 'service Ngõ 203', be: 'service Ngõ 221' },
    trips: [
      ['1>2', 'car', 'b', 'Đi về hướng đông', 'Rẽ trái vào Ngõ 203'],
      ['p>2', 'car', 'pb', 'Đi về hướng đông', 'Rẽ trái vào Ngõ 203'],
      ['3>2', 'car', 'b', 'Đi về hướng bắc trên Ngõ 203'],
      [
        'a>2',
        'car',
        'apb',
        'Đi về hướng đông bắc',
        'Tại ngã rẽ, đi theo nhánh bên trái vào Ngõ 203',
      ],
    ],
  },
  {
    name: 'a turn that looks slight from farther back',
    cellM: 1,
    map: FROM_BEHIND,
    ways: { apb: 'service', bc: 'service Ngõ 203', bf: 'service Ngõ 5' },
    trips: [
      ['p>2', 'car', 'pb', 'Đi về hướng đông', 'Rẽ trái vào Ngõ 203'],
      ['a>2', 'car', 'apb', 'Đi về hướng đông bắc', 'Chếch sang trái vào Ngõ 203'],
    ],
  },
  {
    name: 'a corner in two pieces that turns off and back',
    cellM: 3,
    map: `
             a
             |
             1
         e---b---c
                 |
                 |
                 2
                 d`,
    ways: { ab: 'residential Phố Huế', ebcd: 'residential Phố Vọng' },
    trips: [['1>2', 'car', 'bc', 'Đi về hướng nam trên Phố Huế', 'Rẽ trái vào Phố Vọng']],
  },
])

describeTowns('ways back', [
  {
    name: 'over a slip road into a yard beside the road',
    cellM: 8,
    map: `
  e     a
  |     1
  |     |
  |     |
  4     |
  |     |
  |     |
  k-----b
 /      |
h       |
        c`,
    ways: {
      abc: 'tertiary Hoàng Diệu',
      bkh: 'tertiary_link oneway=yes',
      ke: 'service',
      hc: 'tertiary Độc Lập',
    },
    trips: [['1>4', 'car', 'bk', 'Đi về hướng nam trên Hoàng Diệu', 'Rẽ phải', 'Rẽ phải']],
  },
  {
    name: 'where a carriageway ends and leads into the other',
    cellM: 10,
    map: `
   d-2-----------------------
                             b
   a-1-----------------------`,
    ways: {
      ab: 'primary Phạm Hùng oneway=yes',
      bd: 'primary Phạm Hùng oneway=yes',
      ad: 'service',
    },
    trips: [['1>2', 'car', 'b', 'Đi về hướng đông trên Phạm Hùng', 'Quay đầu trên Phạm Hùng']],
  },
])

describeTowns('lanes that leave a roundabout for one street', [
  {
    name: 'from one node, and from two to one',
    map: `
              a
              1
              |
              e
             / \\
  b-2-------f   h---4-d
       p  i  \\ / ---k
              g
              |
              3
              c`,
    ways: {
      ae: 'secondary Phạm Hùng',
      fpb: 'secondary Lê Đức Thọ oneway=yes',
      ip: 'secondary Lê Đức Thọ oneway=yes',
      gc: 'secondary Mễ Trì',
      hd: 'secondary Trần Duy Hưng',
      hk: 'secondary Trần Duy Hưng',
      efighe: 'secondary junction=roundabout',
    },
    trips: [
      [
        '3>1',
        'car',
        'ghe',
        'Đi về hướng bắc trên Mễ Trì',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Phạm Hùng',
      ],
      [
        '1>3',
        'car',
        'efig',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Mễ Trì',
      ],
      [
        '4>3',
        'car',
        'hefig',
        'Đi về hướng tây trên Trần Duy Hưng',
        'Tại vòng xuyến, đi theo lối ra thứ 3 vào Mễ Trì',
      ],
    ],
  },
])

describeTowns('roads that part at a small angle', [
  {
    name: 'after twenty metres side by side',
    cellM: 5,
    map: `
                              2--c
      a-----1--------b---p-q
                              3--d`,
    ways: { ab: 'primary Láng', bpc: 'primary Láng Hạ', bqd: 'primary Tây Sơn' },
    trips: [
      ['1>2', 'car', 'bp', ON_LANG, 'Tại ngã rẽ, đi theo nhánh bên trái vào Láng Hạ'],
      ['1>3', 'car', 'bq', ON_LANG, 'Tại ngã rẽ, đi theo nhánh bên phải vào Tây Sơn'],
    ],
  },
  {
    name: 'of which one bends where the first edge of the other has ended',
    cellM: 5,
    map: `
                            e  d
                            |  |
                            2  3
                            |  |
                            |  |
                            |  |
                       g----c  |
      a-----1--------b---------m`,
    ways: {
      ab: 'primary Láng',
      bc: 'primary Láng Hạ',
      ce: 'primary Láng Hạ',
      bmd: 'primary Tây Sơn',
      gc: 'residential',
    },
    trips: [
      ['1>2', 'car', 'bc', ON_LANG, 'Tại ngã rẽ, đi theo nhánh bên trái vào Láng Hạ'],
      ['1>3', 'car', 'bm', ON_LANG, 'Tại ngã rẽ, đi theo nhánh bên phải vào Tây Sơn'],
    ],
  },
])

describeTowns('a corner', [
  {
    name: 'that begins with eight metres at half its angle',
    cellM: 6,
    map: `
      f-------2-------e-c
                         b-------------g
                         |
                         |
                         1
                         a`,
    ways: {
      ab: 'tertiary Yết Kiêu',
      bc: 'tertiary Trần Hưng Đạo',
      cef: 'tertiary Trần Hưng Đạo',
      bg: 'tertiary Trần Hưng Đạo',
    },
    trips: [['1>2', 'car', 'bce', 'Đi về hướng bắc trên Yết Kiêu', 'Rẽ trái vào Trần Hưng Đạo']],
  },
])
