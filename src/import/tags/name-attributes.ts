import type { Tags } from '../../base/tags.ts'
import type { Attributes } from '../../basemap/schema.ts'
import { namesOf } from './names.ts'

/** Names as the map writes them: `name` for all, and what Vietnamese or English differ in. */
export function nameAttributes(tags: Tags): Attributes {
  const { name, nameEn } = namesOf(tags)
  if (name === '') return {}
  const local = (tags['name'] ?? '').normalize('NFC').trim()
  return {
    name: local === '' ? name : local,
    ...(local === '' || local === name ? {} : { 'name:vi': name }),
    ...(nameEn === null ? {} : { 'name:en': nameEn }),
  }
}
