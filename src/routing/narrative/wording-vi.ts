import type { Bend, Side } from '../model/move.ts'
import type { Onto, Wording } from './wording.ts'

/*
 * Words that all regions use and none finds odd: `rẽ`, not the northern `ngoặt` nor the southern
 * `quẹo`; `ngõ hẻm` for an alley without a name.
 */

const SIDES: Readonly<Record<Side, string>> = { left: 'trái', right: 'phải' }
const TURNS: Readonly<Record<Bend, string>> = {
  slight: 'Chếch sang',
  plain: 'Rẽ',
  sharp: 'Rẽ gấp sang',
}

export const VIETNAMESE: Wording = {
  headings: ['bắc', 'đông bắc', 'đông', 'đông nam', 'nam', 'tây nam', 'tây', 'tây bắc'],
  depart: (heading, { road }) =>
    road === null ? `Đi về hướng ${heading}` : `Đi về hướng ${heading} trên ${road}`,
  headToDestination: (heading) => `Đi về hướng ${heading} đến điểm đến`,
  atDestination: 'Bạn đang ở điểm đến',
  turn: (side, bend, onto) => `${TURNS[bend]} ${SIDES[side]}${into(onto)}`,
  straight: (onto) => `Đi thẳng${into(onto)}`,
  fork: (side, onto) => {
    if (!onto.stays || onto.road === null) {
      return `Tại ngã rẽ, đi theo nhánh ${where(side)}${into(onto)}`
    }
    const keep = side === null ? 'Đi theo nhánh ở giữa' : `Giữ ${where(side)}`
    return `${keep} để đi tiếp trên ${onto.road}${toward(onto)}`
  },
  ramp: (side, isExit, onto) => {
    if (onto.exit !== null) return `Đi theo lối ra ${onto.exit} ${where(side)}${into(onto)}`
    return `Đi theo ${isExit ? 'lối ra' : 'đường dẫn'} ${where(side)}${into(onto)}`
  },
  merge: ({ road }) => (road === null ? 'Nhập làn' : `Nhập vào ${road}`),
  roundabout: (exit, onto) =>
    `Tại ${onto.roundabout ?? 'vòng xuyến'}, đi theo lối ra ${ordinal(exit)}${into(onto)}`,
  enterRoundabout: ({ roundabout }) => `Đi vào ${roundabout ?? 'vòng xuyến'}`,
  leaveRoundabout: (onto) => `Ra khỏi vòng xuyến${into(onto)}`,
  uturn: ({ road, stays }) =>
    road === null ? 'Quay đầu' : `Quay đầu ${stays ? 'trên' : 'vào'} ${road}`,
  ferry: ({ road }) => {
    if (road === null) return 'Lên phà'
    if (/^<b>phà /iu.test(road)) return `Lên ${road}`
    // Many have the name of their landing: the text names the ferry, not its landing.
    return `Lên phà ${road.replace(/^<b>bến phà /iu, '<b>')}`
  },
  leaveFerry: ({ road }) => (road === null ? 'Rời phà' : `Rời phà, đi tiếp vào ${road}`),
  arrive: (side) => `Điểm đến ở bên ${SIDES[side]}`,
  alley: 'hẻm',
  tollRoad: 'Đường có thu phí',
  tollWarning: 'Tuyến đường này có thu phí.',
  ferryWarning: 'Tuyến đường này có đi phà.',
  startMoved: (distance) => `Điểm đi được dời ${distance} đến đường gần nhất.`,
  endMoved: (distance) => `Điểm đến được dời ${distance} đến đường gần nhất.`,
  both: (first, second) => `${first} và ${second}`,
}

function where(side: Side | null): string {
  return side === null ? 'ở giữa' : `bên ${SIDES[side]}`
}

function into(onto: Onto): string {
  const { road, stays, isAlley } = onto
  if (road === null) return isAlley ? ' vào ngõ hẻm' : toward(onto)
  return stays ? ` để đi tiếp trên ${road}` : ` vào ${road}${toward(onto)}`
}

function toward(onto: Onto): string {
  return onto.toward === null ? '' : ` về hướng ${onto.toward}`
}

function ordinal(count: number): string {
  return count === 1 ? 'thứ nhất' : `thứ ${count}`
}
