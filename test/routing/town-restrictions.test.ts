import { describeTowns, type TownCase, type Trip } from './trips.ts'

/** A crossroads in a block, so that every forbidden turn has a way round it. */
const BLOCK = `
      g-----a-----h
      |     |     |
      |     1     |
      |     |     |
      d--4--b--2--e
      |     |     |
      |     3     |
      |     |     |
      i-----c-----j`
const STREETS = {
  ab: 'residential Bắc',
  bc: 'residential Nam',
  db: 'residential Tây',
  be: 'residential Đông',
  gahejcidg: 'residential Vòng',
}
const LEFT: Trip = ['1>2', 'car', 'b', 'Đi về hướng nam trên Bắc', 'Rẽ trái vào Đông']
const RIGHT: Trip = ['1>4', 'car', 'b', 'Đi về hướng nam trên Bắc', 'Rẽ phải vào Tây']
const STRAIGHT: Trip = ['1>3', 'car', 'b', 'Đi về hướng nam trên Bắc', 'Đi thẳng vào Nam']
/** Round by the north, where the forbidden turn need not be made. */
const LEFT_ROUND: Trip = [
  '1>2',
  'car',
  'ahe',
  'Đi về hướng bắc trên Bắc',
  'Rẽ phải vào Vòng',
  'Rẽ phải vào Đông',
]
const RIGHT_ROUND: Trip = [
  '1>4',
  'car',
  'agd',
  'Đi về hướng bắc trên Bắc',
  'Rẽ trái vào Vòng',
  'Rẽ trái vào Tây',
]

const STRAIGHT_ROUND: Trip = [
  '1>3',
  'car',
  'aheb',
  'Đi về hướng bắc trên Bắc',
  'Rẽ phải vào Vòng',
  'Rẽ phải vào Đông',
  'Rẽ trái vào Nam',
]

function byMotorbike(trip: Trip): Trip {
  const [ends, , ...rest] = trip
  return [ends, 'motorbike', ...rest]
}

describeTowns('turn restrictions', [
  { name: 'none', map: BLOCK, ways: STREETS, trips: [LEFT, RIGHT, STRAIGHT] },
  ...(
    [
      ['no_left_turn ab b be', [LEFT_ROUND, RIGHT, STRAIGHT, byMotorbike(LEFT_ROUND)]],
      ['no_right_turn ab b db', [LEFT, RIGHT_ROUND, STRAIGHT, byMotorbike(RIGHT_ROUND)]],
      ['no_straight_on ab b bc', [LEFT, RIGHT, STRAIGHT_ROUND]],
      ['only_straight_on ab b bc', [LEFT_ROUND, RIGHT_ROUND, STRAIGHT]],
      ['only_left_turn ab b be', [LEFT, RIGHT_ROUND, STRAIGHT_ROUND]],
      ['only_right_turn ab b db', [LEFT_ROUND, RIGHT, STRAIGHT_ROUND]],
      ['only_straight_on ab b bc+be', [LEFT, RIGHT_ROUND, STRAIGHT]],
      ['no_entry ab+db b be', [LEFT_ROUND, RIGHT, STRAIGHT]],
      ['no_exit ab b be+db', [LEFT_ROUND, RIGHT_ROUND, STRAIGHT]],
      // The sign and the drawing disagree: what is drawn counts.
      ['no_left_turn ab b db', [LEFT, RIGHT_ROUND, STRAIGHT]],
      // Nobody drives here with trailers, by bus or on foot.
      ['no_left_turn ab b be except=bicycle;psv', [LEFT_ROUND, byMotorbike(LEFT_ROUND)]],
      ['no_left_turn ab b be except=motorcycle', [LEFT_ROUND, byMotorbike(LEFT)]],
      ['no_left_turn ab b be except=motorcar', [LEFT, byMotorbike(LEFT_ROUND)]],
      ['no_left_turn ab b be except=psv;motor_vehicle', [LEFT, byMotorbike(LEFT)]],
      ['only_straight_on ab b bc except=motorcycle', [LEFT_ROUND, byMotorbike(LEFT)]],
      ['- ab b be restriction:motorcycle=no_left_turn', [LEFT, byMotorbike(LEFT_ROUND)]],
      ['- ab b be restriction:motorcar=no_left_turn', [LEFT_ROUND, byMotorbike(LEFT)]],
      ['- ab b be restriction:hgv=no_left_turn', [LEFT, byMotorbike(LEFT)]],
      // What holds at some hours only is left out and counted.
      ['- ab b be restriction:conditional=no_left_turn~@~(06:00-09:00)', [LEFT]],
      ['no_left_turn ab b be hour_on=06:00 hour_off=09:00', [LEFT]],
      ['no_parking ab b be', [LEFT]],
    ] as const
  ).map(([restriction, trips]) => ({
    name: restriction,
    map: BLOCK,
    ways: STREETS,
    restrictions: [restriction],
    trips,
  })),
])

/** A dual carriageway with a gap in its median: from one side one could turn back through it. */
const MEDIAN = `
      a--1--b-----c-----d
            |     |
      e--2--f-----g--3--h`
const CARRIAGEWAYS = {
  dcba: 'primary Láng oneway=yes',
  efgh: 'primary Láng oneway=yes',
  fb: 'primary_link',
  gc: 'primary_link',
  ae: 'service',
  hd: 'service',
}

describeTowns('turn restrictions over ways', [
  {
    name: 'no U-turn through the first gap, but through the second',
    cellM: 20,
    map: MEDIAN,
    ways: CARRIAGEWAYS,
    restrictions: ['no_u_turn efgh fb dcba'],
    trips: [['2>1', 'car', 'fgcb', 'Đi về hướng đông trên Láng', 'Quay đầu trên Láng']],
  },
  {
    name: 'without it, through the first',
    cellM: 20,
    map: MEDIAN,
    ways: CARRIAGEWAYS,
    trips: [['2>1', 'car', 'fb', 'Đi về hướng đông trên Láng', 'Quay đầu trên Láng']],
  },
  {
    name: 'for cars only',
    cellM: 20,
    map: MEDIAN,
    ways: CARRIAGEWAYS,
    restrictions: ['no_u_turn efgh fb dcba except=motorcycle'],
    trips: [
      ['2>1', 'car', 'fgcb', 'Đi về hướng đông trên Láng', 'Quay đầu trên Láng'],
      ['2>1', 'motorbike', 'fb', 'Đi về hướng đông trên Láng', 'Quay đầu trên Láng'],
    ],
  },
  {
    name: 'over a gap that is drawn in two pieces',
    cellM: 20,
    map: `
      a--1--b-----c-----d
            x     |
      e--2--f-----g--3--h`,
    ways: {
      ...CARRIAGEWAYS,
      fb: 'proposed',
      fx: 'primary_link',
      xb: 'primary_link layer=1',
    },
    restrictions: ['no_u_turn efgh fx+xb dcba'],
    trips: [['2>1', 'car', 'fgcb', 'Đi về hướng đông trên Láng', 'Quay đầu trên Láng']],
  },
  {
    name: 'the only way on leads through the first gap',
    cellM: 20,
    map: MEDIAN,
    ways: CARRIAGEWAYS,
    restrictions: ['only_u_turn efgh fb dcba'],
    trips: [
      ['2>1', 'car', 'fb', 'Đi về hướng đông trên Láng', 'Quay đầu trên Láng'],
      ['2>3', 'car', 'fg', 'Đi về hướng đông trên Láng'],
    ],
  },
])

/** `x`: what stands there. */
const inFrontOf = (what: string, x: string): TownCase => ({
  name: `in front of ${what}`,
  map: `
      a-1-b-2-x-c
          |
          3
          d`,
  ways: { ab: 'residential A', bxc: 'residential C', bd: 'residential D' },
  nodes: { x },
  restrictions: ['no_right_turn ab b bd'],
  trips: [
    [
      '1>3',
      'car',
      'bxb',
      'Đi về hướng đông trên A',
      'Đi thẳng vào C',
      'Quay đầu trên C',
      'Rẽ trái vào D',
    ],
  ],
})

describeTowns('turning round', [
  {
    name: 'where the road ends, not before',
    map: `
      a-1-b-2---c
          |
          3
          d`,
    ways: { ab: 'residential A', bc: 'residential C', bd: 'residential D' },
    restrictions: ['no_right_turn ab b bd'],
    trips: [
      [
        '1>3',
        'car',
        'bcb',
        'Đi về hướng đông trên A',
        'Đi thẳng vào C',
        'Quay đầu trên C',
        'Rẽ trái vào D',
      ],
      ['2>3', 'car', 'b', 'Đi về hướng tây trên C', 'Rẽ trái vào D'],
    ],
  },
  inFrontOf('a barrier', 'barrier=block'),
  inFrontOf('a gate that is private, though the road goes on', 'barrier=gate access=private'),
  {
    name: 'where a sign allows nothing else',
    map: `
      a-1-b-2-x---c
          |   |
          3   e
          d`,
    ways: { ab: 'residential A', bx: 'residential C', bd: 'residential D', exc: 'residential E' },
    restrictions: ['no_right_turn ab b bd', 'only_u_turn bx x bx'],
    trips: [
      [
        '1>3',
        'car',
        'bxb',
        'Đi về hướng đông trên A',
        'Đi thẳng vào C',
        'Quay đầu trên C',
        'Rẽ trái vào D',
      ],
    ],
  },
  {
    name: 'not on a bend that looks like an end',
    map: `
      a-1-b-2-c
              |
          e-3-d`,
    ways: { abcde: 'residential A' },
    trips: [
      ['1>3', 'car', 'bcd', 'Đi về hướng đông trên A'],
      ['3>2', 'car', 'dc', 'Đi về hướng đông trên A'],
    ],
  },
])
