import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { scratchDirectory } from './scratch.ts'

/* `npm run …` on a machine that has Node.js and npm and nothing else: `.ci/bun.mjs`. */

const ROOT = join(import.meta.dir, '..')

/** Runs the launcher where the only other program on the path is `npx`, a script of the shell. */
function launch(npx: string, argv: readonly string[]): { code: number; out: string; log: string } {
  const bin = scratchDirectory()
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\n${npx}\n`, { mode: 0o755 })
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [process.execPath, join(ROOT, '.ci/bun.mjs'), ...argv],
    { cwd: ROOT, env: { ...process.env, PATH: bin } },
  )
  return { code: exitCode, out: stdout.toString(), log: stderr.toString() }
}

describe('the launcher', () => {
  test('fetches Bun, says so when it takes a while, and hands on arguments and output', () => {
    const npx = `/bin/sleep 2; printf '%s\\n' '${process.execPath}'`
    const { code, out, log } = launch(npx, ['-e', 'console.log(process.argv.slice(1))', 'a b'])
    expect([code, out]).toEqual([0, '[ "a b" ]\n'])
    expect(log).toStartWith(`Fetching Bun ${Bun.version} …\n`)
  })

  test('hands on the exit code', () => {
    const npx = `printf '%s\\n' '${process.execPath}'`
    expect(launch(npx, ['-e', 'process.exit(7)']).code).toBe(7)
  })

  test.each(['exit 1', 'exit 0'])('tells what to do when npx gives none: %s', (npx) => {
    const { code, out, log } = launch(npx, ['--version'])
    expect([code, out]).toEqual([1, ''])
    expect(log).toContain(`install bun ${Bun.version}`)
  })

  test.each(Object.entries(manifest.scripts))('is how npm run %s starts', (_, script) => {
    for (const command of script.split(' && ')) {
      expect(command).toMatch(/^(node \.ci\/bun\.mjs |npm test$)/)
    }
  })
})
