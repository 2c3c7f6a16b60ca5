import type { Tags } from '../../base/tags.ts'
import { foldText } from '../../text/fold.ts'
import { type Names, namesOf, tidyName, valuesOf } from './names.ts'

/**
 * Which objects are points of interest. The first key of the table that an object carries with a
 * value that counts gives its primary tag, so that a hotel with a restaurant inside
 * (`tourism=hotel`, `amenity=restaurant`) needs an order: what one goes there for comes first.
 */
interface PoiRule {
  readonly key: string
  /** Only these values count; absent: all but `except`. */
  readonly only?: readonly string[]
  /** Street furniture and parts of other things: not places, named or not. */
  readonly except?: readonly string[]
}

export const POI_RULES: readonly PoiRule[] = [
  { key: 'aeroway', only: ['aerodrome', 'terminal', 'heliport'] },
  { key: 'tourism', only: ['hotel', 'guest_house', 'hostel', 'motel', 'apartment', 'resort'] },
  {
    key: 'amenity',
    except: [
      'bench',
      'waste_basket',
      'waste_disposal',
      'parking_space',
      'parking_entrance',
      'hunting_stand',
      'grit_bin',
      'loading_dock',
      'watering_place',
      'clock',
      'lounger',
    ],
  },
  { key: 'shop' },
  { key: 'healthcare' },
  { key: 'tourism', except: ['yes'] },
  { key: 'leisure', except: ['bleachers', 'picnic_table', 'outdoor_seating'] },
  { key: 'historic' },
  // A station of trains or of a cable car is one of `public_transport` too, which means less.
  { key: 'railway', only: ['station', 'halt', 'tram_stop', 'subway_entrance'] },
  { key: 'aerialway', only: ['station'] },
  { key: 'public_transport', only: ['station'] },
  { key: 'office' },
  { key: 'craft' },
  { key: 'club' },
  { key: 'emergency', only: ['ambulance_station', 'lifeguard', 'assembly_point'] },
  { key: 'military', except: ['bunker', 'checkpoint', 'trench'] },
  {
    key: 'man_made',
    only: ['bridge', 'lighthouse', 'tower', 'works', 'pier', 'obelisk', 'water_works', 'cross'],
  },
  { key: 'highway', only: ['bus_stop', 'services', 'rest_area', 'motorway_junction'] },
  { key: 'public_transport', only: ['platform'] },
  { key: 'barrier', only: ['toll_booth', 'border_control'] },
  { key: 'power', only: ['plant'] },
  {
    key: 'natural',
    only: [
      'peak',
      'volcano',
      'beach',
      'bay',
      'cape',
      'cave_entrance',
      'hot_spring',
      'spring',
      'water',
      'peninsula',
      'saddle',
      'rock',
      'reef',
      'strait',
    ],
  },
  { key: 'waterway', only: ['waterfall', 'dam'] },
  { key: 'place', only: ['island', 'islet', 'archipelago', 'square', 'locality', 'plot'] },
  { key: 'boundary', only: ['national_park', 'protected_area'] },
  { key: 'landuse', only: ['residential', 'industrial', 'commercial', 'retail', 'cemetery'] },
  { key: 'building' },
]

/**
 * The keys of the table: the kinds of one object, of which `category` is the first. `station` tells
 * a metro station (`railway=station`, `station=subway`) from others.
 */
export const POI_KEYS: ReadonlySet<string> = new Set([
  ...POI_RULES.map((rule) => rule.key),
  'station',
])

/** Values by which mappers mean that there is nothing, or nothing any more. */
export const NOTHING = new Set([
  'no',
  'none',
  'vacant',
  'disused',
  'abandoned',
  'demolished',
  'proposed',
])

/**
 * Kinds that people look for without caring which one: "the nearest petrol station". Only of
 * these is an object without a name a place, called what a Vietnamese person would call it.
 * Everything else without a name (a restaurant, a hotel) cannot be asked for or told apart, and
 * stays out: it is counted in the report.
 */
export const KNOWN_UNNAMED: ReadonlyMap<string, { readonly vi: string; readonly en: string }> =
  new Map([
    ['amenity=atm', { vi: 'ATM', en: 'ATM' }],
    ['amenity=bank', { vi: 'Ngân hàng', en: 'Bank' }],
    ['amenity=fuel', { vi: 'Trạm xăng', en: 'Petrol station' }],
    ['amenity=charging_station', { vi: 'Trạm sạc xe điện', en: 'Charging station' }],
    ['amenity=parking', { vi: 'Bãi đỗ xe', en: 'Car park' }],
    ['amenity=motorcycle_parking', { vi: 'Bãi giữ xe máy', en: 'Motorbike parking' }],
    ['amenity=toilets', { vi: 'Nhà vệ sinh công cộng', en: 'Public toilets' }],
    ['amenity=drinking_water', { vi: 'Nước uống công cộng', en: 'Drinking water' }],
    ['amenity=pharmacy', { vi: 'Nhà thuốc', en: 'Pharmacy' }],
    ['amenity=clinic', { vi: 'Phòng khám', en: 'Clinic' }],
    ['amenity=hospital', { vi: 'Bệnh viện', en: 'Hospital' }],
    ['amenity=police', { vi: 'Công an', en: 'Police' }],
    ['amenity=post_office', { vi: 'Bưu điện', en: 'Post office' }],
    ['amenity=marketplace', { vi: 'Chợ', en: 'Market' }],
    ['amenity=bus_station', { vi: 'Bến xe', en: 'Bus station' }],
    ['amenity=ferry_terminal', { vi: 'Bến phà', en: 'Ferry terminal' }],
    ['amenity=taxi', { vi: 'Bến taxi', en: 'Taxi rank' }],
    ['amenity=car_wash', { vi: 'Rửa xe', en: 'Car wash' }],
    ['shop=convenience', { vi: 'Cửa hàng tiện lợi', en: 'Convenience store' }],
    ['shop=supermarket', { vi: 'Siêu thị', en: 'Supermarket' }],
    ['shop=motorcycle_repair', { vi: 'Sửa xe máy', en: 'Motorbike repair' }],
    ['shop=car_repair', { vi: 'Sửa ô tô', en: 'Car repair' }],
    ['healthcare=pharmacy', { vi: 'Nhà thuốc', en: 'Pharmacy' }],
    ['healthcare=hospital', { vi: 'Bệnh viện', en: 'Hospital' }],
    ['healthcare=clinic', { vi: 'Phòng khám', en: 'Clinic' }],
    ['barrier=toll_booth', { vi: 'Trạm thu phí', en: 'Toll booth' }],
  ])

export interface PoiMeaning {
  /** `amenity=cafe`. */
  readonly category: string
  readonly names: Names
}

/** The reason why an object that looked like a POI is none; counted in the report. */
export type PoiRefusal = 'poi without a name' | 'poi closed or gone'

/** The POI by the tags, or the reason for none; null without any key of the table. */
export function poiMeaning(tags: Tags): PoiMeaning | PoiRefusal | null {
  const category = primaryTag(tags)
  if (category === null || category === 'poi closed or gone') return category
  const names = namesOf(tags)
  if (names.name !== '') return { category, names }
  const unnamed = KNOWN_UNNAMED.get(category)
  if (unnamed === undefined) return refusesQuietly(category) ? null : 'poi without a name'
  const owner = tidyName(valuesOf(tags['brand'] ?? tags['operator'])[0] ?? '')
  const name = withOwner(unnamed.vi, owner)
  const english = withOwner(unnamed.en, owner)
  return {
    category,
    names: { name, nameEn: english === name ? null : english, aliases: [] },
  }
}

function primaryTag(tags: Tags): string | 'poi closed or gone' | null {
  let gone = false
  for (const rule of POI_RULES) {
    const value = tags[rule.key]
    if (value === undefined) continue
    if (NOTHING.has(value)) {
      gone = true
      continue
    }
    const counts = rule.only ? rule.only.includes(value) : !rule.except?.includes(value)
    // Lists (`restaurant;cafe`) count as their first value.
    if (counts) return `${rule.key}=${value.split(';')[0]?.trim() ?? value}`
  }
  return gone && tags['name'] !== undefined ? 'poi closed or gone' : null
}

/**
 * A machine of Vietcombank is asked for as `ATM Vietcombank`. Many mappers write the kind into the
 * operator: `Vietcombank - ATM`, `Tram Xang Dau Comeco`; it is said once.
 */
function withOwner(kind: string, owner: string): string {
  const alone = owner.replace(KIND_BEHIND, '')
  if (alone === '') return kind
  const folded = ` ${foldText(alone)} `
  const saysKind = folded.includes(` ${foldText(kind)} `) || SELLS_PETROL.test(folded)
  return saysKind ? alone : `${kind} ${alone}`
}

export const KIND_BEHIND = /\s*-[\s-]*ATM$/i
/** A petrol station by its folded name; a company that trades petrol (`xăng dầu`) is none. */
export const SELLS_PETROL = / (tram|cua hang|cay|dai li)( ban le| kinh doanh)? xang | chxd /

/** A million unnamed houses, stops, ponds and pitches would drown what the report is read for. */
function refusesQuietly(category: string): boolean {
  if (category === 'leisure=pitch') return true
  return /^(building|landuse|natural|highway|public_transport|place|man_made)=/.test(category)
}
