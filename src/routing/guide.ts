import { Instructions } from './narrative/instruction.ts'
import { openRouter, type Router } from './path/route.ts'

/** A router that describes the way in words. */
export interface Guide extends Router {
  readonly instructions: Instructions
}

/** Opens `routing-car.idx` or `routing-motobike.idx`, mapped. Throws `INVALID_DATASET`. */
export function openGuide(bytes: Uint8Array): Guide {
  const router = openRouter(bytes)
  return { ...router, instructions: new Instructions(router.graph) }
}
