import { describeTowns } from './trips.ts'

describeTowns('places that are one junction', [
  {
    name: 'a crossroads of dual carriageways',
    cellM: 20,
    map: `
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
            k   l`,
    ways: {
      adhk: 'primary Phạm Hùng oneway=yes',
      lieb: 'primary Phạm Hùng oneway=yes',
      fedc: 'primary Trần Duy Hưng oneway=yes',
      ghij: 'primary Trần Duy Hưng oneway=yes',
      ab: 'service',
      cg: 'service',
      fj: 'service',
      kl: 'service',
    },
    trips: [
      ['1>7', 'car', 'dh', 'Đi về hướng nam trên Phạm Hùng'],
      ['1>3', 'car', 'd', 'Đi về hướng nam trên Phạm Hùng', 'Rẽ phải vào Trần Duy Hưng'],
      ['1>6', 'car', 'dhi', 'Đi về hướng nam trên Phạm Hùng', 'Rẽ trái vào Trần Duy Hưng'],
      ['5>6', 'car', 'hi', 'Đi về hướng đông trên Trần Duy Hưng'],
      [
        '1>2',
        'car',
        'dhie',
        'Đi về hướng nam trên Phạm Hùng',
        'Rẽ trái vào Trần Duy Hưng',
        'Rẽ trái vào Phạm Hùng',
      ],
    ],
  },
  {
    name: 'a gap in a median',
    cellM: 10,
    map: `
      a--1--b--------c
            |
            |
      d--2--e--------f`,
    ways: {
      cba: 'primary Láng oneway=yes',
      def: 'primary Láng oneway=yes',
      eb: 'primary_link oneway=yes',
      ad: 'service',
      cf: 'service',
    },
    trips: [['2>1', 'car', 'eb', 'Đi về hướng đông trên Láng', 'Quay đầu trên Láng']],
  },
  {
    name: 'a gap in a median that bears the name of the road',
    cellM: 10,
    map: `
      d--4--e--------3--f

      a--1--b--------2--c
            |
            |
            |
            5
            s`,
    ways: {
      abc: 'primary Võ Chí Công oneway=yes',
      fed: 'primary Võ Chí Công oneway=yes',
      be: 'primary Võ Chí Công',
      sb: 'residential Phố Nam',
      da: 'service',
      cf: 'service',
    },
    trips: [
      ['5>4', 'car', 'be', 'Đi về hướng bắc trên Phố Nam', 'Rẽ trái vào Võ Chí Công'],
      ['5>2', 'car', 'b', 'Đi về hướng bắc trên Phố Nam', 'Rẽ phải vào Võ Chí Công'],
      ['1>4', 'car', 'be', 'Đi về hướng đông trên Võ Chí Công', 'Quay đầu trên Võ Chí Công'],
      ['3>2', 'car', 'eb', 'Đi về hướng tây trên Võ Chí Công', 'Quay đầu trên Võ Chí Công'],
    ],
  },
  {
    name: 'a slip road for right turns',
    map: `
          a
          1
          b
         /|
    g-3-c-d-2-e
          |
          f`,
    ways: {
      abdf: 'secondary Phố Huế',
      gcde: 'secondary Phố Vọng',
      bc: 'secondary_link oneway=yes maxspeed=60',
    },
    nodes: { d: 'highway=traffic_signals' },
    trips: [
      ['1>2', 'car', 'bd', 'Đi về hướng nam trên Phố Huế', 'Rẽ trái vào Phố Vọng'],
      ['1>3', 'car', 'bc', 'Đi về hướng nam trên Phố Huế', 'Rẽ phải vào Phố Vọng'],
    ],
  },
  {
    name: 'two streets that meet a third a few metres apart',
    cellM: 15,
    map: `
          a
          1
          |
      c---b-d----e
            |
            2
            f`,
    ways: { ab: 'residential Phố Hàng Bè', cbde: 'tertiary Cầu Gỗ', df: 'residential Đinh Liệt' },
    trips: [
      [
        '1>2',
        'car',
        'bd',
        'Đi về hướng nam trên Phố Hàng Bè',
        'Rẽ trái vào Cầu Gỗ',
        'Rẽ phải vào Đinh Liệt',
      ],
    ],
  },
  {
    name: 'two streets that meet a third at opposite sides, half a width apart',
    cellM: 6,
    map: `
            a
            |
            |
            |
            1
            |
            |
            |
      c-----bd------e
             |
             |
             2
             |
             |
             f`,
    ways: { ab: 'residential Ngõ 67', cbde: 'tertiary Phùng Khoang', df: 'residential Ngõ 30' },
    trips: [['1>2', 'car', 'bd', 'Đi về hướng nam trên Ngõ 67', 'Đi thẳng vào Ngõ 30']],
  },
  {
    name: 'a name that lasts for twelve metres',
    cellM: 4,
    map: `
      a-----1----------b--c--------------e
                          |
                          |
                          |
                          |
                          |
                          2
                          h`,
    ways: {
      ab: 'secondary Sơn Tây',
      bce: 'secondary Kim Mã',
      ch: 'secondary Nguyễn Thái Học',
    },
    trips: [['1>2', 'car', 'bc', 'Đi về hướng đông trên Sơn Tây', 'Rẽ phải vào Nguyễn Thái Học']],
  },
  {
    name: 'a small island that a street passes',
    cellM: 6,
    map: `
      a--1--b-----e--2--f
              c-d
                |
                |
                g`,
    ways: {
      ab: 'tertiary Văn Cao',
      bcde: 'tertiary Ngã ba',
      ef: 'tertiary Trích Sài',
      dg: 'tertiary',
    },
    trips: [['1>2', 'car', 'bcde', 'Đi về hướng đông trên Văn Cao', 'Đi thẳng vào Trích Sài']],
  },
  {
    name: 'a stretch without a name between two streets',
    cellM: 20,
    map: `
          a   h
          1   |
          |   |
      c---b-d-e-f-2-g
              |
              k`,
    ways: {
      ab: 'secondary Phạm Hùng',
      cbd: 'secondary',
      de: 'secondary',
      efg: 'secondary Hồ Tùng Mậu',
      hek: 'residential',
    },
    trips: [
      ['1>2', 'car', 'bdef', 'Đi về hướng nam trên Phạm Hùng', 'Rẽ trái vào Hồ Tùng Mậu'],
      ['d>2', 'car', 'def', 'Đi về hướng đông trên Hồ Tùng Mậu'],
    ],
  },
  {
    name: 'a few metres into a street, then a bend',
    cellM: 10,
    map: `
          a
          1
          |
      c---b-d
             \\
              e
               \\
                2
                 f`,
    ways: {
      ab: 'secondary Trung Kính',
      cbd: 'residential',
      de: 'residential Hạ Yên Quyết',
      ef: 'residential Hạ Yên Quyết',
    },
    trips: [['1>2', 'car', 'bde', 'Đi về hướng nam trên Trung Kính', 'Rẽ trái vào Hạ Yên Quyết']],
  },
  {
    name: 'the island in front of a roundabout',
    cellM: 15,
    map: `
                     m
                     |
                     e
                i   / \\
      a--1----b    f   h----2--d
                j   \\ /
                     g
                     |
                     n`,
    ways: {
      ab: 'primary Láng',
      bjf: 'primary Láng oneway=yes',
      fib: 'primary Láng oneway=yes',
      efghe: 'primary junction=roundabout',
      hd: 'primary Láng Hạ',
      me: 'primary',
      gn: 'primary',
    },
    trips: [
      [
        '1>2',
        'car',
        'bjfgh',
        'Đi về hướng đông trên Láng',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Láng Hạ',
      ],
    ],
  },
])

describeTowns('places that are drawn in small pieces', [
  {
    name: 'a corner that is cut in three',
    cellM: 3,
    map: `
      f-------2-------e--d
                           c
                           |
                           b----------------g
                           |
                           |
                           |
                           1
                           a`,
    ways: {
      ab: 'tertiary Yết Kiêu',
      bc: 'tertiary Trần Hưng Đạo',
      cd: 'tertiary Trần Hưng Đạo',
      def: 'tertiary Trần Hưng Đạo',
      bg: 'tertiary Trần Hưng Đạo',
    },
    trips: [['1>2', 'car', 'bcde', 'Đi về hướng bắc trên Yết Kiêu', 'Rẽ trái vào Trần Hưng Đạo']],
  },
  {
    name: 'two nodes two metres apart, the second behind the first',
    cellM: 2,
    map: `
                         i
                         |
                         |
                         |
                         c
      a------1-----------b
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
                         |
                         |
                         |
                         2
                         |
                         e`,
    ways: {
      ab: 'residential Thiên Hiền',
      bc: 'primary Phạm Hùng',
      ic: 'primary Phạm Hùng oneway=yes',
      ce: 'primary Phạm Hùng oneway=yes',
      ia: 'service',
      ae: 'service',
    },
    trips: [['1>2', 'car', 'bc', 'Đi về hướng đông trên Thiên Hiền', 'Rẽ phải vào Phạm Hùng']],
  },
])
