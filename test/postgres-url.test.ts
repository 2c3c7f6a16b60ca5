import { expect, test } from 'bun:test'
import { parsePostgresUrl } from '../src/postgres-url.ts'

const NONE = { user: null, password: null, database: null }

test.each([
  ['postgres://h/d', [['h', 5432]], { ...NONE, database: 'd' }],
  [
    'postgresql://u:p%40s@h1:5433,h2/d',
    [
      ['h1', 5433],
      ['h2', 5432],
    ],
    { user: 'u', password: 'p@s', database: 'd' },
  ],
  [
    'postgres://[::1]:5000,[fe80::2]',
    [
      ['::1', 5000],
      ['fe80::2', 5432],
    ],
    NONE,
  ],
  ['postgres://u:a:b@h', [['h', 5432]], { ...NONE, user: 'u', password: 'a:b' }],
  [
    'postgres:///d?host=/run,b&port=5433',
    [
      ['/run', 5433],
      ['b', 5433],
    ],
    { ...NONE, database: 'd' },
  ],
  [
    'postgres:///d?host=a,b&port=1,2&user=me&password=x',
    [
      ['a', 1],
      ['b', 2],
    ],
    { user: 'me', password: 'x', database: 'd' },
  ],
  ['postgres://', [], NONE],
])('%s', (text, hosts, rest) => {
  const url = parsePostgresUrl(text)
  expect(url?.hosts.map(({ host, port }) => [host, port])).toEqual(hosts)
  expect(url).toMatchObject(rest)
})

test.each([
  'mysql://h/d',
  'h:5432',
  'postgres://h:port/d',
  'postgres://h:70000/d',
  'postgres://u:p/w@h/d',
  'postgres://[h]:1/d',
  'postgres://u:%zz@h/d',
])('%s is no address', (text) => expect(parsePostgresUrl(text)).toBeNull())

test('what follows the path is told by its names', () => {
  const url = parsePostgresUrl('postgres://h/d?sslmode=require&options=-c%20a%3Db#x')
  expect([...(url?.params ?? [])]).toEqual([
    ['sslmode', 'require'],
    ['options', '-c a=b'],
  ])
})
