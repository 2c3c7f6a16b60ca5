import { seededRandom } from '../inputs.ts'
import { type Answered, Connection, type Lost } from './client.ts'
import { type Asker, batch, geocode, places, type Question, suggest } from './questions.ts'
import { between, pick } from './random.ts'

/* Clients of several keys, and a record of all that they have seen. */

export interface LoadKey {
  /** Its owner, who has no other: usage is told by user. */
  readonly user: string
  readonly id: string
  readonly text: string
  /** Its plan allows so few requests a minute that many are refused. */
  readonly isLimited: boolean
  order: 'accepted' | 'refused'
  /** Requests sent from then on have to be answered as ordered. */
  settledAtMs: number
}

interface OfKey {
  readonly user: string
  readonly endpoint: string
}

export type SeenAnswer = OfKey & Pick<Answered, 'openedAtMs' | 'atMs'> & { readonly status: number }
export type SeenLoss = OfKey & Lost

interface ClientKind {
  readonly askers: readonly Asker[]
  /** Requests over one connection. */
  readonly requestsMax: number
}

/** What asks beside each other with one key; a key is answered one batch at a time. */
const CLIENTS: readonly ClientKind[] = [
  { askers: [suggest, geocode], requestsMax: Number.POSITIVE_INFINITY },
  { askers: [suggest, places, geocode], requestsMax: 1 },
  { askers: [batch, places], requestsMax: 50 },
]
const PAUSE_MS_MAX = 30
const REFUSED_PAUSE_MS = 50
/** A refused key is asked with now and then. */
const UNWANTED_PAUSE_MS = 500

export class Load {
  readonly answers: SeenAnswer[] = []
  readonly lost: SeenLoss[] = []
  /** Answers that had to be others, and connections that were refused by a running server. */
  readonly wrong: string[] = []
  readonly #port: number
  readonly #isUp: () => boolean
  readonly #running: Promise<void>[] = []
  #seed: number
  #isStopped = false

  constructor(port: number, seed: number, isUp: () => boolean) {
    this.#port = port
    this.#seed = seed
    this.#isUp = isUp
  }

  /** From now on clients ask with this key, too. */
  add(key: LoadKey): void {
    for (const kind of CLIENTS) this.#running.push(this.#run(key, kind, seededRandom(++this.#seed)))
  }

  /** Resolves when the last answers are here. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running)
  }

  /** Asks once over a new connection; null when none is made, or no answer comes. */
  async askOnce(key: LoadKey): Promise<Answered | null> {
    const connection = await Connection.open(this.#port)
    if (connection === null) return null
    const outcome = await this.#ask(connection, key, suggest(Math.random))
    connection.close()
    return 'status' in outcome ? outcome : null
  }

  async #run(key: LoadKey, kind: ClientKind, random: () => number): Promise<void> {
    while (!this.#isStopped) {
      const wasUp = this.#isUp()
      const connection = await Connection.open(this.#port)
      if (connection === null) {
        if (wasUp && this.#isUp()) this.wrong.push('A running server refused a connection.')
        await Bun.sleep(REFUSED_PAUSE_MS)
        continue
      }
      await this.#askThrough(connection, key, kind, random)
      connection.close()
    }
  }

  async #askThrough(
    connection: Connection,
    key: LoadKey,
    { askers, requestsMax }: ClientKind,
    random: () => number,
  ): Promise<void> {
    for (let asked = 0; asked < requestsMax && connection.isOpen && !this.#isStopped; asked++) {
      await this.#ask(connection, key, pick(random, askers)(random))
      await Bun.sleep(this.#pauseMs(key, random))
    }
  }

  #pauseMs(key: LoadKey, random: () => number): number {
    if (key.order === 'refused') return UNWANTED_PAUSE_MS
    const pauseMs = between(random, 0, PAUSE_MS_MAX)
    // While it stops, one of each client's requests is on its way at any time.
    return this.#isUp() ? pauseMs : 0
  }

  async #ask(connection: Connection, key: LoadKey, question: Question): Promise<Answered | Lost> {
    const outcome = await connection.ask(question.request(key.text))
    const { user } = key
    const { endpoint } = question
    if ('reason' in outcome) this.lost.push({ user, endpoint, ...outcome })
    else this.#note(key, question, outcome)
    return outcome
  }

  #note(key: LoadKey, { endpoint, member }: Question, answer: Answered): void {
    const { status, openedAtMs, atMs, sentAtMs, body } = answer
    const { user } = key
    this.answers.push({ user, endpoint, status, openedAtMs, atMs })
    const isSettled = sentAtMs >= key.settledAtMs
    const isAsOrdered = (status === 401) === (key.order === 'refused')
    if (isSettled && !isAsOrdered) {
      this.wrong.push(`${user}, which is to be ${key.order}, got ${status} of ${endpoint}.`)
    } else if (status === 200 && !hasMember(body, member)) {
      this.wrong.push(`${endpoint} was answered with 200 and ${body.slice(0, 200)}`)
    } else if (status !== 200 && status !== 401 && !(status === 429 && key.isLimited)) {
      this.wrong.push(`${endpoint} was answered with ${status}: ${body}`)
    }
  }
}

function hasMember(body: string, member: string): boolean {
  try {
    return member in (JSON.parse(body) as object)
  } catch {
    return false
  }
}
