/*
 * Makes what the base map needs besides tiles from npm packages with a free licence:
 *   bun data/make-map.ts
 * writes map-assets.idx (glyphs, sprite) and land-*.fgb (the land of the neighbours) beside it. They
 * are committed, so that nobody needs the packages to build or run Saola; the same packages give
 * the same bytes.
 */
import { join } from 'node:path'
import { writeContainer } from '../src/base/container.ts'
import { ASSETS_KIND, ASSETS_VERSION, glyphSection } from '../src/basemap/assets.ts'
import { FONTS, glyphRanges } from './make/map/glyphs.ts'
import { makeRegion, makeWorld } from './make/map/land.ts'
import { spriteOf } from './make/map/sprite.ts'

const text = new TextEncoder()
const sections: Record<string, Uint8Array> = {}
for (const font of FONTS) {
  for (const [first, bytes] of glyphRanges(font)) sections[glyphSection(font.name, first)] = bytes
}
for (const [suffix, ratio] of [
  ['', 1],
  ['@2x', 2],
] as const) {
  const { json, png } = spriteOf(ratio)
  sections[`sprite${suffix}.json`] = text.encode(json)
  sections[`sprite${suffix}.png`] = png
}
await write('map-assets.idx', writeContainer(ASSETS_KIND, ASSETS_VERSION, sections))
await write('land-region.fgb', makeRegion())
await write('land-world.fgb', makeWorld())

async function write(name: string, content: Uint8Array): Promise<void> {
  await Bun.write(join(import.meta.dir, name), content)
  console.log(`${name}  ${Math.ceil(content.length / 1024)} KiB`)
}
