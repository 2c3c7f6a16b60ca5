import type { Point } from './point.ts'

/*
 * Plus codes (Open Location Code): `7P28QMFX+2R`, or `QMFX+2R` near a town. They are positions, and
 * no name of the data is in them.
 */

const PLUS_CODE = /^\s*(?:[2-9CFGHJMPQRVWX]{4}){1,2}\+[2-9CFGHJMPQRVWX]{2,7}\s*$/i

/** Whether a text is a plus code and no more. */
export function isPlusCode(text: string): boolean {
  return text.includes('+') && PLUS_CODE.test(text)
}

const DIGITS = '23456789CFGHJMPQRVWX'
/** Degrees that the digits of a pair stand for. */
const PAIR_DEGREES = [20, 1, 1 / 20, 1 / 400, 1 / 8000]
const GRID_ROWS = 5
const GRID_COLUMNS = 4

/**
 * The middle of the area of a whole plus code, such as `7P28QMFX+2R`; null for all else, also for
 * one without its first four digits, which is a position only near a town.
 */
export function decodePlusCode(text: string): Point | null {
  const code = text.trim().toUpperCase()
  if (!isPlusCode(code) || code.indexOf('+') !== 8) return null
  const digits = [...code.replace('+', '')].map((digit) => DIGITS.indexOf(digit))
  let lat = -90
  let lon = -180
  let height = 0
  let width = 0
  for (const [i, degrees] of PAIR_DEGREES.entries()) {
    lat += degrees * digits[2 * i]!
    lon += degrees * digits[2 * i + 1]!
    height = degrees
    width = degrees
  }
  for (const digit of digits.slice(2 * PAIR_DEGREES.length)) {
    height /= GRID_ROWS
    width /= GRID_COLUMNS
    lat += height * Math.floor(digit / GRID_COLUMNS)
    lon += width * (digit % GRID_COLUMNS)
  }
  return { lat: lat + height / 2, lon: lon + width / 2 }
}
