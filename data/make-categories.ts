/*
 * Makes data/categories.json from our taxonomy (make/taxonomy.ts) and the presets of the iD editor
 * (@openstreetmap/id-tagging-schema, ISC), which give the icons and what labels we leave out:
 *
 *   bun data/make-categories.ts
 */
import { join } from 'node:path'
import type { Category } from '../src/pois/categories.ts'
import { TAXONOMY } from './make/taxonomy.ts'

interface Named {
  readonly name?: string
}
interface Translation {
  readonly presets: { readonly presets: Readonly<Record<string, Named>> }
}
const icons: Readonly<Record<string, { readonly icon?: string }>> = await schema('presets')
const { en }: { en: Translation } = await schema('translations/en')
const { vi }: { vi: Translation } = await schema('translations/vi')
const englishNames = en.presets.presets
const vietnameseNames = vi.presets.presets

/** The package's declarations of its JSON need a compiler option that we do not set. */
function schema(name: string) {
  const path = Bun.resolveSync(
    `@openstreetmap/id-tagging-schema/dist/${name}.json`,
    import.meta.dir,
  )
  return Bun.file(path).json()
}

/** Of what iD knows no icon. */
const ICONS: Readonly<Record<string, string>> = {
  tea_house: 'maki-teahouse',
  heliport: 'maki-heliport',
  customs_office: 'temaki-town_hall',
  military_site: 'temaki-military',
  building: 'maki-building',
}

function categoriesOf(group: string, lines: string): Category[] {
  return lines
    .trim()
    .replaceAll('\n  ', ' ')
    .split('\n')
    .map((line) => {
      const [id = '', labelEn = '', labelVi = '', tagList = ''] = line.split(' | ')
      const tags = tagList.trim().split(/ +/)
      const known = tags.map(presetOf).find((preset) => icons[preset]?.icon !== undefined)
      const icon = icons[known ?? '']?.icon ?? ICONS[id]
      if (icon === undefined) throw new Error(`iD has no icon for ${id}: name one in ICONS`)
      return {
        id,
        group,
        labelEn: labelEn || labelOf(englishNames, known),
        labelVi: labelVi || labelOf(vietnameseNames, known),
        icon,
        tags,
      }
    })
}

/** `amenity=place_of_worship+religion=muslim` as `amenity/place_of_worship/muslim`. */
function presetOf(tag: string): string {
  const [primary = '', second] = tag.split('+')
  const preset = primary.replace('=', '/')
  return second === undefined ? preset : `${preset}/${second.split('=')[1]}`
}

function labelOf(names: Readonly<Record<string, Named>>, preset: string | undefined): string {
  const name = names[preset ?? '']?.name
  if (name === undefined) throw new Error(`iD has no name for ${preset}: write it in the taxonomy`)
  return name
}

const categories = Object.entries(TAXONOMY).flatMap(([group, lines]) => categoriesOf(group, lines))
checkUnique(categories.map(({ id }) => id))
checkUnique(categories.flatMap(({ tags }) => tags))
const rows = categories.map((category) => `  ${JSON.stringify(category)}`)
await Bun.write(join(import.meta.dir, 'categories.json'), `[\n${rows.join(',\n')}\n]\n`)
console.error(`${categories.length} categories`)

function checkUnique(values: readonly string[]): void {
  const twice = values.find((value, i) => values.indexOf(value) !== i)
  if (twice !== undefined) throw new Error(`${twice} stands twice in the taxonomy`)
}
