/*
 * Pictures of the base map of a running server, nine places and zooms in light and dark, to be
 * looked at by a person:
 *
 *   bun bench/map-pictures.ts --url http://127.0.0.1:8080 --out DIR [--lang vi|en|local]
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'

const PLACES: readonly (readonly [name: string, lon: number, lat: number, zoom: number])[] = [
  ['country', 107.5, 16, 5],
  ['islands', 112.5, 13, 5.5],
  ['north', 105.8, 21, 7.2],
  ['mekong', 105.9, 10, 8.5],
  ['hanoi-region', 105.84, 21.02, 10],
  ['hanoi', 105.845, 21.025, 12.3],
  ['hanoi-centre', 105.85, 21.028, 14.3],
  ['an-dong', 106.67, 10.757, 15.5],
  ['an-dong-doors', 106.6712, 10.7585, 17.6],
]
const DRAWN_MS_MAX = 90_000

const { url, out, lang } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    out: { type: 'string', default: 'map-pictures' },
    lang: { type: 'string', default: 'vi' },
  },
}).values

const browser = await chromium.launch({
  executablePath: Bun.which('chromium') ?? 'chromium',
  args: [
    '--no-sandbox',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ],
})
mkdirSync(out, { recursive: true })
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
await page.route(`${url}/pictures`, (route) =>
  route.fulfill({
    contentType: 'text/html',
    body: `<!doctype html><link rel="stylesheet" href="map/maplibre-gl.css">
<body style="margin: 0"><div id="map" style="height: 100vh"></div>
<script type="module">
  import { Map } from './map/maplibre-gl.mjs'
  let map
  globalThis.show = (style, center, zoom) => new Promise((drawn) => {
    map?.remove()
    map = new Map({ container: 'map', style, center, zoom, fadeDuration: 0 })
    map.once('idle', () => drawn())
  })
</script>`,
  }),
)
await page.goto(`${url}/pictures`)
await page.waitForFunction('globalThis.show !== undefined')
page.setDefaultTimeout(DRAWN_MS_MAX)
for (const theme of ['light', 'dark']) {
  for (const [name, lon, lat, zoom] of PLACES) {
    const style = `${url}/map/style.json?theme=${theme}&lang=${lang}`
    await page.evaluate(`show('${style}', [${lon}, ${lat}], ${zoom})`)
    const path = join(out, `${name}-${theme}.png`)
    await page.screenshot({ path })
    console.log(path)
  }
}
await browser.close()
