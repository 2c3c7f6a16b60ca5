import type { Unit } from './units.ts'

/** A part of some ground, in a unit of the other system. */
export interface Part {
  readonly unit: Unit
  /** 0 to 1. */
  readonly share: number
}

/**
 * Shares of `count` parts of which only the order is known, largest first: what a stick broken at
 * random has on average (MacArthur 1957, the broken-stick model): 0.75 and 0.25; 0.61, 0.28, 0.11.
 */
export function brokenStick(count: number): number[] {
  const shares: number[] = []
  let sum = 0
  for (let k = count; k > 0; k--) {
    sum += 1 / k
    shares.unshift(sum / count)
  }
  return shares
}

/** Of several units alike the parts of all together, largest first. */
export function merged(units: readonly Unit[]): Part[] {
  const lasting = units.filter(({ isOlder }) => !isOlder)
  const counted = lasting.length > 0 ? lasting : units
  const shares = new Map<Unit, number>()
  for (const { parts } of counted) {
    for (const { unit, share } of parts) {
      shares.set(unit, (shares.get(unit) ?? 0) + share / counted.length)
    }
  }
  return [...shares].map(([unit, share]) => ({ unit, share })).sort((a, b) => b.share - a.share)
}
