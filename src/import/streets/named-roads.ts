import type { PlaceId } from '../../base/ids.ts'
import type { Line } from '../../geo/line.ts'
import type { Area } from '../passes/area.ts'
import type { RoadMeaning } from '../tags/road-tags.ts'
import { streetKey } from './street-key.ts'

/** A run of named road in one ward. */
export interface RoadPiece {
  readonly meaning: RoadMeaning
  readonly line: Line
}

/** All roads of one name in one ward; whether that is one street or several is open. */
export interface RoadGroup {
  /** The name as `streetKey` reduces it. */
  readonly key: string
  readonly area: Area
  readonly pieces: RoadPiece[]
}

/** Gathers named roads by ward and name. A mutable thing: ways go in one by one. */
export class RoadGatherer {
  private readonly areaAt: (point: { lonE7: number; latE7: number }) => Area
  private readonly groups = new Map<string, RoadGroup>()

  constructor(areaAt: (point: { lonE7: number; latE7: number }) => Area) {
    this.areaAt = areaAt
  }

  /** Cuts a way where its ward changes, which the middle of each segment decides. */
  add(meaning: RoadMeaning, line: Line): void {
    if (line.length < 4) return
    let from = 0
    let area = this.areaOfSegment(line, 0)
    for (let i = 2; i + 2 < line.length; i += 2) {
      const next = this.areaOfSegment(line, i)
      if (next === area) continue
      this.push(meaning, area, line.slice(from, i + 2))
      from = i
      area = next
    }
    this.push(meaning, area, from === 0 ? line : line.slice(from))
  }

  all(): Iterable<RoadGroup> {
    return this.groups.values()
  }

  private push(meaning: RoadMeaning, area: Area, line: Line): void {
    const key = streetKey(meaning.names.name)
    const groupKey = `${idText(area.wardId)}|${idText(area.provinceId)}|${key}`
    const group = this.groups.get(groupKey)
    if (group === undefined) this.groups.set(groupKey, { key, area, pieces: [{ meaning, line }] })
    else group.pieces.push({ meaning, line })
  }

  private areaOfSegment(line: Line, i: number): Area {
    return this.areaAt({
      lonE7: Math.round((line[i]! + line[i + 2]!) / 2),
      latE7: Math.round((line[i + 1]! + line[i + 3]!) / 2),
    })
  }
}

function idText(id: PlaceId | null): string {
  return id ?? ''
}
