import { openContainer } from '../base/container.ts'

/*
 * Fonts and icons of the map, one file that data/make-map.ts makes:
 *
 *   FONT/FIRST     u8   glyphs of 256 code points from FIRST on (glyphs.proto), gzip; only ranges
 *                       of which the font has one
 *   sprite[@2x].json, sprite[@2x].png   u8   as MapLibre loads them
 */

export const ASSETS_KIND = 'map-assets'
export const ASSETS_VERSION = 1

/** Code points of a file of glyphs. */
export const GLYPH_RANGE = 256

export const FONT_REGULAR = 'Be Vietnam Pro Regular'
export const FONT_BOLD = 'Be Vietnam Pro SemiBold'
export const FONT_ITALIC = 'Be Vietnam Pro Italic'
export const FONT_NAMES = [FONT_REGULAR, FONT_BOLD, FONT_ITALIC] as const
export type FontName = (typeof FONT_NAMES)[number]

export const SPRITE_FILES = [
  'sprite.json',
  'sprite.png',
  'sprite@2x.json',
  'sprite@2x.png',
] as const
export type SpriteFile = (typeof SPRITE_FILES)[number]

export interface MapAssets {
  /** Gzipped glyphs from code point `first` on; null when the font has none of them. */
  glyphs(font: FontName, first: number): Uint8Array | null
  sprite(file: SpriteFile): Uint8Array
}

export function glyphSection(font: string, first: number): string {
  return `${font}/${first}`
}

/** Opens the file over its bytes; no copy. Throws `INVALID_DATASET`. */
export function openAssets(bytes: Uint8Array): MapAssets {
  const file = openContainer(bytes, ASSETS_KIND, ASSETS_VERSION)
  return {
    glyphs: (font, first) => file.find(glyphSection(font, first), 'u8'),
    sprite: (name) => file.section(name, 'u8'),
  }
}
