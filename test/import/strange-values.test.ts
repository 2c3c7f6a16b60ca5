import { expect, test } from 'bun:test'
import type { Tags } from '../../src/base/tags.ts'
import { interpolationOf } from '../../src/import/tags/address-tags.ts'
import { boundaryMeaning } from '../../src/import/tags/boundary-tags.ts'
import { categoryOf } from '../../src/import/tags/category.ts'
import { poiImportance, settlementImportance } from '../../src/import/tags/importance.ts'
import { POI_KEYS, poiMeaning } from '../../src/import/tags/poi-tags.ts'
import { roadMeaning } from '../../src/import/tags/road-tags.ts'
import { settlementMeaning } from '../../src/import/tags/settlement-tags.ts'
import { keptTags } from '../../src/import/tags/tags.ts'
import { waterMeaning } from '../../src/import/tags/water-tags.ts'
import { VEHICLES, type Vehicle } from '../../src/routing/model/vehicle.ts'
import { nodeMeaning } from '../../src/routing/profile/barrier-tags.ts'
import { exitRefOf } from '../../src/routing/profile/exit-tags.ts'
import { isRestriction, restrictionMeaning } from '../../src/routing/profile/restriction-tags.ts'
import { isRoutingKey } from '../../src/routing/profile/tag-keys.ts'
import { wayMeaning } from '../../src/routing/profile/way-tags.ts'

/*
 * Anybody can write anything into a tag. What every plain object has as a property must mean to the
 * tables of tags no more than a word that nobody has heard of.
 */

const UNHEARD_OF = 'unheard_of'

const byVehicle = (meaning: (vehicle: Vehicle) => unknown) => VEHICLES.map(meaning)
const way = (tags: Tags) => byVehicle((vehicle) => wayMeaning(tags, vehicle))
const node = (tags: Tags) => byVehicle((vehicle) => nodeMeaning(tags, vehicle))
const restriction = (tags: Tags) => byVehicle((vehicle) => restrictionMeaning(tags, vehicle))

/** What is made of a value, by where it stands. */
const READERS: Readonly<Record<string, (value: string) => unknown>> = {
  highway: (highway) => way({ highway }),
  'highway, a link': (value) => way({ highway: `${value}_link` }),
  route: (route) => way({ route }),
  service: (service) => way({ highway: 'service', service }),
  surface: (surface) => way({ highway: 'primary', surface }),
  smoothness: (smoothness) => way({ highway: 'primary', smoothness }),
  tracktype: (tracktype) => way({ highway: 'track', tracktype }),
  maxspeed: (maxspeed) => way({ highway: 'primary', maxspeed }),
  access: (access) => way({ highway: 'primary', access }),
  oneway: (oneway) => way({ highway: 'primary', oneway }),
  junction: (junction) => way({ highway: 'primary', junction }),
  duration: (duration) => way({ route: 'ferry', duration }),
  barrier: (barrier) => node({ barrier }),
  'access at a barrier': (access) => node({ barrier: 'gate', access }),
  'highway of a node': (highway) => node({ highway }),
  'highway of an exit': (highway) => exitRefOf({ highway, ref: '1' }),
  restriction: (value) => restriction({ restriction: value }),
  except: (except) => restriction({ restriction: 'no_left_turn', except }),
  type: (type) => isRestriction({ type }),
  'a key of roads': (key) => isRoutingKey(key),
  'highway of a street': (highway) => roadMeaning({ highway, name: 'A' }),
  place: (place) => settlementMeaning({ place, name: 'A' }),
  capital: (capital) => settlementImportance('town', { capital }),
  population: (population) => settlementImportance('town', { population }),
  amenity: (amenity) => poiMeaning({ amenity, name: 'A' }),
  'amenity without a name': (amenity) => poiMeaning({ amenity }),
  category: (value) => categoryOf(`amenity=${value}`, {}),
  'key of a category': (key) => categoryOf(`${key}=yes`, {}),
  religion: (religion) => categoryOf('amenity=place_of_worship', { religion }),
  'importance of a category': (value) => poiImportance(`amenity=${value}`, {}),
  'importance of a key': (key) => poiImportance(`${key}=yes`, {}),
  'a key that is kept': (key) => keptTags(Object.fromEntries([[key, 'yes']]), POI_KEYS),
  waterway: (waterway) => waterMeaning({ waterway }),
  water: (water) => waterMeaning({ natural: 'water', water }),
  boundary: (boundary) => boundaryMeaning({ boundary, name: 'A' }),
  admin_level: (level) =>
    boundaryMeaning({ boundary: 'administrative', admin_level: level, name: 'A' }),
  interpolation: (value) => interpolationOf({ 'addr:interpolation': value }),
}

test.each(Object.keys(READERS))('%s', (where) => {
  const read = READERS[where]
  for (const value of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    const made = Bun.inspect(read?.(value)).replaceAll(value, UNHEARD_OF)
    expect(made).toBe(Bun.inspect(read?.(UNHEARD_OF)))
  }
})
