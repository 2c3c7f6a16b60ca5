import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFlatGeobuf, writeFlatGeobuf } from '../../src/boundaries/fgb.ts'
import { readFgbTable } from '../../src/boundaries/fgb-read.ts'
import { writeFgbTable } from '../../src/boundaries/fgb-write.ts'
import { DEGREE, ring, unit } from './drawing.ts'

const FEATURES = [
  unit('vn01', 4, [
    [
      ring(DEGREE, [100, 10], [104, 10], [104, 14], [100, 14]),
      ring(DEGREE, [101, 11], [101, 12], [102, 12], [102, 11]),
    ],
    [ring(DEGREE, [106, 10], [107.1234567, 10], [107, 11.7654321], [106, 11])],
  ]),
  unit('vn00004', 8, [[ring(DEGREE, [-1, -2], [103, 10], [103, 14], [102, 14])]]),
]

describe('a FlatGeobuf file', () => {
  const bytes = writeFlatGeobuf(FEATURES)

  test('comes back as it was written', () => {
    expect(readFlatGeobuf(bytes)).toEqual(FEATURES)
    expect(readFlatGeobuf(writeFlatGeobuf([]))).toEqual([])
  })

  test('from elsewhere: rings are closed and turned, what vanishes is left out', () => {
    const clockwise = ring(DEGREE, [0, 0], [0, 2], [2, 2], [2, 0])
    const counterclockwiseHole = ring(DEGREE, [0.5, 0.5], [1, 0.5], [1, 1], [0.5, 1])
    const stutter = Int32Array.of(5, 5, 5, 5, 9, 5, 9, 9, 5, 5)
    const nothing = Int32Array.of(5, 5, 5, 5, 5, 5, 5, 5)
    const file = writeFgbTable(
      'x',
      [{ name: 'n', type: 'int' }],
      [
        { values: [7], polygons: [[clockwise, counterclockwiseHole, nothing], [stutter]] },
        { values: [null], polygons: [[nothing, clockwise]] },
      ],
    )
    const [first, second] = readFgbTable(file)
    expect(first?.properties).toEqual({ n: 7 })
    expect(first?.polygons).toEqual([
      [
        ring(DEGREE, [0, 0], [2, 0], [2, 2], [0, 2]),
        ring(DEGREE, [0.5, 0.5], [0.5, 1], [1, 1], [1, 0.5]),
      ],
      [Int32Array.of(5, 5, 9, 5, 9, 9, 5, 5)],
    ])
    expect(second).toEqual({ properties: {}, polygons: [] })
  })

  test('is refused when it is not one, cut short, not ours', () => {
    expect(() => readFlatGeobuf(new Uint8Array(20))).toThrow('is not a FlatGeobuf file')
    for (const length of [20, 200, bytes.length / 2, bytes.length - 1]) {
      expect(() => readFlatGeobuf(bytes.subarray(0, length))).toThrow(/cut short/)
    }
    const polygons = FEATURES[0]!.polygons
    const foreign = writeFgbTable(
      'x',
      [{ name: 'name', type: 'string' }],
      [{ values: ['Hà Nội'], polygons }],
    )
    expect(() => readFlatGeobuf(foreign)).toThrow(
      'Row 1 of the boundary file has no valid place_id',
    )
  })

  test.if(Bun.which('ogrinfo') !== null)('opens with GDAL', () => {
    const directory = mkdtempSync(join(tmpdir(), 'saola-fgb-'))
    try {
      const file = join(directory, 'boundaries.fgb')
      writeFileSync(file, bytes)
      const run = Bun.spawnSync(['ogrinfo', '-al', '-so', file])
      const text = run.stdout.toString()
      expect(run.exitCode).toBe(0)
      expect(text).toContain('Geometry: Multi Polygon')
      expect(text).toContain('Feature Count: 2')
      expect(text).toContain('Extent: (-1.000000, -2.000000) - (107.123457, 14.000000)')
      expect(text).toContain('ID["EPSG",4326]')
      expect(text).toContain('name_en: String')
      expect(text).toContain('level: Integer')
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  test('brings nothing of the package but the format into the executable', async () => {
    const built = await Bun.build({
      entrypoints: [join(import.meta.dir, '../../src/boundaries/fgb.ts')],
      target: 'bun',
      minify: true,
    })
    const [output] = built.outputs
    const text = (await output?.text()) ?? ''
    expect(text.length).toBeLessThan(100_000)
    for (const word of ['geotiff', 'fetch(', 'WebAssembly', 'ReadableStream', 'ol/']) {
      expect(text).not.toContain(word)
    }
  })
})
