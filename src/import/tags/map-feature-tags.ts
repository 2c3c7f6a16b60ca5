import type { Tags } from '../../base/tags.ts'
import type { Meaning } from '../../basemap/build/shapes.ts'
import type { LayerName } from '../../basemap/schema.ts'
import { anyKeyIn, type Tagged } from '../../osm/block.ts'
import { roadOf } from './map-road-tags.ts'
import { nameAttributes } from './name-attributes.ts'

/** The map feature of an object that is drawn as a line or an area. */
export interface MapMeaning {
  readonly isArea: boolean
  readonly meaning: Meaning
  /** Written inside an area: the layer and the first zoom of its name. Null for none. */
  readonly label: { readonly layer: LayerName; readonly zoomMin: number } | null
}

/** One rule: the first whose tag an object has decides what it is. */
interface Rule {
  readonly key: string
  /** Null for any value but `no`. */
  readonly values: readonly string[] | null
  readonly layer: LayerName
  /** Null: the value of the tag. */
  readonly kind: string | null
  readonly zoomMin: number
  readonly rank: number
  readonly form: 'area' | 'line'
}

/** `tag`: `leisure=park,garden`; `building=*` for any value. */
const area = (
  layer: LayerName,
  tag: string,
  kind: string | null,
  zoomMin: number,
  rank: number,
): Rule => ({ ...tagOf(tag), layer, kind, zoomMin, rank, form: 'area' })

const line = (
  layer: LayerName,
  tag: string,
  kind: string | null,
  zoomMin: number,
  rank: number,
): Rule => ({ ...tagOf(tag), layer, kind, zoomMin, rank, form: 'line' })

function tagOf(tag: string): Pick<Rule, 'key' | 'values'> {
  const [key = '', values = ''] = tag.split('=')
  return { key, values: values === '*' ? null : values.split(',') }
}

/* Ranks: 0 to 99 what a map is nothing without, 900 what it is first to do without. */
const RULES: readonly Rule[] = [
  area('water', 'natural=water', null, 4, 50),
  area('water', 'waterway=riverbank', 'river', 4, 50),
  area('water', 'waterway=dock', 'dock', 11, 50),
  area('water', 'landuse=reservoir,basin', 'lake', 6, 50),
  area('water', 'landuse=aquaculture,salt_pond', 'aquaculture', 10, 450),
  area('water', 'leisure=swimming_pool', 'swimming_pool', 14, 500),
  line('water', 'waterway=river', 'river', 7, 100),
  line('water', 'waterway=canal', 'canal', 11, 160),
  line('water', 'waterway=stream,drain,ditch', 'stream', 13, 420),
  area('landuse', 'boundary=national_park,protected_area', 'national_park', 6, 320),
  area('landuse', 'leisure=nature_reserve', 'nature_reserve', 6, 320),
  area('landuse', 'landuse=forest', 'forest', 7, 350),
  area('landuse', 'natural=wood', 'wood', 7, 350),
  area('landuse', 'natural=beach,sand,wetland,scrub,glacier', null, 9, 360),
  area('landuse', 'natural=heath,grassland,bare_rock,scree', null, 9, 380),
  area('landuse', 'wetland=mangrove', 'wetland', 9, 360),
  area('landuse', 'leisure=park,garden', 'park', 10, 300),
  area('landuse', 'leisure=golf_course,playground,dog_park', null, 11, 340),
  area('landuse', 'leisure=pitch,track,stadium,sports_centre', 'pitch', 13, 400),
  area('landuse', 'tourism=zoo,theme_park', 'zoo', 11, 340),
  area('landuse', 'amenity=university,college', 'university', 11, 360),
  area('landuse', 'amenity=school,kindergarten', 'school', 12, 380),
  area('landuse', 'amenity=hospital,clinic', 'hospital', 11, 360),
  area('landuse', 'amenity=parking,motorcycle_parking', 'parking', 14, 600),
  area('landuse', 'amenity=grave_yard', 'cemetery', 11, 380),
  area('landuse', 'landuse=cemetery', 'cemetery', 11, 380),
  area('landuse', 'aeroway=aerodrome', 'aerodrome', 9, 330),
  area('landuse', 'aeroway=apron,helipad', 'aerodrome', 12, 390),
  area('landuse', 'aeroway=runway,taxiway', 'runway', 10, 310),
  area('landuse', 'military=*', 'military', 10, 390),
  area('landuse', 'landuse=military', 'military', 10, 390),
  area('landuse', 'landuse=residential', null, 8, 560),
  area('landuse', 'landuse=industrial,port,railway,quarry', 'industrial', 9, 420),
  area('landuse', 'landuse=commercial,retail', 'commercial', 10, 420),
  area('landuse', 'landuse=grass,village_green,recreation_ground', 'grass', 11, 440),
  area('landuse', 'landuse=meadow,flowerbed', 'grassland', 11, 460),
  area('landuse', 'landuse=farmland,paddy,orchard,plantation', 'farmland', 9, 570),
  area('landuse', 'landuse=vineyard,allotments,greenhouse_horticulture', 'farmland', 10, 570),
  area('landuse', 'man_made=bridge', 'bridge', 13, 330),
  area('landuse', 'man_made=pier,breakwater', 'pier', 12, 330),
  area('buildings', 'building=*', 'building', 13, 700),
  line('roads', 'aeroway=runway', 'aeroway', 10, 190),
  line('roads', 'aeroway=taxiway', 'aeroway', 12, 380),
  line('roads', 'man_made=pier,breakwater', 'pier', 12, 380),
]

const KEYS = [...new Set(['highway', 'railway', 'route', ...RULES.map(({ key }) => key)])]

/** Tells for objects of one block whether the map may show them, without decoding their tags. */
export function mapInterestIn(block: Tagged): (i: number) => boolean {
  return anyKeyIn(block, KEYS)
}

/** Null for what the map does not show. `isClosed`: of a way whether it ends where it begins. */
export function mapMeaning(tags: Tags, isClosed: boolean): MapMeaning | null {
  if (isUnderGround(tags)) return null
  const road = isClosed && tags['area'] === 'yes' ? null : roadOf(tags)
  if (road !== null) return { isArea: false, meaning: road, label: null }
  if (isClosed && tags['area'] === 'yes' && tags['highway'] !== undefined) {
    return areaMeaning(tags, PLAZA)
  }
  for (const rule of RULES) {
    const value = tags[rule.key]
    if (value === undefined || value === 'no') continue
    if (rule.values !== null && !rule.values.includes(value)) continue
    if (rule.form === 'line') {
      // A closed canal may be drawn as a line around; a river bank is another tag.
      return { isArea: false, meaning: lineMeaning(tags, rule), label: null }
    }
    if (isClosed) return areaMeaning(tags, rule)
  }
  return null
}

const PLAZA = area('landuse', 'highway=*', 'pedestrian', 13, 400)

function lineMeaning(tags: Tags, rule: Rule): Meaning {
  const kind = rule.kind ?? tags[rule.key] ?? ''
  return {
    layer: rule.layer,
    zoomMin: rule.zoomMin,
    detailZoom: Math.max(rule.zoomMin + 2, 11),
    rank: rule.rank,
    base: { kind },
    detail: nameAttributes(tags),
  }
}

/** First zoom of a name written into areas of a kind; others have none here. */
const LABEL_ZOOMS: Readonly<Record<string, number>> = {
  water: 10,
  lake: 10,
  river: 12,
  national_park: 8,
  nature_reserve: 9,
}

function areaMeaning(tags: Tags, rule: Rule): MapMeaning {
  const kind = kindOf(tags, rule)
  const label = LABEL_ZOOMS[kind]
  return {
    isArea: true,
    meaning: {
      layer: rule.layer,
      zoomMin: rule.zoomMin,
      detailZoom: 0,
      rank: rule.rank,
      base: { kind },
      detail: {},
    },
    label: label === undefined ? null : { layer: rule.layer, zoomMin: label },
  }
}

function kindOf(tags: Tags, { key, kind }: Rule): string {
  if (kind !== null) return kind
  const value = tags[key] ?? ''
  if (value !== 'water') return value
  const water = tags['water'] ?? ''
  if (/^(river|canal|oxbow|rapids|lock)$/.test(water)) return 'river'
  return /^(lake|reservoir|lagoon)$/.test(water) ? 'lake' : 'water'
}

function isUnderGround(tags: Tags): boolean {
  const { location, tunnel, waterway, building } = tags
  if (location === 'underground') return true
  return tunnel !== undefined && tunnel !== 'no' && (waterway ?? building) !== undefined
}
