import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import svgpath from 'svgpath'
import { GROUP_COLORS, OTHER_COLOR, SHIELDS } from '../../../src/basemap/style/colors.ts'
import { CATEGORIES, type Category, OTHER_CATEGORY } from '../../../src/pois/categories.ts'
import { isInside, type Outline, OutlinePen } from './outline.ts'
import { type Picture, pngOf } from './png.ts'

/*
 * The sprite: a disc with a white icon for each category of POI, named by the category, in the
 * colour of its group; shields of roads that stretch around their number; the arrow of one-way
 * roads. Icons are of Maki (CC0) and Temaki (CC0).
 */

const DISC_PX = 22
const ICON_PX = 13
/** Samples a pixel each way. */
const SAMPLES = 4
const SHEET_COLUMNS = 16

/** What stands for an icon of a set that is not baked in. */
const OF_GROUP: Readonly<Record<string, string>> = {
  food_and_drink: 'maki-restaurant',
  shopping: 'maki-shop',
  services: 'maki-suitcase',
  transportation: 'maki-car',
  leisure: 'maki-pitch',
  sights: 'maki-attraction',
  health: 'maki-doctor',
  nature: 'maki-natural',
  education: 'maki-college',
  government: 'maki-town-hall',
  finance: 'maki-bank',
  worship: 'maki-place-of-worship',
  places: 'maki-marker',
  lodging: 'maki-lodging',
}
/** Icons of other sets that these two have under another name. */
const SAME_ICON: Readonly<Record<string, string>> = {
  'fas-cocktail': 'maki-bar',
  'fas-ice-cream': 'maki-ice-cream',
  'fas-shopping-basket': 'maki-convenience',
  'fas-store': 'maki-shop',
  'far-snowflake': 'maki-grocery',
  'fas-wine-bottle': 'maki-alcohol-shop',
  'fas-mobile-alt': 'maki-mobile-phone',
  'fas-book': 'maki-library',
  'fas-laptop': 'temaki-laptop',
  'fas-couch': 'maki-furniture',
  'fas-spa': 'temaki-spa',
  'fas-taxi': 'maki-taxi',
  'fas-charging-station': 'maki-charging-station',
  'fas-motorcycle': 'maki-scooter',
  'fas-church': 'maki-religious-christian',
  'fas-mosque': 'maki-religious-muslim',
  'fas-dumbbell': 'maki-fitness-centre',
  'fas-swimming-pool': 'maki-swimming',
  'fas-swimmer': 'maki-swimming',
  'fas-umbrella-beach': 'maki-beach',
  'fas-music': 'maki-music',
  'fas-phone-alt': 'maki-telephone',
  'fas-ambulance': 'maki-hospital',
  'fas-fish': 'temaki-fishing_pier',
  'fas-children': 'maki-playground',
  'fas-newspaper': 'maki-post',
  'fas-futbol': 'maki-soccer',
  'roentgen-food_court': 'maki-restaurant',
  'roentgen-waterfall': 'maki-waterfall',
  'fas-concierge-bell': 'maki-lodging',
  'pinhead-airport_terminal': 'maki-airport',
  'fas-crutch': 'maki-wheelchair',
}

export interface Sprite {
  readonly json: string
  readonly png: Uint8Array
}

/** The sprite for screens of `ratio` pixels a CSS pixel. */
export function spriteOf(ratio: number): Sprite {
  const pictures = new Map<string, Picture>()
  const names = new Map<string, string>()
  for (const category of CATEGORIES) {
    const icon = iconOf(category)
    const key = `${icon} ${category.group}`
    names.set(category.id, key)
    if (!pictures.has(key)) {
      pictures.set(key, disc(icon, GROUP_COLORS[category.group] ?? OTHER_COLOR, ratio))
    }
  }
  names.set(OTHER_CATEGORY, OTHER_CATEGORY)
  pictures.set(OTHER_CATEGORY, disc('maki-marker', OTHER_COLOR, ratio))
  const extras: Record<string, object> = {}
  for (const [name, { fill, line }] of Object.entries(SHIELDS)) {
    names.set(`shield-${name}`, `shield-${name}`)
    pictures.set(`shield-${name}`, shield(fill, line, ratio))
    extras[`shield-${name}`] = shieldStretch(ratio)
  }
  for (const [name, color] of [
    ['oneway', '#8a8f98'],
    ['oneway-dark', '#8d94a0'],
  ] as const) {
    names.set(name, name)
    pictures.set(name, arrow(color, ratio))
  }
  return sheetOf(pictures, names, extras, ratio)
}

function sheetOf(
  pictures: ReadonlyMap<string, Picture>,
  names: ReadonlyMap<string, string>,
  extras: Readonly<Record<string, object>>,
  ratio: number,
): Sprite {
  const cell = DISC_PX * ratio
  const rows = Math.ceil(pictures.size / SHEET_COLUMNS)
  const width = SHEET_COLUMNS * cell
  const sheet = { width, height: rows * cell, rgba: new Uint8Array(width * rows * cell * 4) }
  const places = new Map<string, object>()
  let at = 0
  for (const [key, picture] of pictures) {
    const x = (at % SHEET_COLUMNS) * cell
    const y = Math.floor(at++ / SHEET_COLUMNS) * cell
    for (let row = 0; row < picture.height; row++) {
      const from = row * picture.width * 4
      const line = picture.rgba.subarray(from, from + picture.width * 4)
      sheet.rgba.set(line, ((y + row) * width + x) * 4)
    }
    places.set(key, { x, y, width: picture.width, height: picture.height, pixelRatio: ratio })
  }
  const entries = [...names].map(([name, key]) => [name, { ...places.get(key), ...extras[name] }])
  return { json: JSON.stringify(Object.fromEntries(entries)), png: pngOf(sheet) }
}

function iconOf({ icon, group }: Category): string {
  const known = [icon, SAME_ICON[icon] ?? '', OF_GROUP[group] ?? ''].find(
    (name) => pathOf(name) !== null,
  )
  return known ?? 'maki-marker'
}

function pathOf(icon: string): string | null {
  const set = icon.startsWith('maki-') ? '@mapbox/maki' : '@rapideditor/temaki'
  if (!/^(maki|temaki)-/.test(icon)) return null
  const require = createRequire(import.meta.url)
  const folder = join(dirname(require.resolve(`${set}/package.json`)), 'icons')
  const path = join(folder, `${icon.slice(icon.indexOf('-') + 1)}.svg`)
  return existsSync(path) ? path : null
}

function iconOutline(icon: string, ratio: number): Outline {
  const svg = readFileSync(pathOf(icon) ?? '', 'utf8')
  // Maki draws on 15 units, Temaki on 15 to 50.
  const [, width = '15'] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+)/.exec(svg) ?? []
  const scale = (ICON_PX / Number(width)) * ratio
  const inset = ((DISC_PX - ICON_PX) / 2) * ratio
  const pen = new OutlinePen()
  for (const [, d = ''] of svg.matchAll(/<path[^>]*\sd="([^"]*)"/g)) {
    const path = svgpath(d.replace(/&#x[0-9A-Fa-f]+;/g, ' '))
      .abs()
      .unshort()
      .unarc()
    path.scale(scale).translate(inset, inset)
    path.iterate((segment, _, x, y) => {
      const [kind, ...n] = segment
      if (kind === 'M') pen.moveTo(n[0]!, n[1]!)
      else if (kind === 'L') pen.lineTo(n[0]!, n[1]!)
      else if (kind === 'H') pen.lineTo(n[0]!, y)
      else if (kind === 'V') pen.lineTo(x, n[0]!)
      else if (kind === 'Q') pen.quadTo(n[0]!, n[1]!, n[2]!, n[3]!)
      else if (kind === 'C') pen.cubicTo([n[0]!, n[1]!, n[2]!, n[3]!, n[4]!, n[5]!])
      else pen.close()
    })
  }
  return pen.finish()
}

function disc(icon: string, color: string, ratio: number): Picture {
  const outline = iconOutline(icon, ratio)
  const middle = (DISC_PX / 2) * ratio
  const outer = middle - 0.5 * ratio
  const inner = outer - 1.25 * ratio
  return painted(DISC_PX * ratio, DISC_PX * ratio, (x, y) => {
    const away = Math.hypot(x - middle, y - middle)
    if (away > outer) return null
    return away > inner || isInside(outline, x, y) ? '#ffffff' : color
  })
}

const SHIELD_PX = { width: 22, height: 16, radius: 4 }

function shield(fill: string, line: string, ratio: number): Picture {
  const { width, height, radius } = SHIELD_PX
  return painted(width * ratio, height * ratio, (px, py) => {
    const [x, y] = [px / ratio, py / ratio]
    const inset = insetOf(x, y, width, height, radius)
    if (inset < 0.25) return null
    return inset < 1.5 ? line : fill
  })
}

/** How far inside a rounded box the point lies; negative outside. */
function insetOf(x: number, y: number, width: number, height: number, radius: number): number {
  const dx = Math.max(radius - x, x - (width - radius), 0)
  const dy = Math.max(radius - y, y - (height - radius), 0)
  if (dx > 0 && dy > 0) return radius - Math.hypot(dx, dy)
  return Math.min(x, y, width - x, height - y)
}

function shieldStretch(ratio: number): object {
  const { width, height, radius } = SHIELD_PX
  const scaled = (numbers: readonly number[]) => numbers.map((n) => n * ratio)
  return {
    stretchX: [scaled([radius + 2, width - radius - 2])],
    stretchY: [scaled([radius + 2, height - radius - 2])],
    content: scaled([4, 2, width - 4, height - 2]),
  }
}

function arrow(color: string, ratio: number): Picture {
  const size = 14
  const outline = new OutlinePen()
  const points = [1, 6, 8, 6, 8, 3.2, 13, 7, 8, 10.8, 8, 8, 1, 8].map((n) => n * ratio)
  outline.moveTo(points[0]!, points[1]!)
  for (let i = 2; i < points.length; i += 2) outline.lineTo(points[i]!, points[i + 1]!)
  const shape = outline.finish()
  return painted(size * ratio, size * ratio, (x, y) => (isInside(shape, x, y) ? color : null))
}

/** A picture from the colour of every point, averaged over the samples of a pixel. */
function painted(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => string | null,
): Picture {
  const rgba = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const sums = [0, 0, 0]
    let covered = 0
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
      const x = (pixel % width) + ((sample % SAMPLES) + 0.5) / SAMPLES
      const y = Math.floor(pixel / width) + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES
      const color = colorAt(x, y)
      if (color === null) continue
      covered++
      for (let c = 0; c < 3; c++) {
        sums[c]! += Number.parseInt(color.slice(1 + 2 * c, 3 + 2 * c), 16)
      }
    }
    if (covered === 0) continue
    for (let c = 0; c < 3; c++) rgba[pixel * 4 + c] = Math.round(sums[c]! / covered)
    rgba[pixel * 4 + 3] = Math.round((covered * 255) / (SAMPLES * SAMPLES))
  }
  return { width, height, rgba }
}
