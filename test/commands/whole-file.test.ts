import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { convertCommand } from '../../src/commands/files/convert.ts'
import { geocodeCommand } from '../../src/commands/files/geocode.ts'
import { importCommand } from '../../src/commands/import/import.ts'
import { keysCommand } from '../../src/commands/keys.ts'
import { type RunningServer, startServer } from '../executable.ts'
import { osmXml, TWO_WARDS } from '../import/drawing.ts'
import { scratchDirectory } from '../scratch.ts'
import { type Outcome, runCommand } from './harness.ts'

/* Whole files over a dataset of two wards, and the country's units. */

setDefaultTimeout(120_000)

const MAIN = join(import.meta.dir, '../../src/main.ts')
const directory = scratchDirectory()
const dataDir = join(directory, 'data')
const database = { databaseUrl: null, dataDir }
const file = (name: string): string => join(directory, name)
const read = (name: string): string => readFileSync(file(name), 'utf8')

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(file(name), content)
  return file(name)
}

const geocode = (...argv: string[]): Promise<Outcome> =>
  runCommand(geocodeCommand, ['geocode', ...argv, '--workers', '2'], database)
const convert = (...argv: string[]): Promise<Outcome> =>
  runCommand(convertCommand, ['convert', ...argv, '--workers', '2'], database)

/** The rows of a file by the names of its columns. */
function table(name: string, delimiter = ','): readonly Record<string, string>[] {
  return parse(read(name), { columns: true, delimiter, bom: true })
}

const CAFE = 'Cà phê Sao, Phường Sài Gòn, Thành phố Hồ Chí Minh'
const OLD = '12 Nguyễn Trãi, P.7, Q.5, TP.HCM'
const NEW = '12 Nguyễn Trãi, Phường An Đông, Thành phố Hồ Chí Minh'

beforeAll(async () => {
  const town = write('town.osm', osmXml(`${TWO_WARDS}\n n1 10 10  amenity=cafe | name=Cà phê Sao`))
  const { code, log } = await runCommand(importCommand, ['import', town], database)
  if (code !== 0) throw new Error(log)
})

describe('a file', () => {
  test('is geocoded row by row, as a spreadsheet in Vietnam saves it', async () => {
    const path = write(
      'customers.csv',
      `\ufeffMã;Địa chỉ;Ghi chú\r\n1;${CAFE};"a; ""b"""\r\n2;;"hai\r\ndòng"\r\n3;Xyzabc Qqq;\r\n`,
    )
    const { code, out, log } = await geocode(path, '--errors', file('failed.csv'))
    expect([code, log]).toEqual([0, expect.stringContaining('semicolons, address in "Địa chỉ".')])
    expect(out).toContain('3 rows in')
    expect(read('customers.geocoded.csv')).toBe(
      '\ufeffMã;Địa chỉ;Ghi chú;lat;lon;match_level;confidence;partial_match;matched_address;' +
        'ward;ward_code;province;province_code;place_id;matched_name;unmatched;error\r\n' +
        `1;${CAFE};"a; ""b""";10.701;106.701;poi;0.98;false;${CAFE};` +
        'Phường Sài Gòn;26740;Thành phố Hồ Chí Minh;79;n1;;;\r\n' +
        '2;;"hai\r\ndòng";;;;;;;;;;;;;;The row has no address.\r\n' +
        '3;Xyzabc Qqq;;;;;;;;;;;;;;;No place matches this address.\r\n',
    )
    expect(read('failed.csv')).toBe(
      '\ufeffMã;Địa chỉ;Ghi chú;error\r\n2;;"hai\r\ndòng";The row has no address.\r\n' +
        '3;Xyzabc Qqq;;No place matches this address.\r\n',
    )
  })

  test('is converted, both ways', async () => {
    const path = write('old.tsv', `x\tdia_chi\n1\t${OLD}\n2\t${NEW}\n3\tABC\n`)
    expect((await convert(path)).code).toBe(0)
    expect(table('old.converted.tsv', '\t')).toMatchObject([
      { x: '1', new_address: NEW, new_ward_code: '27316', old_ward: 'Phường 7', error: '' },
      { x: '2', new_address: NEW, new_province_code: '79', old_ward: '', decided_by: 'unit' },
      { x: '3', new_address: '', error: expect.stringContaining('names no unit') },
    ])
    const back = write('new.csv', `address\n"${NEW}"\n`)
    expect((await convert(back, '--to', 'old', '-o', file('back.csv'))).code).toBe(0)
    const [row] = table('back.csv')
    expect(row).toMatchObject({ address: NEW, new_ward: 'Phường An Đông', new_ward_code: '27316' })
    expect(row?.['candidates']).toMatch(
      /^0\.\d+ \d{5} Phường \d+, Quận 5, Thành phố Hồ Chí Minh \| /,
    )
  })

  test('the summary is one JSON value, too', async () => {
    const path = write('three.csv', `address\n"${CAFE}"\nXyzabc Qqq\n\n`)
    const { code, out } = await geocode(path, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      output: file('three.geocoded.csv'),
      rows: 3,
      failed: 2,
      levels: { poi: 1 },
      confidence: [{ from: 0.9, to: 1, rows: 1 }, {}, {}, {}, { from: 0, to: 0.3, rows: 0 }],
      faults: { 'No place matches this address.': 1, 'The row has no address.': 1 },
    })
  })

  test('its columns keep their names; ours get another where they collide', async () => {
    const path = write('lat.csv', `Lat,address,lat_2\n9,"${CAFE}",8\n`)
    expect((await geocode(path)).code).toBe(0)
    expect(read('lat.geocoded.csv')).toStartWith('Lat,address,lat_2,lat_3,lon,match_level')
  })

  test('rows with too few or too many cells keep their columns', async () => {
    const path = write('ragged.csv', `a,address,b\n1\n2,"${CAFE}"\n3,"${CAFE}",x,,\n4,5 A,B,C,D\n`)
    expect((await geocode(path)).code).toBe(0)
    expect(table('ragged.geocoded.csv')).toMatchObject([
      { a: '1', address: '', b: '', error: 'The row has no address.' },
      { a: '2', b: '', match_level: 'poi' },
      { a: '3', b: 'x', match_level: 'poi' },
      { a: '4', b: 'B', error: '2 cells more than the header has; not kept as columns: C | D' },
    ])
  })

  test.each([
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le, commas'],
    ['no header line end', (text: string) => Buffer.from(text.trimEnd()), 'utf-8, commas'],
    ['line ends of old', (text: string) => Buffer.from(text.replaceAll('\n', '\r')), 'utf-8'],
  ])('in %s', async (_, encode, told) => {
    const path = write('encoded.csv', encode(`id,địa chỉ\n1,"${CAFE}"\n`))
    const { code, log } = await geocode(path)
    expect([code, log]).toEqual([0, expect.stringContaining(told)])
    const rows = read('encoded.geocoded.csv').replace('\ufeff', '').split(/\r|\n/)
    expect(rows[0]).toStartWith('id,địa chỉ,lat,')
    expect(rows[1]).toStartWith(`1,"${CAFE}",10.701,106.701,poi,`)
  })

  test('in Windows-1258, whose cells stay as they are', async () => {
    // address: Hà Nội, with its tone behind the letter
    const hanoi = [0x48, 0xe0, 0x20, 0x4e, 0xf4, 0xf2, 0x69]
    const path = write('1258.csv', Buffer.from([...Buffer.from('address\n'), ...hanoi, 0x0a]))
    const { code, log } = await convert(path)
    expect([code, log]).toEqual([0, expect.stringContaining('windows-1258 (a guess)')])
    const [row] = table('1258.converted.csv')
    expect(row?.['address']).toBe('Hà Nô\u0323i')
    expect(row?.['new_address']).toBe('Thành phố Hà Nội')
  })

  test('of a header alone gets a header', async () => {
    expect((await geocode(write('none.csv', 'address\n'))).code).toBe(0)
    expect(read('none.geocoded.csv').split('\n')).toEqual([
      expect.stringMatching(/^address,lat/),
      '',
    ])
  })
})

describe('refused', () => {
  test.each<[string, string, readonly string[], number, string]>([
    ['an empty file', '', [], 1, 'The file is empty: not even a header.'],
    ['no address', 'a,b\n1,2\n', [], 2, 'No column is called address or địa chỉ.'],
    ['two of them', 'địa chỉ,address\n', [], 2, 'More than one column may be meant'],
    ['a missing column', 'a,address\n', ['--address', 'b'], 2, 'There is no column "b".'],
    ['an open quote', 'address\n"a\n', [], 1, 'The quote that opens on line 2 is never closed.'],
    ['--lang', 'address\n', ['--lang', 'fr'], 2, '--lang accepts vi and en.'],
    ['--workers', 'address\n', ['--workers', '0'], 2, 'it accepts 1 to 256.'],
    ['--delimiter', 'address\n', ['--delimiter', 'ab'], 2, 'it accepts one sign'],
    ['--encoding', 'address\n', ['--encoding', 'tcvn'], 2, 'it accepts utf-8'],
    ['no key', 'address\n', ['--server', 'http://a'], 2, '--server needs a key'],
    ['no URL', 'address\n', ['--server', 'a', '--key', 'k'], 2, 'write its address'],
    ['no folder', 'address\n', ['-o', 'nowhere/a.csv'], 2, 'nowhere is no folder.'],
    ['--json and -', 'address\n', ['--json', '-o', '-'], 2, '--json needs standard output'],
  ])('%s', async (_, text, argv, wanted, reason) => {
    const path = write('refused.csv', text)
    const before = readdirSync(directory).sort()
    const { code, log } = await runCommand(geocodeCommand, ['geocode', path, ...argv], database)
    expect([code, log]).toEqual([wanted, expect.stringContaining(reason)])
    expect(readdirSync(directory).sort()).toEqual(before)
  })

  test('a file that is its own output, and one that is not there', async () => {
    const path = write('own.csv', 'address\n')
    for (const argv of [
      ['-o', path],
      ['--errors', path],
      ['-o', `${directory}/./own.csv`],
    ]) {
      expect(await geocode(path, ...argv)).toMatchObject({
        code: 2,
        log: expect.stringContaining('must be different files'),
      })
    }
    expect((await geocode(file('nowhere.csv'))).log).toContain('is not there.')
    expect((await geocode(directory)).log).toContain('is a folder.')
  })

  test('without a dataset', async () => {
    const nowhere = { databaseUrl: null, dataDir: file('no-data') }
    const path = write('early.csv', 'address\na\n')
    const { code, log } = await runCommand(geocodeCommand, ['geocode', path], nowhere)
    expect([code, log]).toEqual([1, expect.stringContaining('There is no data directory')])
  })
})

/** A server that answers every address alike, `requests` times. */
function fakeServer(requests: number) {
  let asked = 0
  const result = { lat: 1, lon: 2, placeId: 'p', address: 'A', confidence: 0.5, match_level: 'poi' }
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (asked++ >= requests) return new Response('{}', { status: 403 })
      const { addresses } = (await request.json()) as { addresses: string[] }
      return Response.json({ results: addresses.map(() => ({ result })) })
    },
  })
}

describe('a run that was stopped', () => {
  const path = file('stopped.csv')
  const journal = file('stopped.geocoded.csv.journal')
  let argv: string[] = []

  /** Leaves what a run leaves that a server has ended behind the first checkpoint. */
  async function leave(): Promise<void> {
    writeFileSync(path, `address\n${`"${CAFE}"\n`.repeat(20_000)}`)
    using server = fakeServer(150)
    argv = [path, '--server', `http://127.0.0.1:${server.port}`, '--key', 'k']
    const { code, log } = await geocode(...argv, '--restart')
    expect([code, log]).toEqual([2, expect.stringContaining('refuses to answer')])
    expect(read('stopped.geocoded.csv.journal').split('\n').length).toBe(3)
  }

  test.each<[string, readonly string[], () => void]>([
    ['--lang', ['--lang', 'en'], () => {}],
    ['--errors', ['--errors', file('e.csv')], () => {}],
    ['--server', ['--server', 'http://127.0.0.2'], () => {}],
    ['input file', [], () => writeFileSync(path, 'address\nx\n')],
    ['input file', [], () => utimesSync(path, 1, 1)],
  ])('is not gone on with another %s', async (what, more, change) => {
    await leave()
    change()
    const { code, log } = await geocode(...argv, ...more)
    expect([code, log]).toEqual([1, expect.stringContaining(`had another ${what}`)])
    writeFileSync(path, 'address\nx\n')
    expect((await geocode(path, '--restart')).code).toBe(0)
    expect(existsSync(journal)).toBe(false)
  })

  test('whose part is gone is begun anew only when told', async () => {
    await leave()
    rmSync(file('stopped.geocoded.csv.part'))
    const { code, log } = await geocode(...argv)
    expect([code, log]).toEqual([1, expect.stringContaining('Add --restart to begin anew.')])
  })

  test('by a fault of its file leaves nothing', async () => {
    const open = write('open.csv', `address\n${'a\n'.repeat(50_000)}"open\n`)
    expect((await geocode(open)).log).toContain('on line 50,002 is never closed.')
    expect(readdirSync(directory).filter((name) => name.startsWith('open.'))).toEqual(['open.csv'])
  })
})

describe('a server', () => {
  let server: RunningServer
  let key = ''
  beforeAll(async () => {
    const create = ['keys', 'create', '--user', 'a', '--scopes', 'geocoding:read', '--json']
    const { out, log, code } = await runCommand(keysCommand, create, database)
    if (code !== 0) throw new Error(log)
    key = (JSON.parse(out) as { key: string }).key
    server = await startServer([process.execPath, MAIN], {
      cwd: directory,
      env: { SAOLA_DATA: dataDir, PATH: process.env['PATH'] ?? '' },
    })
  })
  afterAll(() => server.stop())

  test('answers as the dataset does', async () => {
    const rows = Array.from({ length: 250 }, (_, i) => [`${i} ${CAFE}`, OLD, NEW, '', 'Xyz'][i % 5])
    const path = write('asked.csv', `address\n${rows.map((row) => `"${row}"\n`).join('')}`)
    for (const run of [geocode, convert]) {
      const [here, there] = [file('here.csv'), file('there.csv')]
      expect((await run(path, '-o', here)).code).toBe(0)
      const asked = await run(path, '-o', there, '--server', `${server.url}/`, '--key', key)
      expect([asked.code, asked.log]).toEqual([0, expect.any(String)])
      expect(read('there.csv')).toBe(read('here.csv'))
    }
  })

  test('that refuses the key ends the run', async () => {
    const path = write('refused-key.csv', 'address\na\n')
    const { code, log } = await geocode(path, '--server', server.url, '--key', 'wrong')
    expect([code, log]).toEqual([2, expect.stringContaining('refuses to answer')])
  })
})

test('a limit of a key is waited for, and a server that is started again', async () => {
  let asked = 0
  using answering = fakeServer(1)
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      if (asked++ === 0) return new Response('{}', { status: 429, headers: { 'retry-after': '1' } })
      if (asked === 2) return new Response('{}', { status: 503 })
      return answering.fetch(request)
    },
  })
  const path = write('limited.csv', 'address\na\n')
  const { code } = await geocode(path, '--server', `http://127.0.0.1:${server.port}`, '--key', 'k')
  expect([code, asked]).toEqual([0, 3])
  expect(table('limited.geocoded.csv')).toMatchObject([{ lat: '1', lon: '2', place_id: 'p' }])
})
