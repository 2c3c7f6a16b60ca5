import { describeTowns } from './trips.ts'

describeTowns('motorways', [
  {
    name: 'on and off',
    map: `
  a-1-b---------------d-3-e
       \\             /
        \\           /
         k---4-l-5-j
               |
               6
               q`,
    ways: {
      abde: 'motorway Cao tốc Hà Nội - Hải Phòng ref=CT.04 oneway=yes',
      bk: 'motorway_link oneway=yes destination=Hưng~Yên;Phố~Nối;Kim~Động',
      kl: 'motorway_link oneway=yes',
      lj: 'motorway_link oneway=yes',
      jd: 'motorway_link oneway=yes destination=Hải~Phòng',
      lq: 'primary Nguyễn Văn Linh ref=QL.39',
      qa: 'trunk Đường gom',
      eq: 'trunk Đường gom',
    },
    trips: [
      ['1>3', 'car', 'bd', 'Đi về hướng đông trên Cao tốc Hà Nội - Hải Phòng'],
      [
        '1>6',
        'car',
        'bkl',
        'Đi về hướng đông trên Cao tốc Hà Nội - Hải Phòng',
        'Đi theo lối ra bên phải vào Nguyễn Văn Linh về hướng Hưng Yên, Phố Nối',
        'Rẽ phải vào Nguyễn Văn Linh',
      ],
      [
        '6>3',
        'car',
        'ljd',
        'Đi về hướng bắc trên Nguyễn Văn Linh',
        'Đi theo đường dẫn bên phải vào Cao tốc Hà Nội - Hải Phòng về hướng Hải Phòng',
        'Nhập vào Cao tốc Hà Nội - Hải Phòng',
      ],
    ],
  },
  {
    name: 'motorbikes stay off, whatever the way round costs',
    map: `
  a-1-b---------------d-3-e
      |               |
      |               |
      f-------g-------h`,
    ways: {
      ab: 'trunk Quốc lộ 5',
      bd: 'motorway Cao tốc ref=CT.04 oneway=no',
      de: 'trunk Quốc lộ 5',
      bfghd: 'tertiary Đường gom',
    },
    trips: [
      [
        '1>3',
        'car',
        'bd',
        'Đi về hướng đông trên Quốc lộ 5',
        'Đi thẳng vào Cao tốc',
        'Đi thẳng vào Quốc lộ 5',
      ],
      [
        '1>3',
        'motorbike',
        'bfghd',
        'Đi về hướng đông trên Quốc lộ 5',
        'Rẽ phải vào Đường gom',
        'Rẽ phải vào Quốc lộ 5',
      ],
    ],
  },
  {
    name: 'a trunk road that is a motorroad, and one where a sign keeps motorbikes out',
    map: `
  a-1-b-------c-------d-2-e
      |       |       |
      f-------g-------h`,
    ways: {
      ab: 'primary Nguyễn Văn Cừ',
      bc: 'trunk Vành đai 3 motorroad=yes',
      cd: 'trunk Vành đai 3 motorcycle=no',
      de: 'primary Nguyễn Văn Linh',
      bfghd: 'tertiary Ngọc Lâm',
      cg: 'tertiary Ái Mộ',
    },
    trips: [
      [
        '1>2',
        'car',
        'bcd',
        'Đi về hướng đông trên Nguyễn Văn Cừ',
        'Đi thẳng vào Vành đai 3',
        'Đi thẳng vào Nguyễn Văn Linh',
      ],
      [
        '1>2',
        'motorbike',
        'bfghd',
        'Đi về hướng đông trên Nguyễn Văn Cừ',
        'Rẽ phải vào Ngọc Lâm',
        'Rẽ phải vào Nguyễn Văn Linh',
      ],
    ],
  },
  {
    name: 'a motorway that parts in two',
    map: `
                          d
                      2
                  /
  a-1---------b
                  \\
                      3
                          e`,
    ways: {
      ab: 'motorway Vành đai 3',
      bd: 'motorway Cao tốc Nội Bài - Lào Cai destination=Lào~Cai',
      be: 'motorway Vành đai 3',
      da: 'trunk',
      ea: 'trunk',
    },
    trips: [
      [
        '1>2',
        'car',
        'b',
        'Đi về hướng đông trên Vành đai 3',
        'Tại ngã rẽ, đi theo nhánh bên trái vào Cao tốc Nội Bài - Lào Cai về hướng Lào Cai',
      ],
      [
        '1>3',
        'car',
        'b',
        'Đi về hướng đông trên Vành đai 3',
        'Giữ bên phải để đi tiếp trên Vành đai 3',
      ],
    ],
  },
  {
    name: 'a slip road on the left, and one that bears the name of the road it leaves',
    map: `
                 d
                2
               c
              /
             /
            /
  a-1------b-------3--e
            \\
             \\
              \\
               f
                4
                 g`,
    ways: {
      abe: 'trunk Võ Văn Kiệt foot=yes',
      bc: 'trunk_link oneway=yes',
      cd: 'primary Nguyễn Văn Cừ',
      bf: 'trunk_link Võ Văn Kiệt oneway=yes',
      fg: 'primary Trần Đình Xu',
      da: 'residential',
      ga: 'residential',
      ae: 'residential',
    },
    trips: [
      [
        '1>2',
        'car',
        'bc',
        'Đi về hướng đông trên Võ Văn Kiệt',
        'Đi theo đường dẫn bên trái vào Nguyễn Văn Cừ',
      ],
      [
        '1>4',
        'car',
        'bf',
        'Đi về hướng đông trên Võ Văn Kiệt',
        'Đi theo đường dẫn bên phải vào Trần Đình Xu',
      ],
    ],
  },
  {
    name: 'a slip road up between the lanes of a street',
    map: `
                         c
             ____--------
      a--1-b------------------d-2-e
             ----________
                         f`,
    ways: {
      ab: 'primary Trường Chinh oneway=yes',
      bc: 'primary Trường Chinh oneway=yes',
      bf: 'primary Trường Chinh oneway=yes',
      bd: 'trunk_link oneway=yes',
      de: 'trunk Vành đai 2 oneway=yes foot=yes',
      cea: 'service',
      fe: 'service',
    },
    trips: [
      [
        '1>2',
        'car',
        'bd',
        'Đi về hướng đông trên Trường Chinh',
        'Đi theo đường dẫn ở giữa vào Vành đai 2',
      ],
    ],
  },
  {
    name: 'tolls are for cars',
    map: 'a-1-b-------c-2-d',
    ways: {
      ab: 'trunk Quốc lộ 1',
      bc: 'trunk Quốc lộ 1 toll=yes toll:motorcycle=no',
      cd: 'trunk Quốc lộ 1',
    },
    trips: [
      ['1>2', 'car', 'bc', 'Đi về hướng đông trên Quốc lộ 1 [Đường có thu phí]'],
      ['1>2', 'motorbike', 'bc', 'Đi về hướng đông trên Quốc lộ 1'],
    ],
  },
])

describeTowns('ferries', [
  {
    name: 'to somebody who waits on it',
    cellM: 1,
    map: `
      a-1------------------------------b
                                       2
                                       c`,
    ways: { ab: 'secondary Huỳnh Tấn Phát', bc: '- route=ferry Phà Bình Khánh' },
    trips: [['1>2', 'car', 'b', 'Đi về hướng đông trên Huỳnh Tấn Phát', 'Lên Phà Bình Khánh']],
  },
  {
    name: 'over a river, by the name of the ferry',
    map: `
      a-1-b
          |
          |
          |
          c-2-d`,
    ways: {
      ab: 'secondary Huỳnh Tấn Phát',
      bc: '- route=ferry Phà Bình Khánh duration=00:08',
      cd: 'secondary Rừng Sác',
    },
    trips: [
      [
        '1>2',
        'car',
        'bc',
        'Đi về hướng đông trên Huỳnh Tấn Phát',
        'Lên Phà Bình Khánh',
        'Rời phà, đi tiếp vào Rừng Sác',
      ],
      [
        '2>1',
        'motorbike',
        'cb',
        'Đi về hướng tây trên Rừng Sác',
        'Lên Phà Bình Khánh',
        'Rời phà, đi tiếp vào Huỳnh Tấn Phát',
      ],
    ],
  },
  {
    name: 'by what it joins, and without a name',
    map: 'a-1-b------c-2-d-------e-3-f',
    ways: {
      ab: 'secondary Đường Cát Lái',
      bc: '- route=ferry Cát Lái – Nhơn Trạch duration=10',
      cd: 'secondary Đường 25B',
      de: '- route=ferry duration=PT15M',
      ef: 'secondary',
    },
    trips: [
      [
        '1>2',
        'car',
        'bc',
        'Đi về hướng đông trên Đường Cát Lái',
        'Lên phà Cát Lái – Nhơn Trạch',
        'Rời phà, đi tiếp vào Đường 25B',
      ],
      ['2>3', 'car', 'de', 'Đi về hướng đông trên Đường 25B', 'Lên phà', 'Rời phà'],
    ],
  },
  {
    name: 'by its landing',
    map: 'a-1-b------c-2-d',
    ways: {
      ab: 'secondary Bến Bính',
      bc: '- route=ferry Bến phà Bính - Thủy Nguyên duration=10',
      cd: 'secondary Đường 359',
    },
    trips: [
      [
        '1>2',
        'car',
        'bc',
        'Đi về hướng đông trên Bến Bính',
        'Lên phà Bính - Thủy Nguyên',
        'Rời phà, đi tiếp vào Đường 359',
      ],
    ],
  },
  {
    name: 'a ferry for walkers is none',
    map: 'a-1-b------------------------c-2-d',
    ways: { ab: 'secondary', bc: '- route=ferry foot=yes', cd: 'secondary' },
    trips: [['1>2', 'car', null]],
  },
  {
    name: 'one for motorbikes only, and the long way by the bridge',
    map: `
      a-1-b--------c-2-d
          |        |
          |        |
          |        |
          e--------f
          |        |
          g        h`,
    ways: {
      abeg: 'secondary Tả Ngạn',
      dcfh: 'secondary Hữu Ngạn',
      bc: '- route=ferry Đò Ngang motorcar=no motorcycle=yes duration=00:01',
      ef: 'primary Cầu Chương Dương bridge=yes',
    },
    trips: [
      [
        '1>2',
        'motorbike',
        'bc',
        'Đi về hướng đông trên Tả Ngạn',
        'Lên phà Đò Ngang',
        'Rời phà, đi tiếp vào Hữu Ngạn',
      ],
      [
        '1>2',
        'car',
        'befc',
        'Đi về hướng đông trên Tả Ngạn',
        'Rẽ trái vào Cầu Chương Dương',
        'Rẽ trái vào Hữu Ngạn',
      ],
    ],
  },
])
