import { createTar } from 'nanotar'

/** A file of an archive; null is an empty directory. */
export interface Entry {
  /** With `/` between its parts. */
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer> | null
  readonly isExecutable?: boolean
}

const BLOCK_BYTES = 512

/** `.tar.gz` that depends on nothing else: sorted, owned by root, all of one date. */
export function tarGz(entries: readonly Entry[], date: Date): Uint8Array<ArrayBuffer> {
  const items = entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, content, isExecutable = false }) => {
      const isDirectory = content === null
      const mode = isDirectory || isExecutable ? '755' : '644'
      const attrs = { mode, mtime: date.getTime(), uid: 0, gid: 0, user: 'root', group: 'root' }
      return isDirectory ? { name: `${name}/`, attrs } : { name, data: content, attrs }
    })
  const tar = createTar(items)
  // The end of an archive is two empty blocks, of which the library writes one.
  const ended = new Uint8Array(tar.length + BLOCK_BYTES)
  ended.set(tar)
  return Bun.gzipSync(ended, { level: 6 })
}
