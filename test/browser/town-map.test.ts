import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createRequire } from 'node:module'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { type RunningServer, runSaola, saolaExecutable, startServer } from '../executable.ts'
import { osmXml, scratchFile, TWO_WARDS } from '../import/drawing.ts'
import { program } from '../program.ts'
import { scratchDirectory } from '../scratch.ts'
import { holds, policyFaults } from './holds.ts'

/*
 * What one does on the map page of the running executable, in a real browser, over a drawn town
 * with roads: directions, kinds of places, a click on the ground, one's own position.
 */

setDefaultTimeout(120_000)

const chromiumPath = program('chromium', 'Install chromium.')
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const directory = scratchDirectory()

/** Lê Lợi goes straight from west to east, Nguyễn Huệ round by the north. 11 m a step. */
const TOWN = scratchFile(
  'town.osm',
  osmXml(`${TWO_WARDS}
    n1 20 50
    n2 80 50
    n3 20 80
    n4 80 80
    w1 n1 n2        highway=residential | name=Lê Lợi
    w2 n1 n3 n4 n2  highway=tertiary | name=Nguyễn Huệ
    n5 30 60  amenity=cafe | name=Cà phê Sân | opening_hours=24/7
    n6 60 60  amenity=cafe | name=Cà phê Đóng | opening_hours=off
    n7 70 60  amenity=fuel | name=Trạm xăng Sao`),
)

/** A position of the drawing, degrees as the page's address has them. */
const at = (east: number, north: number) =>
  ({ lat: (10.7 + north / 1e4).toFixed(6), lng: (106.7 + east / 1e4).toFixed(6) }) as const
const textOf = ({ lat, lng }: ReturnType<typeof at>) => `${lat},${lng}`
const WEST = at(20, 50)
const EAST = at(80, 50)
const NORTH_EAST = at(80, 80)

let server: RunningServer
let context: BrowserContext
let page: Page
let key = ''
const faults: string[] = []

describe.skipIf(chromiumPath === null)('the map page over a town', () => {
  beforeAll(async () => {
    runSaola(directory, 'import', TOWN)
    const all = ['--scopes', 'all', '--plan', 'unlimited', '--json']
    key = (
      JSON.parse(runSaola(directory, 'keys', 'create', '--user', 'map', ...all)) as { key: string }
    ).key
    server = await startServer([saolaExecutable()], { cwd: directory, env: {} })
    context = await chromium.launchPersistentContext(scratchDirectory(), {
      executablePath: chromiumPath ?? '',
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
        ...['--disable-component-update', '--disable-sync'],
      ],
      viewport: { width: 1000, height: 700 },
      permissions: ['geolocation'],
      geolocation: { latitude: Number(EAST.lat), longitude: Number(EAST.lng) },
    })
    page = await context.newPage()
    page.on('pageerror', (error) => faults.push(error.message))
    policyFaults(page, faults)
    page.on('response', (response) => {
      if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
    })
  })

  afterAll(async () => {
    await context?.close()
    await server?.stop()
  })

  test('shows the route that its address names, and takes its ends into the address', async () => {
    await open(`from=${textOf(WEST)}&to=${textOf(EAST)}&by=car`)
    await page.locator('#steps li').first().waitFor()
    expect(await page.locator('#steps').textContent()).toContain('Lê Lợi')
    expect(await page.locator('#total').textContent()).toContain('656 m')
    expect(await page.locator('#car').getAttribute('aria-pressed')).toBe('true')
    expect(await page.locator('#steps svg').count()).toBe(await page.locator('#steps li').count())
    await page.locator('#swap').click()
    await holds(page, `location.hash.includes('from=${textOf(EAST)}')`)
    expect(page.url()).toContain(`to=${textOf(WEST)}`)
  })

  test('finds another when an end is dragged', async () => {
    await open(`from=${textOf(WEST)}&to=${textOf(EAST)}`)
    await page.locator('#steps li').first().waitFor()
    await rested()
    const pin = await page.locator('.maplibregl-marker').last().boundingBox()
    if (pin === null) throw new Error('There is no pin.')
    const [fromX, fromY] = await pixelOf(EAST)
    const [toX, toY] = await pixelOf(NORTH_EAST)
    const [x, y] = [pin.x + pin.width / 2, pin.y + pin.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + toX - fromX, y + toY - fromY, { steps: 5 })
    await page.mouse.up()
    await holds(page, "document.getElementById('steps').textContent.includes('Nguyễn Huệ')")
    expect(page.url()).not.toContain(`to=${textOf(EAST)}`)
  })

  test('shows the stretch of a step that the mouse or the keyboard is on', async () => {
    const stretch = "saolaMap.getSource('step').serialize().data.geometry.coordinates.length"
    await open(`from=${textOf(WEST)}&to=${textOf(NORTH_EAST)}`)
    const step = page.locator('#steps button').first()
    await step.hover()
    await holds(page, `${stretch} > 1`)
    await page.mouse.move(700, 600)
    await holds(page, `${stretch} === 0`)
    await step.focus()
    await holds(page, `${stretch} > 1`)
  })

  test('takes typed ends, and says and dashes what is estimated', async () => {
    await open('')
    await page.locator('#route summary').click()
    await page.locator('#from').fill('Lê Lợi')
    await page.locator('#from').press('Enter')
    await holds(page, "document.getElementById('from').value.includes('Phường Sài Gòn')")
    await page.locator('#to').fill('10.0, 114.0')
    await page.locator('#to').press('Enter')
    await holds(page, "document.getElementById('total').textContent.includes('Ước lượng')")
    expect(
      await page.evaluate("saolaMap.getPaintProperty('route-line', 'line-dasharray')"),
    ).toEqual([2, 2.5])
    await page.locator('#clear').click()
    expect(await page.locator('#steps li').count()).toBe(0)
    expect(page.url()).not.toContain('from=')
  })

  test('pins the places of a kind, or those that are open', async () => {
    const pins = () =>
      page
        .locator('.maplibregl-marker')
        .evaluateAll((all) => all.map((pin) => pin.getAttribute('aria-label')).sort())
    await open('map=16/10.7060/106.7050')
    const chip = page.locator('#chips button', { hasText: 'Quán cà phê' })
    await chip.click()
    await holds(page, "document.querySelectorAll('.maplibregl-marker').length === 2")
    expect(await pins()).toEqual(['Cà phê Sân', 'Cà phê Đóng'])
    await page.locator('#chips button').last().click()
    await holds(page, "document.querySelectorAll('.maplibregl-marker').length === 1")
    expect(await pins()).toEqual(['Cà phê Sân'])
    await chip.click()
    expect(await pins()).toEqual([])
  })

  test('tells what is at a point, and draws its ward', async () => {
    await open('map=16/10.7060/106.7050')
    await page.mouse.click(...(await pixelOf(at(50, 70))))
    const card = page.locator('.maplibregl-popup-content')
    await card.waitFor()
    expect(await card.textContent()).toContain('Phường Sài Gòn')
    const ring = await page.evaluate(
      "saolaMap.getSource('ward').serialize().data.features[0].geometry.coordinates[0][0]",
    )
    expect(ring).toContainEqual([106.71, 10.73])
  })

  test('goes where one is', async () => {
    await open('map=14/10.7200/106.7150')
    await page.locator('.maplibregl-ctrl-geolocate').click()
    await holds(
      page,
      `Math.abs(saolaMap.getCenter().lng - ${EAST.lng}) < 1e-4 && !saolaMap.isMoving()`,
    )
    expect(await page.locator('.maplibregl-user-location-dot').count()).toBe(1)
  })

  test('has no finding of axe with a route open, and met no error', async () => {
    await open(`from=${textOf(WEST)}&to=${textOf(NORTH_EAST)}`)
    await page.locator('#steps li').first().waitFor()
    // Not as a tag, which the Content-Security-Policy forbids.
    await page.evaluate(await Bun.file(AXE).text())
    const { violations } = (await page.evaluate('axe.run()')) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    expect(faults).toEqual([])
  })
})

/** The page anew, with what the fragment says. */
async function open(fragment: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${server.url}/#key=${key}${fragment === '' ? '' : `&${fragment}`}`)
  await holds(page, 'globalThis.saolaMap?.getLayer("places") !== undefined')
}

async function rested(): Promise<void> {
  await holds(page, '!saolaMap.isMoving() && saolaMap.loaded()')
}

async function pixelOf({ lng, lat }: ReturnType<typeof at>): Promise<[number, number]> {
  return (await page.evaluate(`(({ x, y }) => [x, y])(saolaMap.project([${lng}, ${lat}]))`)) as [
    number,
    number,
  ]
}
