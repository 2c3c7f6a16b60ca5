import { assert } from '../../src/base/assert.ts'
import type { Tags } from '../../src/base/tags.ts'
import { DEGREE_M } from '../../src/geo/distance.ts'
import { E7, type Point } from '../../src/geo/point.ts'
import type { Restriction, RoadNetwork } from '../../src/routing/model/network.ts'
import { isRoutingKey } from '../../src/routing/profile/tag-keys.ts'

/*
 * Towns drawn in characters. Letters are nodes of roads, digits are places to go from and to;
 * everything else is there for the eye. North is up; a character is 50 m wide, a line 50 m high,
 * unless `cellM` says otherwise.
 *
 *     map: `
 *       a-1-b---c
 *           |
 *           d`
 *     ways: { abc: 'primary Phố Huế', bd: 'service Ngõ 12 oneway=yes' }
 *
 * A way is its letters, and then what it is: the value of `highway`, its name, tags. `-` in place
 * of `highway` is for what is none. Nodes have tags; a restriction is its kind, its members (ways
 * by their letters, a node by its letter) from, via, to, and more tags:
 *
 *     nodes: { b: 'barrier=bollard' }
 *     restrictions: ['no_left_turn abc b bd except=motorcycle']
 */
export interface Drawing {
  readonly map: string
  readonly cellM?: number
  readonly ways: Readonly<Record<string, string>>
  readonly nodes?: Readonly<Record<string, string>>
  readonly restrictions?: readonly string[]
}

export interface Drawn {
  readonly network: RoadNetwork
  /** Where a letter or a digit stands. */
  at(mark: string): Point
  /** The letters that a line passes, in order. */
  lettersOf(line: Int32Array): string
}

const CELL_M = 50
const WEST = 105.8
const NORTH = 21

interface PointE7 {
  readonly lonE7: number
  readonly latE7: number
}

export function draw(drawing: Drawing): Drawn {
  const marks = marksOf(drawing.map, drawing.cellM ?? CELL_M)
  const letters = [...marks.keys()].filter((mark) => /\p{L}/u.test(mark)).sort()
  const indexOf = new Map(letters.map((letter, i) => [letter, i]))
  function node(letter: string): number {
    const index = indexOf.get(letter)
    assert(index !== undefined, `the map has the node ${letter}`)
    return index
  }
  function placeOf(mark: string): PointE7 {
    const place = marks.get(mark)
    assert(place, `the map has the mark ${mark}`)
    return place
  }
  const byPlace = new Map(
    letters.map((letter) => [`${placeOf(letter).lonE7} ${placeOf(letter).latE7}`, letter]),
  )
  return {
    network: networkOf(drawing, letters.map(placeOf), node),
    at(mark) {
      const { lonE7, latE7 } = placeOf(mark)
      return { lon: lonE7 / E7, lat: latE7 / E7 }
    },
    lettersOf(line) {
      let passed = ''
      for (let i = 0; i < line.length; i += 2) {
        const letter = byPlace.get(`${line[i]} ${line[i + 1]}`) ?? ''
        if (letter !== '' && !passed.endsWith(letter)) passed += letter
      }
      return passed
    },
  }
}

function marksOf(map: string, cellM: number): Map<string, PointE7> {
  const cellLatE7 = Math.round((cellM / DEGREE_M) * E7)
  const cellLonE7 = Math.round(cellLatE7 / Math.cos((NORTH * Math.PI) / 180))
  const marks = new Map<string, PointE7>()
  map.split('\n').forEach((line, row) => {
    ;[...line].forEach((mark, column) => {
      if (!/[\p{L}\d]/u.test(mark)) return
      assert(!marks.has(mark), `the map has one mark ${mark}`)
      marks.set(mark, {
        lonE7: Math.round(WEST * E7) + column * cellLonE7,
        latE7: Math.round(NORTH * E7) - row * cellLatE7,
      })
    })
  })
  return marks
}

function networkOf(
  drawing: Drawing,
  places: readonly PointE7[],
  node: (letter: string) => number,
): RoadNetwork {
  const tagSets: Tags[] = []
  function tagSet(tags: Tags): number {
    // The importer keeps no other tags, so that the towns see what real roads are left with.
    const kept = Object.entries(tags).filter(([key]) => isRoutingKey(key))
    return tagSets.push(Object.fromEntries(kept)) - 1
  }
  const ways = Object.entries(drawing.ways)
  const wayNodes = ways.map(([letters]) => [...letters].map(node))
  const wayFirst = [0]
  for (const nodes of wayNodes) wayFirst.push((wayFirst.at(-1) ?? 0) + nodes.length)
  const tagged = Object.entries(drawing.nodes ?? {})
  return {
    nodeLonE7: Int32Array.from(places, (place) => place.lonE7),
    nodeLatE7: Int32Array.from(places, (place) => place.latE7),
    wayFirst: Uint32Array.from(wayFirst),
    wayNodes: Uint32Array.from(wayNodes.flat()),
    wayId: Float64Array.from(ways, (_, i) => wayId(i)),
    wayTags: Uint32Array.from(ways, ([, text]) => tagSet(wayTags(text))),
    taggedNode: Uint32Array.from(tagged, ([letter]) => node(letter)),
    nodeTags: Uint32Array.from(tagged, ([, text]) => tagSet(tagsOf(text.split(' ')).tags)),
    tagSets,
    restrictions: (drawing.restrictions ?? []).map((text, i) =>
      restrictionOf(text, i, Object.keys(drawing.ways), node),
    ),
  }
}

function wayId(index: number): number {
  return 1000 + index
}

function wayTags(text: string): Tags {
  const [highway = '', ...words] = text.split(' ')
  const { tags, rest } = tagsOf(words)
  const name = rest.join(' ')
  return {
    ...(highway !== '-' && { highway }),
    ...(name !== '' && { name }),
    ...tags,
  }
}

/** `~` in a value stands for a space. */
function tagsOf(words: readonly string[]): { tags: Tags; rest: string[] } {
  const pairs = words.filter((word) => word.includes('='))
  return {
    tags: Object.fromEntries(
      pairs.map((pair) => {
        const equals = pair.indexOf('=')
        return [pair.slice(0, equals), pair.slice(equals + 1).replaceAll('~', ' ')]
      }),
    ),
    rest: words.filter((word) => !word.includes('=')),
  }
}

function restrictionOf(
  text: string,
  index: number,
  ways: readonly string[],
  node: (letter: string) => number,
): Restriction {
  const { tags, rest } = tagsOf(text.split(' '))
  const [kind = '', from = '', via = '', to = ''] = rest
  const id = (way: string) => {
    assert(ways.includes(way), `the town has the way ${way}`)
    return wayId(ways.indexOf(way))
  }
  const isNode = via.length === 1
  return {
    id: index + 1,
    tags: { type: 'restriction', ...(kind !== '-' && { restriction: kind }), ...tags },
    from: from.split('+').map(id),
    to: to.split('+').map(id),
    viaNode: isNode ? node(via) : null,
    viaWays: isNode ? [] : via.split('+').map(id),
  }
}
