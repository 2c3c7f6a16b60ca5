import type { Tags } from '../../base/tags.ts'

/*
 * The roads of an extract as they are mapped, for all vehicles: what graphs are built from. Held
 * in shared memory, so that two builders read one copy.
 *
 *   nodeLonE7     Int32[n]     positions of the nodes of roads, 1e-7 degrees, by rising OSM id
 *   nodeLatE7     Int32[n]
 *   wayFirst      Uint32[w+1]  nodes of way i: wayNodes[wayFirst[i]] .. wayNodes[wayFirst[i+1]],
 *                              two or more
 *   wayNodes      Uint32[…]    index of a node
 *   wayId         Float64[w]   OSM id; the parts of a way whose middle the extract cut off share it
 *   wayTags       Uint32[w]    index into tagSets
 *   taggedNode    Uint32[t]    nodes with tags that say something to drivers, each once
 *   nodeTags      Uint32[t]    index into tagSets
 */
export interface RoadNetwork {
  readonly nodeLonE7: Int32Array
  readonly nodeLatE7: Int32Array
  readonly wayFirst: Uint32Array
  readonly wayNodes: Uint32Array
  readonly wayId: Float64Array
  readonly wayTags: Uint32Array
  readonly taggedNode: Uint32Array
  readonly nodeTags: Uint32Array
  /** Distinct sets of the tags that routing reads. */
  readonly tagSets: readonly Tags[]
  readonly restrictions: readonly Restriction[]
}

/** A relation of type `restriction`; ways by OSM id. */
export interface Restriction {
  readonly id: number
  readonly tags: Tags
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** Index of the node between, or null when ways lie between. */
  readonly viaNode: number | null
  /** In driving order; empty when a node lies between. */
  readonly viaWays: readonly number[]
}
