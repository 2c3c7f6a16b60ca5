import { type FileHandle, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeyId, UserId } from '../access/key.ts'
import { ServiceError } from '../base/errors.ts'
import type { UsageBatch, UsageCount } from '../db/usage.ts'

/*
 * Counts on the disk that are not known to be in the database: a killed server loses none of them.
 * Each server has its own file, `usage-<writer>.journal`, of lines, each with the CRC-32 of the
 * JSON behind it in 8 hexadecimal digits:
 *
 *   crc {"writer":"…"}
 *   crc {"batch":7,"counts":[[user, key, day, endpoint, requests, billable], …]}
 *   NUL, behind the last line; the rest is older
 *
 * When the database has all of them, the next line is written over the first again: the file keeps
 * its room on a disk that becomes full. So an old line may be read, after a crash; the number of
 * its batch shows that the database has it.
 */

/** The content of a file of one writer. */
export interface KeptUsage {
  readonly writer: string
  readonly batches: readonly UsageBatch[]
}

const FILE_NAME = /^usage-[0-9a-f-]{36}\.journal$/
const UNFINISHED = '.new'
/** Room that a file takes at once. */
const RESERVED_BYTES = 256 << 10
const END = '\0'

export class UsageJournal {
  readonly path: string
  readonly #writer: string
  #file: FileHandle | null = null
  /** Position of the next line. */
  #at = 0
  /** Behind the first line. */
  #begin = 0
  /** Number of the last batch in the file; 0 for none. */
  #last = 0

  constructor(directory: string, writer: string) {
    this.path = join(directory, `usage-${writer}.journal`)
    this.#writer = writer
  }

  /**
   * Writes `pending` to the file, in the order of their numbers: all batches that are not known to
   * be in the database. Throws `DISK_FULL` with the system's message; call it again with the
   * batches that are pending then.
   */
  async keep(pending: readonly UsageBatch[]): Promise<void> {
    if (pending.length === 0) return this.#clear()
    if (this.#file === null || (await this.#isDeleted())) return this.#writeAnew(pending)
    const added = pending.filter(({ batch }) => batch > this.#last)
    if (added.length === 0) return
    this.#at = await writeLines(this.#file, this.#at, added.map(batchLine))
    this.#last = lastOf(added)
  }

  /**
   * Writes the file anew with `pending`, in which batches may be joined. False on a failure: while
   * there is no room for two files, the old one is as good.
   */
  async rewrite(pending: readonly UsageBatch[]): Promise<boolean> {
    return this.#writeAnew(pending).then(
      () => true,
      () => false,
    )
  }

  /** The last `keep`: the file stays for the next start, or is deleted when it is empty. */
  async close(pending: readonly UsageBatch[]): Promise<void> {
    await this.keep(pending)
    await this.#file?.close()
    this.#file = null
    if (pending.length === 0) await rm(this.path, { force: true })
  }

  async #clear(): Promise<void> {
    if (this.#file === null || this.#at === this.#begin) return
    this.#at = await writeLines(this.#file, this.#begin, [])
    this.#last = 0
  }

  /**
   * Deleted by a server that started beside this one, after it had written the counts to the
   * database.
   */
  async #isDeleted(): Promise<boolean> {
    return this.#file !== null && (await this.#file.stat()).nlink === 0
  }

  /** Under another name first, so that there is a whole file at any time. */
  async #writeAnew(pending: readonly UsageBatch[]): Promise<void> {
    const unfinished = this.path + UNFINISHED
    const file = await open(unfinished, 'w', 0o600)
    try {
      const begin = await writeLines(file, 0, [checkedLine({ writer: this.#writer })])
      const at = await writeLines(file, begin, pending.map(batchLine))
      const room = Math.max(0, RESERVED_BYTES - at)
      await writeAll(file, at, Buffer.alloc(room))
      await file.datasync()
      await rename(unfinished, this.path)
      await this.#file?.close()
      this.#file = file
      this.#begin = begin
      this.#at = at
      this.#last = lastOf(pending)
    } catch (error) {
      await file.close()
      await rm(unfinished, { force: true })
      throw error
    }
  }
}

/** Files of killed servers in the data directory, and those of servers that run beside this one. */
export async function usageJournals(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => FILE_NAME.test(name))
  return names.sort().map((name) => join(directory, name))
}

/** Throws `INVALID_FILE` for a file of another form. */
export async function readUsageJournal(path: string): Promise<KeptUsage> {
  const [text = ''] = (await readFile(path, 'utf8')).split(END)
  const [first, ...lines] = text.split('\n')
  const head = checkedValue(first ?? '')
  if (!isRecord(head) || typeof head['writer'] !== 'string') {
    throw new ServiceError('INVALID_FILE', `${path} is no journal of usage: move it away.`)
  }
  const batches: UsageBatch[] = []
  for (const line of lines) {
    const batch = batchOf(checkedValue(line))
    // Cut off when the server was killed: the bytes behind it are older.
    if (batch === null) break
    batches.push(batch)
  }
  return { writer: head['writer'], batches }
}

function batchLine({ batch, counts }: UsageBatch): string {
  const rows = counts.map(({ userId, keyId, day, endpoint, requests, billable }) => {
    return [userId, keyId, day, endpoint, requests, billable]
  })
  return checkedLine({ batch, counts: rows })
}

function batchOf(value: unknown): UsageBatch | null {
  if (!isRecord(value)) return null
  const { batch, counts } = value
  if (typeof batch !== 'number' || !Array.isArray(counts)) return null
  return { batch, counts: counts.map(countOf) }
}

/** By its checksum it is as `batchLine` made it. */
function countOf(row: [UserId, KeyId, string, string, number, number]): UsageCount {
  const [userId, keyId, day, endpoint, requests, billable] = row
  return { userId, keyId, day, endpoint, requests, billable }
}

function checkedLine(value: object): string {
  const json = JSON.stringify(value)
  return `${checksum(json)} ${json}\n`
}

/** Null for a line that is not whole. */
function checkedValue(line: string): unknown {
  const json = line.slice(9)
  return line.startsWith(`${checksum(json)} `) ? JSON.parse(json) : null
}

function checksum(text: string): string {
  return Bun.hash.crc32(text).toString(16).padStart(8, '0')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Writes lines and the end mark behind them to the disk. Returns the position of the mark. */
async function writeLines(file: FileHandle, at: number, lines: readonly string[]): Promise<number> {
  const bytes = Buffer.from(lines.join('') + END)
  await writeAll(file, at, bytes)
  await file.datasync()
  return at + bytes.length - END.length
}

async function writeAll(file: FileHandle, at: number, bytes: Buffer): Promise<void> {
  try {
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, at)
    // A disk that becomes full takes as much as still fits.
    if (bytesWritten < bytes.length) throw Object.assign(new Error(), { code: 'ENOSPC' })
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    if (!isFull) throw error
    throw new ServiceError('DISK_FULL', 'The disk is full: counts are in memory alone.')
  }
}

function lastOf(batches: readonly UsageBatch[]): number {
  return batches.at(-1)?.batch ?? 0
}
