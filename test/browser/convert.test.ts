import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type RunningServer, runSaola, saolaExecutable, startServer } from '../executable.ts'
import { program } from '../program.ts'
import { scratchDirectory } from '../scratch.ts'
import { holds, policyFaults } from './holds.ts'

/*
 * The part of the map page that converts addresses, of the running executable in a real browser:
 * one address, and a table as a spreadsheet saves it.
 */

setDefaultTimeout(120_000)

const chromiumPath = program('chromium', 'Install chromium.')
const directory = scratchDirectory()
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let server: RunningServer
let browser: Browser
let page: Page
const faults: string[] = []

describe.skipIf(chromiumPath === null)('the map page converts', () => {
  beforeAll(async () => {
    server = await startServer([saolaExecutable()], { cwd: directory, env: {} })
    browser = await chromium.launch({
      executablePath: chromiumPath ?? '',
      args: ['--no-sandbox', '--disable-gpu'],
    })
    page = await browser.newPage({ viewport: { width: 900, height: 900 } })
    page.on('pageerror', (error) => faults.push(error.message))
    policyFaults(page, faults)
    await page.goto(`${server.url}/#key=${newKey()}`)
    await holds(page, 'globalThis.saolaMap?.getLayer("places") !== undefined')
    await page.getByText('Đổi địa chỉ cũ và mới').click()
  })

  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  test('one address into both forms, side by side', async () => {
    await page.locator('#one').fill('15 Trần Quý Kiên, P. Dịch Vọng, Q. Cầu Giấy, Hà Nội')
    await page.keyboard.press('Enter')
    await page.locator('#forms section').nth(1).waitFor()
    expect(await page.locator('#forms output').allTextContents()).toEqual([
      '15 Trần Quý Kiên, Phường Dịch Vọng, Quận Cầu Giấy, Thành phố Hà Nội',
      '15 Trần Quý Kiên, Phường Cầu Giấy, Thành phố Hà Nội',
    ])
    expect(await page.locator('#forms li').count()).toBe(2)
  })

  test('what names no unit is said', async () => {
    await page.locator('#one').fill('không rõ')
    await page.keyboard.press('Enter')
    await page.getByText('Không rõ phường, xã, tỉnh nào.').waitFor()
    expect(await page.locator('#forms').isVisible()).toBe(false)
  })

  test('a table with semicolons and a mark, and gives it back longer', async () => {
    const rows = [
      'Mã;Khách;Địa chỉ',
      '1;"An; Bình";12 Nguyễn Trãi, P.7, Q.5, TP.HCM',
      '2;Chi;không rõ',
      ...Array.from({ length: 150 }, (_, i) => `${i + 3};Dũng;${i + 1} Lê Lợi, Bến Nghé, Quận 1`),
    ]
    const file = join(directory, 'khach.csv')
    writeFileSync(file, `\ufeff${rows.join('\r\n')}\r\n`)
    await page.locator('#file').setInputFiles(file)
    await page.getByText('khach.csv: 152 dòng').waitFor()
    expect(await page.locator('#column').inputValue()).toBe('2')
    await page.getByRole('button', { name: 'Đổi cả tệp' }).click()
    await page.getByText('151 dòng đã đổi').waitFor()
    const cells = await page.locator('#both tr').first().locator('td').allInnerTexts()
    expect(cells[1]).toStartWith('12 Nguyễn Trãi, Phường An Đông, Thành phố Hồ Chí Minh')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Tải xuống' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('khach-converted.csv')
    const text = readFileSync((await download.path()) ?? '', 'utf8')
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(153)
    expect(lines[0]).toStartWith('\ufeffMã,Khách,Địa chỉ,converted_address,ward_code,')
    expect(lines[1]).toStartWith('1,An; Bình,"12 Nguyễn Trãi, P.7, Q.5, TP.HCM","12 Nguyễn Trãi, ')
    expect(lines[2]).toContain('This address names no unit')
    expect(lines[152]).toContain(',26740,Phường Sài Gòn,,79,')
  })

  test('parts in columns of their own are joined', async () => {
    const file = join(directory, 'parts.csv')
    const rows = ['id,Số nhà,Phường/Xã,Quận/Huyện,Tỉnh/Thành phố', '1,12 Lê Lợi,Bến Nghé,1,79']
    writeFileSync(file, `${rows.join('\n')}\n`)
    await page.locator('#file').setInputFiles(file)
    await page.getByText('parts.csv: 1 dòng').waitFor()
    expect(await page.locator('#column').inputValue()).toBe('1,2,3,4')
    const sent = await page.locator('#both td').first().textContent()
    expect(sent).toBe('12 Lê Lợi, Bến Nghé, 1, 79')
  })

  test('speaks English too, and met no error', async () => {
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByText('parts.csv: 1 rows').waitFor()
    expect(faults).toEqual([])
  })
})

function newKey(): string {
  const argv = ['keys', 'create', '--user', 'map', '--scopes', 'all', '--plan', 'unlimited']
  return (JSON.parse(runSaola(directory, ...argv, '--json')) as { key: string }).key
}
