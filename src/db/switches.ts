import { eq, sql } from 'drizzle-orm'
import { assert } from '../base/assert.ts'
import type { Db } from './client.ts'
import { switches } from './schema.ts'

/** Whether servers answer directions. */
export const ROUTING_SWITCH = 'routing'

export interface SwitchState {
  readonly isOn: boolean
  /** When it was last turned; null for one that never was, which is on. */
  readonly changedAt: Date | null
}

export async function readSwitch(db: Db, name: string): Promise<SwitchState> {
  const [found] = await db.select().from(switches).where(eq(switches.name, name))
  return found ? { isOn: found.isOn, changedAt: found.changedAt } : { isOn: true, changedAt: null }
}

/** Turns it; the time stays that of the last change when it stood so already. */
export async function turnSwitch(db: Db, name: string, isOn: boolean): Promise<SwitchState> {
  await db
    .insert(switches)
    .values({ name, isOn })
    .onConflictDoUpdate({
      target: switches.name,
      set: { isOn, changedAt: sql`now()` },
      setWhere: sql`${switches.isOn} <> excluded.is_on`,
    })
  const state = await readSwitch(db, name)
  assert(state.changedAt, 'a switch that was turned is there')
  return state
}
