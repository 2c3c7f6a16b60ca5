import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * A name, for files, of the space in which process ids mean the same: containers may share a host
 * name and yet have separate ids, which Linux calls a name space.
 */
export function machineName(): string {
  if (process.platform !== 'linux') return hostname()
  const space = readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')
  return `${hostname()}-${space}`
}

/** Whether a process with that id runs on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
