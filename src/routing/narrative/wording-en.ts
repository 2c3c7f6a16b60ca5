import type { Bend } from '../model/move.ts'
import type { Onto, Wording } from './wording.ts'

const TURNS: Readonly<Record<Bend, string>> = {
  slight: 'Slight',
  plain: 'Turn',
  sharp: 'Sharp',
}

export const ENGLISH: Wording = {
  headings: ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'],
  depart: (heading, { road }) => (road === null ? `Head ${heading}` : `Head ${heading} on ${road}`),
  headToDestination: (heading) => `Head ${heading} to your destination`,
  atDestination: 'You are at your destination',
  turn: (side, bend, onto) => `${TURNS[bend]} ${side}${into(onto)}`,
  straight: (onto) => `Continue straight${into(onto)}`,
  fork: (side, onto) => {
    const keep = side === null ? 'take the middle branch' : `keep ${side}`
    return onto.stays ? capital(keep) + into(onto) : `At the fork, ${keep}${into(onto)}`
  },
  ramp: (side, isExit, onto) => {
    const where = side === null ? 'in the middle' : `on the ${side}`
    if (onto.exit !== null) return `Take exit ${onto.exit} ${where}${into(onto)}`
    return `Take the ${isExit ? 'exit' : 'ramp'} ${where}${into(onto)}`
  },
  merge: ({ road }) => (road === null ? 'Merge' : `Merge onto ${road}`),
  roundabout: (exit, onto) =>
    `At ${onto.roundabout ?? 'the roundabout'}, take the ${ordinal(exit)} exit${into(onto)}`,
  enterRoundabout: ({ roundabout }) => `Enter ${roundabout ?? 'the roundabout'}`,
  leaveRoundabout: (onto) => `Exit the roundabout${into(onto)}`,
  uturn: ({ road, stays }) =>
    road === null ? 'Make a U-turn' : `Make a U-turn ${stays ? 'on' : 'onto'} ${road}`,
  ferry: ({ road }) => (road === null ? 'Take the ferry' : `Take the ferry ${road}`),
  leaveFerry: ({ road }) =>
    road === null ? 'Leave the ferry' : `Leave the ferry and continue on ${road}`,
  arrive: (side) => `Destination will be on the ${side}`,
  alley: 'alley',
  tollRoad: 'Toll road',
  tollWarning: 'This route has tolls.',
  ferryWarning: 'This route includes a ferry.',
  startMoved: (distance) => `The start was moved ${distance} to the nearest road.`,
  endMoved: (distance) => `The end was moved ${distance} to the nearest road.`,
  both: (first, second) => `${first} and ${second}`,
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function into(onto: Onto): string {
  const { road, stays, isAlley } = onto
  if (road === null) return isAlley ? ' into the alley' : toward(onto)
  return stays ? ` to stay on ${road}` : ` onto ${road}${toward(onto)}`
}

function toward(onto: Onto): string {
  return onto.toward === null ? '' : ` toward ${onto.toward}`
}

function ordinal(count: number): string {
  const isTeen = count % 100 >= 11 && count % 100 <= 13
  return `${count}${(isTeen ? undefined : SUFFIXES[count % 10]) ?? 'th'}`
}

const SUFFIXES: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' }
