import { expect, test } from 'bun:test'
import { clientAddress, proxiesOf } from '../../src/http/request/client-ip.ts'

const PROXIES = proxiesOf(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'])

test.each([
  ['no header', '10.0.0.1', null, '10.0.0.1'],
  ['a stranger', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['a proxy', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['two proxies', '10.0.0.1', '198.51.100.1, 192.0.2.1', '198.51.100.1'],
  ['what the client made up', '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['proxies only', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['an IPv4 proxy on an IPv6 socket', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['an IPv6 proxy', '2001:db8::5', '2001:db9::1', '2001:db9::1'],
  ['a port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['an IPv6 address with a port', '10.0.0.1', '[2001:db9::1]:4711', '2001:db9::1'],
  ['nonsense', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['nonsense left of a proxy', '10.0.0.1', 'x, 10.0.0.2', '10.0.0.2'],
  ['nonsense between proxies', '10.0.0.1', '9.9.9.9, unknown, 10.0.0.2', '10.0.0.2'],
  ['nothing', '10.0.0.1', '', '10.0.0.1'],
])('%s', (_, peer, forwardedFor, client) => {
  expect(clientAddress(peer, forwardedFor, PROXIES)).toBe(client)
})

test.each(['localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '::1/129', '', '10.0.0.0/8x'])(
  '%p is no proxy',
  (entry) => {
    expect(() => proxiesOf([entry])).toThrow('TRUSTED_PROXIES')
  },
)
