/** `1 place`, `2 places`, `1,234 places`: a number with its noun, whose plural ends in s. */
export function counted(count: number, noun: string): string {
  return `${withCommas(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `1,234` */
export function withCommas(count: number): string {
  return count.toLocaleString('en-US')
}
