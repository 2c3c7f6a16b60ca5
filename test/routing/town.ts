import type { Point } from '../../src/geo/point.ts'
import { DIRECTIONS_DEFAULTS, directions } from '../../src/routing/answer.ts'
import { buildGraph } from '../../src/routing/build/build.ts'
import { estimate } from '../../src/routing/estimate.ts'
import { type Guide, openGuide } from '../../src/routing/guide.ts'
import type { Directions, DirectionsQuery } from '../../src/routing/model/directions.ts'
import type { Vehicle } from '../../src/routing/model/vehicle.ts'
import { findRoute } from '../../src/routing/path/route.ts'
import { lineOfPath } from '../../src/routing/path/route-line.ts'
import { type Drawing, type Drawn, draw } from './drawing.ts'
import { instructionText } from './phrase-text.ts'

/** A drawn town that is asked for directions: tags, graph, route and words, as in a server. */
export class Town {
  readonly #drawn: Drawn
  readonly #routers = new Map<Vehicle, Guide | null>()

  constructor(drawing: Drawing) {
    this.#drawn = draw(drawing)
  }

  /** From one mark of the map to another. */
  directions(from: string, to: string, options: Partial<DirectionsQuery> = {}): Told {
    const query: DirectionsQuery = {
      origin: this.#drawn.at(from),
      destination: this.#drawn.at(to),
      vehicle: 'car',
      lang: 'vi',
      ...options,
    }
    const router = this.router(query.vehicle)
    const answer = this.answer(query)
    // Its lines are written over by the next.
    const found = { ...answer, line: answer.line.slice(), overview: answer.overview.slice() }
    const path = router && findRoute(router, query.origin, query.destination)
    if (router === null || path === null) return { ...found, way: null, says: null }
    const way = this.#drawn.lettersOf(lineOfPath(router.graph, path).line)
    return { ...found, way, says: found.steps.map((step) => plain(instructionText(step))) }
  }

  answer(query: DirectionsQuery): Directions {
    const router = this.router(query.vehicle)
    if (router === null) return estimate(query, DIRECTIONS_DEFAULTS)
    return directions(router, query, DIRECTIONS_DEFAULTS)
  }

  /** Where a mark of the map stands. */
  at(mark: string): Point {
    return this.#drawn.at(mark)
  }

  /** Null when the vehicle can drive nowhere. */
  router(vehicle: Vehicle): Guide | null {
    const known = this.#routers.get(vehicle)
    if (known !== undefined) return known
    const built = buildGraph(this.#drawn.network, vehicle)
    const router = built && openGuide(built.bytes)
    this.#routers.set(vehicle, router)
    return router
  }
}

/** Without the bold, remarks in brackets. */
function plain(instruction: string): string {
  return instruction.replace(/<\/?b>/g, '').replace(/<div [^>]*>(.*?)<\/div>/g, ' [$1]')
}

/** Null when there was no way and all is an estimate. */
export interface Told extends Directions {
  /** Letters of the nodes that the route passes. */
  readonly way: string | null
  /** Instructions without the bold, remarks in brackets. */
  readonly says: readonly string[] | null
}
