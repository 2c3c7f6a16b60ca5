import { isIP } from 'node:net'

/* Readers of typed values. */

/** A form of value: what it accepts in words, and how it is read; null refuses it. */
export interface Kind<T> {
  readonly accepts: string
  parse(text: string): { readonly value: T } | null
}

export function integer(min: number, max: number): Kind<number> {
  return {
    accepts: `a whole number from ${min} to ${max}`,
    parse(text) {
      if (!/^\d{1,15}$/.test(text)) return null
      const value = Number(text)
      return value >= min && value <= max ? { value } : null
    },
  }
}

export function decimal(min: number, max: number): Kind<number> {
  return {
    accepts: `a number from ${min} to ${max}`,
    parse(text) {
      if (!/^\d{1,6}(\.\d{1,6})?$/.test(text)) return null
      const value = Number(text)
      return value >= min && value <= max ? { value } : null
    },
  }
}

export function boolean(): Kind<boolean> {
  return {
    accepts: 'true or false',
    parse: (text) => (text === 'true' || text === 'false' ? { value: text === 'true' } : null),
  }
}

export function oneOf<const T extends string>(values: readonly T[]): Kind<T> {
  return {
    accepts: values.join(' or '),
    parse(text) {
      const value = values.find((each) => each === text)
      return value === undefined ? null : { value }
    },
  }
}

export function matching(accepts: string, pattern: RegExp): Kind<string> {
  return { accepts, parse: (text) => (pattern.test(text) ? { value: text } : null) }
}

export function list(accepts: string, isItem: (item: string) => boolean): Kind<readonly string[]> {
  return {
    accepts,
    parse(text) {
      const value = text.split(',').map((item) => item.trim())
      return value.every(isItem) ? { value } : null
    },
  }
}

/** `127.0.0.1:9090`, `[::1]:9090`. */
export function hostAndPort(): Kind<string | null> {
  return {
    accepts: 'an address and a port, such as 127.0.0.1:9090 or [::1]:9090',
    parse(text) {
      const [, port] = /^(?:\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? []
      return port !== undefined && Number(port) <= 65_535 ? { value: text } : null
    },
  }
}

export function webUrl(): Kind<string | null> {
  return {
    accepts: 'an address that begins with https:// or http://, without query or fragment',
    parse: (text) => (/^https?:\/\/[^\s?#]+$/.test(text) ? { value: text } : null),
  }
}

/** Whether it is an IP address, or a network: `10.0.0.0/8`. */
export function isNetwork(item: string): boolean {
  const [address = '', prefix, ...rest] = item.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}

/** Whether it is the origin of a web page, or `*`. */
export function isOrigin(item: string): boolean {
  return item === '*' || (URL.canParse(item) && new URL(item).origin === item)
}
