import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceManager, watchdogMsOf } from '../../src/control/service-manager.ts'
import { program } from '../program.ts'
import { until } from '../running-town.ts'
import { scratchDirectory } from '../scratch.ts'

/* When systemd is given signs of life, and that it understands the unit. */

const ROOT = join(import.meta.dir, '../..')
const UNIT = join(ROOT, 'contrib/systemd/saola.service')
const analyzer = program('systemd-analyze', 'Its Debian package is systemd.')
let directory = ''

beforeAll(() => {
  directory = scratchDirectory()
})

afterAll(() => rmSync(directory, { recursive: true }))

describe('signs of life', () => {
  const told: string[] = []
  const logged: string[] = []
  let manager: ServiceManager
  const watch = (state: () => Promise<string>) => {
    told.length = 0
    logged.length = 0
    manager = new ServiceManager({
      notify: (text) => told.push(text),
      watchdogMs: 20,
      state,
      log: (line) => logged.push(line),
    })
  }
  afterEach(() => manager.stop())

  test('end while a thread does not answer, and come again after it has', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    let asked = 0
    watch(() => (++asked === 2 ? promise : Promise.resolve('well')))
    await until(async () => asked === 2)
    await Bun.sleep(50)
    expect(told).toEqual(['READY=1', 'STATUS=well', 'WATCHDOG=1'])
    resolve('slow')
    await until(async () => told.length > 6)
    expect(told.slice(3, 7)).toEqual(['STATUS=slow', 'WATCHDOG=1', 'STATUS=well', 'WATCHDOG=1'])
  })

  test('are not sent for a thread that is gone, which is logged once', async () => {
    let asked = 0
    watch(() => {
      asked++
      return Promise.reject(new Error('it ended'))
    })
    await until(async () => asked > 3)
    expect(told).toEqual(['READY=1'])
    expect(logged).toEqual(['A thread gives no sign of life: it ended'])
  })
})

test.each([
  [{}, null],
  [{ WATCHDOG_USEC: '30000000' }, 30_000],
  [{ WATCHDOG_USEC: '30000000', WATCHDOG_PID: String(process.pid) }, 30_000],
  [{ WATCHDOG_USEC: '30000000', WATCHDOG_PID: '1' }, null],
])('the watchdog of %p waits %p ms', (variables, expected) => {
  expect(watchdogMsOf(variables)).toBe(expected)
})

describe.skipIf(analyzer === null)('the unit', () => {
  const analyze = (...args: string[]) => {
    const { stdout, stderr, exitCode } = Bun.spawnSync(['systemd-analyze', ...args])
    return { text: stdout.toString() + stderr.toString(), exitCode }
  }

  test('is understood', () => {
    const path = join(directory, 'saola.service')
    // What it starts need not be installed here.
    const text = readFileSync(UNIT, 'utf8').replace(
      'ExecStart=saola',
      `ExecStart=${process.execPath}`,
    )
    expect(text).toContain(process.execPath)
    writeFileSync(path, text)
    expect(analyze('verify', '--man=no', path)).toEqual({ text: '', exitCode: 0 })
  })

  test('leaves little open', () => {
    const { text, exitCode } = analyze('security', '--offline=true', '--threshold=20', UNIT)
    expect(text).toMatch(/Overall exposure level for saola.service: 1\.\d/)
    expect(exitCode).toBe(0)
  })
})
