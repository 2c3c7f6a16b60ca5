import { join } from 'node:path'
import { type Rules, rulesIn, setRules } from '../../base/container.ts'
import { ServiceError } from '../../base/errors.ts'
import { fingerprintOf } from '../../base/fingerprint.ts'
import * as taxonomy from '../../pois/categories.ts'
import { ROAD_CLASSES } from '../../routing/model/road.ts'
import { VEHICLE_NAMES, type Vehicle } from '../../routing/model/vehicle.ts'
import * as access from '../../routing/profile/access-tags.ts'
import * as barriers from '../../routing/profile/barrier-tags.ts'
import * as restrictions from '../../routing/profile/restriction-tags.ts'
import * as speeds from '../../routing/profile/speeds.ts'
import * as turnCosts from '../../routing/profile/turn-costs.ts'
import * as sizes from '../../routing/profile/vehicle-size.ts'
import * as ways from '../../routing/profile/way-tags.ts'
import { PLACE_KINDS } from '../../search/model/place.ts'
import { mapFile } from '../../system/mapped-file.ts'
import { LEXICON } from '../../text/lexicon/lexicon.ts'
import { NUMBERED_ROADS } from '../../text/lexicon/streets.ts'
import * as outlines from '../passes/outline.ts'
import * as addresses from '../tags/address-tags.ts'
import * as alleys from '../tags/alley.ts'
import * as boundaries from '../tags/boundary-tags.ts'
import * as category from '../tags/category.ts'
import * as importance from '../tags/importance.ts'
import * as names from '../tags/names.ts'
import * as pois from '../tags/poi-tags.ts'
import * as roads from '../tags/road-tags.ts'
import * as settlements from '../tags/settlement-tags.ts'
import * as kept from '../tags/tags.ts'
import * as water from '../tags/water-tags.ts'

/*
 * An index file depends on the rules of the program that made it. Each records these rules in its
 * directory (base/container.ts): a fingerprint of the content of every table of rules that goes
 * into it. So a program with other rules detects the difference, and names the cure.
 */

/** The rules, by name; of a module all tables that it exports. */
const TABLES = {
  lexicon: { LEXICON, PLACE_KINDS },
  categories: { taxonomy, category },
  /**
   * Tables by which an import makes places of an extract: a rebuild takes the places as they are.
   */
  tags: {
    ...{ addresses, alleys, importance, kept, names, pois, outlines, roads, settlements },
    NUMBERED_ROADS,
  },
  boundaries,
  water,
  roads: {
    access: {
      ...access,
      MODES: asInFiles(access.MODES),
      ONEWAY_KEYS: asInFiles(access.ONEWAY_KEYS),
    },
    barriers,
    restrictions: { ...restrictions, MODES: asInFiles(restrictions.MODES) },
    ...{ ROAD_CLASSES, sizes, speeds, turnCosts, ways },
  },
}
type Table = keyof typeof TABLES

/** Files have vehicles by the names of the contract: by others each would look made anew. */
function asInFiles({ car, motorbike }: Readonly<Record<Vehicle, unknown>>) {
  return { [VEHICLE_NAMES.car]: car, [VEHICLE_NAMES.motorbike]: motorbike }
}

const REBUILT: readonly Table[] = ['lexicon', 'categories']
const CURE = {
  rebuilt: "Run 'saola datasets rebuild'.",
  imported: "'saola datasets rebuild' does not make that anew: import the extract again.",
}

const TABLES_OF: ReadonlyMap<string, readonly Table[]> = new Map<string, readonly Table[]>([
  ['search.idx', ['lexicon', 'tags']],
  ['reverse.idx', ['tags']],
  ['pois.idx', ['categories', 'tags']],
  ['tiles.idx', ['categories', 'tags']],
  ['boundaries.idx', ['boundaries']],
  ['water.idx', ['water']],
  ['routing-car.idx', ['roads']],
  ['routing-motobike.idx', ['roads']],
])

/** Every file of a dataset that is made of its places records the rules for these. */
const OF_PLACES = 'search.idx'

/**
 * Writes into the first bytes of a file of a dataset the fingerprints of its rules: those of this
 * program, but for places of another dataset those in `base`, which has the first bytes of that
 * dataset's files.
 */
export function recordRules(name: string, bytes: Uint8Array, base: FileStarts | null): void {
  const tables = TABLES_OF.get(name)
  if (tables === undefined) return
  const { tags, ...rules } = ownRules(tables)
  const tagsFingerprint = base === null ? tags : rulesOf(base, OF_PLACES)?.['tags']
  setRules(
    bytes,
    tables.includes('tags') && tagsFingerprint !== undefined
      ? { ...rules, tags: tagsFingerprint }
      : rules,
  )
}

/** The first bytes of files, or all, by their names. */
export type FileStarts = ReadonlyMap<string, Uint8Array>

/** Which of these files were made by other rules than this program has, and what to do. */
export function otherRules(files: FileStarts): readonly string[] {
  const found: { name: string; table: Table }[] = []
  for (const [name, tables] of TABLES_OF) {
    const fileRules = rulesOf(files, name)
    const programRules = ownRules(tables)
    if (fileRules === null) continue
    found.push(
      ...tables
        .filter((table) => fileRules[table] !== programRules[table])
        .map((table) => ({ name, table })),
    )
  }
  const isRebuilt = ({ table }: { table: Table }) => REBUILT.includes(table)
  return [
    { others: found.filter(isRebuilt), cure: CURE.rebuilt },
    { others: found.filter((other) => !isRebuilt(other)), cure: CURE.imported },
  ].flatMap(({ others, cure }) => {
    if (others.length === 0) return []
    const names = [...new Set(others.map(({ name }) => name))].join(', ')
    const tables = [...new Set(others.map(({ table }) => table))].join(', ')
    return [`Made with other rules (${tables}) than this Saola has: ${names}. ${cure}`]
  })
}

/** The same of files in a directory. */
export function otherRulesIn(directory: string, names: readonly string[]): readonly string[] {
  const known = names.filter((name) => TABLES_OF.has(name))
  return otherRules(new Map(known.map((name) => [name, mapFile(join(directory, name))])))
}

const FINGERPRINTS: ReadonlyMap<string, string> = new Map(
  Object.entries(TABLES).map(([table, content]) => [table, fingerprintOf(content)]),
)

function ownRules(tables: readonly Table[]): Rules {
  return Object.fromEntries(tables.map((table) => [table, FINGERPRINTS.get(table) ?? '']))
}

/** Null for a missing or damaged file: 'saola datasets verify' reports that. */
function rulesOf(files: FileStarts, name: string): Rules | null {
  const bytes = files.get(name)
  if (bytes === undefined) return null
  try {
    return rulesIn(bytes)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'INVALID_DATASET') return null
    throw error
  }
}
