import { expect, test } from 'bun:test'
import { benchCommand, samplePlaces, seededRandom } from '../../src/commands/bench.ts'
import { onBothDatabases } from '../db/databases.ts'
import { writeTown } from '../running-town.ts'
import { TOWN } from '../search/town.ts'
import { runCommand } from './harness.ts'

const QUESTIONS = ['suggest', 'geocode', 'resolve', 'reverse', 'reverse-geocode']

onBothDatabases('saola bench', (database) => {
  const bench = (...argv: string[]) =>
    runCommand(benchCommand, ['bench', '--seconds', '0.1', ...argv], database().options)

  test('needs a dataset, then asks it every kind of question', async () => {
    const refused = await bench('--json')
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.out)).toMatchObject({ code: 'NOT_FOUND' })

    await writeTown(database(), [])
    const { code, out } = await bench('--json')
    expect(code).toBe(0)
    const { figures } = JSON.parse(out) as { figures: readonly Record<string, number | string>[] }
    expect(figures.map(({ question }) => question)).toEqual(QUESTIONS)
    for (const { perSecond, p50Us, p99Us } of figures) {
      expect(Number(perSecond)).toBeGreaterThan(0)
      expect(Number(p50Us)).toBeGreaterThan(0)
      expect(Number(p99Us)).toBeGreaterThanOrEqual(Number(p50Us))
    }
  })

  test('a sample: the same for a seed, no place twice, all when there are no more', async () => {
    const { db } = database()
    const sample = async (count: number, seed: number) =>
      (await samplePlaces(db, count, seededRandom(seed))).map(({ id }) => id)
    const few = await sample(5, 1)
    expect(new Set(few).size).toBe(5)
    expect(await sample(5, 1)).toEqual(few)
    expect(await sample(5, 2)).not.toEqual(few)
    expect((await sample(2_000, 1)).sort()).toEqual(TOWN.map(({ id }) => id).sort())
  })

  test.each(['0', '0.01', '61', '1s', '-1', ''])('refuses %p seconds', async (seconds) => {
    const { code, log } = await bench('--seconds', seconds)
    expect(code).toBe(2)
    expect(log).toContain('it accepts 0.1 to 60.')
  })
})
