import { describe, expect, test } from 'bun:test'
import { globSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'

/*
 * Keeps the rules of the house that neither the compiler nor Biome knows: which folder may import
 * which, what the serving path may load, purity of the domain, sizes, names, loose ends. Every rule
 * is a function from one source text to its faults, and is itself tested on small bad samples.
 */

const ROOT = join(import.meta.dir, '..')
const LINES_MAX = 400
const FUNCTION_LINES_MAX = 70
const COLUMNS_MAX = 100
const FOLDER_FILES_MAX = 20
const PARAMETERS_MAX = 5

const DOMAIN = ['search', 'convert', 'boundaries', 'pois', 'tiles', 'basemap', 'routing', 'access']
const PURE = ['base', 'geo', 'text', ...DOMAIN]

/** What the files of a folder of src/ may import besides their own folder. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  geo: ['base'],
  text: ['base'],
  system: ['base'],
  ...Object.fromEntries(DOMAIN.map((folder) => [folder, ['base', 'geo', 'text']])),
  osm: ['base', 'geo'],
  db: ['base', 'geo', 'system', 'postgres-url.ts', ...DOMAIN],
  import: ['base', 'geo', 'text', 'system', 'osm', 'db', ...DOMAIN],
  backup: ['base', 'system', 'db'],
  web: ['base', 'basemap'],
  http: ['base', 'geo', 'text', 'web', ...DOMAIN],
  'setting-kind.ts': [],
  'postgres-url.ts': ['setting-kind.ts'],
  'config.ts': ['base', 'setting-kind.ts', 'postgres-url.ts'],
  'version.ts': [],
  'dataset.ts': ['base', 'geo', 'system', ...DOMAIN],
  'builtin-edition.ts': DOMAIN,
  control: ['base', 'system', 'db', 'dataset.ts', ...DOMAIN],
  serving: ['base', 'system', 'http', 'dataset.ts', ...DOMAIN],
  bulk: ['base', 'text', 'system', 'db', 'serving', 'dataset.ts', ...DOMAIN],
  'app.ts': [
    ...['base', 'db', 'http', 'import', 'config.ts', 'version.ts'],
    ...['control', 'serving', 'dataset.ts', 'builtin-edition.ts', ...DOMAIN],
  ],
  commands: [
    ...['base', 'geo', 'text', 'system', 'osm', 'db', 'import', 'config.ts', 'version.ts'],
    'postgres-url.ts',
    ...['app.ts', 'backup', 'bulk', 'control', 'serving', 'dataset.ts', ...DOMAIN],
  ],
  'main.ts': ['base', 'commands', 'version.ts'],
  'main.worker.ts': ['commands', 'main.ts'],
}

/**
 * What the files of a subfolder may import of the others, from the top down: each only of those
 * behind it. Files beside the subfolders, and the subfolders that are not listed, stand above all.
 */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  search: ['interpret', 'match', 'score', 'context', 'plan', 'answer', 'index', 'model'],
  routing: ['narrative', 'guidance', 'path', 'graph', 'profile', 'model'],
  http: ['routes', 'docs', 'json', 'request', 'telemetry', 'params'],
  import: [
    ...['map', 'dataset', 'operator', 'streets', 'units', 'passes', 'roads'],
    ...['report', 'fetch', 'tags'],
  ],
}

interface Import {
  readonly target: string
  /** Gone after compilation: `import type`, or only `type` names in the braces. */
  readonly isType: boolean
  readonly isLazy: boolean
}

function importsOf(source: string): Import[] {
  const found: Import[] = []
  for (const [, type, names = '', target = ''] of source.matchAll(
    /^(?:import|export) (type )?([^'"`;=()]*?) ?from '([^']+)'/gm,
  )) {
    const inBraces = /^\{([^}]*)\}$/.exec(names.trim())?.[1]
    const areTypes = inBraces?.split(',').every((name) => /^\s*(type |$)/.test(name)) === true
    found.push({ target, isType: type !== undefined || areTypes, isLazy: false })
  }
  for (const [, target = ''] of source.matchAll(/^import '([^']+)'/gm)) {
    found.push({ target, isType: false, isLazy: false })
  }
  for (const [, target = ''] of source.matchAll(/\bimport\(\s*'([^']+)'/g)) {
    found.push({ target, isType: false, isLazy: true })
  }
  return found
}

/** `src/geo/bbox.ts` ▶ `geo`; `src/app.ts` ▶ `app.ts`; null outside src/. */
function layerOf(path: string): string | null {
  const [top, layer] = path.split('/')
  return top === 'src' && layer ? layer : null
}

function resolveImport(from: string, target: string): string | null {
  return target.startsWith('.') ? posix.join(posix.dirname(from), target) : null
}

function arrowFaults(path: string, source: string): string[] {
  const layer = layerOf(path)
  if (layer === null) return []
  const allowed = ARROWS[layer]
  if (!allowed) return [`${path}: the folder ${layer} has no place in the layout`]
  return importsOf(source).flatMap(({ target, isType }) => {
    const to = layerOf(resolveImport(path, target) ?? '')
    if (to === null || to === layer) return []
    if (!allowed.includes(to)) return [`${path}: ${layer} imports ${to} (${target})`]
    if (layer === 'db' && DOMAIN.includes(to) && !isType && to !== 'access') {
      return [`${path}: db takes types from ${to}, not code (${target})`]
    }
    return []
  })
}

/** `src/search/plan/a.ts` ▶ `plan`; null for a file beside the subfolders. */
function subfolderOf(path: string): string | null {
  const parts = path.split('/')
  return parts.length > 3 ? (parts[2] ?? null) : null
}

function floorFaults(path: string, source: string): string[] {
  const layer = layerOf(path)
  const floors = layer === null ? undefined : FLOORS[layer]
  const from = floors?.indexOf(subfolderOf(path) ?? '') ?? -1
  if (!floors || from < 0) return []
  return importsOf(source).flatMap(({ target }) => {
    const to = resolveImport(path, target) ?? ''
    if (layerOf(to) !== layer || subfolderOf(to) === subfolderOf(path)) return []
    const isBelow = floors.indexOf(subfolderOf(to) ?? '') > from
    return isBelow ? [] : [`${path}: ${floors[from]} imports ${to}`]
  })
}

function folderFaults(sources: Sources): string[] {
  const folders = Map.groupBy(
    [...sources.keys()].filter((path) => path.startsWith('src/')),
    (path) => posix.dirname(path),
  )
  return [...folders]
    .filter(([, files]) => files.length > FOLDER_FILES_MAX)
    .map(([folder, files]) => `${folder}: ${files.length} files`)
}

const IMPURE = [
  [/\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/, 'reads the clock'],
  [/\bMath\.random\b|\brandomBytes\b|\brandomUUID\b|\bgetRandomValues\b/, 'is random'],
  [/\bprocess\.|\bBun\.(?!hash\b|CryptoHasher\b|SHA256\b)/, 'touches the process'],
  [/\bfetch\(|\bWebSocket\b|\bnew Worker\b/, 'does input or output'],
  [/\basync\b|\bawait\b|\bPromise\b|\bset(Timeout|Interval|Immediate)\b/, 'is asynchronous'],
  [/\bconsole\./, 'writes a log'],
] as const
const PURE_BUILTINS = ['node:crypto', 'node:zlib', 'node:net']

const transpiler = new Bun.Transpiler({ loader: 'ts', target: 'bun' })

function purityFaults(path: string, source: string): string[] {
  const layer = layerOf(path)
  if (layer === null || !PURE.includes(layer)) return []
  // What runs, without types and comments, which may say `async` and `Promise` as they like.
  const code = transpiler.transformSync(source)
  const faults = IMPURE.flatMap(([pattern, fault]) =>
    pattern.test(code) ? [`${path}: ${fault} (${pattern.exec(code)?.[0]})`] : [],
  )
  for (const { target } of importsOf(source)) {
    if (target.startsWith('node:') && !PURE_BUILTINS.includes(target)) {
      faults.push(`${path}: imports ${target}`)
    }
  }
  return faults
}

function sizeFaults(path: string, source: string): string[] {
  const lines = source.split('\n')
  const faults: string[] = []
  if (lines.length - 1 > LINES_MAX) faults.push(`${path}: ${lines.length - 1} lines`)
  lines.forEach((line, i) => {
    if ([...line].length > COLUMNS_MAX) faults.push(`${path}:${i + 1}: ${line.length} columns`)
    const indent = (FUNCTION.exec(line) ?? METHOD.exec(line))?.[1]
    if (indent === undefined) return
    const end = lines.findIndex(
      (other, j) => j > i && /^\s*\},?$/.test(other) && other.startsWith(`${indent}}`),
    )
    if (end - i >= FUNCTION_LINES_MAX) faults.push(`${path}:${i + 1}: ${end - i + 1} lines long`)
  })
  return faults
}

const FUNCTION = /^(\s*)(?:export )?(?:default )?(?:async )?function\b/
/** Of a class: in its body, with a body of its own. */
const METHOD =
  /^( {2})(?:private |override |static |async |get |set |\*)*(?!if\b|for\b|while\b|switch\b)#?[a-z]\w*(?:<[^(]*>)?\([^=]*\)(?:: [^=]+)? \{$/

/** The kernels on typed arrays, which would have to make a record for each call of a hot loop. */
const MANY_PARAMETERS = /^src\/(geo|osm|tiles|boundaries|routing\/build|search\/(reverse|build))\//

/** Functions and methods that take more than PARAMETERS_MAX, which Biome lays out one a line. */
function parameterFaults(path: string, source: string): string[] {
  if (!path.startsWith('src/') || MANY_PARAMETERS.test(path)) return []
  const lines = source.split('\n')
  return lines.flatMap((line, i) => {
    const indent = /^(\s*)(?:[\w ]*\bfunction\b[^(]*|(?:private |async |\*)*#?\w+)\($/.exec(
      line,
    )?.[1]
    if (indent === undefined) return []
    const end = lines.findIndex((other, j) => j > i && other.startsWith(`${indent})`))
    if (!lines[end]?.endsWith('{')) return []
    const isOwn = new RegExp(`^${indent} {2}[\\w{[.]`)
    const parameters = lines.slice(i + 1, end).filter((each) => isOwn.test(each))
    return parameters.length > PARAMETERS_MAX
      ? [`${path}:${i + 1}: ${parameters.length} parameters`]
      : []
  })
}

const LOOSE = [
  [/\b(TODO|FIXME|XXX|HACK)\b/, 'is a loose end'],
  [/@ts-(ignore|nocheck|expect-error)/, 'silences the compiler'],
  [/(:|\bas|[<|,]) ?any\b(?=[\s,;)>[\]|=]|$)/, 'says any'],
  [/\b(test|it|describe)\.(skip|todo|only)\b(?!If)/, 'leaves a test out'],
  [/(^|[\s'"`(])\/(work|root|home)\//, 'names a path of one machine'],
  [/\bregistry\.[a-z]+\.[a-z]+/, 'names a package registry'],
] as const

function looseFaults(path: string, source: string): string[] {
  return source.split('\n').flatMap((line, i) => {
    const isProse = /^\s*(\*|\/\*|\/\/)/.test(line)
    const code = isProse ? '' : line.replace(/'(?:[^'\\]|\\.)*'/g, "''")
    return LOOSE.flatMap(([pattern, fault]) => {
      // The word is English too: only code is asked for it.
      if (!pattern.test(fault === 'says any' ? code : line)) return []
      return [`${path}:${i + 1}: ${fault}: ${line.trim()}`]
    })
  })
}

function nameFaults(path: string): string[] {
  const vague = /(^|\/)(utils?|helpers?|common|misc|shared|types)(\.ts|\/)/.exec(path)?.[2]
  return vague === undefined || path.startsWith('test/')
    ? []
    : [`${path}: ${vague} is no noun of ours`]
}

type Sources = ReadonlyMap<string, string>

/** Every file that running `entry` loads before anything is asked of it. */
function loadedBy(entry: string, sources: Sources): Set<string> {
  const loaded = new Set<string>()
  const waiting = [entry]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const source = sources.get(path)
    if (source === undefined || loaded.has(path)) continue
    loaded.add(path)
    for (const { target, isType, isLazy } of importsOf(source)) {
      const next = resolveImport(path, target)
      if (next !== null && !isType && !isLazy) waiting.push(next)
    }
  }
  return loaded
}

/** The server only queries: what builds indexes and reads extracts is loaded when asked for. */
function servingFaults(sources: Sources): string[] {
  const entries = [...sources.keys()].filter((path) =>
    /^src\/(app\.ts|http\/|serving\/)/.test(path),
  )
  return entries.flatMap((entry) =>
    [...loadedBy(entry, sources)]
      .filter((path) => /^src\/(import|osm)\/|\/build(-[\w-]+)?\.ts$|\/build\//.test(path))
      .map((path) => `${entry} loads ${path}`),
  )
}

function cycleFaults(sources: Sources): string[] {
  const done = new Set<string>()
  const faults: string[] = []
  function visit(path: string, trail: readonly string[]): void {
    if (trail.includes(path)) {
      faults.push([...trail.slice(trail.indexOf(path)), path].join(' ▶ '))
    }
    const source = sources.get(path)
    if (source === undefined || done.has(path)) return
    done.add(path)
    for (const { target, isType, isLazy } of importsOf(source)) {
      const next = resolveImport(path, target)
      if (next !== null && !isType && !isLazy) visit(next, [...trail, path])
    }
  }
  for (const path of sources.keys()) visit(path, [])
  return faults
}

/** Files of `src/` that no other file loads, workers apart: a move has left them behind. */
function strayFaults(sources: Sources): string[] {
  const loaded = new Set<string | null>(['src/main.ts'])
  for (const [path, source] of sources) {
    if (path.startsWith('test/')) continue
    for (const { target } of importsOf(source)) loaded.add(resolveImport(path, target))
  }
  const isProgram = (path: string) => /^src\/.*(?<!\.d|\.worker)\.ts$/.test(path)
  return [...sources.keys()].filter((path) => isProgram(path) && !loaded.has(path))
}

function readSources(): Sources {
  const paths = globSync(
    ['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'packaging/**/*.ts', '.ci/*', '*.ts'],
    {
      cwd: ROOT,
    },
  )
  return new Map(
    paths
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => basename(path) !== 'tidy.test.ts')
      .sort()
      .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  )
}

describe('the tree', () => {
  const sources = readSources()
  const all = (rule: (path: string, source: string) => string[]): string[] =>
    [...sources].flatMap(([path, source]) => rule(path, source))

  test('arrows go down', () => expect(all(arrowFaults)).toEqual([]))
  test('arrows between the subfolders of a domain go down', () =>
    expect(all(floorFaults)).toEqual([]))
  test('folders are small', () => expect(folderFaults(sources)).toEqual([]))
  test('functions take few parameters', () => expect(all(parameterFaults)).toEqual([]))
  test('nothing imports in a circle', () => expect(cycleFaults(sources)).toEqual([]))
  test('no file of the program is left behind', () => expect(strayFaults(sources)).toEqual([]))
  test('the serving path loads no build', () => expect(servingFaults(sources)).toEqual([]))
  test('domain code is pure and synchronous', () => expect(all(purityFaults)).toEqual([]))
  test('files, functions and lines are short', () => expect(all(sizeFaults)).toEqual([]))
  test('there are no loose ends', () => expect(all(looseFaults)).toEqual([]))
  test('files are named for their noun', () => expect(all(nameFaults)).toEqual([]))
})

describe('the rules can fail', () => {
  test.each([
    ['src/geo/a.ts', "import { b } from '../text/b.ts'"],
    ['src/search/a.ts', "import type { B } from '../pois/b.ts'"],
    ['src/http/a.ts', "import {\n  b,\n  c,\n} from '../db/b.ts'"],
    ['src/http/routes/a.ts', "export { b } from '../../db/b.ts'"],
    ['src/db/a.ts', "import { b } from '../search/b.ts'"],
    ['src/base/a.ts', "const b = await import('../geo/b.ts')"],
    ['src/osm/a.ts', "import '../search/b.ts'"],
    ['src/stuff/a.ts', ''],
  ])('arrow: %s %s', (path, source) => expect(arrowFaults(path, source)).toHaveLength(1))

  test.each([
    ['src/search/a.ts', "import { b } from './b.ts'\nimport { c } from '../geo/c.ts'"],
    ['src/db/a.ts', "import { type B, type C } from '../search/b.ts'"],
    ['src/http/a.ts', "import { Elysia } from 'elysia'"],
  ])('no arrow: %s %s', (path, source) => expect(arrowFaults(path, source)).toEqual([]))

  test.each([
    'export const a = () => Date.now()',
    'export const a = Math.random()',
    "export const a = process.env['HOME']",
    'export async function a() {}',
    "export const a = Bun.file('x')",
    'export const a = () => console.log(1)',
    "import { readFileSync } from 'node:fs'\nexport const a = readFileSync",
  ])('impure: %s', (source) => expect(purityFaults('src/geo/a.ts', source)).toHaveLength(1))

  test('a comment or a type may speak of what code may not do', () => {
    const source = '/** Not async: no await, no Date.now(). */\nexport type A = Promise<number>\n'
    expect(purityFaults('src/geo/a.ts', source)).toEqual([])
  })

  test('long things are found', () => {
    expect(sizeFaults('a.ts', 'x\n'.repeat(LINES_MAX))).toEqual([])
    expect(sizeFaults('a.ts', 'x\n'.repeat(LINES_MAX + 1))).toHaveLength(1)
    expect(sizeFaults('a.ts', 'x'.repeat(COLUMNS_MAX + 1))).toHaveLength(1)
    const body = '  x()\n'.repeat(FUNCTION_LINES_MAX - 1)
    expect(sizeFaults('a.ts', `export function a() {\n${body}}\n`)).toHaveLength(1)
    expect(sizeFaults('a.ts', `function a() {\n${body.slice(6)}}\n`)).toEqual([])
  })

  test.each([
    'const a: any = 1',
    'const a = b as any',
    'const a: Map<string, any> = b',
    `// ${'TO'}DO later`,
    '// @ts-ignore',
    `test.${'skip'}('a', () => {})`,
    "const a = '/home/me/x'",
    'https://registry.example.org/',
  ])('loose: %s', (line) => expect(looseFaults('src/a.ts', line)).toHaveLength(1))

  test.each([
    '// any of them: any order will do',
    "const text = 'anything'",
    "test.skipIf(file === null)('a', () => {})",
  ])('not loose: %s', (line) => expect(looseFaults('src/a.ts', line)).toEqual([]))

  test.each(['src/utils.ts', 'src/common/a.ts', 'src/db/types.ts'])('name: %s', (path) =>
    expect(nameFaults(path)).toHaveLength(1),
  )

  test('a build module on the serving path is found, however far away', () => {
    const sources = new Map([
      ['src/app.ts', "import { a } from './search/a.ts'\nconst b = () => import('./import/b.ts')"],
      ['src/search/a.ts', "import { layout } from './build.ts'"],
      ['src/search/build.ts', ''],
      ['src/import/b.ts', ''],
    ])
    expect(servingFaults(sources)).toEqual(['src/app.ts loads src/search/build.ts'])
  })

  test('a file left behind is found', () => {
    const sources = new Map([
      ['src/main.ts', "import { a } from './geo/a.ts'"],
      ['src/geo/a.ts', ''],
      ['src/geo/b.ts', ''],
      ['test/geo/b.test.ts', "import { b } from '../../src/geo/b.ts'"],
    ])
    expect(strayFaults(sources)).toEqual(['src/geo/b.ts'])
  })

  test('a circle is found', () => {
    const sources = new Map([
      ['src/geo/a.ts', "import { b } from './b.ts'"],
      ['src/geo/b.ts', "import { a } from './a.ts'"],
    ])
    expect(cycleFaults(sources)).toEqual(['src/geo/a.ts ▶ src/geo/b.ts ▶ src/geo/a.ts'])
  })
})
