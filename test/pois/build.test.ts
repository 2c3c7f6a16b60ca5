import { expect, test } from 'bun:test'
import { KD_ITEMS_MAX } from '../../src/geo/kd-tree.ts'
import { buildPois } from '../../src/pois/build.ts'
import type { Poi } from '../../src/pois/poi.ts'
import { poi } from './sample.ts'

test('more POIs than there is room for are the file’s fault, not a bug', () => {
  const pois = new Array<Poi>(KD_ITEMS_MAX + 1).fill(poi({ id: 'p1' }))
  const build = () => buildPois({ pois, categories: ['restaurant'], holidays: [] })
  expect(build).toThrow(
    expect.objectContaining({
      code: 'INVALID_FILE',
      message: expect.stringContaining('room for 2097152 POIs'),
    }),
  )
})
