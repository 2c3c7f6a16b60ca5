import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { toWkt } from '../../src/geo/wkt.ts'
import { builtinBoundaries } from '../../src/import/builtin-data.ts'
import { ring } from '../boundaries/drawing.ts'

test('nothing is empty', () => expect(toWkt([])).toBe('MULTIPOLYGON EMPTY'))

test('rings, holes and islands, to the last digit', () => {
  const outer = ring(1, [1058522901, 210000000], [1060000000, 210000000], [1060000000, 211234567])
  const hole = ring(1e7, [105.9, 21.01], [105.95, 21.02], [105.95, 21.01])
  const island = ring(1, [-5, 0], [5, 0], [5, 1])
  expect(toWkt([[outer, hole], [island]])).toBe(
    'MULTIPOLYGON (((105.8522901 21, 106 21, 106 21.1234567, 105.8522901 21), ' +
      '(105.9 21.01, 105.95 21.02, 105.95 21.01, 105.9 21.01)), ' +
      '((-5e-7 0, 5e-7 0, 5e-7 1e-7, -5e-7 0)))',
  )
})

test.if(Bun.which('ogrinfo') !== null)('is read and found valid by GDAL', () => {
  const file = join(import.meta.dir, '../../data/provinces.fgb')
  for (const { polygons, unit } of builtinBoundaries()) {
    if (!['01', '46', '91'].includes(unit.code)) continue
    const sql =
      `select ST_IsValid(g) as valid, ST_NumGeometries(g) as parts ` +
      `from (select ST_GeomFromText('${toWkt(polygons)}') as g)`
    const run = Bun.spawnSync(['ogrinfo', '-q', file, '-dialect', 'sqlite', '-sql', sql])
    expect(run.stdout.toString()).toContain('valid (Integer) = 1')
    expect(run.stdout.toString()).toContain(`parts (Integer) = ${polygons.length}`)
  }
})
