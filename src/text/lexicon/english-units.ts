import { withoutMarks } from '../fold.ts'
import { capitalized } from './concept.ts'
import { UNITS } from './units.ts'

/* Administrative units in English, for those that no source names in it: every former one. */

/** `District 5` for `Quận 5`, `Go Vap District` for `Quận Gò Vấp`. */
export function englishUnit(name: string): string {
  for (const { words, title } of UNITS) {
    if (!name.startsWith(`${capitalized(words)} `)) continue
    const bare = withoutMarks(name.slice(words.length + 1))
    return /^\d/.test(bare) ? `${title} ${bare}` : `${bare} ${title}`
  }
  return withoutMarks(name)
}
