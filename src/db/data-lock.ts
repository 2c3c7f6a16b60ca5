import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shownAddress } from '../base/shown-address.ts'
import { machineName } from './machine.ts'

/*
 * Who may open the embedded database of a data directory: the process that the lock file names.
 * The file is made with O_EXCL, so of two processes one gets it. It is stale when its process is
 * gone; one that was killed leaves it behind, and the next process takes it over.
 *
 * Whether a process is gone can be told only where its number means something, by that and its
 * start time (numbers are used again). Machines and containers on one volume, which may share a
 * host name, have numbers of their own: their holder is alive while it touches the file.
 */

export interface LockHolder {
  readonly pid: number
  /** Tells two processes with one number apart; empty where the system does not say. */
  readonly started: string
  /** Where its number means something (machine.ts). */
  readonly machine: string
  readonly command: string
  /** Where it serves the database. */
  readonly socketPath: string
}

export interface DataLock {
  /** Gives the lock back if it is still this process's. Synchronous, for the `exit` event. */
  release(): void
}

const FILE_NAME = 'saola.lock'
const TOUCH_MS = 5_000
const UNTOUCHED_MS_MAX = 30_000
/** How long a file may be empty between being made and being written. */
const EMPTY_MS_MAX = 2_000
const TAKEOVER_MS_MAX = 10_000

/** Takes the lock, over from a dead process too. Null when a live process has it. */
export function takeLock(directory: string, socketPath: string): DataLock | null {
  const path = join(directory, FILE_NAME)
  const content = JSON.stringify({
    pid: process.pid,
    started: startOf(process.pid) ?? '',
    machine: machineName(),
    command: ['saola', ...process.argv.slice(2).map(shownAddress)].join(' '),
    socketPath,
  } satisfies LockHolder)
  if (!createExclusively(path, content)) {
    if (!removeStale(path) || !createExclusively(path, content)) return null
  }
  const touching = setInterval(() => {
    const now = new Date()
    if (readText(path) === content) utimesSync(path, now, now)
  }, TOUCH_MS)
  touching.unref()
  return {
    release() {
      clearInterval(touching)
      if (readText(path) === content) rmSync(path, { force: true })
    },
  }
}

/** The live process that has the lock; null when nobody has it, or it is just being taken. */
export function lockHolder(directory: string): LockHolder | null {
  const path = join(directory, FILE_NAME)
  const text = readText(path)
  const holder = text === null ? null : parse(text)
  return holder && !isGone(path, holder) ? holder : null
}

function createExclusively(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * Removes the lock of a dead process; whether the way is free. A second file, held for a moment,
 * keeps two processes from both seeing the dead one's lock and one removing the other's new one.
 */
function removeStale(path: string): boolean {
  const text = readText(path)
  if (text === null) return true
  if (!isStale(path, text)) return false
  const takeover = `${path}.takeover`
  if (!createExclusively(takeover, String(process.pid))) {
    if (ageMs(takeover) > TAKEOVER_MS_MAX) rmSync(takeover, { force: true })
    return false
  }
  try {
    if (readText(path) === text) rmSync(path, { force: true })
    return true
  } finally {
    rmSync(takeover, { force: true })
  }
}

function isStale(path: string, text: string): boolean {
  const holder = parse(text)
  return holder ? isGone(path, holder) : ageMs(path) > EMPTY_MS_MAX
}

function isGone(path: string, holder: LockHolder): boolean {
  if (holder.machine !== machineName()) return ageMs(path) > UNTOUCHED_MS_MAX
  const started = startOf(holder.pid)
  return started === null || started !== holder.started
}

/** When a process was started, in the system's own terms; null when there is no such process. */
function startOf(pid: number): string | null {
  if (process.platform === 'linux') {
    const stat = readText(`/proc/${pid}/stat`)
    // The name, field 2, may hold anything; behind its bracket, field 22 is ticks since boot.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended: only its parent has not noticed yet.
    return !fields || fields[0] === 'Z' ? null : (fields[19] ?? null)
  }
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return null
  }
  if (process.platform === 'win32') return ''
  return Bun.spawnSync(['ps', '-o', 'lstart=', '-p', String(pid)])
    .stdout.toString()
    .trim()
}

function parse(text: string): LockHolder | null {
  try {
    return JSON.parse(text) as LockHolder
  } catch {
    return null
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH')) return null
    throw error
  }
}

function ageMs(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? Date.now() - stat.mtimeMs : 0
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
