/** The letters of a keyboard, each row half a key to the right of that above it. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/**
 * Letters that people write for each other: `i` and `y` stand for one vowel (`Lí`, `Lý`), `c` and
 * `k` for one consonant; the others sound alike in the North (`l` and `n`, `d` and `r`, `s` and
 * `x`) or in the South (`d` and `v`).
 */
const ALIKE = ['iy', 'ck', 'ln', 'dr', 'sx', 'dv']

/** Whether one letter is easily written for another: by the finger, or by the ear. */
export function isEasilyTaken(a: string, b: string): boolean {
  return ALIKE.some((pair) => pair === a + b || pair === b + a) || areBeside(a, b)
}

function areBeside(a: string, b: string): boolean {
  const [rowA, rowB] = [rowOf(a), rowOf(b)]
  if (rowA === -1 || rowB === -1) return false
  const across = ROWS[rowA]!.indexOf(a) - ROWS[rowB]!.indexOf(b)
  const down = rowB - rowA
  if (down === 0) return Math.abs(across) === 1
  return Math.abs(down) === 1 && (across === 0 || across === down)
}

function rowOf(letter: string): number {
  return ROWS.findIndex((row) => row.includes(letter))
}
