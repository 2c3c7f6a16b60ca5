import { describe, expect, test } from 'bun:test'
import { instructionText } from './phrase-text.ts'
import { Town } from './town.ts'
import { describeTowns } from './trips.ts'

/** A motorway with an exit at b: tags of the slip road and of the node that it begins at. */
function exit(link: string, node: string) {
  return {
    map: `
  a-1-b-----------------c-2-d
       \\
        \\
         k------4-l---m
                  |
                  6
                  q`,
    ways: {
      abcd: 'motorway Cao tốc Hà Nội - Hải Phòng ref=CT.04 oneway=yes',
      bk: `motorway_link oneway=yes ${link}`,
      kl: 'motorway_link oneway=yes',
      lm: 'primary Nguyễn Văn Linh ref=QL.39',
      lq: 'primary Nguyễn Văn Linh ref=QL.39',
      mq: 'primary Nguyễn Văn Linh ref=QL.39',
      dm: 'trunk Đường gom',
      qa: 'trunk Đường gom',
    },
    nodes: { b: node },
  }
}

const ON = 'Đi về hướng đông trên Cao tốc Hà Nội - Hải Phòng'
const DOWN = 'Rẽ phải vào Nguyễn Văn Linh'

describeTowns('exits', [
  {
    name: 'the number of its node',
    ...exit('destination=Phố~Nối', 'highway=motorway_junction ref=12'),
    trips: [
      [
        '1>6',
        'car',
        'bkl',
        ON,
        'Đi theo lối ra 12 bên phải vào Nguyễn Văn Linh về hướng Phố Nối',
        DOWN,
      ],
      ['1>2', 'car', 'bc', ON],
    ],
  },
  {
    name: 'the number of its node, where one of another kind stands too',
    ...exit('', 'highway=motorway_junction ref=IC.7 junction:ref=12'),
    trips: [['1>6', 'car', 'bkl', ON, 'Đi theo lối ra 12 bên phải vào Nguyễn Văn Linh', DOWN]],
  },
  {
    name: 'its own number, which goes before that of the node',
    ...exit('junction:ref=12B', 'highway=motorway_junction ref=12'),
    trips: [['1>6', 'car', 'bkl', ON, 'Đi theo lối ra 12B bên phải vào Nguyễn Văn Linh', DOWN]],
  },
  {
    name: 'of several numbers the first',
    ...exit('', 'highway=motorway_junction ref=12;13'),
    trips: [['1>6', 'car', 'bkl', ON, 'Đi theo lối ra 12 bên phải vào Nguyễn Văn Linh', DOWN]],
  },
  {
    name: 'a name, which the sign repeats',
    ...exit('destination=Phố~Nối;Hưng~Yên', 'highway=motorway_junction ref=Phố~Nối'),
    trips: [
      [
        '1>6',
        'car',
        'bkl',
        ON,
        'Đi theo lối ra Phố Nối bên phải vào Nguyễn Văn Linh về hướng Hưng Yên',
        DOWN,
      ],
    ],
  },
  {
    name: 'not the number of something else',
    ...exit('', 'highway=traffic_signals ref=12'),
    trips: [['1>6', 'car', 'bkl', ON, 'Đi theo lối ra bên phải vào Nguyễn Văn Linh', DOWN]],
  },
])

describeTowns('signs', [
  {
    name: 'with the number of a road',
    ...exit('destination:ref=QL.39 destination=Phố~Nối;Hưng~Yên;Kim~Động', ''),
    trips: [
      [
        '1>6',
        'car',
        'bkl',
        ON,
        'Đi theo lối ra bên phải vào Nguyễn Văn Linh về hướng QL.39, Phố Nối, Hưng Yên',
        DOWN,
      ],
    ],
  },
  {
    name: 'with nothing but the number of a road',
    ...exit('destination:ref=QL.39;QL.5', ''),
    trips: [
      ['1>6', 'car', 'bkl', ON, 'Đi theo lối ra bên phải vào Nguyễn Văn Linh về hướng QL.39', DOWN],
    ],
  },
  {
    name: 'with the number by which the road is called anyway',
    ...exit('ref=QL39 destination:ref=QL.39 destination=Phố~Nối', ''),
    trips: [['1>6', 'car', 'bkl', ON, 'Đi theo lối ra bên phải vào QL39 về hướng Phố Nối', DOWN]],
  },
])

describe('in English', () => {
  test.each([
    ['destination=Phố~Nối', 'Take exit 12 on the right onto Nguyen Van Linh toward Pho Noi'],
    [
      'destination:ref=QL.39 destination=Phố~Nối',
      'Take exit 12 on the right onto Nguyen Van Linh toward QL.39, Pho Noi',
    ],
    [
      'destination=Nguyễn~Văn~Linh;Phố~Nối',
      'Take exit 12 on the right onto Nguyen Van Linh toward Pho Noi',
    ],
  ])('%s', (link, said) => {
    const town = new Town(exit(link, 'highway=motorway_junction ref=12'))
    expect(town.directions('1', '6', { lang: 'en' }).says?.[1]).toBe(said)
  })

  test('what is written on a sign is escaped', () => {
    const town = new Town(exit('destination=A<i>', 'highway=motorway_junction ref=<12>'))
    const [, taken] = town.directions('1', '6', { lang: 'en' }).steps
    expect(taken && instructionText(taken)).toContain('Take exit <b>&lt;12&gt;</b> on the right')
    expect(taken && instructionText(taken)).toContain('toward <b>A&lt;i&gt;</b>')
  })
})
