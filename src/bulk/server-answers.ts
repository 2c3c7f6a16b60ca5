import { reasonOf, ServiceError } from '../base/errors.ts'
import { counted } from '../base/shown-text.ts'
import type { UnitName, UnitPath } from '../convert/conversion.ts'
import { answerBlock, type BlockAnswer, type Layout } from './block-answer.ts'
import type { BlockAnswerer } from './block-threads.ts'
import { type Converted, convertedRow } from './convert-row.ts'
import { type Geocoded, geocodedRow, type PlaceCodes } from './geocode-row.ts'
import type { Question } from './local-answers.ts'
import type { RecordBlock } from './record-blocks.ts'
import type { RowAnswer } from './row-answer.ts'

/** A server that answers in place of a dataset on this machine. */
export interface AskedServer {
  /** Its address, up to `/v1`. */
  readonly url: string
  readonly key: string
}

export interface ServerSetup {
  readonly server: AskedServer
  readonly question: Question
  readonly layout: Layout
  /** Requests at once. */
  readonly width: number
  readonly log: (line: string) => void
}

const BATCH_ADDRESSES = 100 // interface, Limits
/** Waits between attempts at a server that may be restarting. */
const RETRY_WAITS_S = [1, 2, 4, 8, 16]
const RETRY_AFTER_S = 10
/** A shorter wait is not reported. */
const TOLD_WAIT_S = 3
const TOO_MANY = 429

/** Answers by the batch endpoints of a server, within the limits of the key. */
export class ServerAnswers implements BlockAnswerer {
  readonly width: number
  readonly #setup: ServerSetup
  readonly #closed = new AbortController()
  #pausedUntilMs = 0

  constructor(setup: ServerSetup) {
    this.width = setup.width
    this.#setup = setup
  }

  answer(block: RecordBlock): Promise<BlockAnswer> {
    return answerBlock(block, this.#setup.layout, async (addresses) => {
      const answers: RowAnswer[] = []
      for (let i = 0; i < addresses.length; i += BATCH_ADDRESSES) {
        const batch = addresses.slice(i, i + BATCH_ADDRESSES)
        answers.push(...this.#rowsOf(await this.#ask(batch), batch.length))
      }
      return answers
    })
  }

  async close(): Promise<void> {
    this.#closed.abort()
  }

  #rowsOf(body: unknown, count: number): RowAnswer[] {
    const results = Array.isArray(body) ? body : (body as { results?: unknown } | null)?.results
    if (!Array.isArray(results) || results.length !== count) throw strange(this.#setup.server)
    const { task, to } = this.#setup.question
    return results.map((item: WireItem): RowAnswer => {
      if (item.result === null) return { fault: item.error ?? 'The server does not say why.' }
      if (task === 'convert') return convertedRow(convertedOf(item.result as WireConverted), to)
      const wire = item.result as WireGeocoded
      return geocodedRow(geocodedOf(wire), codesOf(wire))
    })
  }

  /** The body of an answer of status 200. */
  async #ask(addresses: readonly string[]): Promise<unknown> {
    const { server, question } = this.#setup
    const { task, to, lang } = question
    const body = JSON.stringify({
      addresses,
      lang,
      ...(task === 'convert' ? { to } : { units: true }),
    })
    const url = `${server.url}/v1/batch/${task}`
    const headers = { 'X-API-Key': server.key, 'Content-Type': 'application/json' }
    for (let attempt = 0; ; ) {
      await this.#wait((this.#pausedUntilMs - Date.now()) / 1000)
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: this.#closed.signal,
      }).catch((error: unknown) => reasonOf(error))
      if (typeof response !== 'string') {
        if (response.ok) return response.json()
        if (response.status === TOO_MANY) {
          await this.#pause(response)
          continue
        }
        if (response.status < 500) throw await refusal(server, response)
      }
      const waitS = RETRY_WAITS_S[attempt++]
      const reason = typeof response === 'string' ? response : `status ${response.status}`
      if (waitS === undefined) throw unreachable(server, reason)
      await this.#wait(waitS)
    }
  }

  /** Holds all requests back for as long as the key's limit requires. */
  async #pause(response: Response): Promise<void> {
    const seconds = Number(response.headers.get('retry-after') ?? RETRY_AFTER_S)
    const untilMs = Date.now() + (Number.isFinite(seconds) ? seconds : RETRY_AFTER_S) * 1000
    await response.body?.cancel()
    if (untilMs <= this.#pausedUntilMs + TOLD_WAIT_S * 1000) return
    this.#pausedUntilMs = untilMs
    if (seconds >= TOLD_WAIT_S) {
      this.#setup.log(`The key's limit is reached: waiting ${counted(seconds, 'second')}.`)
    }
  }

  async #wait(seconds: number): Promise<void> {
    this.#closed.signal.throwIfAborted()
    if (seconds <= 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, seconds * 1000)
    this.#closed.signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    clearTimeout(timer)
    this.#closed.signal.throwIfAborted()
  }
}

interface WireItem {
  readonly result: unknown
  readonly error?: string
}

interface WireUnits {
  readonly ward: UnitName | null
  /** Codes of former units. */
  readonly district?: UnitName | null
  readonly province: UnitName | null
}

type WireGeocoded = Pick<Geocoded, 'lat' | 'lon' | 'confidence' | 'address' | 'placeId'> & {
  readonly match_level: Geocoded['matchLevel']
  readonly partial_match: boolean
  readonly matched_name?: string
  readonly unmatched?: readonly string[]
  readonly district: string | null
  readonly city: string | null
  readonly units?: WireUnits | null
}

function geocodedOf(wire: WireGeocoded): Geocoded {
  const { match_level: matchLevel, partial_match: partialMatch, district, city } = wire
  const { matched_name: matchedName = null, unmatched = [] } = wire
  const units = { ward: district, province: city }
  return { ...wire, ...units, matchLevel, partialMatch, matchedName, unmatched }
}

function codesOf({ units }: WireGeocoded): PlaceCodes {
  return { ward: units?.ward?.code ?? '', province: units?.province?.code ?? '' }
}

interface WireConverted {
  readonly address: string
  readonly units: WireUnits
  readonly from_units: WireUnits
  readonly decided_by: Converted['decidedBy']
  readonly confidence: number
  readonly candidates: readonly {
    readonly units: WireUnits
    readonly address: string
    readonly share: number
  }[]
}

function convertedOf(wire: WireConverted): Converted {
  const { from_units: from, decided_by: decidedBy, units, candidates } = wire
  return {
    ...{ address: wire.address, decidedBy, confidence: wire.confidence },
    units: pathOf(units),
    from: pathOf(from),
    candidates: candidates.map((each) => ({ ...each, units: pathOf(each.units) })),
  }
}

function pathOf(units: WireUnits): UnitPath {
  return { district: null, ...units, system: 'district' in units ? 'old' : 'new' }
}

async function refusal({ url }: AskedServer, response: Response): Promise<ServiceError> {
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null
  const reason = typeof body?.error === 'string' ? body.error : `status ${response.status}`
  const code = response.status === 401 || response.status === 403 ? 'USAGE' : 'BAD_REQUEST'
  return new ServiceError(code, `${url} refuses to answer: ${reason}`)
}

function unreachable({ url }: AskedServer, reason: string): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', `${url} does not answer: ${reason}`)
}

function strange({ url }: AskedServer): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', `${url} does not answer as a Saola does.`)
}
