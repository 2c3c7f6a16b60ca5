import { beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../src/base/errors.ts'
import {
  defaultText,
  resolveConfig,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  settingsInForce,
} from '../src/config.ts'
import { hidePassword } from '../src/postgres-url.ts'
import { scratchDirectory } from './scratch.ts'

function refusal(flags: Record<string, unknown>, variables: Record<string, string>): ServiceError {
  try {
    resolveConfig(flags, variables)
  } catch (error) {
    if (error instanceof ServiceError) return error
  }
  throw new Error('expected the settings to be refused')
}

describe('precedence', () => {
  test('a flag wins over the environment, that over the default', () => {
    expect(resolveConfig({}, {}).port).toBe(8080)
    expect(resolveConfig({}, { SAOLA_PORT: '81' }).port).toBe(81)
    expect(resolveConfig({ port: '82' }, { SAOLA_PORT: '81' }).port).toBe(82)
  })

  test('an empty variable counts as unset', () => {
    expect(resolveConfig({}, { SAOLA_PORT: '', DATABASE_URL: '' })).toEqual(resolveConfig({}, {}))
  })

  test('every setting says where its value came from', () => {
    const settings = settingsInForce({ port: '82' }, { TRUSTED_PROXIES: '::1' })
    expect(settings.map(({ name }) => name)).toEqual([...SETTING_NAMES])
    const origins = Object.fromEntries(settings.map(({ name, origin }) => [name, origin]))
    expect(origins).toMatchObject({ port: 'flag', trustedProxies: 'environment', host: 'default' })
  })
})

describe('the table', () => {
  test.each([...SETTING_NAMES])('%s: its names fit together', (name) => {
    const { flag, env } = SETTINGS[name]
    expect(flag).toBe(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
    const ours = `SAOLA_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`
    expect([ours, ours.slice('SAOLA_'.length)]).toContain(env)
  })

  test('an empty list is told as none', () => {
    expect(defaultText('trustedProxies')).toBe('none')
    const shown = settingsInForce({}, {}).find(({ name }) => name === 'trustedProxies')
    expect(shown?.value).toBe('none')
  })

  test.each([...SETTING_NAMES])('%s: its default is a value it accepts', (name) => {
    const { default: value, kind } = SETTINGS[name]
    if (value === null || (Array.isArray(value) && value.length === 0)) return
    expect(kind.parse(defaultText(name))).toEqual({ value })
  })
})

describe('values', () => {
  test.each<[SettingName, string, unknown]>([
    ['port', '0', 0],
    ['port', '65535', 65_535],
    ['host', '::1', '::1'],
    ['host', 'api.example.com', 'api.example.com'],
    ['data', 'thư mục', 'thư mục'],
    ['databaseUrl', 'postgres://a:b@c:5432/d', 'postgres://a:b@c:5432/d'],
    ['databaseUrl', 'postgresql:///d?host=/run', 'postgresql:///d?host=/run'],
    ['databaseUrl', 'postgres://a%40b:c%25@d/e', 'postgres://a%40b:c%25@d/e'],
    ['workers', '64', 64],
    ['trustedProxies', '10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ['corsOrigins', 'https://a.vn,https://b.vn:81', ['https://a.vn', 'https://b.vn:81']],
    ['routingEnabled', 'false', false],
    ['routingDetourFactor', '1', 1],
    ['routingDetourFactor', '2.75', 2.75],
    ['routingCarKmh', '40', 40],
    ['routingMotobikeKmh', '25', 25],
    ['searchCacheMb', '0', 0],
    ['routingSnapM', '10000', 10_000],
    ['demo', 'true', true],
  ])('%s takes %s', (name, text, value) => {
    expect(resolveConfig({ [name]: text }, {})[name]).toEqual(value as never)
    expect(resolveConfig({}, { [SETTINGS[name].env]: text })[name]).toEqual(value as never)
  })

  test.each<[SettingName, string]>([
    ['port', '65536'],
    ['port', '-1'],
    ['port', '8080.5'],
    ['port', ' 80'],
    ['port', '0x50'],
    ['host', 'a b'],
    ['databaseUrl', 'mysql://a/b'],
    ['databaseUrl', 'localhost'],
    ['databaseUrl', 'postgres://a%zz@h/x'],
    ['databaseUrl', 'postgres://a@h/100%'],
    ['workers', '0'],
    ['workers', '65'],
    ['trustedProxies', '10.0.0.0/33'],
    ['trustedProxies', '10.0.0.0/8/8'],
    ['trustedProxies', 'proxy.local'],
    ['trustedProxies', '::1,'],
    ['corsOrigins', 'example.com'],
    ['corsOrigins', 'https://example.com/'],
    ['shutdownSeconds', 'ten'],
    ['routingEnabled', 'off'],
    ['routingDetourFactor', '0.9'],
    ['routingDetourFactor', '3.1'],
    ['routingDetourFactor', '1,5'],
    ['routingCarKmh', '0'],
    ['routingMotobikeKmh', '151'],
    ['searchCacheMb', '-1'],
    ['searchCacheMb', '4097'],
    ['routingSnapM', '0'],
    ['routingSnapM', '10001'],
    ['demo', 'yes'],
  ])('%s refuses %j with its name, the value and what it accepts', (name, text) => {
    const { flag, env, kind } = SETTINGS[name]
    const error = refusal({ [name]: text }, {})
    expect(error.code).toBe('INVALID_CONFIG')
    expect(error.message).toBe(`${flag} is ${JSON.stringify(text)}; it accepts ${kind.accepts}.`)
    expect(refusal({}, { [env]: text }).message).toStartWith(`${env} is `)
  })

  test('all faults are told at once', () => {
    const { message } = refusal({ port: 'x' }, { SAOLA_WORKERS: '0', SAOLA_DEMO: 'maybe' })
    expect(message.split('\n')).toHaveLength(3)
  })
})

describe('passwords', () => {
  test.each([
    ['postgres://me:secret@host/db', 'postgres://me:***@host/db'],
    ['postgres://me:s@cr:et@host/db', 'postgres://me:***@host/db'],
    ['postgres://me@host/db', 'postgres://me@host/db'],
    ['postgres://me@host:5432/db', 'postgres://me@host:5432/db'],
    ['postgres://me@server:secret@host:5432/db', 'postgres://me@server:***@host:5432/db'],
    ['postgres://:secret@host/db', 'postgres://:***@host/db'],
    ['postgres://me:12/secret@host/db', 'postgres://me:***@host/db'],
    ['postgres://me:12#secret@host/db', 'postgres://me:***@host/db'],
    ['me:secret@host/db', 'me:***@host/db'],
    ['postgres://host:5432/db?password=sec@ret', 'postgres://host:5432/db?password=***'],
    ['postgres://host/db?sslpassword=secret&a=1', 'postgres://host/db?sslpassword=***&a=1'],
    ['postgres:///db?user=me&password=secret', 'postgres:///db?user=me&password=***'],
    ['mysql://me:secret@host/db', 'mysql://me:***@host/db'],
  ])('%s', (url, shown) => expect(hidePassword(url)).toBe(shown))

  test('are hidden where settings are shown and where they are refused', () => {
    const url = 'postgres://me:secret@host/db'
    expect(JSON.stringify(settingsInForce({ databaseUrl: url }, {}))).not.toContain('secret')
    expect(refusal({ databaseUrl: 'mysql://me:secret@host/db' }, {}).message).not.toContain(
      'secret',
    )
  })
})

describe('the URL of the database in a file', () => {
  const file = join(scratchDirectory(), 'url')
  const inFile = 'postgres://me:secret@h1,h2/db'
  beforeAll(() => writeFileSync(file, `${inFile}\n`))

  test.each<[string, Record<string, string>, Record<string, string>, string]>([
    ['flag', { databaseUrlFile: file }, {}, inFile],
    [
      'flag before environment',
      { databaseUrlFile: file },
      { DATABASE_URL: 'postgres://x' },
      inFile,
    ],
    ['environment', {}, { DATABASE_URL_FILE: file }, inFile],
    ['other flag', { databaseUrl: 'postgres://x' }, { DATABASE_URL_FILE: file }, 'postgres://x'],
  ])('%s', (_, flags, variables, url) => {
    expect(resolveConfig(flags, variables).databaseUrl).toBe(url)
  })

  test('both at once, a missing file, and another content are refused', () => {
    const both = { databaseUrl: 'postgres://x', databaseUrlFile: file }
    expect(refusal(both, {}).message).toContain(
      '--database-url-file and --database-url are both given; keep one',
    )
    expect(refusal({}, { DATABASE_URL_FILE: `${file}.none` }).message).toContain(
      'DATABASE_URL_FILE cannot be read: ENOENT',
    )
    writeFileSync(file, 'me:secret@host')
    const { message } = refusal({}, { DATABASE_URL_FILE: file })
    expect(message).toContain('does not hold a URL such as')
    expect(message).not.toContain('secret')
  })
})
