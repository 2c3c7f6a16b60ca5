import { assert } from '../../base/assert.ts'
import { type OnStep, watchedEach } from '../../base/on-step.ts'
import { ALIAS, BARE, isStreetKind, kindIn } from '../index/entry-bits.ts'
import { ENTRY_COLUMNS, NO_PLACE } from '../index/layout.ts'
import type { SearchName } from '../index/search-names.ts'
import { editForms, isCorrectable } from '../index/spelling.ts'

interface NameBeingBuilt {
  readonly folded: readonly string[]
  /** By place; the first spelling that a place gives is its official one. */
  readonly places: Map<number, Bearing>
}

/** The spelling and flags of a name as a place has it. */
interface Bearing {
  readonly spelling: string
  readonly isBare: boolean
  readonly isAlias: boolean
}

/** Gathers the names of places; `finish` lays them out as `layout.ts` describes. */
export class NameTableWriter {
  private readonly names = new Map<string, NameBeingBuilt>()

  /** Adds a name of `place`; places must come in ascending order. */
  add({ tokens, isBare, isAlias }: SearchName, place: number): void {
    const folded = tokens.map((token) => token.folded)
    const key = folded.join(' ')
    if (key === '') return
    let name = this.names.get(key)
    if (!name) {
      name = { folded, places: new Map() }
      this.names.set(key, name)
    }
    if (!name.places.has(place)) {
      const spelling = tokens.map((token) => token.marked).join(' ')
      name.places.set(place, { spelling, isBare, isAlias })
    }
  }

  /**
   * The sections of the names. `entryBits`: of every place (entry-bits.ts), without BARE and ALIAS.
   * The first `units` places are units.
   */
  finish(entryBits: Uint32Array, units: number, onStep: OnStep) {
    onStep('words', 0)
    const names = [...this.names.values()]
    const tokens = sortedByBytes(new Set(names.flatMap((name) => name.folded)))
    const tokenOf = new Map(tokens.map((token, i) => [token, i]))
    const sequences = names.map((name) => name.folded.map((token) => tokenOf.get(token) ?? -1))
    onStep('order of names', 0)
    const order = names.map((_, i) => i)
    order.sort((a, b) => bySequence(sequences[a]!, sequences[b]!))
    const sorted = order.map((i) => ({ tokens: sequences[i]!, places: names[i]!.places }))
    onStep('forms of words', 0)
    const forms = formsOf(sorted, tokens.length)
    return {
      ...tokenSections(tokens),
      ...editSections(tokens, onStep),
      ...postings(sorted, tokens.length),
      ...forms.sections,
      ...nameSections(sorted, forms.formOf, entryBits, onStep),
      ...streetLists(sorted, entryBits),
      best: bestTree(sorted, 0),
      bestRest: bestTree(sorted, units),
    }
  }
}

interface SortedName {
  readonly tokens: readonly number[]
  readonly places: ReadonlyMap<number, Bearing>
}

function tokenSections(tokens: readonly string[]) {
  const pool = poolOf(tokens)
  return { tokenBytes: pool.bytes, tokenOffsets: pool.offsets }
}

/** Every token under its edit forms, by which corrections are looked up. */
function editSections(tokens: readonly string[], onStep: OnStep) {
  const pairs: { hash: number; token: number }[] = []
  watchedEach(tokens, 'spellings', onStep, (text, token) => {
    if (!isCorrectable(text)) return
    for (const hash of new Set(editForms(text))) pairs.push({ hash, token })
  })
  pairs.sort((a, b) => a.hash - b.hash || a.token - b.token)
  return {
    editHash: Uint32Array.from(pairs, ({ hash }) => hash),
    editToken: Uint32Array.from(pairs, ({ token }) => token),
  }
}

/** For every token the names that hold it, each once. */
function postings(names: readonly SortedName[], tokens: number) {
  const postFirst = new Uint32Array(tokens + 1)
  for (const name of names) for (const token of new Set(name.tokens)) postFirst[token + 1]!++
  for (let i = 0; i < tokens; i++) postFirst[i + 1]! += postFirst[i]!
  const next = postFirst.slice()
  const posts = new Uint32Array(postFirst[tokens]!)
  names.forEach((name, i) => {
    for (const token of new Set(name.tokens)) posts[next[token]!++] = i
  })
  return { postFirst, posts }
}

/** The marked forms in which each folded token occurs. */
function formsOf(names: readonly SortedName[], tokens: number) {
  const byToken: Set<string>[] = Array.from({ length: tokens }, () => new Set())
  for (const name of names) {
    const spellings = Array.from(name.places.values(), ({ spelling }) => spelling)
    for (const spelling of new Set(spellings)) {
      spelling.split(' ').forEach((form, k) => {
        byToken[name.tokens[k]!]!.add(form)
      })
    }
  }
  const formFirst = new Uint32Array(tokens + 1)
  const texts: string[] = []
  const formOf = new Map<string, number>()
  byToken.forEach((forms, token) => {
    for (const form of sortedByBytes(forms)) {
      formOf.set(`${token} ${form}`, texts.length)
      texts.push(form)
    }
    formFirst[token + 1] = texts.length
  })
  const pool = poolOf(texts)
  return { formOf, sections: { formFirst, formBytes: pool.bytes, formOffsets: pool.offsets } }
}

function nameSections(
  names: readonly SortedName[],
  formOf: ReadonlyMap<string, number>,
  entryBits: Uint32Array,
  onStep: OnStep,
) {
  const rows: number[] = [0, 0]
  const nameTokens: number[] = []
  const entries: number[] = []
  const spellingFirst: number[] = [0]
  const spellingForms: number[] = []
  watchedEach(names, 'places of names', onStep, (name) => {
    const spellingOf = new Map<string, number>()
    for (const token of name.tokens) nameTokens.push(token)
    for (const [place, { spelling, isBare, isAlias }] of name.places) {
      let number = spellingOf.get(spelling)
      if (number === undefined) {
        number = spellingFirst.length - 1
        spellingOf.set(spelling, number)
        spelling.split(' ').forEach((form, k) => {
          const id = formOf.get(`${name.tokens[k]} ${form}`)
          assert(id !== undefined, 'every form of a spelling is known')
          spellingForms.push(id)
        })
        spellingFirst.push(spellingForms.length)
      }
      const bearing = entryBits[place]! | (isBare ? BARE : 0) | (isAlias ? ALIAS : 0)
      entries.push(place, bearing, number)
    }
    rows.push(nameTokens.length, entries.length / ENTRY_COLUMNS)
  })
  return {
    names: Uint32Array.from(rows),
    nameTokens: Uint32Array.from(nameTokens),
    entries: Uint32Array.from(entries),
    spellingFirst: Uint32Array.from(spellingFirst),
    spellingForms: Uint32Array.from(spellingForms),
  }
}

/** For every name the streets and alleys that bear it. */
function streetLists(names: readonly SortedName[], entryBits: Uint32Array) {
  const streetFirst = new Uint32Array(names.length + 1)
  const streets: number[] = []
  names.forEach(({ places }, i) => {
    for (const place of places.keys()) {
      if (isStreetKind(kindIn(entryBits[place]!))) streets.push(place)
    }
    streetFirst[i + 1] = streets.length
  })
  return { streetFirst, streets: Uint32Array.from(streets) }
}

/** A segment tree of the best place of each name, among the places from `from` on (layout.ts). */
function bestTree(names: readonly SortedName[], from: number): Uint32Array {
  const leaves = names.length
  const best = new Uint32Array(2 * leaves)
  names.forEach((name, i) => {
    assert(name.places.size > 0, 'a name has a bearer')
    best[leaves + i] = NO_PLACE
    for (const place of name.places.keys()) {
      if (place < from) continue
      best[leaves + i] = place
      break
    }
  })
  for (let node = leaves - 1; node > 0; node--) {
    best[node] = Math.min(best[2 * node]!, best[2 * node + 1]!)
  }
  return best
}

/** A pool that keeps the order given and has no empty string in front. */
function poolOf(texts: readonly string[]): { bytes: Uint8Array; offsets: Uint32Array } {
  const encoder = new TextEncoder()
  const bytes = encoder.encode(texts.join(''))
  const offsets = new Uint32Array(texts.length + 1)
  texts.forEach((text, i) => {
    offsets[i + 1] = offsets[i]! + Buffer.byteLength(text)
  })
  return { bytes, offsets }
}

/** The texts in the order of their UTF-8 bytes, which look-ups compare. */
function sortedByBytes(texts: Iterable<string>): string[] {
  const keyed = Array.from(texts, (text) => ({ text, key: Buffer.from(text).toString('latin1') }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ text }) => text)
}

function bySequence(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return a.length - b.length
}
