/**
 * Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other
 * (optimal string alignment: no part is edited twice). Words of at most 254 UTF-16 units.
 */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1
  let before = new Uint8Array(width)
  let previous = Uint8Array.from({ length: width }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = new Uint8Array(width)
    row[0] = i
    for (let j = 1; j < width; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + same)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) least = Math.min(least, before[j - 2]! + 1)
      row[j] = least
    }
    before = previous
    previous = row
  }
  return previous[b.length]!
}
