import { describe, expect, test } from 'bun:test'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { defaultText, SETTING_NAMES, SETTINGS } from '../src/config.ts'
import { buildProgram } from '../src/main.ts'

/* The settings, commands and files that the documentation names are those that there are. */

const ROOT = join(import.meta.dir, '..')
const SETTINGS_PAGE = join(ROOT, 'docs/settings.md')
const PAGES = ['README.md', ...globSync('docs/*.md', { cwd: ROOT })].sort()
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8')
const README_BYTES_MAX = 8_192

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
  const page = readFileSync(SETTINGS_PAGE, 'utf8')
  const expected = page.replace(between, (_, start, end) => `${start}${settingsTable()}\n${end}`)
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(SETTINGS_PAGE, expected)
  else expect(page).toBe(expected)
  expect(between.test(page)).toBe(true)
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
  const blocks = [
    ...PAGES.map(textOf)
      .join('\n')
      .matchAll(/```(?:sh|console)\n([\s\S]*?)```/g),
  ].map(([, code = '']) => code)
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

describe('every file that is named exists', () => {
  test.each(PAGES)('%s', (page) => {
    const text = textOf(page)
    const files = text.match(
      /(?<=`)(?:src|test|bench|data|drizzle|eval|docs|contrib|\.ci)\/[\w./-]*(?=`)/g,
    )
    const links = text.match(/(?<=\]\()(?!https?:)[\w./-]+(?=[)#])/g) ?? []
    const names = [
      ...(files ?? []).map((name) => join(ROOT, name)),
      ...links.map((name) => join(ROOT, page, '..', name)),
    ]
    expect(names.filter((name) => !existsSync(name))).toEqual([])
  })
  test('some are named', () => expect(textOf('docs/architecture.md')).toContain('`src/'))
})

test('the README is short', () => {
  expect(statSync(join(ROOT, 'README.md')).size).toBeLessThan(README_BYTES_MAX)
})
