import { afterAll } from 'bun:test'
import { join } from 'node:path'
import type { LocalDataset } from '../../src/dataset.ts'
import { AdminBoundaries } from '../../src/serving/admin-boundaries.ts'
import { Simplifier, type SimplifyTask } from '../../src/serving/simplifier.ts'
import { removeLand, writeLand } from './land.ts'
import { Town } from './town.ts'

/** Counts what it is asked to do. */
class CountingSimplifier extends Simplifier {
  readonly tasks: SimplifyTask[] = []

  override run(task: SimplifyTask): Promise<string> {
    this.tasks.push(task)
    return super.run(task)
  }
}

/** A server over files of the land, with what it logs. */
export function serveLand(local: LocalDataset = writeLand()) {
  const simplifier = new CountingSimplifier()
  const lines: string[] = []
  const boundaries = new AdminBoundaries(
    local,
    (task) => simplifier.run(task),
    (line) => lines.push(line),
  )
  const town = new Town({ adminBoundaries: (query) => boundaries.textOf(query) })
  lands.push(local)
  return { local, town, simplifier, lines, derived: join(local.directory, 'derived-3') }
}

const lands: LocalDataset[] = []
afterAll(() => new Set(lands).forEach(removeLand))
