import { expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Town } from './http/town.ts'
import { scratchDirectory } from './scratch.ts'

/* The alerts and the dashboard of contrib/ ask for metrics that there are, and for all of them. */

const MONITORING = join(import.meta.dir, '../contrib/monitoring')
const textOf = (name: string) => readFileSync(join(MONITORING, name), 'utf8')
const promtool = Bun.which('promtool')

/** Names as samples have them: a histogram's with `_bucket`, `_sum` and `_count`. */
async function exposedNames(): Promise<Set<string>> {
  const town = new Town()
  await town.ask('/v1/suggest?input=ca')
  const { text } = await town.ask('/metrics')
  const threads = /^(saola_(?:event_loop_lag_seconds|memory_heap_bytes))$/
  const typed = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name)
  // A town has no threads that measure themselves; a running server does (operating.test.ts).
  return new Set([
    ...[...text.matchAll(/^([a-z_]+)[{ ]/gm)].map(([, name = '']) => name),
    ...typed.filter((name) => threads.test(name)),
  ])
}

const namesIn = (text: string) => new Set(text.match(/\bsaola_[a-z_]+(?=[{ [)])/g) ?? [])

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly gridPos: {
      readonly x: number
      readonly y: number
      readonly w: number
      readonly h: number
    }
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

const dashboard: Dashboard = JSON.parse(textOf('grafana-dashboard.json'))
const drawn = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')

test('alerts ask for metrics that there are', async () => {
  const names = await exposedNames()
  const asked = namesIn(textOf('saola.rules.yml'))
  expect(asked.size).toBeGreaterThan(7)
  expect([...asked].filter((name) => !names.has(name))).toEqual([])
})

test('the dashboard draws every metric, and no other', async () => {
  const names = [...(await exposedNames())].filter((name) => !/_(sum|count)$/.test(name))
  expect([...namesIn(drawn)].sort()).toEqual(names.sort())
})

test('the dashboard draws all that alerts ask for', () => {
  const asked = namesIn(textOf('saola.rules.yml'))
  expect([...asked].filter((name) => !namesIn(drawn).has(name))).toEqual([])
  expect(drawn).toContain('up{')
})

test('panels lie side by side', () => {
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
})

test.skipIf(promtool === null).each([
  ['rules', 'saola.rules.yml'],
  ['config', 'prometheus.yml'],
])('promtool understands the %s', (kind, name) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['promtool', 'check', kind, name], {
    cwd: MONITORING,
  })
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout.toString()).toContain('SUCCESS')
})

test.skipIf(promtool === null)('promtool understands what the dashboard asks', () => {
  const file = join(scratchDirectory(), 'dashboard.yml')
  const rules = drawn
    .replaceAll('$__rate_interval', '5m')
    .split('\n')
    .map((expr, i) => ({ record: `drawn:${i}`, expr }))
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'drawn', rules }] }))
  const { exitCode, stderr } = Bun.spawnSync(['promtool', 'check', 'rules', file])
  rmSync(dirname(file), { recursive: true })
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: '' })
})
