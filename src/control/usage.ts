import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { KeyId, UserId } from '../access/key.ts'
import { mergedUsage, type UsageRow } from '../access/usage-counter.ts'
import { dateOfDay } from '../access/window.ts'
import { reasonOf } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { counted } from '../base/shown-text.ts'
import type { Database, Db } from '../db/client.ts'
import { addUsage, requestsIn, type UsageBatch, type UsageCount } from '../db/usage.ts'
import { readUsageJournal, UsageJournal, usageJournals } from './usage-journal.ts'

/** The source of counts: takes all that were made since the last call. */
export type Drain = () => Promise<readonly UsageRow[]>

/**
 * Callbacks on the progress of writing, by which the age of the oldest unwritten count is known.
 */
export interface FlushWatch {
  /** Before all counts are taken from their source. */
  takeOver(): void
  /** All counts taken are written. */
  handOver(): void
}

const UNWATCHED: FlushWatch = { takeOver() {}, handOver() {} }
/** Batches that wait for a database are joined when there are more than this. */
const WAITING_MAX = 600

export interface LedgerOptions {
  readonly db: Db
  readonly drain: Drain
  readonly ownerOf: (id: KeyId) => UserId | null
  /** The data directory, which holds the journal. */
  readonly directory: string
  readonly watch?: FlushWatch
}

/**
 * Writes counts to the database, each exactly once, by way of a journal on the disk. A batch that
 * was sent to a database that went away is sent again unchanged, before anything newer.
 */
export class UsageLedger {
  readonly #options: LedgerOptions
  readonly #watch: FlushWatch
  readonly #writer = randomUUID()
  readonly #journal: UsageJournal
  #batch = 0
  /** Batches that the database may have or not. */
  #sent: readonly UsageBatch[] = []
  /** Batches that it does not have. */
  #waiting: readonly UsageBatch[] = []
  #joinedAbove = WAITING_MAX

  constructor(options: LedgerOptions) {
    this.#options = options
    this.#watch = options.watch ?? UNWATCHED
    this.#journal = new UsageJournal(options.directory, this.#writer)
  }

  /** Writes all counts up to now to the disk. Never two calls at once. */
  async collect(): Promise<void> {
    await this.#take()
    if (this.#waiting.length > this.#joinedAbove) await this.#join()
    await this.#journal.keep(this.#pending())
  }

  /**
   * Writes all counts up to now to the database. Fails while the database is away; nothing is lost.
   */
  async flush(): Promise<void> {
    await this.#send()
    await this.#take()
    this.#sent = this.#waiting
    this.#waiting = []
    await this.#send()
    if (this.#waiting.length === 0) this.#watch.handOver()
  }

  /**
   * Ends the counting, when neither of the two above runs. Counts that are not known to be in the
   * database are kept for the next start, or lost when the disk fails, too; both are logged.
   */
  async close(log: Log): Promise<void> {
    await this.#take()
    const pending = this.#pending()
    const counts = `The counts of ${counted(requestsIn(pending), 'request')}`
    try {
      await this.#journal.close(pending)
      if (pending.length > 0) log(`${counts} are kept in ${this.#journal.path}.`, 'warn')
    } catch (error) {
      log(`${counts} could not be written and are lost: ${reasonOf(error)}`, 'error')
    }
  }

  async #take(): Promise<void> {
    this.#watch.takeOver()
    const counts = (await this.#options.drain()).flatMap((row) => this.#countOf(row))
    if (counts.length > 0) this.#waiting = [...this.#waiting, { batch: ++this.#batch, counts }]
  }

  /** One batch in place of the waiting ones: a long outage costs by key and day, not by time. */
  async #join(): Promise<void> {
    const waiting = this.#waiting
    const counts = mergedUsage(waiting.flatMap((each) => each.counts))
    const one = { batch: this.#batch, counts }
    const isWritten = await this.#journal.rewrite([...this.#sent, one])
    // Else they are being sent by now, or the file has them one by one.
    if (isWritten && this.#waiting === waiting) this.#waiting = [one]
    this.#joinedAbove = this.#waiting.length + WAITING_MAX
  }

  #pending(): readonly UsageBatch[] {
    return [...this.#sent, ...this.#waiting]
  }

  async #send(): Promise<void> {
    if (this.#sent.length === 0) return
    await addUsage(this.#options.db, this.#writer, this.#sent)
    this.#sent = []
  }

  #countOf({ keyId, endpoint, day, requests, billable }: UsageRow): UsageCount[] {
    const userId = this.#options.ownerOf(keyId)
    // Only requests with an accepted key are counted, so the key's owner is known.
    return userId === null
      ? []
      : [{ userId, keyId, day: dateOfDay(day), endpoint, requests, billable }]
  }
}

/**
 * Writes counts that killed servers left in journals in `directory` to the database. A journal that
 * cannot be read, or that the database refuses because it is of another one, stays, and this is
 * logged.
 */
export async function addKeptUsage(
  { db, explain }: Pick<Database, 'db' | 'explain'>,
  directory: string,
  log: Log,
): Promise<void> {
  for (const path of await usageJournals(directory)) {
    try {
      const { writer, batches } = await readUsageJournal(path)
      const requests = await addUsage(db, writer, batches)
      if (requests > 0) log(`Added the counts of ${counted(requests, 'request')} from ${path}.`)
      await rm(path, { force: true })
    } catch (error) {
      const reason = reasonOf(explain(error))
      log(`The counts in ${path} could not be added and stay there: ${reason}`, 'error')
    }
  }
}
