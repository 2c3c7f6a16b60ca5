import type { SearchIndex } from '../index/layout.ts'
import { bearsName } from '../index/lookup.ts'
import { PLACE_KINDS } from '../model/place.ts'
import { type QueryPlan, SPANS_MAX } from '../plan/query-plan.ts'

const STREET = PLACE_KINDS.indexOf('street')
const ALLEY = PLACE_KINDS.indexOf('alley')

/**
 * The names in a query that streets or alleys have.
 *
 *   names, streetMask, alleyMask  Uint32[count]   the names, and the tokens that such a street or
 *                                                 alley takes
 */
export class NamedStreets {
  /** The tokens that name some street. */
  tokens = 0
  private readonly index: SearchIndex
  private readonly names = new Uint32Array(SPANS_MAX)
  private readonly streetMask = new Uint32Array(SPANS_MAX)
  private readonly alleyMask = new Uint32Array(SPANS_MAX)
  private count = 0

  constructor(index: SearchIndex) {
    this.index = index
  }

  clear(): void {
    this.count = 0
    this.tokens = 0
  }

  /** Takes a name that a span of the query is, if any street has it. */
  add(plan: QueryPlan, span: number, name: number): void {
    const { streetFirst } = this.index
    if (streetFirst[name] === streetFirst[name + 1]) return
    const at = this.count++
    this.names[at] = name
    this.streetMask[at] = plan.maskOf(span, STREET)
    this.alleyMask[at] = plan.maskOf(span, ALLEY)
    this.tokens |= this.streetMask[at]! | this.alleyMask[at]!
  }

  /** The tokens that name the street or alley. */
  maskOf(street: number): number {
    const { names, streetMask, alleyMask, index } = this
    let mask = 0
    for (let i = 0; i < this.count; i++) {
      if (!bearsName(index, street, names[i]!)) continue
      mask |= index.kind[street] === STREET ? streetMask[i]! : alleyMask[i]!
    }
    return mask
  }
}
