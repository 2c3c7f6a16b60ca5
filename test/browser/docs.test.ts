import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { keyText } from '../access/keys.ts'
import { Town } from '../http/town.ts'
import { program } from '../program.ts'

/*
 * The documentation page in a real browser, over the town of one café, as a proxy shows it that
 * puts a path before ours.
 */

setDefaultTimeout(60_000)

const chromiumPath = program('chromium', 'Install chromium.')
const PREFIX = '/geo'
const PAGE_BYTES = 100_000
const PAGES_MAX = 10_000

let pagesMade = 0
/** 1 GB of boundaries. */
const boundless = () =>
  new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (pagesMade++ < PAGES_MAX) controller.enqueue(new Uint8Array(PAGE_BYTES).fill(0x20))
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )

describe.skipIf(chromiumPath === null)('the documentation page in Chromium', () => {
  let proxy: Bun.Server<undefined>
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    const town = new Town({
      adminBoundaries: () => ({
        tag: 'boundless',
        plain: async () => boundless(),
        compressed: async () => boundless(),
      }),
    })
    proxy = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const { pathname, search } = new URL(request.url)
        if (!pathname.startsWith(PREFIX)) return new Response('not ours', { status: 404 })
        const inside = `http://localhost${pathname.slice(PREFIX.length)}${search}`
        const forwarded = new Request(inside, request)
        // Plain answers: what the browser unpacks it also counts.
        forwarded.headers.delete('accept-encoding')
        return town.app.fetch(forwarded)
      },
    })
    browser = await chromium.launch({
      executablePath: chromiumPath ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    page = await browser.newPage()
  })

  afterAll(async () => {
    await browser.close()
    await proxy.stop(true)
  })

  /** Opens the page at an endpoint and sends what its fields hold. */
  async function send(path: string, operation: string) {
    await page.goto(`${new URL(path, proxy.url)}#${operation}`)
    const details = page.locator(`#${operation}`)
    await page.fill('#key', keyText(1))
    await details.getByRole('button', { name: 'Send' }).click()
    await details.locator('h3', { hasText: '200' }).waitFor()
    return details
  }

  test.each(['docs', 'docs/'])('tries endpoints behind a path: %s', async (path) => {
    const details = await send(`${PREFIX}/${path}`, 'suggest')
    expect(await details.locator('h3', { hasText: '200' }).textContent()).toContain(
      `${PREFIX}/v1/suggest?`,
    )
    expect(await details.locator('pre').first().textContent()).toContain('Cà phê Sông Trăng')
    expect(await page.locator('#json').getAttribute('href')).toEndWith(`${PREFIX}/docs/json`)
  })

  test('reads no more of an answer than it shows', async () => {
    const details = await send(`${PREFIX}/docs`, 'adminBoundaries')
    await details.getByText('Only the first 500 kB are shown').waitFor()
    expect((await details.locator('pre').first().textContent())?.length).toBe(500_000)
    await Bun.sleep(500)
    expect(pagesMade).toBeLessThan(PAGES_MAX / 2)
  })
})
