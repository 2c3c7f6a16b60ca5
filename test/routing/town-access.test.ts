import { describeTowns } from './trips.ts'

/** A direct street and a way round it. */
const DETOUR = `
      a-1-b-----c-2-d
          |     |
          |     |
          e-----f`
const AROUND = { ab: 'residential A', cd: 'residential D', befc: 'residential Vòng' }
const DIRECT = 'Đi về hướng đông trên A'
const ROUND = ['Đi về hướng đông trên A', 'Rẽ phải vào Vòng', 'Rẽ phải vào D'] as const
const ON = ['Đi về hướng đông trên A', 'Đi thẳng vào D'] as const
const BACK = ['Đi về hướng tây trên D', 'Đi thẳng vào A'] as const
const BACK_ROUND = ['Đi về hướng tây trên D', 'Rẽ trái vào Vòng', 'Rẽ trái vào A'] as const

describeTowns('one-way streets', [
  {
    name: 'oneway=yes',
    map: DETOUR,
    ways: { ...AROUND, bc: 'residential oneway=yes' },
    trips: [
      ['1>2', 'car', 'bc', ...ON],
      ['2>1', 'car', 'cfeb', ...BACK_ROUND],
      ['2>1', 'motorbike', 'cfeb', ...BACK_ROUND],
    ],
  },
  {
    name: 'oneway=-1',
    map: DETOUR,
    ways: { ...AROUND, bc: 'residential oneway=-1' },
    trips: [
      ['1>2', 'car', 'befc', ...ROUND],
      ['2>1', 'car', 'cb', ...BACK],
    ],
  },
  {
    name: 'oneway:motorcycle=no',
    map: DETOUR,
    ways: { ...AROUND, bc: 'residential oneway=yes oneway:motorcycle=no' },
    trips: [
      ['2>1', 'car', 'cfeb', ...BACK_ROUND],
      ['2>1', 'motorbike', 'cb', ...BACK],
    ],
  },
  {
    name: 'oneway:motorcycle=yes',
    map: DETOUR,
    ways: { ...AROUND, bc: 'residential oneway:motorcycle=yes' },
    trips: [
      ['2>1', 'car', 'cb', ...BACK],
      ['2>1', 'motorbike', 'cfeb', ...BACK_ROUND],
    ],
  },
  {
    name: 'oneway=reversible, which nobody can plan with',
    map: DETOUR,
    ways: { ...AROUND, bc: 'residential oneway=reversible' },
    trips: [
      ['1>2', 'car', 'befc', ...ROUND],
      ['2>1', 'car', 'cfeb', ...BACK_ROUND],
    ],
  },
  {
    name: 'motor_vehicle:backward=no',
    map: DETOUR,
    ways: { ...AROUND, bc: 'residential motor_vehicle:backward=no' },
    trips: [
      ['1>2', 'car', 'bc', ...ON],
      ['2>1', 'car', 'cfeb', ...BACK_ROUND],
    ],
  },
  {
    name: 'a block that one drives round',
    map: `
      a-1-b-----c-5-d
          |     |
          2     3
          |     |
          e--4--f`,
    ways: {
      ab: 'residential A',
      bc: 'residential B oneway=yes',
      cd: 'residential D',
      cf: 'residential C oneway=yes',
      fe: 'residential F oneway=yes',
      eb: 'residential E oneway=yes',
    },
    trips: [
      ['1>3', 'car', 'bc', 'Đi về hướng đông trên A', 'Đi thẳng vào B', 'Rẽ phải vào C'],
      [
        '1>2',
        'car',
        'bcfe',
        'Đi về hướng đông trên A',
        'Đi thẳng vào B',
        'Rẽ phải vào C',
        'Rẽ phải vào F',
        'Rẽ phải vào E',
      ],
      [
        '3>5',
        'motorbike',
        'febc',
        'Đi về hướng nam trên C',
        'Rẽ phải vào F',
        'Rẽ phải vào E',
        'Rẽ phải vào B',
        'Đi thẳng vào D',
      ],
    ],
  },
])

describeTowns('access', [
  ...(
    [
      ['motor_vehicle=no', false, false],
      ['vehicle=no', false, false],
      ['access=no', false, false],
      ['motorcar=no', false, true],
      ['motorcycle=no', true, false],
      ['access=no motorcycle=yes', false, true],
      ['access=no motor_vehicle=yes', true, true],
      ['motor_vehicle=no motorcar=designated', true, false],
      ['access=private', false, false],
      ['motor_vehicle=destination', false, false],
      ['access=permissive', true, true],
      ['vehicle=no access=yes', false, false],
      ['impassable=yes', false, false],
    ] as const
  ).map(([tags, car, motorbike]) => ({
    name: tags,
    map: DETOUR,
    ways: { ...AROUND, bc: `residential ${tags}` },
    trips: [
      ['1>2', 'car', ...(car ? (['bc', ...ON] as const) : (['befc', ...ROUND] as const))],
      [
        '1>2',
        'motorbike',
        ...(motorbike ? (['bc', ...ON] as const) : (['befc', ...ROUND] as const)),
      ],
    ] as const,
  })),
  {
    name: 'kinds of way that only tags open',
    map: DETOUR,
    ways: { ...AROUND, bc: 'footway' },
    trips: [
      ['1>2', 'car', 'befc', ...ROUND],
      ['1>2', 'motorbike', 'befc', ...ROUND],
    ],
  },
  {
    name: 'a path for motorbikes',
    map: `
      a-1-b-----c-2-d
          |     |
          |     |
          |     |
          |     |
          |     |
          |     |
          e-----f`,
    ways: { ...AROUND, bc: 'path motorcycle=yes surface=concrete' },
    trips: [
      ['1>2', 'car', 'befc', ...ROUND],
      ['1>2', 'motorbike', 'bc', ...ON],
    ],
  },
  {
    name: 'a road that is being built, or planned',
    map: DETOUR,
    ways: { ...AROUND, bc: 'construction construction=residential' },
    trips: [['1>2', 'car', 'befc', ...ROUND]],
  },
  {
    name: 'a road that is closed for works',
    map: DETOUR,
    ways: { ...AROUND, bc: 'residential construction=yes' },
    trips: [['1>2', 'car', 'befc', ...ROUND]],
  },
  {
    name: 'a way for the fire brigade',
    map: DETOUR,
    ways: { ...AROUND, bc: 'service service=emergency_access' },
    trips: [
      ['1>2', 'car', 'befc', ...ROUND],
      ['1>2', 'motorbike', 'befc', ...ROUND],
    ],
  },
  ...['maxheight=1.8', 'maxweight=1.5', 'maxwidth:physical=1.6', 'maxheight:forward=1.8'].map(
    (limit) => ({
      name: `a way with ${limit}`,
      map: DETOUR,
      ways: { ...AROUND, bc: `residential ${limit}` },
      trips: [
        ['1>2', 'car', 'befc', ...ROUND],
        ['1>2', 'motorbike', 'bc', ...ON],
      ] as const,
    }),
  ),
  {
    name: 'a ferry that says it takes walkers',
    map: DETOUR,
    ways: { ab: 'residential A', cd: 'residential D', bc: '- route=ferry foot=yes' },
    trips: [['1>2', 'motorbike', 'bc', DIRECT, 'Lên phà', 'Rời phà, đi tiếp vào D']],
  },
  {
    name: 'a bus lane of its own',
    map: DETOUR,
    ways: { ...AROUND, bc: 'busway' },
    trips: [['1>2', 'car', 'befc', ...ROUND]],
  },
  {
    name: 'a private road leads to its own houses',
    map: `
      a-1-b-----c-2-d
          |     |
          e--3--f`,
    ways: {
      ab: 'residential A',
      bc: 'residential B',
      cd: 'residential D',
      befc: 'service Khu đô thị access=private',
    },
    trips: [
      ['1>2', 'car', 'bc', DIRECT, 'Đi thẳng vào B', 'Đi thẳng vào D'],
      ['1>3', 'car', 'be', DIRECT, 'Rẽ phải vào Khu đô thị'],
      ['3>2', 'car', 'fc', 'Đi về hướng đông trên Khu đô thị', 'Rẽ phải vào D'],
    ],
  },
])

describeTowns('barriers', [
  ...(
    [
      ['bollard', false, true],
      ['lift_gate', true, true],
      ['block', false, true],
      ['gate', true, true],
      ['yes', false, true],
      ['yes access=no', false, false],
      ['wall', false, false],
      ['jersey_barrier', false, false],
      ['debris', false, false],
      ['toll_booth', true, true],
      ['bollard motorcycle=no', false, false],
      ['bollard motor_vehicle=yes', true, true],
      ['gate access=no', false, false],
      ['gate locked=yes', false, false],
      ['gate access=private', false, false],
      ['gate motorcar=no motorcycle=yes', false, true],
      ['height_restrictor maxheight=1.5', false, true],
      ['height_restrictor maxheight=2.5', true, true],
    ] as const
  ).map(([tags, car, motorbike]) => ({
    name: tags,
    map: `
      a-1-b--x--c-2-d
          |     |
          |     |
          e-----f
          |     |
          g-----h
          |     |
          i-----j`,
    ways: {
      ab: 'residential A',
      bxc: 'residential',
      cd: 'residential D',
      begijhfc: 'residential Vòng',
    },
    nodes: { x: `barrier=${tags}` },
    trips: [
      ['1>2', 'car', ...(car ? (['bxc', ...ON] as const) : (['begijhfc', ...ROUND] as const))],
      [
        '1>2',
        'motorbike',
        ...(motorbike ? (['bxc', ...ON] as const) : (['begijhfc', ...ROUND] as const)),
      ],
    ] as const,
  })),
  {
    name: 'both sides of one are reached, each from its own',
    map: `
      a-1-b-2-x-3-c-4-d
          |       |
          e-------f`,
    ways: {
      ab: 'residential A',
      bxc: 'residential X',
      cd: 'residential D',
      befc: 'residential Vòng',
    },
    nodes: { x: 'barrier=bollard' },
    trips: [
      ['1>2', 'car', 'b', 'Đi về hướng đông trên A', 'Đi thẳng vào X'],
      ['1>3', 'car', 'befc', 'Đi về hướng đông trên A', 'Rẽ phải vào Vòng', 'Rẽ trái vào X'],
      ['2>3', 'motorbike', 'x', 'Đi về hướng đông trên X'],
    ],
  },
])
