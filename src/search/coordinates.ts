import { contains, VIETNAM } from '../geo/bbox.ts'
import { decodePlusCode } from '../geo/plus-code.ts'
import type { Point } from '../geo/point.ts'

/*
 * Texts that are coordinates: `21.03, 105.85`, `10°46'N 106°40'E`, a link to Google Maps, a whole
 * plus code. Latitude comes first, unless only the other order lies in Vietnam.
 */

const NUMBER = String.raw`([-+]?\d{1,3}(?:\.\d+)?)`
const PAIR = new RegExp(
  `^\\s*[(\\[]?\\s*${NUMBER}\\s*°?\\s*(?:[,;]|\\s)\\s*${NUMBER}\\s*°?\\s*[)\\]]?\\s*$`,
)
/** In order: the place of a link comes before the middle of the map that it shows. */
const LINKS = [
  new RegExp(`^\\s*geo:${NUMBER},${NUMBER}`, 'i'),
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&](?:q|query|ll|destination)=(?:loc:)?${NUMBER}(?:,|%2C)\\+?${NUMBER}`, 'i'),
  new RegExp(`@${NUMBER},${NUMBER}`),
]
/** Degrees, perhaps minutes, perhaps seconds. */
const ANGLE = [
  String.raw`(\d{1,3}(?:\.\d+)?)\s*[°º]\s*`,
  String.raw`(?:(\d{1,2}(?:\.\d+)?)\s*['′’]\s*`,
  String.raw`(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″”]|''|′′)\s*)?)?`,
].join('')
const ANGLES = new RegExp(`^\\s*${ANGLE}([NSB])[\\s,;]*${ANGLE}([EWĐD])\\s*$`, 'iu')

/** The point that a text gives; null for a text of words. */
export function pointIn(text: string): Point | null {
  if (!/\d/.test(text) && !text.includes('+')) return null
  const angles = ANGLES.exec(text)
  if (angles) return pointOfAngles(angles)
  const isLink = /^\s*(?:https?:\/\/|geo:)/i.test(text)
  const [, first, second] = isLink ? linkPair(text) : (PAIR.exec(text) ?? [])
  if (first === undefined || second === undefined) return decodePlusCode(text)
  // `12 34` are no degrees; they may be house numbers.
  if (!isLink && !(first.includes('.') && second.includes('.'))) return null
  return inOrder(Number(first), Number(second))
}

function linkPair(link: string): readonly (string | undefined)[] {
  for (const pattern of LINKS) {
    const found = pattern.exec(link)
    if (found) return found
  }
  return []
}

function inOrder(first: number, second: number): Point | null {
  const isSwapped = contains(VIETNAM, { lat: second, lon: first })
  const [lat, lon] = isSwapped ? [second, first] : [first, second]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}

/** `B` and `Đ` are north and east in Vietnamese. */
function pointOfAngles([, ...parts]: RegExpExecArray): Point | null {
  const [latD, latM, latS, ns = '', lonD, lonM, lonS, ew = ''] = parts
  const degrees = (d = '0', m = '0', s = '0') => Number(d) + Number(m) / 60 + Number(s) / 3600
  const lat = degrees(latD, latM, latS) * (ns.toUpperCase() === 'S' ? -1 : 1)
  const lon = degrees(lonD, lonM, lonS) * (ew.toUpperCase() === 'W' ? -1 : 1)
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}
