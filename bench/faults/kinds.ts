import { endings } from './endings.ts'
import { orders } from './orders.ts'
import { outages } from './outages.ts'
import { pick } from './random.ts'
import type { World } from './world.ts'

export interface FaultKind {
  /** How often it comes, beside the others. */
  readonly weight: number
  /** Lines of level error that the server may write because of it. */
  readonly explains: RegExp | null
  /** Whether it can be done now. */
  readonly isPossible: (world: World) => boolean
  /** Does it and waits until the server has got over it; what exactly was done. */
  readonly run: (world: World, random: () => number) => Promise<string>
}

const FAULT_KINDS: readonly FaultKind[] = [...endings, ...outages, ...orders]

/** One that is possible now, each as often as its weight says. */
export function nextFault(world: World, random: () => number): FaultKind {
  const possible = FAULT_KINDS.filter((kind) => kind.isPossible(world))
  return pick(
    random,
    possible.flatMap((kind) => Array<FaultKind>(kind.weight).fill(kind)),
  )
}
