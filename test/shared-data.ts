import { existsSync } from 'node:fs'
import { join } from 'node:path'

const SHARED = join(import.meta.dir, '../../shared')
const ROOT = process.env['SAOLA_TEST_DATA'] ?? join(SHARED, 'data')

/**
 * Path of a file of the test data, which is no part of the repository; null, told once on stderr,
 * when it is not there: the suite that needs it is then skipped. With `CI=true` a file may only
 * be missing together with all of ../shared.
 */
export function sharedData(name: string): string | null {
  const path = join(ROOT, name)
  if (existsSync(path)) return path
  if (process.env['CI'] === 'true' && existsSync(SHARED)) {
    throw new Error(`${path} is missing. Set SAOLA_TEST_DATA to where the test data is.`)
  }
  console.error(`Skipped what needs ${name}: it is not at ${path} (see SAOLA_TEST_DATA).`)
  return null
}
