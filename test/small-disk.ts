import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { scratchDirectory } from './scratch.ts'

/* A disk that a test can fill: a file system in memory, which only root of Linux may mount. */

export interface SmallDisk {
  readonly directory: string
  freeBytes(): number
  /** Leaves so many bytes free. */
  fill(freeBytes: number): void
  /** Frees what `fill` took. */
  empty(): void
  unmount(): void
}

const FILLING = 'filling'

/** Whether the suite can mount one; says so on stderr when not, and the caller skips. */
export function hasSmallDisks(): boolean {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  const disk = isRoot ? mountSmallDisk(1) : null
  disk?.unmount()
  if (disk === null) console.error('Skipped what needs a small disk: only root may mount one.')
  return disk !== null
}

/** Null when it cannot be mounted. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const directory = scratchDirectory()
  const size = `size=${megabytes}m`
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', size, 'tmpfs', directory])
  if (mounted.exitCode !== 0) return null
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  }
  const empty = (): void => rmSync(join(directory, FILLING), { force: true })
  return {
    directory,
    freeBytes,
    fill(left) {
      empty()
      const bytes = freeBytes() - left
      if (bytes <= 0) return
      // Nothing else waits while hundreds of megabytes are written.
      const { exitCode, stderr } = Bun.spawnSync([
        'fallocate',
        '-l',
        String(bytes),
        join(directory, FILLING),
      ])
      if (exitCode !== 0) throw new Error(`fallocate: ${stderr}`)
    },
    empty,
    unmount() {
      // Lazily: a process that was killed may still be ending.
      Bun.spawnSync(['umount', '-l', directory])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
