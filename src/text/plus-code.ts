/*
 * Plus codes (Open Location Code): `7P28QMFX+2R`, or `QMFX+2R` near a town. They say where by
 * themselves, and no name of the data is in them.
 */

const PLUS_CODE = /^\s*(?:[2-9CFGHJMPQRVWX]{4}){1,2}\+[2-9CFGHJMPQRVWX]{2,7}\s*$/i

/** Whether a text is a plus code and no more. */
export function isPlusCode(text: string): boolean {
  return text.includes('+') && PLUS_CODE.test(text)
}
