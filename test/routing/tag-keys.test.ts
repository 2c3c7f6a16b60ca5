import { expect, test } from 'bun:test'
import type { Tags } from '../../src/base/tags.ts'
import { VEHICLES } from '../../src/routing/model/vehicle.ts'
import { isRoad, ONEWAY_VALUES, VALUES } from '../../src/routing/profile/access-tags.ts'
import { BARRIERS, nodeMeaning } from '../../src/routing/profile/barrier-tags.ts'
import { exitRefOf } from '../../src/routing/profile/exit-tags.ts'
import { SURFACE_CAP } from '../../src/routing/profile/speeds.ts'
import { isRoutingKey, KEYS } from '../../src/routing/profile/tag-keys.ts'
import { CLASS_OF, wayMeaning } from '../../src/routing/profile/way-tags.ts'

/*
 * The importer keeps only the tags that `isRoutingKey` names. A key that a profile reads and that
 * is not among them would never have a value: here each key is noted as it is read.
 */

const VALUE_POOL = [
  ...['yes', 'no', '1', '2', '3.5', 'both', 'alley', 'driveway', 'bad', 'grade3', 'roundabout'],
  ...['ferry', 'VN:urban', '60', 'forward', 'Hà Nội', 'destination'],
  ...[...VALUES.keys(), ...ONEWAY_VALUES.keys(), ...SURFACE_CAP.keys()],
]
/** What decides how far the rules read on has to be right often enough. */
const POOLS: Readonly<Record<string, readonly string[]>> = {
  highway: [...CLASS_OF.keys(), 'traffic_signals', 'stop', 'give_way', 'motorway_junction'],
  barrier: [...BARRIERS.keys()],
  area: ['no'],
  construction: ['no'],
  impassable: ['no'],
}

/** All keys that the rules of ways and nodes ask for, over many random sets of tags. */
function keysRead(sets: number): Set<string> {
  let state = 1
  // Park and Miller: the same numbers in every run.
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const read = new Set<string>()
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  for (let i = 0; i < sets; i++) {
    const made: Record<string, string | undefined> = {}
    const tags = new Proxy<Tags>(
      {},
      {
        get(_, key) {
          const name = String(key)
          read.add(name)
          if (!(name in made)) {
            made[name] = random() < 0.3 ? pick(POOLS[name] ?? VALUE_POOL) : undefined
          }
          return made[name]
        },
        has: () => {
          throw new Error('ask for the value, so that this test sees the key')
        },
        ownKeys: () => {
          throw new Error('ask for the value, so that this test sees the key')
        },
      },
    )
    for (const vehicle of VEHICLES) {
      wayMeaning(tags, vehicle)
      nodeMeaning(tags, vehicle)
    }
    isRoad(tags)
    exitRefOf(tags)
  }
  return read
}

const read = keysRead(20_000)

test('a key that a profile reads is kept by the importer', () => {
  expect([...read].filter((key) => !isRoutingKey(key))).toEqual([])
})

test('a key that is kept is read', () => {
  expect([...KEYS].filter((key) => !read.has(key))).toEqual([])
})
