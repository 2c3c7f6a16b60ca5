import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchDirectory } from './scratch.ts'

/** A change of a source file (`sourceFile`): behind the first `after` stands `line`, too. */
export interface Insertion {
  readonly file: string
  readonly after: string
  readonly line: string
}

const ROOT = join(import.meta.dir, '..')

/** The one file under src/ whose path ends so, from the root: files may move. */
export function sourceFile(name: string): string {
  const paths = globSync('src/**/*.ts', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))
  const [found, ...more] = paths.filter((path) => path.endsWith(`/${name}`))
  if (found === undefined || more.length > 0) throw new Error(`not one file ends in ${name}`)
  return found
}

/**
 * Runs a program in a Bun of its own for which files under src/ have more lines, as an engineer
 * would write them in: what the program prints as JSON. What it imports as `@/name.ts` is found by
 * `sourceFile`.
 */
export async function runChanged(insertions: readonly Insertion[], program: string) {
  const directory = scratchDirectory()
  const preload = join(directory, 'preload.ts')
  const main = join(directory, 'main.ts')
  const placed = insertions.map((each) => ({ ...each, file: sourceFile(each.file) }))
  writeFileSync(preload, preloadOf(placed))
  writeFileSync(
    main,
    program.replace(/@\/([^']+)/g, (_, name: string) => join(ROOT, sourceFile(name))),
  )
  const child = Bun.spawn([process.execPath, '--preload', preload, main], {
    cwd: ROOT,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, faults] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(faults)
  const value: unknown = JSON.parse(out)
  return value
}

function preloadOf(insertions: readonly Insertion[]): string {
  return `
    const insertions = ${JSON.stringify(insertions)}
    const root = ${JSON.stringify(`${ROOT}/`)}
    Bun.plugin({
      name: 'changed source',
      setup(build) {
        build.onLoad({ filter: /\\/src\\/.*\\.ts$/ }, async ({ path }) => {
          let contents = await Bun.file(path).text()
          for (const { file, after, line } of insertions) {
            if (path !== root + file) continue
            if (!contents.includes(after)) throw new Error(file + ' has no ' + after)
            contents = contents.replace(after, () => after + '\\n' + line)
          }
          return { contents, loader: 'ts' }
        })
      },
    })`
}
