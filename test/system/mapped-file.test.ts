import { beforeEach, expect, test } from 'bun:test'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAPPED_MODE, mapFile } from '../../src/system/mapped-file.ts'
import { scratchDirectory } from '../db/databases.ts'

const MODULE = join(import.meta.dir, '../../src/system/mapped-file.ts')
/** Of the user that has no rights on most systems. */
const NOBODY = 65_534

let directory: string
let path: string

beforeEach(() => {
  directory = scratchDirectory()
  path = join(directory, 'search.idx')
})

test('the bytes of a file, whatever its length', () => {
  for (const length of [0, 1, 4096, 10_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => i)
    writeFileSync(path, bytes)
    expect(mapFile(path)).toEqual(bytes)
  }
})

test('what is no file, or not there, is told', () => {
  expect(() => mapFile(path)).toThrow('ENOENT')
  expect(() => mapFile(directory)).toThrow(`${directory} cannot be mapped into memory.`)
})

test.skipIf(process.getuid?.() !== 0)('nobody may write to a file that is mapped', () => {
  writeFileSync(path, 'places', { mode: MAPPED_MODE })
  chmodSync(directory, 0o755)
  const { stdout } = Bun.spawnSync([
    ...[process.execPath, '-e'],
    `import { writeFileSync } from 'node:fs'
     import { mapFile } from ${JSON.stringify(MODULE)}
     process.setuid(${NOBODY})
     console.log(Buffer.from(mapFile(${JSON.stringify(path)})).toString())
     try { writeFileSync(${JSON.stringify(path)}, 'other') } catch (e) { console.log(e.code) }`,
  ])
  expect(stdout.toString().split('\n')).toEqual(['places', 'EACCES', ''])
})

test.skipIf(process.platform !== 'linux')('a file is unmapped when nobody reads it', async () => {
  writeFileSync(path, 'places')
  const isMapped = () => readFileSync('/proc/self/maps', 'utf8').includes(path)
  let bytes: Uint8Array | null = mapFile(path)
  expect(isMapped()).toBe(true)
  // Part of a file: the view alone keeps the mapping.
  bytes = bytes.subarray(1)
  Bun.gc(true)
  expect(Buffer.from(bytes).toString()).toBe('laces')
  bytes = null
  for (let i = 0; i < 100 && isMapped(); i++) {
    await Bun.sleep(10)
    Bun.gc(true)
  }
  expect(isMapped()).toBe(false)
})

test('a thread that ends leaves the mappings of others alone', async () => {
  writeFileSync(path, 'places')
  const bytes = mapFile(path)
  const worker = new Worker(
    URL.createObjectURL(
      new Blob([
        `import { mapFile } from ${JSON.stringify(MODULE)}
         postMessage(mapFile(${JSON.stringify(path)}).length)`,
      ]),
    ),
  )
  const length = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data)
  })
  expect(length).toBe(6)
  worker.terminate()
  await Bun.sleep(50)
  Bun.gc(true)
  expect(Buffer.from(bytes).toString()).toBe('places')
})
