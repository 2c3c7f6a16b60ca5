import type { Tags } from '../../base/tags.ts'
import { tidy } from './way-tags.ts'

/**
 * Number of the exits that leave a motorway at a node; empty when none do or it is not mapped.
 * Source: wiki.openstreetmap.org/wiki/Tag:highway=motorway_junction
 */
export function exitRefOf(tags: Tags): string {
  if (tags['highway'] !== 'motorway_junction') return ''
  return tidy(tags['junction:ref'] ?? tags['ref'])
}
