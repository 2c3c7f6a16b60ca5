import { expect, test } from 'bun:test'
import { routingCommand } from '../../src/commands/routing.ts'
import { ROUTING_SWITCH, readSwitch } from '../../src/db/switches.ts'
import { onBothDatabases } from '../db/databases.ts'
import { runCommand } from './harness.ts'

onBothDatabases('saola routing', (database) => {
  const routing = (...argv: string[]) =>
    runCommand(routingCommand, ['routing', ...argv], database().options)

  test('is on to begin with', async () => {
    const status = await routing('status', '--json')
    expect(status.code).toBe(0)
    expect(JSON.parse(status.out)).toEqual({ routing: 'on', changed_at: null })
    expect((await routing('status')).out).toContain('ROUTING_ENABLED=false')
  })

  test.each([
    ['off', false],
    ['on', true],
  ])('%s is written down and told', async (word, isOn) => {
    const done = await routing(word)
    expect(done.code).toBe(0)
    expect(done.out).toContain(`switched ${word}. Running servers follow within 5 seconds.`)
    expect((await readSwitch(database().db, ROUTING_SWITCH)).isOn).toBe(isOn)
    expect((await routing('status')).out).toMatch(
      new RegExp(`switched ${word} since .{19} \\(UTC\\+7\\)\\.`),
    )
    const json = JSON.parse((await routing('status', '--json')).out)
    expect(json).toEqual({ routing: word, changed_at: expect.any(String) })
  })

  test('anything else is refused', async () => {
    expect((await routing('of')).code).toBe(2)
  })
})
