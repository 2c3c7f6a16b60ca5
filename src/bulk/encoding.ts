import { isUtf8 } from 'node:buffer'
import { reasonOf, ServiceError } from '../base/errors.ts'

/** The encoding of a file. */
export interface Encoding {
  /** The label for `TextDecoder`. */
  readonly label: string
  /** Length of the byte order mark at the beginning, which is no text. */
  readonly markBytes: number
}

export const UTF8 = 'utf-8'

const MARKS: readonly (readonly [string, readonly number[]])[] = [
  [UTF8, [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** In text of Latin letters every other byte of UTF-16 is mostly 0; a quarter is enough to tell. */
const ZEROS_SHARE = 0.25
const CHAR_BYTES_MAX = 4

/** Reads a label in any common spelling: `UTF8`, `cp1258`. Throws `USAGE`. */
export function encodingNamed(name: string): string {
  const label = name.trim().toLowerCase()
  const spelt = label.replace(/^(?:cp|win(?:dows)?-?)(?=125\d$)/, 'windows-')
  try {
    const { encoding } = new TextDecoder(labelOf(spelt))
    return encoding
  } catch (cause) {
    throw new ServiceError(
      'USAGE',
      `--encoding is '${name}'; it accepts utf-8, utf-16le, utf-16be, windows-1258 and what else ` +
        'browsers know.',
      { cause },
    )
  }
}

/** The runtime's types list only a few of the labels that it knows. */
function labelOf(label: string): Bun.Encoding {
  return label as Bun.Encoding
}

/**
 * The encoding of a file that begins with `head`: by its byte order mark, by the zeros of UTF-16,
 * as UTF-8 where it is valid, else Windows-1258, the Vietnamese code page of Windows.
 */
export function guessEncoding(head: Uint8Array): Encoding {
  for (const [label, mark] of MARKS) {
    if (mark.every((byte, i) => head[i] === byte)) return { label, markBytes: mark.length }
  }
  const zeros: [number, number] = [0, 0]
  head.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2 === 0 ? 0 : 1]++
  })
  const many = (head.length / 2) * ZEROS_SHARE
  if (head.length > 0 && Math.max(...zeros) > many) {
    return { label: zeros[1] > zeros[0] ? 'utf-16le' : 'utf-16be', markBytes: 0 }
  }
  return { label: isUtf8(withoutCutChar(head)) ? UTF8 : 'windows-1258', markBytes: 0 }
}

/** The mark of `label` at the beginning of a file with a chosen encoding. */
export function encodingOf(label: string, head: Uint8Array): Encoding {
  const guess = guessEncoding(head)
  return { label, markBytes: guess.label === label ? guess.markBytes : 0 }
}

/** Without the character at the end, which may go on behind the head. */
function withoutCutChar(head: Uint8Array): Uint8Array {
  const last = head.subarray(-CHAR_BYTES_MAX).findLastIndex((byte) => byte >= 0xc0)
  return last < 0 ? head : head.subarray(0, Math.max(0, head.length - CHAR_BYTES_MAX) + last)
}

/** The same text in UTF-8, without its mark. Throws `INVALID_FILE` for text in another encoding. */
export async function* toUtf8(
  chunks: AsyncIterable<Uint8Array>,
  { label, markBytes }: Encoding,
): AsyncGenerator<Uint8Array> {
  const decoder =
    label === UTF8 ? null : new TextDecoder(labelOf(label), { fatal: true, ignoreBOM: true })
  let mark = markBytes
  for await (const chunk of chunks) {
    const bytes = chunk.subarray(mark)
    mark = Math.max(0, mark - chunk.length)
    yield decoder === null ? bytes : decoded(decoder, bytes)
  }
  if (decoder !== null) yield decoded(decoder, null)
}

/** Null ends the text. */
function decoded(decoder: TextDecoder, bytes: Uint8Array | null): Uint8Array {
  try {
    return Buffer.from(bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true }))
  } catch (cause) {
    throw new ServiceError(
      'INVALID_FILE',
      `The file is no text in ${decoder.encoding} (${reasonOf(cause)}); say its --encoding.`,
      { cause },
    )
  }
}
