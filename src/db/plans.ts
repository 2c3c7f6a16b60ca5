import { asc, eq } from 'drizzle-orm'
import { ServiceError } from '../base/errors.ts'
import type { Db } from './client.ts'
import { plans } from './schema.ts'

export interface Plan {
  readonly name: string
  /** Allowances, requests; at most 2^31 - 1. */
  readonly perMinute: number
  readonly perDay: number
}

/** From the smallest daily allowance up. */
export async function listPlans(db: Db): Promise<Plan[]> {
  return db.select().from(plans).orderBy(asc(plans.perDay), asc(plans.name))
}

/** Throws `NOT_FOUND` that names the plans there are. */
export async function getPlan(db: Db, name: string): Promise<Plan> {
  const [plan] = await db.select().from(plans).where(eq(plans.name, name))
  if (plan) return plan
  const names = (await listPlans(db)).map((each) => each.name).join(', ')
  throw new ServiceError(
    'NOT_FOUND',
    `There is no plan ${JSON.stringify(name)}. There are: ${names}. ` +
      "'saola plans set' changes one or makes a new one.",
  )
}

/** Changes a plan's allowances for all its keys, or makes a plan of that name. */
export async function setPlan(db: Db, plan: Plan): Promise<void> {
  await db
    .insert(plans)
    .values(plan)
    .onConflictDoUpdate({
      target: plans.name,
      set: { perMinute: plan.perMinute, perDay: plan.perDay },
    })
}
