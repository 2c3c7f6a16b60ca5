/** What is used of opentype.js, which comes without types. */
declare module 'opentype.js' {
  export type Command =
    | { readonly type: 'M' | 'L'; readonly x: number; readonly y: number }
    | {
        readonly type: 'Q'
        readonly x1: number
        readonly y1: number
        readonly x: number
        readonly y: number
      }
    | {
        readonly type: 'C'
        readonly x1: number
        readonly y1: number
        readonly x2: number
        readonly y2: number
        readonly x: number
        readonly y: number
      }
    | { readonly type: 'Z' }

  export interface Glyph {
    readonly unicodes?: readonly number[]
    readonly advanceWidth?: number
    getPath(x: number, y: number, size: number): { readonly commands: readonly Command[] }
  }

  export interface Font {
    readonly unitsPerEm: number
    readonly glyphs: { readonly length: number; get(index: number): Glyph }
    charToGlyph(text: string): Glyph
  }

  export function parse(bytes: ArrayBuffer): Font
}
