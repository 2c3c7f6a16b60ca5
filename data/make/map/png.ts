import { crc32, deflateSync } from 'node:zlib'

/** A picture of RGBA, four bytes a pixel, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

/** PNG (W3C, third edition): 8 bits a channel with alpha, every row with the filter `Sub`. */
export function pngOf({ width, height, rgba }: Picture): Uint8Array {
  const rows = new Uint8Array(height * (1 + width * 4))
  for (let y = 0; y < height; y++) {
    const at = y * (1 + width * 4)
    rows[at] = 1
    for (let i = 0; i < width * 4; i++) {
      const left = i < 4 ? 0 : rgba[y * width * 4 + i - 4]!
      rows[at + 1 + i] = rgba[y * width * 4 + i]! - left
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = Buffer.alloc(12 + data.length)
  out.writeUInt32BE(data.length, 0)
  out.write(type, 4, 'latin1')
  out.set(data, 8)
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length)
  return out
}
