import { describeTowns, type Trip } from './trips.ts'

/** Four streets around a roundabout that is driven against the clock: e, h, g, f. */
const ROUND = `
          a
          1
          |
          e
         / \\
  b-2---f   h---4-d
         \\ /
          g
          |
          3
          c`
const STREETS = {
  ae: 'secondary Phạm Hùng',
  fb: 'secondary Lê Đức Thọ',
  gc: 'secondary Mễ Trì',
  hd: 'secondary Trần Duy Hưng',
}

describeTowns('roundabouts', [
  {
    name: 'four streets',
    map: ROUND,
    ways: { ...STREETS, efghe: 'secondary junction=roundabout' },
    trips: [
      [
        '1>2',
        'car',
        'ef',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ nhất vào Lê Đức Thọ',
      ],
      [
        '1>3',
        'car',
        'efg',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Mễ Trì',
      ],
      [
        '1>4',
        'motorbike',
        'efgh',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 3 vào Trần Duy Hưng',
      ],
      [
        '3>1',
        'car',
        'ghe',
        'Đi về hướng bắc trên Mễ Trì',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Phạm Hùng',
      ],
      [
        '2>1',
        'car',
        'fghe',
        'Đi về hướng đông trên Lê Đức Thọ',
        'Tại vòng xuyến, đi theo lối ra thứ 3 vào Phạm Hùng',
      ],
    ],
  },
  {
    name: 'a circular junction drawn in four pieces',
    map: ROUND,
    ways: {
      ...STREETS,
      ef: 'secondary junction=circular',
      fg: 'secondary junction=circular',
      gh: 'secondary junction=circular',
      he: 'secondary junction=circular',
    },
    trips: [
      [
        '1>4',
        'car',
        'efgh',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 3 vào Trần Duy Hưng',
      ],
    ],
  },
  {
    name: 'one street that goes on beyond it',
    map: ROUND,
    ways: {
      ae: 'secondary Phạm Hùng',
      gc: 'secondary Phạm Hùng',
      fb: 'secondary Lê Đức Thọ',
      hd: 'secondary Trần Duy Hưng',
      efghe: 'secondary junction=roundabout',
    },
    trips: [
      [
        '1>3',
        'car',
        'efg',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Phạm Hùng',
      ],
    ],
  },
  {
    name: 'a name of its own, or that of a street',
    map: ROUND,
    ways: {
      ...STREETS,
      ef: 'secondary Vòng xoay Dân Chủ junction=roundabout',
      fg: 'secondary Vòng xoay Dân Chủ junction=roundabout',
      gh: 'secondary Mễ Trì junction=roundabout',
      he: 'secondary Mễ Trì junction=roundabout',
    },
    trips: [
      [
        '1>3',
        'car',
        'efg',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại Vòng xoay Dân Chủ, đi theo lối ra thứ 2 vào Mễ Trì',
      ],
      [
        '3>1',
        'car',
        'ghe',
        'Đi về hướng bắc trên Mễ Trì',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Phạm Hùng',
      ],
    ],
  },
  {
    name: 'yards, one-way streets that come in and private roads do not count',
    map: `
          a
          1
          |
      i-j-e
         / \\
  b-2---f   h---4-d
  k--m---\\ /
          g
          |
          3
          c`,
    ways: {
      ae: 'secondary Phạm Hùng',
      ej: 'service',
      ji: 'service',
      bf: 'secondary Lê Đức Thọ oneway=yes',
      gc: 'secondary Mễ Trì',
      hd: 'secondary Trần Duy Hưng',
      gm: 'residential access=private',
      mk: 'residential access=private',
      efghe: 'secondary junction=roundabout',
      bi: 'residential',
    },
    trips: [
      [
        '1>3',
        'car',
        'efg',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ nhất vào Mễ Trì',
      ],
      [
        '1>4',
        'car',
        'efgh',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Trần Duy Hưng',
      ],
    ],
  },
  {
    name: 'streets that enter and leave apart from each other',
    map: `
         a  k
         1  5
         |  |
         e--l
        /    \\
  b-2--f      h--4-d
        \\    /
         g--m
         |  |
         3  6
         c  n`,
    ways: {
      ae: 'primary Phạm Hùng oneway=yes',
      lk: 'primary Phạm Hùng oneway=yes',
      gc: 'primary Phạm Hùng oneway=yes',
      nm: 'primary Phạm Hùng oneway=yes',
      fb: 'secondary Lê Đức Thọ',
      hd: 'secondary Trần Duy Hưng',
      efgmhle: 'primary junction=roundabout',
      ak: 'service',
      cn: 'service',
    },
    trips: [
      [
        '1>3',
        'car',
        'efg',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Phạm Hùng',
      ],
      [
        '1>4',
        'car',
        'efgmh',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 3 vào Trần Duy Hưng',
      ],
      [
        '6>5',
        'car',
        'mhl',
        'Đi về hướng bắc trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Phạm Hùng',
      ],
      [
        '1>5',
        'car',
        'efgmhl',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 4 vào Phạm Hùng',
      ],
    ],
  },
  {
    name: 'the ends of a route within it',
    map: `
          a
          1
          |
          e
         5 6
  b-2---f   h---4-d
         \\ /
          g
          |
          3
          c`,
    ways: { ...STREETS, efghe: 'secondary junction=roundabout' },
    trips: [
      ['1>5', 'car', 'e', 'Đi về hướng nam trên Phạm Hùng', 'Đi vào vòng xuyến'],
      ['5>3', 'car', 'fg', 'Đi về hướng tây nam', 'Ra khỏi vòng xuyến vào Mễ Trì'],
      ['5>6', 'car', 'fgh', 'Đi về hướng tây nam'],
      ['5>2', 'car', 'f', 'Đi về hướng tây nam', 'Ra khỏi vòng xuyến vào Lê Đức Thọ'],
    ],
  },
  {
    name: 'a street without a name beyond it',
    map: ROUND,
    ways: { ...STREETS, gc: 'secondary', efghe: 'secondary junction=roundabout' },
    trips: [
      [
        '1>3',
        'car',
        'efg',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 2',
      ],
    ],
  },
  {
    name: 'two, one after the other',
    map: `
          e       m
         / \\     / \\
  a-1---f   h---n   p---2-b
         \\ /     \\ /
          g       o
          3       4
          c       d`,
    ways: {
      af: 'secondary Láng',
      fghef: 'secondary junction=roundabout',
      hn: 'secondary Láng',
      nopmn: 'secondary junction=roundabout',
      pb: 'secondary Láng',
      gc: 'secondary Yên Lãng',
      od: 'secondary Chùa Bộc',
    },
    trips: [
      [
        '1>2',
        'car',
        'fghnop',
        'Đi về hướng đông trên Láng',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Láng',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Láng',
      ],
      [
        '3>4',
        'car',
        'ghno',
        'Đi về hướng bắc trên Yên Lãng',
        'Tại vòng xuyến, đi theo lối ra thứ nhất vào Láng',
        'Tại vòng xuyến, đi theo lối ra thứ nhất vào Chùa Bộc',
      ],
    ],
  },
  ...['primary', 'primary_link'].map((ring) => ({
    name: `a ${ring} that slip roads lead to`,
    cellM: 20,
    map: `
          a
          1
          |
          b
         / \\
        i   j
         e-k
        /   \\
  p-2--f     h--4-d
        \\   /
         l-g
        n   m
         \\ /
          o
          |
          3
          c`,
    ways: {
      ab: 'trunk Quốc lộ 5',
      bie: 'trunk_link oneway=yes',
      kjb: 'trunk_link oneway=yes',
      pf: 'secondary Phố Tây',
      hd: 'secondary Phố Đông',
      lno: 'trunk_link oneway=yes',
      omg: 'trunk_link oneway=yes',
      oc: 'trunk Quốc lộ 5',
      eflghke: `${ring} junction=roundabout`,
    },
    trips: [
      [
        '1>2',
        'car',
        'bief',
        'Đi về hướng nam trên Quốc lộ 5',
        'Tại vòng xuyến, đi theo lối ra thứ nhất vào Phố Tây',
      ],
      [
        '1>3',
        'car',
        'bieflno',
        'Đi về hướng nam trên Quốc lộ 5',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Quốc lộ 5',
      ],
      [
        '1>4',
        'car',
        'bieflgh',
        'Đi về hướng nam trên Quốc lộ 5',
        'Tại vòng xuyến, đi theo lối ra thứ 3 vào Phố Đông',
      ],
    ] satisfies Trip[],
  })),
])
