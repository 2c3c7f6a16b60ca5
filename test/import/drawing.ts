import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReadExtract, readExtract } from '../../src/import/extract.ts'
import { Progress } from '../../src/import/report/progress.ts'
import { scratchDirectory } from '../scratch.ts'

/*
 * Small towns drawn as text, one object a line, tags behind it:
 *
 *   n1 50 30        amenity=cafe | name=Cà phê Sân
 *   w10 n1 n2 n3    highway=residential | name=Lê Lợi
 *   r5 w10:outer    boundary=administrative | admin_level=4 | name=Tỉnh Mẫu
 *
 * Positions are steps of 0.0001° (11 m) east and north of 106.7° E, 10.7° N.
 */

const STEP = 0.0001
const WEST = 106.7
const SOUTH = 10.7

/** The drawing as OSM XML. */
export function osmXml(drawing: string): string {
  const objects = drawing
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(objectXml)
  const heading = '<?xml version="1.0" encoding="UTF-8"?>'
  return [heading, '<osm version="0.6">', ...objects, '</osm>', ''].join('\n')
}

function objectXml(line: string): string {
  const [what = '', ...rest] = line.split(/\s{2,}/)
  const [id = '', ...parts] = what.split(' ')
  const tags = rest
    .join(' ')
    .split(' | ')
    .filter((tag) => tag !== '')
    .map((tag) => {
      const at = tag.indexOf('=')
      return `<tag k="${escaped(tag.slice(0, at))}" v="${escaped(tag.slice(at + 1))}"/>`
    })
    .join('')
  if (id.startsWith('n')) {
    const lon = (WEST + Number(parts[0]) * STEP).toFixed(7)
    const lat = (SOUTH + Number(parts[1]) * STEP).toFixed(7)
    return `<node id="${id.slice(1)}" lat="${lat}" lon="${lon}">${tags}</node>`
  }
  if (id.startsWith('w')) {
    const refs = parts.map((ref) => `<nd ref="${ref.slice(1)}"/>`).join('')
    return `<way id="${id.slice(1)}">${refs}${tags}</way>`
  }
  const members = parts.map((part) => {
    const [member = '', role = ''] = part.split(':')
    const type = member.startsWith('n') ? 'node' : 'way'
    return `<member type="${type}" ref="${member.slice(1)}" role="${role}"/>`
  })
  return `<relation id="${id.slice(1)}">${members.join('')}${tags}</relation>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** A file that goes with the scratch directories of the suite (scratch.ts). */
export function scratchFile(name: string, content: string | Uint8Array): string {
  const path = join(scratchDirectory(), name)
  writeFileSync(path, content)
  return path
}

/** Shows nothing. */
export function quietProgress(): Progress {
  return new Progress({ log: () => {}, progress: () => {} })
}

export function readDrawing(drawing: string): Promise<ReadExtract> {
  const path = scratchFile('town.osm', osmXml(drawing))
  return readExtract(path, quietProgress(), new AbortController().signal)
}

/** Tags of a unit as OSM has them. */
export function unitTags(level: number, name: string): string {
  return `type=boundary | boundary=administrative | admin_level=${level} | name=${name}`
}

/** Two wards side by side in one province, 3.3 km high, border at x = 100. */
export const TWO_WARDS = `
  n9001 0 0
  n9002 100 0
  n9003 200 0
  n9004 200 300
  n9005 100 300
  n9006 0 300
  w9001 n9002 n9005
  w9002 n9005 n9006 n9001 n9002
  w9003 n9002 n9003 n9004 n9005
  r9001 w9002:outer w9003:outer  ${unitTags(4, 'Thành phố Hồ Chí Minh')} | ref=79
  r9002 w9001:outer w9002:outer  ${unitTags(6, 'Phường Sài Gòn')} | ref=26740
  r9003 w9001:outer w9003:outer  ${unitTags(6, 'Phường Tân Định')} | ref=26737
`
export const WEST_WARD = 'vn26740'
export const EAST_WARD = 'vn26737'
