import { type ReadExtract, readExtract } from '../../src/import/extract.ts'
import { sharedData } from '../shared-data.ts'
import { quietProgress } from './drawing.ts'

const path = sharedData('vietnam-dev.osm.pbf')
let content: Promise<ReadExtract> | null = null

export const hasVietnam = path !== null

/** What the development extract says; read once for all tests of a run, in about half a minute. */
export function vietnam(): Promise<ReadExtract> {
  content ??= readExtract(path ?? '', quietProgress(), new AbortController().signal)
  return content
}
