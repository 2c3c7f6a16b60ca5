const DIGITS = 16

/**
 * Hexadecimal digits that are others where tables hold something else, in another order, too. Maps,
 * sets and patterns count as what they hold, functions as nothing. SHA-256 of their JSON, cut.
 */
export function fingerprintOf(tables: unknown): string {
  const hasher = new Bun.CryptoHasher('sha256')
  return hasher.update(JSON.stringify(tables, plain)).digest('hex').slice(0, DIGITS)
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Map || value instanceof Set) return [...value]
  return value instanceof RegExp ? String(value) : value
}
