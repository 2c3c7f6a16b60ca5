import type { PlaceId } from '../../base/ids.ts'
import { type Line, lineLengthM, pointAlong } from '../../geo/line.ts'
import type { PointE7 } from '../../geo/ring.ts'
import type { Area } from '../passes/area.ts'
import type { AlleyName } from '../tags/alley.ts'
import type { Names } from '../tags/names.ts'
import { roadRank, type StreetClass } from '../tags/road-tags.ts'
import { stableId } from '../tags/stable-id.ts'
import { clusterLines, joinLines } from './clusters.ts'
import type { RoadGroup, RoadPiece } from './named-roads.ts'

/** One street or alley in one ward, before it has an id. */
export interface Street {
  /** The name as `streetKey` reduces it. */
  readonly key: string
  readonly area: Area
  readonly names: Names
  /** Null when only addresses have it: it has no lines then. */
  readonly roadClass: StreetClass | null
  /** Set for an alley. */
  readonly alley: AlleyName | null
  readonly lines: readonly Line[]
  /**
   * Length of all lines together; the two sides of a divided road count twice. Without lines, the
   * extent of its addresses.
   */
  readonly lengthM: number
  readonly stand: PointE7
}

/**
 * Pieces of one name and ward farther apart than 0.5 to 1 km are streets of their own: every
 * housing estate of a large commune has its `Đường số 1`. Nearer gaps are bridges, squares and
 * what the map leaves out.
 */
const STREET_CELL_E7 = 50_000
/** An alley that is only a number (`Ngõ 31`) may have a namesake around the corner. */
const NUMBERED_ALLEY_CELL_E7 = 10_000

/** The streets of one name in one ward, the longest first. */
export function streetsOf(group: RoadGroup): readonly Street[] {
  const alley = group.pieces[0]?.meaning.alley ?? null
  const isNumberOnly = alley !== null && alley.chain !== null && alley.parentStreet === null
  const cellE7 = isNumberOnly ? NUMBERED_ALLEY_CELL_E7 : STREET_CELL_E7
  return clusterLines(group.pieces, cellE7)
    .map((pieces) => streetOf(group, pieces))
    .sort((a, b) => b.lengthM - a.lengthM)
}

function streetOf(group: RoadGroup, pieces: readonly RoadPiece[]): Street {
  const lines = joinLines(pieces.map((piece) => piece.line))
  const lengths = lines.map(lineLengthM)
  const longest = lengths.indexOf(Math.max(...lengths))
  const middle = pointAlong(lines[longest] ?? new Int32Array(2), (lengths[longest] ?? 0) / 2)
  return {
    key: group.key,
    area: group.area,
    names: joinedNames(pieces),
    roadClass: greatestClass(pieces),
    alley: pieces[0]?.meaning.alley ?? null,
    lines,
    lengthM: lengths.reduce((sum, length) => sum + length, 0),
    stand: middle,
  }
}

/** The spelling on most of the street; the others become aliases. */
function joinedNames(pieces: readonly RoadPiece[]): Names {
  const [first] = pieces
  if (pieces.length === 1 && first) return first.meaning.names
  const lengthOf = new Map<Names, number>()
  for (const { meaning, line } of pieces) {
    lengthOf.set(meaning.names, (lengthOf.get(meaning.names) ?? 0) + lineLengthM(line))
  }
  const byLength = [...lengthOf.entries()].sort((a, b) => b[1] - a[1]).map(([names]) => names)
  const name = byLength[0]?.name ?? ''
  const nameEn = byLength.find((names) => names.nameEn !== null)?.nameEn ?? null
  const others = new Set(byLength.flatMap((names) => [names.name, ...names.aliases]))
  others.delete(name)
  if (nameEn !== null) others.delete(nameEn)
  return { name, nameEn, aliases: [...others] }
}

function greatestClass(pieces: readonly RoadPiece[]): StreetClass {
  let best: StreetClass = pieces[0]?.meaning.roadClass ?? 'road'
  for (const { meaning } of pieces) {
    if (roadRank(meaning.roadClass) < roadRank(best)) best = meaning.roadClass
  }
  return best
}

/**
 * Gives streets their ids: a hash of what the street is known by, so that the next import of the
 * same street gives the same id however its ways were cut, split or retagged.
 *
 * `scope` is the ward, or for an alley that is only a number its parent street. Where two streets
 * share both, the first one asked for (the longest) keeps the plain id and the others add the
 * square kilometre in which they lie.
 */
export class StreetIds {
  private readonly taken = new Set<PlaceId>()

  idOf(scope: string, street: Pick<Street, 'key' | 'stand'>): PlaceId {
    const plain = stableId('s', `${scope}|${street.key}`)
    if (this.take(plain)) return plain
    const { lonE7, latE7 } = street.stand
    const cell = `${Math.floor(lonE7 / 100_000)},${Math.floor(latE7 / 100_000)}`
    for (let copy = 0; ; copy++) {
      const id = stableId('s', `${scope}|${street.key}|${cell}|${copy}`)
      if (this.take(id)) return id
    }
  }

  private take(id: PlaceId): boolean {
    if (this.taken.has(id)) return false
    this.taken.add(id)
    return true
  }
}
