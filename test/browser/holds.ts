import type { Page } from 'playwright-core'
import { until } from '../running-town.ts'

const WAIT_MS_MAX = 30_000

/**
 * Waits until an expression of the page is true. Playwright's own way to wait evaluates it inside
 * the page, which the Content-Security-Policy forbids.
 */
export function holds(page: Page, expression: string): Promise<void> {
  return until(async () => Boolean(await page.evaluate(expression)), WAIT_MS_MAX)
}

/** Adds what the Content-Security-Policy has kept the page from. */
export function policyFaults(page: Page, faults: string[]): void {
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && text.includes('Content Security Policy')) faults.push(text)
  })
}
