import { fault } from '../fault.ts'

/*
 * How much one block may hold. Content of zeros is packed a thousandfold, so that the 32 MiB of a
 * block do not bound memory: a file of 200 kB took gigabytes. The limits are far above what OSM
 * and its tools write. Source: wiki.openstreetmap.org, "PBF Format", "Way" and "Relation".
 */

/** Tools put 8,000 into a block. */
const OBJECTS_A_BLOCK_MAX = 2 ** 20
/** Of refs, members or tags: 8,000 ways of 2,000 nodes each, and no sound block holds more. */
const ITEMS_A_BLOCK_MAX = 2 ** 24
/** Five hundred for each of 8,000 objects. */
const STRINGS_A_BLOCK_MAX = 2 ** 22
/** OSM itself takes 2,000; elevation lines made by a program have more. */
const REFS_A_WAY_MAX = 100_000
/** OSM itself takes 32,000. */
const MEMBERS_A_RELATION_MAX = 1_000_000

const CURE_SPLIT = "Write it in smaller blocks: 'osmium cat IN -o OUT.osm.pbf'."
const CURE_CUT_UP = 'Cut the object into parts, or leave it out.'

/** Limits of the columns of ids (block.ts); OSM's are below 2^34. */
const ID_MAX = 2 ** 52

export function checkId(id: number): void {
  if (id > ID_MAX || id < -ID_MAX) fault(`has an object with the id ${id}, which is beyond 2^52`)
}

export function checkObjects(count: number): void {
  if (count <= OBJECTS_A_BLOCK_MAX) return
  fault(`has a block of more than ${OBJECTS_A_BLOCK_MAX} objects`, CURE_SPLIT)
}

export function checkItems(count: number): void {
  if (count <= ITEMS_A_BLOCK_MAX) return
  fault(`has a block with a list of more than ${ITEMS_A_BLOCK_MAX} entries`)
}

export function checkStrings(count: number): void {
  if (count <= STRINGS_A_BLOCK_MAX) return
  fault(`has a block with more than ${STRINGS_A_BLOCK_MAX} strings`)
}

export function checkRefs(wayId: number, count: number): void {
  if (count <= REFS_A_WAY_MAX) return
  fault(`has a way of more than ${REFS_A_WAY_MAX} nodes, ${wayId}`, CURE_CUT_UP)
}

export function checkMembers(relationId: number, count: number): void {
  if (count <= MEMBERS_A_RELATION_MAX) return
  fault(`has a relation of more than ${MEMBERS_A_RELATION_MAX} members, ${relationId}`, CURE_CUT_UP)
}
