import { randomBytes } from 'node:crypto'

// 32 characters that a person can read aloud and type: no i, l, o, u.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** `chars` random characters of 5 bits each, for ids. */
export function randomText(chars: number): string {
  let text = ''
  for (const byte of randomBytes(chars)) text += ALPHABET.charAt(byte & 31)
  return text
}
