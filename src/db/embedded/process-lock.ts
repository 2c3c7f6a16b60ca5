import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { reasonOf } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { shownAddress } from '../../base/shown-text.ts'
import { isAlive, machineName } from './machine.ts'

/*
 * A file that says which process may do something. It is made with O_EXCL, so of two processes one
 * gets it. It is stale when its process is gone; one that was killed leaves it behind, and the next
 * process takes it over.
 *
 * Whether a process is gone can be told only where its number means something, by that and its
 * start time (numbers are used again). Machines and containers on one volume, which may share a
 * host name, have numbers of their own: their holder is alive while it touches the file.
 */

export interface LockHolder {
  readonly pid: number
  /** Separates two processes with one id; empty where the system has nothing for it. */
  readonly started: string
  /** The space in which its process id means something (machine.ts). */
  readonly machine: string
  readonly command: string
  /** Path of the socket on which it serves; empty when it serves nothing. */
  readonly socketPath: string
  /** In which the lock was made (`directoryIdentity`); empty in one of an older Saola. */
  readonly directory: string
}

export interface ProcessLock {
  /** Gives the lock back if it is still this process's. Synchronous, for the `exit` event. */
  release(): void
}

const TOUCH_MS = 5_000
const UNTOUCHED_MS_MAX = 30_000
/** After so many in a row that failed, another machine may take the lock over. */
const MISSED_TOUCHES_MAX = UNTOUCHED_MS_MAX / TOUCH_MS
/** Time that a file may be empty between being made and being written. */
const EMPTY_MS_MAX = 2_000
const TAKEOVER_MS_MAX = 10_000

/**
 * Takes the lock, over from a dead process too, and a copied one, which is told. Null when a live
 * process has it.
 */
export function takeProcessLock(path: string, socketPath: string, log: Log): ProcessLock | null {
  const content = JSON.stringify({
    pid: process.pid,
    started: startOf(process.pid) ?? '',
    machine: machineName(),
    command: ['saola', ...process.argv.slice(2).map(shownAddress)].join(' '),
    socketPath,
    directory: directoryIdentity(dirname(path)),
  } satisfies LockHolder)
  if (!createExclusively(path, content)) {
    const found = readText(path)
    const fault = found === null ? null : faultOf(path, found)
    if (found !== null && (fault === null || !removeLock(path, found))) return null
    if (!createExclusively(path, content)) return null
    if (fault !== null) log(`The lock ${path} ${fault}: it is replaced.`, 'warn')
  }
  const touching = keepTouching(path, content, log)
  return {
    release() {
      clearInterval(touching)
      try {
        if (readText(path) === content) rmSync(path, { force: true })
      } catch (error) {
        // The error that ends this process is not to be hidden by that.
        log(`warning: the lock ${path} could not be deleted: ${reasonOf(error)}`, 'warn')
      }
    },
  }
}

/** The live process that has the lock; null when it is free, or just being taken. */
export function holderOf(path: string): LockHolder | null {
  const holder = readHolder(path)
  return holder && !isGone(path, holder) && !isCopied(path, holder) ? holder : null
}

/** The live process that a copied lock names, which holds the original; null when it is no copy. */
export function holderOfOriginal(path: string): LockHolder | null {
  const holder = readHolder(path)
  return holder && !isGone(path, holder) && isCopied(path, holder) ? holder : null
}

/**
 * `66306:1835013`: device and inode, by which a directory is the same under every path, when it is
 * moved too, and a copy is another one. Throws when it cannot be looked at.
 */
export function directoryIdentity(directory: string): string {
  const { dev, ino } = statSync(directory, { bigint: true })
  return `${dev}:${ino}`
}

/**
 * Removes the lock of a dead process; whether the way is free. A second file, held for a moment,
 * keeps two processes from both seeing the dead one's lock and one removing the other's new one: a
 * new lock is left alone.
 */
export function removeLock(path: string, left: string): boolean {
  const takeover = `${path}.takeover`
  if (!createExclusively(takeover, String(process.pid))) {
    if (ageMs(takeover) > TAKEOVER_MS_MAX) rmSync(takeover, { force: true })
    return false
  }
  try {
    if (readText(path) === left) rmSync(path, { force: true })
    return true
  } finally {
    rmSync(takeover, { force: true })
  }
}

/** Shows other machines that its process lives. A disk that fails for a moment must not end it. */
function keepTouching(path: string, content: string, log: Log): Timer {
  let missed = 0
  const touching = setInterval(() => {
    const fault = touch(path, content)
    missed = fault === null ? 0 : missed + 1
    if (missed === 1) log(`warning: the lock ${path} could not be touched: ${fault}`, 'warn')
    if (missed === MISSED_TOUCHES_MAX) {
      log(
        `warning: the lock ${path} could not be touched for ${UNTOUCHED_MS_MAX / 1000} s ` +
          `(${fault}): another process may take it. Look at the disk, and stop one of the two.`,
        'warn',
      )
    }
  }, TOUCH_MS)
  touching.unref()
  return touching
}

/** The fault; null when there was none. */
function touch(path: string, content: string): string | null {
  try {
    if (readText(path) !== content) return 'it is not the one that this process has made'
    const now = new Date()
    utimesSync(path, now, now)
    return null
  } catch (error) {
    return reasonOf(error)
  }
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

/** The reason why the lock binds no process; null when it does, or is just being written. */
function faultOf(path: string, text: string): string | null {
  const holder = parse(text)
  if (!holder) return ageMs(path) > EMPTY_MS_MAX ? 'was never written to its end' : null
  const { pid, machine, command } = holder
  const who = `process ${pid} on ${machine} (${command})`
  if (isGone(path, holder)) return `was left by ${who}, which has ended`
  return isCopied(path, holder) ? `is a copy, of ${who}, which holds another directory` : null
}

/**
 * Another machine may number the same device otherwise. There the copy is stale soon, because no
 * process touches it.
 */
function isCopied(path: string, { machine, directory }: LockHolder): boolean {
  if (directory === '' || machine !== machineName()) return false
  return directory !== directoryIdentity(dirname(path))
}

function isGone(path: string, holder: LockHolder): boolean {
  const { pid, machine } = holder
  if (machine !== machineName() || isHidden(pid)) return ageMs(path) > UNTOUCHED_MS_MAX
  const started = startOf(pid)
  return started === null || started !== holder.started
}

/**
 * Whether there is such a process, of which the system tells nothing: with `hidepid`, which is
 * systemd's ProtectProc, nothing of other users' processes, and of those in other user name spaces.
 */
function isHidden(pid: number): boolean {
  return process.platform === 'linux' && readText(`/proc/${pid}/stat`) === null && isAlive(pid)
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
  if (!isAlive(pid)) return null
  if (process.platform === 'win32') return ''
  return Bun.spawnSync(['ps', '-o', 'lstart=', '-p', String(pid)])
    .stdout.toString()
    .trim()
}

function readHolder(path: string): LockHolder | null {
  const text = readText(path)
  return text === null ? null : parse(text)
}

/** Null for what is not written to its end, or was written by something else. */
function parse(text: string): LockHolder | null {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof found !== 'object' || found === null) return null
  const fields: Partial<Record<keyof LockHolder, unknown>> = found
  const { pid, started, machine, command, socketPath, directory = '' } = fields
  if (typeof pid !== 'number' || typeof started !== 'string') return null
  if (typeof machine !== 'string' || typeof command !== 'string') return null
  if (typeof socketPath !== 'string' || typeof directory !== 'string') return null
  return { pid, started, machine, command, socketPath, directory }
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
