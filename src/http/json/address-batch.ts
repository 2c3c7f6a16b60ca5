import { type TSchema, t } from 'elysia'
import { ServiceError } from '../../base/errors.ts'
import { LANGS, type Lang } from '../../base/lang.ts'
import { charsOf, TEXT_CHARS_MAX } from '../../text/tokens.ts'
import { isCountry, shown } from '../params/params.ts'
import { nullable, record, word } from '../params/schema.ts'
import { type Answer, jsonText } from '../request/answer.ts'
import { readJson } from '../request/body.ts'
import type { KeyedCall } from '../request/route.ts'
import type { Turns } from '../request/turns.ts'
import { JsonBytes, piece } from './json-bytes.ts'

/*
 * The common part of requests of up to 100 addresses: their body, and answering one address after
 * the other, so that other requests have their turn between.
 */

export const ADDRESSES_MAX = 100 // interface, Limits
/** Room for 100 addresses of 256 characters, each written as escapes, and to spare. */
const BODY_BYTES_MAX = 512 * 1024

/** Fields of every such body. */
export const BATCH_FIELDS = {
  addresses: t.Array(t.String({ minLength: 1, maxLength: TEXT_CHARS_MAX }), {
    maxItems: ADDRESSES_MAX,
    description: 'Free-form addresses; one that is refused or not found fails alone.',
  }),
  country: t.Optional(
    nullable(t.String({ default: 'VN', description: 'Only `VN` or `VNM`, any case.' })),
  ),
  lang: t.Optional(nullable(word(LANGS, { default: 'vi' }))),
}

/** An item of the answer: what was found for one address, or why nothing was. */
export function batchItem<T extends TSchema>(result: T) {
  return record({
    result: nullable(result),
    error: t.Optional(t.String({ description: 'Why there is no result; only without one.' })),
    code: t.Optional(word(['BAD_REQUEST', 'NOT_FOUND'])),
  })
}

/** Fields of the body that batches have in common, and all of them as they were sent. */
export interface Batch {
  readonly addresses: readonly string[]
  readonly lang: Lang
  readonly fields: Readonly<Record<string, unknown>>
}

/** Throws `BAD_REQUEST` for a body that is no batch, and as `readJson`. */
export async function readBatch(request: Request): Promise<Batch> {
  return parse(await readJson(request, BODY_BYTES_MAX))
}

/** Adds the items of the addresses to the body, in turns. `add`: the item of one, as JSON. */
export async function answerBatch(
  { request, key }: KeyedCall,
  addresses: readonly string[],
  turns: Turns,
  add: (out: JsonBytes, address: string) => void,
): Promise<Answer> {
  const items: Uint8Array[] = []
  await turns.work(key.id, request.signal, () => {
    const address = addresses[items.length]
    if (address === undefined) return true
    OUT.clear()
    if (items.length > 0) OUT.add(COMMA)
    addItem(address, add)
    // A copy: other batches write to `OUT` between two turns.
    items.push(OUT.bytes().slice())
    return false
  })
  return jsonText(Buffer.concat([OPENING, ...items, CLOSING]))
}

const OUT = new JsonBytes()
const OPENING = Buffer.from('{"results":[')
const COMMA = piece(',')
const CLOSING = Buffer.from(']}')

function addItem(raw: string, add: (out: JsonBytes, address: string) => void): void {
  const address = raw.trim().normalize('NFC')
  const chars = charsOf(address)
  if (chars < 1 || chars > TEXT_CHARS_MAX || !address.isWellFormed()) {
    const error = `An address must be Unicode text of 1 to ${TEXT_CHARS_MAX} characters.`
    addFailure(OUT, { result: null, error, code: 'BAD_REQUEST' })
    return
  }
  add(OUT, address)
}

/** An item without a result. */
export interface BatchFailure {
  readonly result: null
  readonly error: string
  readonly code: 'BAD_REQUEST' | 'NOT_FOUND'
}

export function addFailure(out: JsonBytes, failure: BatchFailure): void {
  out.addText(JSON.stringify(failure))
}

function parse(body: unknown): Batch {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('BAD_REQUEST', 'The body must be an object: {"addresses": [ … ]}.')
  }
  const fields = body as Readonly<Record<string, unknown>>
  // Typed clients write null for what is absent.
  const { addresses, country = null } = fields
  const lang = fields['lang'] ?? 'vi'
  if (!Array.isArray(addresses) || !addresses.every((item) => typeof item === 'string')) {
    throw new ServiceError('BAD_REQUEST', "Field 'addresses' must be an array of strings.")
  }
  if (addresses.length > ADDRESSES_MAX) {
    throw new ServiceError(
      'BAD_REQUEST',
      `Field 'addresses' holds at most ${ADDRESSES_MAX} addresses, got ${addresses.length}.`,
    )
  }
  if (country !== null && !(typeof country === 'string' && isCountry(country))) {
    const got = shown(JSON.stringify(country))
    throw new ServiceError(
      'BAD_REQUEST',
      `Field 'country' must be 'VN' or 'VNM', the only country served, got ${got}.`,
    )
  }
  if (lang !== 'vi' && lang !== 'en') {
    throw new ServiceError('BAD_REQUEST', "Field 'lang' must be 'vi' or 'en'.")
  }
  return { addresses, lang, fields }
}
