/*
 * Writes data/notices.txt, which `saola licences` prints:
 *   bun packaging/notices.ts
 * Run it when a package was added, removed or updated. A test fails until that is done.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Part, partsInside } from './parts.ts'

const ROOT = join(import.meta.dir, '..')
export const NOTICES = join(ROOT, 'data/notices.txt')
const RULE = '='.repeat(80)

/** The licence of Saola and the notices of all that is inside its executable. */
export async function makeNotices(): Promise<string> {
  const parts = await partsInside()
  const own = readFileSync(join(ROOT, 'LICENSE'), 'utf8').trim()
  const list = parts.map(({ name, version, licence }) => `  ${name} ${version}: ${licence}`)
  const head = [`Saola is under the following licence.\n\n${own}`]
  head.push(`Its executable also holds:\n\n${list.join('\n')}`)
  return `${[...head, ...parts.map(section)].join(`\n\n${RULE}\n`)}\n`
}

function section({ name, version, licence, url, remark, notice }: Part): string {
  const lines = [`${name} ${version}`, `Licence: ${licence}`, `From: ${url}`]
  if (remark !== '') lines.push(remark)
  // Links to a registry's pages say no more than the names that they stand behind.
  const text = notice
    .replaceAll('\r', '')
    .replace(/\[([^\]]+)\]\(https:\/\/npmjs\.com[^)]*\)/g, '$1')
  return `${lines.join('\n')}\n\n${text}`
}

if (import.meta.main) await Bun.write(NOTICES, await makeNotices())
