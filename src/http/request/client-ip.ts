import { BlockList, isIP } from 'node:net'
import { ServiceError } from '../../base/errors.ts'

/** The addresses and networks (`10.0.0.0/8`) of proxies. Throws `INVALID_CONFIG`. */
export function proxiesOf(entries: readonly string[]): BlockList {
  const proxies = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = familyOf(address)
    const prefix = bits === undefined ? null : Number(bits)
    const prefixMax = family === 'ipv4' ? 32 : 128
    const fits = prefix === null || (/^\d+$/.test(bits ?? '') && prefix >= 0 && prefix <= prefixMax)
    if (family === null || !fits) {
      throw new ServiceError(
        'INVALID_CONFIG',
        `TRUSTED_PROXIES holds '${entry}': write IP addresses or networks such as 10.0.0.0/8.`,
      )
    }
    if (prefix === null) proxies.addAddress(address, family)
    else proxies.addSubnet(address, prefix, family)
  }
  return proxies
}

/**
 * The real address of a request: the connection's, unless that is a trusted proxy; then the
 * right-most address of `X-Forwarded-For` that is not one. The client may have made up the
 * addresses left of it.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  proxies: BlockList,
): string {
  if (forwardedFor === null || !isTrusted(peer, proxies)) return peer
  let client = peer
  for (const hop of forwardedFor.split(',').reverse()) {
    const address = withoutPort(hop.trim())
    if (isIP(address) === 0) break
    client = address
    if (!isTrusted(address, proxies)) break
  }
  return client
}

function isTrusted(address: string, proxies: BlockList): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = familyOf(plain)
  return family !== null && proxies.check(plain, family)
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  if (version === 0) return null
  return version === 4 ? 'ipv4' : 'ipv6'
}

/** `1.2.3.4:5678` and `[2001:db8::1]:5678` without the port, as some proxies write it. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(hop)
  if (bracketed?.[1]) return bracketed[1]
  return /^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(':')) : hop
}
