import { expect, test } from 'bun:test'
import { demoLines } from '../../src/control/demo.ts'

test('the key for looking around comes with a link that opens the map, and with requests', () => {
  const lines = demoLines('sk_live_x', 'http://127.0.0.1:8080').map((line) => line.trim())
  // In the fragment, which no server and no proxy on the way sees.
  expect(lines).toContain('http://127.0.0.1:8080/#key=sk_live_x')
  expect(lines.filter((line) => line.startsWith("curl -H 'X-API-Key: sk_live_x'"))).toHaveLength(3)
})
