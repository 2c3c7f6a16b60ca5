import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type RunningServer, saolaExecutable, startServer } from '../executable.ts'
import { program } from '../program.ts'
import { scratchDirectory } from '../scratch.ts'
import { holds, policyFaults } from './holds.ts'

/*
 * The base map of the running executable in a real browser, with the built-in dataset and no key:
 * the page at `/`, and each example of docs/map.md that a browser can run.
 */

setDefaultTimeout(120_000)

const chromiumPath = program('chromium', 'Install chromium.')
const ROOT = join(import.meta.dir, '../..')

let server: RunningServer
let browser: Browser
const directory = scratchDirectory()
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** The code of docs/map.md behind a mark, with the address of the running server. */
function example(name: string): string {
  const text = readFileSync(join(ROOT, 'docs/map.md'), 'utf8')
  const [, code] =
    new RegExp(`<!-- example: ${name} -->\\n\`\`\`\\w+\\n([^]*?)\`\`\``).exec(text) ?? []
  if (code === undefined) throw new Error(`docs/map.md has no example ${name}`)
  return code.replaceAll('http://127.0.0.1:8080', server.url)
}

interface Watched {
  readonly page: Page
  readonly requested: string[]
  readonly faults: string[]
}

async function watched(width = 1000, height = 700): Promise<Watched> {
  const page = await browser.newPage({ viewport: { width, height } })
  const requested: string[] = []
  const faults: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('pageerror', (error) => faults.push(error.message))
  policyFaults(page, faults)
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
  return { page, requested, faults }
}

/** Names that the page's map shows in a layer. */
async function names(page: Page, layer: string): Promise<string[]> {
  await holds(
    page,
    `saolaMap.loaded() && saolaMap.queryRenderedFeatures({ layers: ['${layer}'] }).length > 0`,
  )
  const found = (await page.evaluate(
    `saolaMap.queryRenderedFeatures({ layers: ['${layer}'] }).map((f) => f.properties.name)`,
  )) as string[]
  return [...new Set(found)].sort()
}

describe.skipIf(chromiumPath === null)('the base map in Chromium', () => {
  beforeAll(async () => {
    server = await startServer([saolaExecutable()], { cwd: directory, env: {} })
    browser = await chromium.launch({
      executablePath: chromiumPath ?? '',
      args: [
        ...['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader'],
        ...['--enable-unsafe-swiftshader', '--disable-background-networking'],
        ...['--disable-component-update', '--disable-sync'],
      ],
    })
  })

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('shows provinces and towns without a key, and how to get the rest', async () => {
    const { page, requested, faults } = await watched()
    await page.goto(server.url)
    await holds(page, 'globalThis.saolaMap?.getLayer("city-names") !== undefined')
    await page.evaluate('saolaMap.jumpTo({ center: [106.5, 20.5], zoom: 7 })')
    expect(await names(page, 'city-names')).toContain('Hà Nội')
    expect(await names(page, 'province-names')).toContain('Quảng Ninh')
    await page.getByText('saola import vietnam').waitFor()
    const elsewhere = requested.filter(
      (url) => url.startsWith('http') && !url.startsWith(server.url),
    )
    expect(elsewhere).toEqual([])
    expect(faults).toEqual([])
    await page.close()
  })

  test('names the archipelagos as Vietnam does, in both languages', async () => {
    const { page } = await watched()
    await page.goto(`${server.url}/#map=5/13/112`)
    await holds(page, 'globalThis.saolaMap?.getLayer("country-names") !== undefined')
    const shown = await names(page, 'country-names')
    expect(shown).toEqual(expect.arrayContaining(['Quần đảo Hoàng Sa', 'Quần đảo Trường Sa']))
    await page.close()
  })

  test('goes dark by a switch, and remembers it and the position', async () => {
    const { page } = await watched()
    await page.goto(`${server.url}/#map=8.00/16.05/108.20`)
    await holds(page, 'globalThis.saolaMap?.getLayer("earth") !== undefined')
    const color = () => page.evaluate(`saolaMap.getPaintProperty('earth', 'fill-color')`)
    const light = await color()
    await page.getByRole('button', { name: 'Giao diện tối' }).click()
    await holds(
      page,
      `saolaMap.getLayer('earth') &&
        saolaMap.getPaintProperty('earth', 'fill-color') !== '${light}'`,
    )
    const dark = await color()
    await page.reload()
    await holds(page, 'globalThis.saolaMap?.getLayer("earth") !== undefined')
    expect(await color()).toBe(dark)
    expect(await page.evaluate('saolaMap.getZoom()')).toBeCloseTo(8, 1)
    await page.close()
  })

  test.each([
    ['light', 1000],
    ['dark', 1000],
    ['light', 375],
  ] as const)('is open to all: axe finds nothing, %s, %d wide', async (theme, width) => {
    const { page } = await watched(width)
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(server.url)
    await holds(page, 'globalThis.saolaMap?.loaded()')
    await page.evaluate("document.getElementById('route').open = true")
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
    // Not as a tag, which the Content-Security-Policy forbids.
    await page.evaluate(await Bun.file(axe).text())
    const found = (await page.evaluate(
      `axe.run().then(({ violations }) =>
        violations.map((v) => [v.id, v.nodes.map((n) => n.html)]))`,
    )) as unknown[]
    expect(found).toEqual([])
    await page.close()
  })

  test.each(['maplibre', 'leaflet'])('the example for %s draws the map', async (name) => {
    const { page, requested, faults } = await watched()
    await page.route(`${server.url}/example`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html>${example(name)}` }),
    )
    // What the reader installs himself.
    await page.route(`${server.url}/node_modules/**`, (route) =>
      route.fulfill({ path: join(ROOT, new URL(route.request().url()).pathname) }),
    )
    await page.goto(`${server.url}/example`)
    await page.locator('canvas.maplibregl-canvas').waitFor()
    for (const part of ['/map/tiles/', '/map/fonts/', '/map/sprite']) {
      while (!requested.some((url) => url.includes(part))) await page.waitForTimeout(50)
    }
    const credits = page.locator('.maplibregl-ctrl-attrib, .leaflet-control-attribution')
    await credits.getByText('Natural Earth').waitFor()
    expect(
      requested.filter((url) => !url.startsWith(server.url) && url.startsWith('http')),
    ).toEqual([])
    expect(faults).toEqual([])
    await page.close()
  })
})
