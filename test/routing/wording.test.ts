import { describe, expect, test } from 'bun:test'
import { type Onto, WORDINGS, type Wording } from '../../src/routing/narrative/wording.ts'

/** A road with every remark there can be, one without a name, an alley, the same road again. */
const NAMED: Onto = {
  road: '<b>Láng</b>',
  exit: null,
  toward: null,
  roundabout: null,
  stays: false,
  isAlley: false,
}
const NAMELESS: Onto = { ...NAMED, road: null }
const ALLEY: Onto = { ...NAMELESS, isAlley: true }
const STAYING: Onto = { ...NAMED, stays: true }
const SIGNED: Onto = { ...NAMED, toward: '<b>Hải Phòng</b>' }
const SIGNED_ONLY: Onto = { ...NAMELESS, toward: '<b>Hải Phòng</b>' }
const ROUND: Onto = { ...NAMED, roundabout: '<b>Vòng xoay Dân Chủ</b>' }

type Said = readonly [(words: Wording) => string, vietnamese: string, english: string]

const TABLE: readonly Said[] = [
  [(w) => w.depart('bắc', NAMED), 'Đi về hướng bắc trên Láng', 'Head bắc on Láng'],
  [(w) => w.depart('bắc', NAMELESS), 'Đi về hướng bắc', 'Head bắc'],
  [
    (w) => w.headToDestination('bắc'),
    'Đi về hướng bắc đến điểm đến',
    'Head bắc to your destination',
  ],
  [(w) => w.atDestination, 'Bạn đang ở điểm đến', 'You are at your destination'],
  [(w) => w.turn('left', 'plain', NAMED), 'Rẽ trái vào Láng', 'Turn left onto Láng'],
  [(w) => w.turn('right', 'plain', NAMELESS), 'Rẽ phải', 'Turn right'],
  [(w) => w.turn('right', 'plain', ALLEY), 'Rẽ phải vào ngõ hẻm', 'Turn right into the alley'],
  [
    (w) => w.turn('left', 'slight', STAYING),
    'Chếch sang trái để đi tiếp trên Láng',
    'Slight left to stay on Láng',
  ],
  [(w) => w.turn('left', 'sharp', NAMED), 'Rẽ gấp sang trái vào Láng', 'Sharp left onto Láng'],
  [(w) => w.straight(NAMED), 'Đi thẳng vào Láng', 'Continue straight onto Láng'],
  [(w) => w.straight(NAMELESS), 'Đi thẳng', 'Continue straight'],
  [
    (w) => w.fork('left', NAMED),
    'Tại ngã rẽ, đi theo nhánh bên trái vào Láng',
    'At the fork, keep left onto Láng',
  ],
  [
    (w) => w.fork('right', SIGNED),
    'Tại ngã rẽ, đi theo nhánh bên phải vào Láng về hướng Hải Phòng',
    'At the fork, keep right onto Láng toward Hải Phòng',
  ],
  [
    (w) => w.fork('right', STAYING),
    'Giữ bên phải để đi tiếp trên Láng',
    'Keep right to stay on Láng',
  ],
  [
    (w) => w.fork(null, SIGNED),
    'Tại ngã rẽ, đi theo nhánh ở giữa vào Láng về hướng Hải Phòng',
    'At the fork, take the middle branch onto Láng toward Hải Phòng',
  ],
  [
    (w) => w.fork(null, STAYING),
    'Đi theo nhánh ở giữa để đi tiếp trên Láng',
    'Take the middle branch to stay on Láng',
  ],
  [
    (w) => w.ramp('right', false, SIGNED),
    'Đi theo đường dẫn bên phải vào Láng về hướng Hải Phòng',
    'Take the ramp on the right onto Láng toward Hải Phòng',
  ],
  [
    (w) => w.ramp('left', true, SIGNED_ONLY),
    'Đi theo lối ra bên trái về hướng Hải Phòng',
    'Take the exit on the left toward Hải Phòng',
  ],
  [
    (w) => w.ramp('right', true, { ...SIGNED, exit: '<b>12</b>' }),
    'Đi theo lối ra 12 bên phải vào Láng về hướng Hải Phòng',
    'Take exit 12 on the right onto Láng toward Hải Phòng',
  ],
  [
    (w) => w.ramp(null, false, { ...NAMELESS, exit: '<b>3A</b>' }),
    'Đi theo lối ra 3A ở giữa',
    'Take exit 3A in the middle',
  ],
  [
    (w) => w.ramp(null, false, NAMED),
    'Đi theo đường dẫn ở giữa vào Láng',
    'Take the ramp in the middle onto Láng',
  ],
  [(w) => w.merge(NAMED), 'Nhập vào Láng', 'Merge onto Láng'],
  [(w) => w.merge(NAMELESS), 'Nhập làn', 'Merge'],
  [
    (w) => w.roundabout(1, NAMED),
    'Tại vòng xuyến, đi theo lối ra thứ nhất vào Láng',
    'At the roundabout, take the 1st exit onto Láng',
  ],
  [
    (w) => w.roundabout(2, ROUND),
    'Tại Vòng xoay Dân Chủ, đi theo lối ra thứ 2 vào Láng',
    'At Vòng xoay Dân Chủ, take the 2nd exit onto Láng',
  ],
  [
    (w) => w.roundabout(3, NAMELESS),
    'Tại vòng xuyến, đi theo lối ra thứ 3',
    'At the roundabout, take the 3rd exit',
  ],
  [
    (w) => w.roundabout(11, NAMELESS),
    'Tại vòng xuyến, đi theo lối ra thứ 11',
    'At the roundabout, take the 11th exit',
  ],
  [(w) => w.enterRoundabout(NAMED), 'Đi vào vòng xuyến', 'Enter the roundabout'],
  [(w) => w.enterRoundabout(ROUND), 'Đi vào Vòng xoay Dân Chủ', 'Enter Vòng xoay Dân Chủ'],
  [(w) => w.leaveRoundabout(NAMED), 'Ra khỏi vòng xuyến vào Láng', 'Exit the roundabout onto Láng'],
  [(w) => w.uturn(STAYING), 'Quay đầu trên Láng', 'Make a U-turn on Láng'],
  [(w) => w.uturn(NAMED), 'Quay đầu vào Láng', 'Make a U-turn onto Láng'],
  [(w) => w.uturn(NAMELESS), 'Quay đầu', 'Make a U-turn'],
  [(w) => w.ferry(NAMED), 'Lên phà Láng', 'Take the ferry Láng'],
  [
    (w) => w.ferry({ ...NAMED, road: '<b>Phà Cát Lái</b>' }),
    'Lên Phà Cát Lái',
    'Take the ferry Phà Cát Lái',
  ],
  [(w) => w.ferry(NAMELESS), 'Lên phà', 'Take the ferry'],
  [(w) => w.leaveFerry(NAMED), 'Rời phà, đi tiếp vào Láng', 'Leave the ferry and continue on Láng'],
  [(w) => w.arrive('left'), 'Điểm đến ở bên trái', 'Destination will be on the left'],
  [(w) => w.tollWarning, 'Tuyến đường này có thu phí.', 'This route has tolls.'],
  [(w) => w.ferryWarning, 'Tuyến đường này có đi phà.', 'This route includes a ferry.'],
  [
    (w) => w.startMoved('250 m'),
    'Điểm đi được dời 250 m đến đường gần nhất.',
    'The start was moved 250 m to the nearest road.',
  ],
  [
    (w) => w.endMoved('250 m'),
    'Điểm đến được dời 250 m đến đường gần nhất.',
    'The end was moved 250 m to the nearest road.',
  ],
  [(w) => w.both('Láng', 'Bưởi'), 'Láng và Bưởi', 'Láng and Bưởi'],
]

describe('words', () => {
  test.each(TABLE.map(([say, vietnamese, english]) => ({ say, vietnamese, english })))(
    '$vietnamese · $english',
    ({ say, vietnamese, english }) => {
      expect(say(WORDINGS.vi).replace(/<\/?b>/g, '')).toBe(vietnamese)
      expect(say(WORDINGS.en).replace(/<\/?b>/g, '')).toBe(english)
    },
  )
})
