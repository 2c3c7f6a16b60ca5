import type { SearchIndex } from '../index/layout.ts'
import { bearsName } from '../index/lookup.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { QueryPlan } from '../plan/query-plan.ts'

const STREET = PLACE_KINDS.indexOf('street')
const ALLEY = PLACE_KINDS.indexOf('alley')

/** A name of streets, and the tokens that such a street or alley takes. */
interface NamedStreet {
  readonly name: number
  readonly streetMask: number
  readonly alleyMask: number
}

/** The names of streets and alleys in a query. */
export class NamedStreets {
  /** The tokens that name some street. */
  tokens = 0
  private readonly index: SearchIndex
  private readonly named: NamedStreet[] = []

  constructor(index: SearchIndex) {
    this.index = index
  }

  clear(): void {
    this.named.length = 0
    this.tokens = 0
  }

  /** Takes a name that a span of the query is, if any street has it. */
  add(plan: QueryPlan, span: number, name: number): void {
    const { streetFirst } = this.index
    if (streetFirst[name] === streetFirst[name + 1]) return
    const [streetMask, alleyMask] = [plan.maskOf(span, STREET), plan.maskOf(span, ALLEY)]
    this.named.push({ name, streetMask, alleyMask })
    this.tokens |= streetMask | alleyMask
  }

  /** Whether the tokens of a name are a part of that of a street: `An Ninh` of `Nguyễn An Ninh`. */
  isPart(nameMask: number, tellingMask: number): boolean {
    return this.named.some(
      ({ streetMask }) =>
        (nameMask & ~streetMask) === 0 && (streetMask & tellingMask & ~nameMask) !== 0,
    )
  }

  /** The tokens that name the street or alley. */
  maskOf(street: number): number {
    const { named, index } = this
    let mask = 0
    for (let i = 0; i < named.length; i++) {
      const { name, streetMask, alleyMask } = named[i]!
      if (bearsName(index, street, name))
        mask |= index.kind[street] === STREET ? streetMask : alleyMask
    }
    return mask
  }
}
