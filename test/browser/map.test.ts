import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type RunningServer, runSaola, saolaExecutable, startServer } from '../executable.ts'
import { program } from '../program.ts'
import { holds, policyFaults } from './holds.ts'

/*
 * The map page of the running executable in a real browser, over a town of an operator's own
 * places: 5 rows of 8, some 90 m apart. What is drawn is counted, not looked at.
 */

setDefaultTimeout(120_000)

const chromiumPath = program('chromium', 'Install chromium.')

const ROWS = 5
const COLUMNS = 8
const STEP = 0.0008
const MIDDLE = { lon: 106.7, lat: 10.78 }

const PLACES = Array.from({ length: ROWS * COLUMNS }, (_, i) => ({
  name: `Quán Sao ${i + 1}`,
  lon: MIDDLE.lon + ((i % COLUMNS) - (COLUMNS - 1) / 2) * STEP,
  lat: MIDDLE.lat + (Math.floor(i / COLUMNS) - (ROWS - 1) / 2) * STEP,
}))

interface Setting {
  readonly server: RunningServer
  readonly browser: Browser
  readonly page: Page
  readonly key: string
  /** Addresses of all that the page has asked for. */
  readonly requested: readonly string[]
  readonly faults: readonly string[]
}

let setting: Setting
const directory = mkdtempSync(join(tmpdir(), 'saola-map-'))
afterAll(() => rmSync(directory, { recursive: true }))

describe.skipIf(chromiumPath === null)('the map page in Chromium', () => {
  beforeAll(async () => {
    // The server puts in the built-in dataset, to which an operator's places are added.
    const server = await startServer([saolaExecutable()], { cwd: directory, env: {} })
    const key = importTown()
    await townShows(server, key)
    const browser = await chromium.launch({
      executablePath: chromiumPath ?? '',
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
        ...['--disable-component-update', '--disable-sync'],
      ],
    })
    const page = await browser.newPage({ viewport: { width: 900, height: 650 } })
    const requested: string[] = []
    const faults: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    page.on('pageerror', (error) => faults.push(error.message))
    policyFaults(page, faults)
    page.on('response', (response) => {
      if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
    })
    setting = { server, browser, page, key, requested, faults }
    await page.goto(`${server.url}/#key=${key}`)
    await holds(page, 'globalThis.saolaMap?.getLayer("places") !== undefined')
  })

  afterAll(async () => {
    await setting.browser.close()
    await setting.server.stop()
  })

  test('draws every place of the town, once', async () => {
    await lookAt(15)
    expect(await drawn()).toEqual(PLACES.map(({ name }) => name).sort())
  })

  test('takes the key out of the address, and keeps it for the session', async () => {
    const { page, server, key } = setting
    expect(page.url()).toStartWith(`${server.url}/`)
    expect(page.url()).not.toContain('key')
    expect(await page.evaluate('history.length')).toBeLessThanOrEqual(2)
    expect(await page.evaluate("sessionStorage.getItem('saola-key')")).toBe(key)
    await page.reload()
    await holds(page, 'globalThis.saolaMap?.getLayer("places") !== undefined')
    expect(await page.locator('#key').inputValue()).toBe(key)
  })

  test('asks for tiles that are counted to no plan', () => {
    const tiles = setting.requested.filter((url) => url.includes('/pois/'))
    expect(tiles.length).toBeGreaterThan(0)
    expect(tiles.filter((url) => !url.startsWith(`${setting.server.url}/map/pois/`))).toEqual([])
  })

  test('writes no name over a dot', async () => {
    const names = (point: string) =>
      `saolaMap.queryRenderedFeatures(${point}, { layers: ['place-names'] }).length`
    for (const zoom of [14, 16]) {
      await lookAt(zoom)
      const covered = await setting.page.evaluate(`${JSON.stringify(PLACES)}
        .filter(({ lon, lat }) => ${names('saolaMap.project([lon, lat])')} > 0)
        .map(({ name }) => name)`)
      expect([zoom, covered]).toEqual([zoom, []])
    }
    expect(await setting.page.evaluate(names('undefined'))).toBeGreaterThan(0)
  })

  test('draws fewer of them from afar, and those of before from near', async () => {
    await lookAt(9)
    const few = await drawn()
    expect(few.length).toBeGreaterThan(0)
    expect(few.length).toBeLessThan(PLACES.length / 4)
    await lookAt(12)
    expect(await drawn()).toEqual(expect.arrayContaining(few))
  })

  test('shows the details of a place that is clicked', async () => {
    const { page } = setting
    await lookAt(17)
    await page.mouse.click(...(await pixelOf(20)))
    const popup = page.locator('.maplibregl-popup-content')
    await popup.locator('p').first().waitFor()
    expect(await popup.locator('h2').textContent()).toBe('Quán Sao 21')
    expect(await popup.locator('p').first().textContent()).toContain('Thành phố Hồ Chí Minh')
  })

  test('links its number and its page, and nothing that is neither', async () => {
    const { page } = setting
    const links = () =>
      page
        .locator('.maplibregl-popup-content a')
        .evaluateAll((all) =>
          all.map((link) => ['href', 'rel', 'target'].map((name) => link.getAttribute(name))),
        )
    expect(await links()).toEqual([
      ['tel:+842439260663', 'noopener noreferrer', null],
      ['https://quan.example/sao?a=1', 'noopener noreferrer', '_blank'],
    ])
    await page.route('**/v1/pois/*', (route) =>
      route.fulfill({
        json: {
          result: {
            formatted_address: 'Đây',
            phone: 'hỏi chủ quán',
            website: 'javascript:alert(document.domain)',
          },
        },
      }),
    )
    await page.evaluate("document.querySelector('.maplibregl-popup-close-button').click()")
    await page.mouse.click(...(await pixelOf(21)))
    const popup = page.locator('.maplibregl-popup-content')
    await popup.getByText('javascript:alert(document.domain)').waitFor()
    await popup.getByText('hỏi chủ quán').waitFor()
    expect(await links()).toEqual([])
    await page.unroute('**/v1/pois/*')
  })

  test('finds a place by its name, with the keyboard alone', async () => {
    const { page } = setting
    await page.getByRole('combobox', { name: 'Tìm địa chỉ hoặc địa điểm' }).fill('quan sao 7')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.maplibregl-marker').waitFor()
    expect(await page.getByRole('combobox').inputValue()).toContain('Quán Sao 7')
  })

  test('takes what is typed when Enter comes first, and asks in sessions', async () => {
    const { page, requested } = setting
    const field = page.getByRole('combobox')
    await field.fill('quan sao 8')
    await page.getByRole('option').first().waitFor()
    await field.fill('tinh lam dong')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Tỉnh Lâm Đồng' }).waitFor()
    await holds(page, 'saolaMap.getZoom() === 8')
    expect(await page.getByRole('option').count()).toBe(0)
    const tokens = requested
      .filter((url) => /v1\/(suggest|place)/.test(url))
      .map((url) => new URL(url).searchParams.get('sessionToken'))
    expect(tokens).not.toContain(null)
    expect(tokens.at(-1)).toBe(tokens.at(-2) ?? null)
    expect(tokens.at(-1)).not.toBe(tokens[0] ?? null)
    await field.fill('')
    await page.locator('.maplibregl-marker').waitFor({ state: 'detached' })
    await page.locator('.maplibregl-popup').waitFor({ state: 'detached' })
  })

  test('closes the list when the map is pressed', async () => {
    const { page } = setting
    await page.getByRole('combobox').fill('quan sao')
    await page.getByRole('option').first().waitFor()
    await page.mouse.click(700, 300)
    expect(await page.getByRole('option').count()).toBe(0)
  })

  test('says in the language of the page what is wrong with a key, and takes another', async () => {
    const { browser, server, key } = setting
    const page = await browser.newPage()
    await page.goto(`${server.url}/#key=sk_live_wrong`)
    await page.getByText('Khoá API sai, đã hết hạn hoặc bị thu hồi.').waitFor()
    expect(await page.locator('#key').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByText('The API key is wrong, expired or revoked.').waitFor()
    await page.evaluate(`location.hash = 'key=${key}'`)
    await holds(page, "document.getElementById('said').textContent === ''")
    expect(await page.locator('#key').inputValue()).toBe(key)
    await page.close()
  })

  test('asks again for tiles that were refused for now, on a phone below the panel', async () => {
    const { browser, server, key } = setting
    const page = await browser.newPage({ viewport: { width: 375, height: 667 } })
    let isRefused = true
    const refusal = { error: 'Slower.', code: 'RATE_LIMIT_MINUTE', retry_after: 1 }
    await page.route('**/map/pois/**', (route) =>
      isRefused ? route.fulfill({ status: 429, json: refusal }) : route.continue(),
    )
    await page.goto(`${server.url}/#key=${key}`)
    await page.getByText('Đã hết lượt hỏi. Thử lại sau 1 giây.').waitFor()
    isRefused = false
    await holds(page, "saolaMap.queryRenderedFeatures({ layers: ['places'] }).length > 0")
    await holds(page, "document.getElementById('said').textContent === ''")
    const below = `document.getElementById('panel').getBoundingClientRect().bottom`
    expect(await page.evaluate(`saolaMap.project([105.3, 23.3]).y > ${below}`)).toBe(true)
    await page.close()
  })

  test('speaks English too', async () => {
    const { page } = setting
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('combobox', { name: 'Search for an address or a place' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })

  test('names its sources, has asked nobody else, and met no error', async () => {
    const { page, server, requested, faults } = setting
    const credits = await page.locator('.maplibregl-ctrl-attrib').textContent()
    expect(credits).toContain('© OpenStreetMap contributors')
    expect(requested.filter((url) => /^(https?|wss?):/.test(url)).length).toBeGreaterThan(5)
    expect(
      requested.filter((url) => /^(https?|wss?):/.test(url) && !url.startsWith(server.url)),
    ).toEqual([])
    expect(faults).toEqual([])
  })
})

/** Imports the places and makes a key, with the executable, into its default directory. */
function importTown(): string {
  const contact = '024 3926 0663,https://quan.example/sao?a=1'
  const lines = PLACES.map(({ name, lon, lat }) => `${name},cafe,${lat},${lon},${contact}`)
  const head = 'name,category,lat,lon,phone,website'
  writeFileSync(join(directory, 'town.csv'), `${head}\n${lines.join('\n')}\n`)
  runSaola(directory, 'import', 'town.csv')
  const made = runSaola(
    directory,
    'keys',
    'create',
    '--user',
    'map',
    '--scopes',
    'all',
    '--plan',
    'unlimited',
    '--json',
  )
  return (JSON.parse(made) as { key: string }).key
}

/** Waits until the server follows the dataset and honours the key. */
async function townShows(server: RunningServer, key: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await fetch(`${server.url}/v1/suggest?input=quan%20sao`, {
      headers: { 'X-API-Key': key },
    })
    if ((await found.text()).includes('Quán Sao')) return
    await Bun.sleep(100)
  }
  throw new Error(`The town does not show:\n${server.log()}`)
}

/** Moves the map and waits until all is drawn. */
async function lookAt(zoom: number): Promise<void> {
  await setting.page.evaluate(`new Promise((done) => {
    saolaMap.once('idle', done)
    saolaMap.jumpTo({ center: [${MIDDLE.lon}, ${MIDDLE.lat}], zoom: ${zoom} })
    saolaMap.triggerRepaint()
  })`)
}

/** Where a place is drawn. */
async function pixelOf(number: number): Promise<[number, number]> {
  const { lon, lat } = PLACES[number] ?? MIDDLE
  return (await setting.page.evaluate(
    `(({ x, y }) => [x, y])(saolaMap.project([${lon}, ${lat}]))`,
  )) as [number, number]
}

/** Names of the places on the screen. A place in the buffer of two tiles is drawn by both. */
async function drawn(): Promise<string[]> {
  const names = (await setting.page.evaluate(`saolaMap
    .queryRenderedFeatures({ layers: ['places'] })
    .map(({ id, properties }) => id + ' ' + properties.name)`)) as string[]
  return [...new Set(names)].map((name) => name.slice(name.indexOf(' ') + 1)).sort()
}
