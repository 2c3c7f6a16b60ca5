import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { scratchDirectory } from './scratch.ts'

const NOBODY = 999_999_999

test('a run removes what dead runs of its user have left, and nothing of others', () => {
  const shared = scratchDirectory()
  const user = process.getuid?.() ?? 0
  const [own, others] = [`saola-test-${user}-${NOBODY}`, `saola-test-${user + 1}-${NOBODY}`]
  for (const name of [own, others]) mkdirSync(join(shared, name))
  const module = JSON.stringify(join(import.meta.dir, 'scratch.ts'))
  const script = `import { scratchRoot } from ${module}\nscratchRoot()\nconsole.log(process.pid)`
  const env = { ...process.env, TMPDIR: shared }
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script], { env })
  const made = `saola-test-${user}-${stdout.toString().trim()}`
  expect(readdirSync(shared).sort()).toEqual([made, others].sort())
})
