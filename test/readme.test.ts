import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { defaultText, SETTING_NAMES, SETTINGS } from '../src/config.ts'
import { buildProgram } from '../src/main.ts'

/* What the README says of settings, commands and files is what there is. */

const PATH = join(import.meta.dir, '..', 'README.md')
const readme = readFileSync(PATH, 'utf8')

function settingsTable(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { flag, env, kind, description } = SETTINGS[name]
    const cells = [`\`${flag}\``, `\`${env}\``, `\`${defaultText(name)}\``]
    return `| ${[...cells, kind.accepts, description].join(' | ')} |`
  })
  return [
    '| Flag | Environment | Default | Accepts | What |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

test('the table of settings is the one of config.ts', () => {
  const between = /(<!-- settings -->\n)[\s\S]*?(<!-- end of settings -->)/
  const expected = readme.replace(between, (_, start, end) => `${start}${settingsTable()}\n${end}`)
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(PATH, expected)
  else expect(readme).toBe(expected)
  expect(between.test(readme)).toBe(true)
})

describe('every command that it shows exists', () => {
  const program = buildProgram({
    variables: {},
    out: () => {},
    log: () => {},
    progress: () => {},
    ask: null,
    signal: new AbortController().signal,
  })
  const blocks = [...readme.matchAll(/```(?:sh|console)\n([\s\S]*?)```/g)].map(
    ([, code = '']) => code,
  )
  const lines = blocks.flatMap((code) => code.match(/(?<=^(?:\.\/)?saola ).*/gm) ?? [])
  test('there are some', () => expect(lines.length).toBeGreaterThan(5))
  test.each(lines.map((line) => [line]))('saola %s', (line) => {
    let command: Command = program
    for (const word of line.split(/\s+/)) {
      const child = command.commands.find((candidate) => candidate.name() === word)
      if (!child) break
      command = child
    }
    expect(command).not.toBe(program)
    expect(command.commands).toEqual([])
    const flags = line.split('#')[0]?.match(/--[a-z-]+/g) ?? []
    const known = command.options.map((option) => option.long)
    for (const flag of flags) expect(known).toContain(flag)
  })
})

test('every file that it names exists', () => {
  const names = readme.match(/(?<=`)(?:src|test|bench|data|drizzle|\.ci)\/[\w./-]*(?=`)/g) ?? []
  expect(names.length).toBeGreaterThan(10)
  const root = join(PATH, '..')
  expect(names.filter((name) => !existsSync(join(root, name)))).toEqual([])
})
