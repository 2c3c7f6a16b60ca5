import { expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Town } from './http/town.ts'
import { program } from './program.ts'
import { scratchDirectory } from './scratch.ts'

/* The alerts and the dashboard of contrib/ ask for metrics that there are, and for all of them. */

const MONITORING = join(import.meta.dir, '../contrib/monitoring')
const textOf = (name: string) => readFileSync(join(MONITORING, name), 'utf8')
const promtool = program('promtool', 'Its Debian package is prometheus.')

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

/** Minute by minute what a server exposes that is ill in every way, or in none. */
function seriesOf(isIll: boolean) {
  const is = (metric: string, values: string) => {
    const [name, labels] = metric.split('{')
    const more = labels === undefined ? '}' : `,${labels}`
    return { series: `${name}{job="saola",instance="a"${more}`, values: `${values}x90` }
  }
  const pick = (ill: string, well: string) => (isIll ? ill : well)
  const bucket = 'saola_http_request_duration_seconds_bucket{route="/v1/suggest",status="2xx",le='
  return [
    is('up', pick('0+0', '1+0')),
    is('saola_dataset_open{dataset=""}', pick('0+0', '1+0')),
    is('saola_database_up{kind="embedded"}', pick('0+0', '1+0')),
    is(`${bucket}"0.001"}`, pick('0+0', '0+900')),
    is(`${bucket}"2.5"}`, '0+900'),
    is(`${bucket}"+Inf"}`, '0+900'),
    is('saola_http_requests_total{route="/v1/suggest",status="2xx"}', '0+900'),
    is('saola_http_requests_total{route="/v1/suggest",status="5xx"}', pick('0+90', '0+1')),
    is('saola_usage_flush_lag_seconds', pick('500+60', '2+0')),
    is('saola_dataset_age_seconds', pick('5e6+60', '9e5+60')),
    is('saola_memory_resident_bytes', pick('5e9+0', '5e8+0')),
    is('saola_event_loop_lag_seconds{thread="0"}', pick('3+0', '0.01+0')),
    is('saola_limiter_refusals_total{reason="minute"}', pick('0+400', '0+9')),
  ]
}

test.skipIf(promtool === null)(
  'each alert is given for an ill server, and none for a well one',
  () => {
    const alerts = [...textOf('saola.rules.yml').matchAll(/- alert: (\w+)/g)].map(
      ([, name]) => name,
    )
    const directory = scratchDirectory()
    const firing = (isIll: boolean) => {
      const input = {
        rule_files: [join(MONITORING, 'saola.rules.yml')],
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: seriesOf(isIll),
            promql_expr_test: alerts.map((alert) => ({
              expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
              eval_time: '80m',
              exp_samples: isIll ? [{ labels: '{}', value: 1 }] : [],
            })),
          },
        ],
      }
      const file = join(directory, 'test.yml')
      writeFileSync(file, JSON.stringify(input))
      const { exitCode, stdout, stderr } = Bun.spawnSync(['promtool', 'test', 'rules', file])
      return { exitCode, text: exitCode === 0 ? '' : stdout.toString() + stderr.toString() }
    }
    expect(alerts).toHaveLength(10)
    expect(firing(true)).toEqual({ exitCode: 0, text: '' })
    expect(firing(false)).toEqual({ exitCode: 0, text: '' })
    rmSync(directory, { recursive: true })
  },
)
