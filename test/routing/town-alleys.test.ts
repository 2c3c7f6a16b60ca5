import { describeTowns } from './trips.ts'

describeTowns('alleys', [
  {
    name: 'named, numbered, and without a name',
    map: `
          c   d   e
          3   4   5
          |   |   |
      a-1-b---f---g-2-h`,
    ways: {
      abfgh: 'secondary Kim Mã',
      bc: 'service Ngõ 12 Kim Mã service=alley',
      fd: 'service 45/6 service=alley',
      ge: 'service service=alley',
    },
    trips: [
      ['1>3', 'motorbike', 'b', 'Đi về hướng đông trên Kim Mã', 'Rẽ trái vào Ngõ 12 Kim Mã'],
      ['1>4', 'motorbike', 'bf', 'Đi về hướng đông trên Kim Mã', 'Rẽ trái vào hẻm 45/6'],
      ['1>5', 'motorbike', 'bfg', 'Đi về hướng đông trên Kim Mã', 'Rẽ trái vào ngõ hẻm'],
      ['2>5', 'motorbike', 'g', 'Đi về hướng tây trên Kim Mã', 'Rẽ phải vào ngõ hẻm'],
      ['3>2', 'motorbike', 'bfg', 'Đi về hướng nam trên Ngõ 12 Kim Mã', 'Rẽ trái vào Kim Mã'],
      ['1>2', 'motorbike', 'bfg', 'Đi về hướng đông trên Kim Mã'],
    ],
  },
  {
    name: 'ngách of ngõ',
    map: `
      a-1-b---c
          |
          d-2-e
          |
          f---g
              3
              h`,
    ways: {
      abc: 'tertiary Thái Hà',
      bdf: 'residential Ngõ 131',
      de: 'service Ngách 131/4 service=alley',
      fg: 'service Ngách 131/20 service=alley',
      gh: 'service service=alley',
    },
    trips: [
      [
        '1>2',
        'motorbike',
        'bd',
        'Đi về hướng đông trên Thái Hà',
        'Rẽ phải vào Ngõ 131',
        'Rẽ trái vào Ngách 131/4',
      ],
      [
        '1>3',
        'motorbike',
        'bdfg',
        'Đi về hướng đông trên Thái Hà',
        'Rẽ phải vào Ngõ 131',
        'Rẽ trái vào Ngách 131/20',
      ],
    ],
  },
  {
    name: 'a short cut for motorbikes that cars leave alone',
    map: `
      a-1-b-----c-2-d
          |     |
          |     |
          e-----f
          |     |
          |     |
          |     |
          |     |
          |     |
          |     |
          |     |
          |     |
          g-----h`,
    ways: {
      ab: 'tertiary A',
      cd: 'tertiary D',
      begh: 'tertiary Tây',
      hfc: 'tertiary Đông',
      ef: 'service Hẻm 45 service=alley width=2',
    },
    trips: [
      [
        '1>2',
        'motorbike',
        'befc',
        'Đi về hướng đông trên A',
        'Rẽ phải vào Tây',
        'Rẽ trái vào Hẻm 45',
        'Rẽ trái vào Đông',
        'Rẽ phải vào D',
      ],
      [
        '1>2',
        'car',
        'beghfc',
        'Đi về hướng đông trên A',
        'Rẽ phải vào Tây',
        'Rẽ trái vào Đông',
        'Rẽ phải vào D',
      ],
    ],
  },
  {
    name: 'an alley too narrow for cars',
    map: `
      a-1-b-----------c-2-d
          |           |
          e-----------f`,
    ways: {
      ab: 'tertiary A',
      bc: 'service Hẻm 45 service=alley width=1.2',
      cd: 'tertiary D',
      befc: 'tertiary Vòng',
    },
    trips: [['1>2', 'car', 'befc', 'Đi về hướng đông trên A', 'Rẽ phải vào Vòng', 'Rẽ phải vào D']],
  },
])
