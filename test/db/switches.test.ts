import { afterEach, expect, test } from 'bun:test'
import { RoutingSwitch } from '../../src/control/switches.ts'
import { switches } from '../../src/db/schema.ts'
import { ROUTING_SWITCH, readSwitch, turnSwitch } from '../../src/db/switches.ts'
import { onBothDatabases } from './databases.ts'

onBothDatabases('switches', (database) => {
  afterEach(async () => {
    await database().db.delete(switches)
  })

  test('one that was never turned is on', async () => {
    expect(await readSwitch(database().db, 'any')).toEqual({ isOn: true, changedAt: null })
  })

  test('turning says since when it stands so; turning it there again changes nothing', async () => {
    const { db } = database()
    const off = await turnSwitch(db, 'one', false)
    expect(off.isOn).toBe(false)
    await Bun.sleep(5) // times are kept in milliseconds
    expect(await turnSwitch(db, 'one', false)).toEqual(off)
    const on = await turnSwitch(db, 'one', true)
    expect(on.isOn).toBe(true)
    expect(+(on.changedAt ?? 0)).toBeGreaterThan(+(off.changedAt ?? 0))
    expect(await readSwitch(db, 'one')).toEqual(on)
    expect(await readSwitch(db, 'two')).toEqual({ isOn: true, changedAt: null })
  })

  test('every server is told of a change, once', async () => {
    const { db } = database()
    const told: boolean[][] = [[], []]
    const servers = told.map((list) => new RoutingSwitch(db, (isOn) => list.push(isOn)))
    const refresh = () => Promise.all(servers.map((server) => server.refresh()))
    await refresh()
    for (const isOn of [false, false, true]) {
      await turnSwitch(db, ROUTING_SWITCH, isOn)
      await refresh()
    }
    expect(told).toEqual([
      [false, true],
      [false, true],
    ])
  })
})
