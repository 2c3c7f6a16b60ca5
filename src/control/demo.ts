import { SCOPES } from '../access/key.ts'
import { createKey, type IssuedKey, listKeys } from '../db/api-keys.ts'
import type { Db } from '../db/client.ts'

/**
 * A key for trying Saola out, while there is no key at all; null when there is one, even revoked.
 */
export async function createDemoKey(db: Db): Promise<IssuedKey | null> {
  if ((await listKeys(db)).length > 0) return null
  return createKey(db, {
    userName: 'demo',
    organisation: null,
    scopes: SCOPES,
    plan: 'free',
    expiresAt: null,
  })
}

/** A first command for a new user to paste into a terminal; the built-in dataset answers it. */
export function demoLines(key: string, url: string): string[] {
  const curl = (path: string): string => `  curl -H 'X-API-Key: ${key}' '${url}${path}'`
  return [
    'There was no key yet. This one is for looking around and is shown only now:',
    `  ${key}`,
    'Look around on the map (the page keeps the key until it is closed):',
    `  ${url}/#key=${key}`,
    'Try it:',
    curl('/v1/suggest?input=ba%20dinh'),
    curl('/v1/geocode?address=phuong%20ba%20dinh,%20ha%20noi'),
    curl('/v1/reverse?point.lat=21.0365&point.lon=105.8268'),
  ]
}
