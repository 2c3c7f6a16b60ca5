import { expect, test } from 'bun:test'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/* Messages that the page on troubleshooting explains are those that Saola has. */

const ROOT = join(import.meta.dir, '..')

test('every message that is explained is one of ours', () => {
  // As the sources have them: a text that is divided at the end of a line is one.
  const source = globSync('src/**/*.ts', { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), 'utf8').replace(/['"`] \+\s*['"`]/g, ''))
    .join('\n')
  const page = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8')
  const told = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
  )
  expect(told.length).toBeGreaterThan(15)
  expect(told.filter((message) => !source.includes(message))).toEqual([])
})
