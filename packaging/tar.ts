import { createTar } from 'nanotar'

/** A file of an archive; null is an empty directory. */
export interface Entry {
  /** With `/` between its parts. */
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer> | null
  readonly isExecutable?: boolean
}

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
  return Bun.gzipSync(new Uint8Array(createTar(items)), { level: 6 })
}
