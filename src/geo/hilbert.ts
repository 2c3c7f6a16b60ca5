/**
 * Place of the cell (x, y) on the Hilbert curve over a 65,536 × 65,536 grid, 0 … 2^32 − 1.
 * x and y are whole numbers 0 … 65,535. The classic rotate-and-reflect walk from the top bit down
 * (Hilbert 1891; "Hacker's Delight", 16-1).
 */
export function hilbert(x: number, y: number): number {
  let place = 0
  for (let side = 1 << 15; side > 0; side >>= 1) {
    const right = (x & side) !== 0 ? 1 : 0
    const upper = (y & side) !== 0 ? 1 : 0
    place = place * 4 + ((3 * right) ^ upper)
    if (upper === 0) {
      if (right === 1) {
        x = 65535 - x
        y = 65535 - y
      }
      const swapped = x
      x = y
      y = swapped
    }
  }
  return place
}
