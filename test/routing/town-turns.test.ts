import { describeTowns } from './trips.ts'

const CROSSROADS = `
      a
      1
  d-4-b-2-e
      3
      c`

describeTowns('turns', [
  {
    name: 'a crossroads of named streets',
    map: CROSSROADS,
    ways: { abc: 'residential Phố Huế', dbe: 'residential Phố Vọng' },
    trips: [
      ['1>3', 'car', 'b', 'Đi về hướng nam trên Phố Huế'],
      ['1>2', 'car', 'b', 'Đi về hướng nam trên Phố Huế', 'Rẽ trái vào Phố Vọng'],
      ['1>4', 'car', 'b', 'Đi về hướng nam trên Phố Huế', 'Rẽ phải vào Phố Vọng'],
      ['2>4', 'motorbike', 'b', 'Đi về hướng tây trên Phố Vọng'],
      ['3>2', 'motorbike', 'b', 'Đi về hướng bắc trên Phố Huế', 'Rẽ phải vào Phố Vọng'],
    ],
  },
  {
    name: 'a crossroads of streets without names',
    map: CROSSROADS,
    ways: { abc: 'residential', dbe: 'residential' },
    trips: [
      ['1>3', 'car', 'b', 'Đi về hướng nam'],
      ['1>2', 'car', 'b', 'Đi về hướng nam', 'Rẽ trái'],
      ['4>1', 'car', 'b', 'Đi về hướng đông', 'Rẽ trái'],
    ],
  },
  {
    name: 'a fork in a Y',
    map: `
        c   d
         1 2
          b
          |
          3
          a`,
    ways: { ab: 'tertiary Kim Giang', bc: 'tertiary Định Công', bd: 'tertiary Hoàng Liệt' },
    trips: [
      [
        '3>1',
        'car',
        'b',
        'Đi về hướng bắc trên Kim Giang',
        'Tại ngã rẽ, đi theo nhánh bên trái vào Định Công',
      ],
      [
        '3>2',
        'car',
        'b',
        'Đi về hướng bắc trên Kim Giang',
        'Tại ngã rẽ, đi theo nhánh bên phải vào Hoàng Liệt',
      ],
      ['1>3', 'car', 'b', 'Đi về hướng đông nam trên Định Công', 'Chếch sang phải vào Kim Giang'],
      ['1>2', 'car', 'b', 'Đi về hướng đông nam trên Định Công', 'Rẽ trái vào Hoàng Liệt'],
    ],
  },
  {
    name: 'a fork whose branches bear the name of the stem',
    map: `
        c   d
         1 2
          b
          |
          3
          a`,
    ways: { abc: 'primary Giải Phóng', bd: 'primary Giải Phóng' },
    trips: [
      [
        '3>1',
        'car',
        'b',
        'Đi về hướng bắc trên Giải Phóng',
        'Giữ bên trái để đi tiếp trên Giải Phóng',
      ],
      [
        '3>2',
        'car',
        'b',
        'Đi về hướng bắc trên Giải Phóng',
        'Giữ bên phải để đi tiếp trên Giải Phóng',
      ],
    ],
  },
  {
    name: 'a street that another leaves at a small angle',
    map: `
                 d
               2
             /
      a-1--b---3--c`,
    ways: { abc: 'secondary Nguyễn Trãi', bd: 'secondary Khuất Duy Tiến' },
    trips: [
      ['1>3', 'car', 'b', 'Đi về hướng đông trên Nguyễn Trãi'],
      [
        '1>2',
        'car',
        'b',
        'Đi về hướng đông trên Nguyễn Trãi',
        'Chếch sang trái vào Khuất Duy Tiến',
      ],
    ],
  },
  {
    name: 'slight, plain and sharp',
    map: `
        c       d
         \\     /
          1   2
           \\ /
      e-3---b---4-f
           /|\\
          5 6 7
         /  |  \\
        g   a   h`,
    ways: {
      ab: 'tertiary Lê Lợi',
      bc: 'tertiary Hàm Long',
      bd: 'tertiary Hàm Tử',
      be: 'tertiary Lê Duẩn',
      bf: 'tertiary Ngô Quyền',
      bg: 'tertiary Trần Phú',
      bh: 'tertiary Cầu Gỗ',
    },
    trips: [
      ['6>1', 'car', 'b', 'Đi về hướng bắc trên Lê Lợi', 'Chếch sang trái vào Hàm Long'],
      ['6>2', 'car', 'b', 'Đi về hướng bắc trên Lê Lợi', 'Chếch sang phải vào Hàm Tử'],
      ['6>3', 'car', 'b', 'Đi về hướng bắc trên Lê Lợi', 'Rẽ trái vào Lê Duẩn'],
      ['6>4', 'car', 'b', 'Đi về hướng bắc trên Lê Lợi', 'Rẽ phải vào Ngô Quyền'],
      ['6>5', 'car', 'b', 'Đi về hướng bắc trên Lê Lợi', 'Rẽ gấp sang trái vào Trần Phú'],
      ['6>7', 'car', 'b', 'Đi về hướng bắc trên Lê Lợi', 'Rẽ gấp sang phải vào Cầu Gỗ'],
    ],
  },
  {
    name: 'a T-junction of one street that turns there',
    map: `
      a-1-b-2-c
          3
          d`,
    ways: { abd: 'tertiary Láng', bc: 'tertiary Cầu Giấy' },
    trips: [
      ['1>3', 'car', 'b', 'Đi về hướng đông trên Láng', 'Rẽ phải để đi tiếp trên Láng'],
      ['1>2', 'car', 'b', 'Đi về hướng đông trên Láng', 'Đi thẳng vào Cầu Giấy'],
      ['3>1', 'car', 'b', 'Đi về hướng bắc trên Láng', 'Rẽ trái để đi tiếp trên Láng'],
    ],
  },
  {
    name: 'a main road that turns where a lesser street goes straight on',
    map: CROSSROADS,
    ways: { abd: 'primary Quốc lộ 6', bc: 'residential Phố Huế', be: 'residential Phố Vọng' },
    trips: [
      ['1>4', 'car', 'b', 'Đi về hướng nam trên Quốc lộ 6', 'Rẽ phải để đi tiếp trên Quốc lộ 6'],
    ],
  },
  {
    name: 'a street that turns where another comes in, or a narrow one leads off',
    map: CROSSROADS,
    ways: { abd: 'primary Láng', cb: 'primary oneway=yes', be: 'service' },
    trips: [['1>4', 'car', 'b', 'Đi về hướng nam trên Láng', 'Rẽ phải để đi tiếp trên Láng']],
  },
  {
    name: 'a street that turns where only a yard opens',
    map: `
      a-1-b---c
          3
          d`,
    ways: { abd: 'tertiary Láng', bc: 'service' },
    trips: [['1>3', 'car', 'b', 'Đi về hướng đông trên Láng']],
  },
])

describeTowns('bends and names', [
  {
    name: 'a street that changes its name at a crossroads',
    map: CROSSROADS,
    ways: { ab: 'tertiary Bà Triệu', bc: 'tertiary Lê Đại Hành', dbe: 'tertiary Đại Cồ Việt' },
    trips: [
      ['1>3', 'car', 'b', 'Đi về hướng nam trên Bà Triệu', 'Đi thẳng vào Lê Đại Hành'],
      ['3>1', 'car', 'b', 'Đi về hướng bắc trên Lê Đại Hành', 'Đi thẳng vào Bà Triệu'],
    ],
  },
  {
    name: 'names typed in two normal forms, with two spaces',
    map: CROSSROADS,
    ways: {
      ab: `tertiary ${'Phố  Vọng'.normalize('NFD')}`,
      bc: 'tertiary Phố Vọng',
      dbe: `tertiary ${'Đường  Giải  Phóng'.normalize('NFD')}`,
    },
    trips: [
      ['1>3', 'car', 'b', 'Đi về hướng nam trên Phố Vọng'],
      ['1>2', 'car', 'b', 'Đi về hướng nam trên Phố Vọng', 'Rẽ trái vào Đường Giải Phóng'],
    ],
  },
  {
    name: 'a stretch that is mapped twice',
    map: 'a-1-b---c-2-d',
    ways: {
      ab: 'primary Giải Phóng',
      bc: 'primary Giải Phóng oneway=yes',
      cb: 'primary Giải Phóng oneway=-1',
      cd: 'primary Giải Phóng',
    },
    trips: [['1>2', 'car', 'bc', 'Đi về hướng đông trên Giải Phóng']],
  },
  {
    name: 'a street whose name is mapped with and without its type',
    map: CROSSROADS,
    ways: { ab: 'tertiary Đường Láng', bc: 'tertiary Láng', dbe: 'tertiary Chùa Láng' },
    trips: [['1>3', 'car', 'b', 'Đi về hướng nam trên Đường Láng']],
  },
  {
    name: 'a street that loses its name and gets it back',
    map: `
      a-1-b---c---d-2-e
          |   |   |
          f   g   h`,
    ways: {
      ab: 'residential Phố Huế',
      bcd: 'residential',
      de: 'residential Phố Huế',
      bf: 'residential',
      cg: 'residential',
      dh: 'residential',
    },
    trips: [['1>2', 'car', 'bcd', 'Đi về hướng đông trên Phố Huế']],
  },
  {
    name: 'a street that bends, and bends away from the one that goes on',
    map: `
      a-1-b
          |
          c-2-d
          3
          |
          e-4-f`,
    ways: { abcd: 'residential Phố Huế', cef: 'residential' },
    trips: [
      ['1>2', 'car', 'bc', 'Đi về hướng đông trên Phố Huế', 'Rẽ trái để đi tiếp trên Phố Huế'],
      ['1>3', 'car', 'bc', 'Đi về hướng đông trên Phố Huế', 'Đi thẳng'],
      ['3>4', 'car', 'e', 'Đi về hướng nam'],
    ],
  },
  {
    name: 'a street that bends where its name changes',
    map: `
      a-1-b
          |
          2
          c----3d
                 \\
                  4
                   e`,
    ways: { ab: 'tertiary Bưởi', bc: 'tertiary Láng', cd: 'tertiary', de: 'tertiary Nguyễn Khang' },
    trips: [
      ['1>2', 'car', 'b', 'Đi về hướng đông trên Bưởi', 'Rẽ phải vào Láng'],
      ['3>4', 'car', 'd', 'Đi về hướng đông trên Nguyễn Khang'],
      ['4>3', 'car', 'd', 'Đi về hướng tây bắc trên Nguyễn Khang'],
    ],
  },
  {
    name: 'a numbered road, with and without a name',
    map: `
      a-1-b---c-2-d---e-3-f
          |   |   |   |
          g   h   i   j`,
    ways: {
      ab: 'trunk ref=QL1',
      bcd: 'trunk Giải Phóng ref=QL1',
      de: 'trunk ref=QL1',
      ef: 'trunk ref=QL6;AH14',
      bg: 'tertiary',
      ch: 'tertiary',
      di: 'tertiary',
      ej: 'tertiary',
    },
    trips: [
      ['1>2', 'car', 'bc', 'Đi về hướng đông trên QL1'],
      ['2>3', 'car', 'de', 'Đi về hướng đông trên Giải Phóng', 'Đi thẳng vào QL6'],
    ],
  },
  {
    name: 'a road whose number is written in several ways, alone and before others',
    map: `
      a-1-b---c---d-2-e
          |   |   |
          g   h   i`,
    ways: {
      ab: 'trunk ref=QL.1;AH1',
      bc: 'trunk ref=QL1',
      cd: 'trunk Giải Phóng ref=QL.1;AH1;AH14',
      de: 'trunk ref=QL.1',
      bg: 'tertiary',
      ch: 'tertiary',
      di: 'tertiary',
    },
    trips: [['1>2', 'car', 'bcd', 'Đi về hướng đông trên QL.1']],
  },
  {
    name: 'an alley that is named with and without the word for its street',
    map: CROSSROADS,
    ways: {
      ab: 'residential Ngõ 279 Phố Đội Cấn',
      bc: 'residential Ngõ 279 Đội Cấn',
      dbe: 'residential Ngách 5',
    },
    trips: [['1>3', 'car', 'b', 'Đi về hướng nam trên Ngõ 279 Phố Đội Cấn']],
  },
  {
    name: 'a bridge with a name of its own in a street',
    map: `
      a-1-b-----c-2-d
          |     |
          e     f`,
    ways: {
      ab: 'primary Trần Duy Hưng',
      bc: 'primary Cầu Hòa Mục bridge=yes',
      cd: 'primary Trần Duy Hưng',
      be: 'service',
      cf: 'service',
    },
    trips: [['1>2', 'car', 'bc', 'Đi về hướng đông trên Trần Duy Hưng']],
  },
  {
    name: 'a bridge of twenty metres over a ditch',
    cellM: 10,
    map: `
      a-----b-----c
            1
            d
            |
            e
            |
            |
            2
            f`,
    ways: {
      abc: 'primary Láng',
      db: 'residential',
      de: 'residential Cầu Mọc bridge=yes',
      ef: 'residential Phố Mọc',
    },
    trips: [
      ['a>2', 'car', 'abde', 'Đi về hướng đông trên Láng', 'Rẽ phải vào Phố Mọc'],
      ['a>e', 'car', 'abde', 'Đi về hướng đông trên Láng', 'Rẽ phải vào Cầu Mọc'],
    ],
  },
  {
    name: 'a bridge between two streets',
    map: 'a-1-b-----c-2-d',
    ways: {
      ab: 'primary Võ Chí Công',
      bc: 'primary Cầu Nhật Tân bridge=yes',
      cd: 'primary Võ Nguyên Giáp',
    },
    trips: [
      ['1>2', 'car', 'bc', 'Đi về hướng đông trên Võ Chí Công', 'Đi thẳng vào Võ Nguyên Giáp'],
    ],
  },
  {
    name: 'names that look like HTML',
    map: CROSSROADS,
    ways: { abc: 'residential Phố "A" & <i>B</i>', dbe: "residential Ea H'leo" },
    trips: [
      [
        '1>2',
        'car',
        'b',
        'Đi về hướng nam trên Phố &quot;A&quot; &amp; &lt;i&gt;B&lt;/i&gt;',
        "Rẽ trái vào Ea H'leo",
      ],
    ],
  },
])
