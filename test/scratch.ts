import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * Scratch directories of the suite, all in one directory a process, `saola-test-<user>-<pid>`.
 * `bun test` runs no `exit` handlers, so each run removes what runs of its user before it have left
 * whose process is gone: nobody may remove what is another's.
 */

const PREFIX = `saola-test-${process.getuid?.() ?? 0}-`

/** A new empty directory. */
export function scratchDirectory(): string {
  return mkdtempSync(join(scratchRoot(), 'd'))
}

/** The directory that holds all of this process; removed by the first run after it. */
export function scratchRoot(): string {
  const root = join(tmpdir(), PREFIX + process.pid)
  if (mkdirSync(root, { recursive: true, mode: 0o755 }) !== undefined) removeOfDeadProcesses()
  return root
}

function removeOfDeadProcesses(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)$`).exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    const directory = join(tmpdir(), name)
    unmountBelow(directory)
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A process that was killed has left its small disks mounted (small-disk.ts). */
function unmountBelow(directory: string): void {
  if (process.platform !== 'linux') return
  for (const line of readFileSync('/proc/mounts', 'utf8').split('\n')) {
    const path = line.split(' ')[1] ?? ''
    if (path.startsWith(`${directory}/`)) Bun.spawnSync(['umount', '-l', path])
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
