import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../src/version.ts'
import { type Part, partsInside } from './parts.ts'

const LOCK = join(import.meta.dir, '../bun.lock')
const TYPES = { code: 'library', data: 'data', runtime: 'platform' } as const

/** The bill of materials of the executable: CycloneDX 1.6 as JSON; always the same of a source. */
export async function makeSbom(date: Date): Promise<string> {
  const parts = await partsInside()
  const lock = readFileSync(LOCK, 'utf8')
  const own = `saola@${VERSION.version}`
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: date.toISOString(),
      component: {
        type: 'application',
        'bom-ref': own,
        name: 'saola',
        version: VERSION.version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components: parts.map((part) => component(part, lock)),
    dependencies: [{ ref: own, dependsOn: parts.map(refOf) }],
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

function component(part: Part, lock: string): Record<string, unknown> {
  const { kind, name, version, licence, url, remark } = part
  const isPackage = kind !== 'runtime'
  const hash = isPackage ? sha512Of(part, lock) : null
  return {
    type: TYPES[kind],
    'bom-ref': refOf(part),
    name,
    version,
    ...(remark === '' ? {} : { description: remark }),
    ...(hash === null ? {} : { hashes: [{ alg: 'SHA-512', content: hash }] }),
    licenses: licence.includes(' ') ? [{ expression: licence }] : [{ license: { id: licence } }],
    ...(isPackage ? { purl: `pkg:npm/${name.replace('@', '%40')}@${version}` } : {}),
    externalReferences: [{ type: 'website', url }],
  }
}

function refOf({ name, version }: Part): string {
  return `${name}@${version}`
}

/** Of the package's archive, in hex, as bun.lock has it. Throws when it has none. */
function sha512Of({ name, version }: Part, lock: string): string {
  const line = lock.split('\n').find((each) => each.includes(`["${name}@${version}", `))
  const [, base64] = /"sha512-([A-Za-z0-9+/=]+)"\]/.exec(line ?? '') ?? []
  if (base64 === undefined) throw new Error(`bun.lock has no hash of ${name}@${version}`)
  return Buffer.from(base64, 'base64').toString('hex')
}
