/* Choices by a seeded generator of numbers from 0 to below 1. */

export function pick<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('there is nothing to choose from')
  return value
}

/** A whole number from `least` to below `end`. */
export function between(random: () => number, least: number, end: number): number {
  return least + Math.floor(random() * (end - least))
}
