import { availableParallelism } from 'node:os'
import { assert } from '../base/assert.ts'
import { ServiceError } from '../base/errors.ts'
import type { NodeBlock, OsmHeader, OsmWant, RelationBlock, WayBlock } from './block.ts'
import { fault, located } from './fault.ts'
import { inflateBlob } from './pbf/blob.ts'
import { openDecoder } from './pbf/decoder.ts'
import { type DecodedBlock, decodeHeader, HAS_NODES, HAS_RELATIONS, HAS_WAYS } from './pbf/pbf.ts'
import { NO_STRINGS, StringTable } from './pbf/strings.ts'
import { type OsmKind, Repeats } from './repeats.ts'
import { type Blob, type OsmSource, openSource, readBlobs } from './source.ts'
import { readText } from './xml/text.ts'
import { XmlReader } from './xml/xml.ts'
import type { XmlBlock } from './xml/xml-blocks.ts'

/**
 * Called with the blocks in the order of the file, one call at a time; reading waits for the
 * promise that a handler returns. An object that the file holds twice has its tags the first time
 * only. A block may be kept, at the price of its memory. What a handler throws stops the reading
 * and reaches the caller of `readOsm` as it is.
 */
export interface OsmHandlers {
  /** Once, before the first block. */
  header?(header: OsmHeader): void | Promise<void>
  nodes?(block: NodeBlock): void | Promise<void>
  ways?(block: WayBlock): void | Promise<void>
  relations?(block: RelationBlock): void | Promise<void>
}

export interface OsmOptions {
  /** Threads that inflate and decode a PBF; 0 does it in this one. Default: a core each, to 8. */
  readonly threads?: number
  /** Stops the reading with `INTERRUPTED`, at the next block. */
  readonly signal?: AbortSignal
  /** Called after each block; bytes of the file, compressed as it is. */
  readonly onProgress?: (progress: OsmProgress) => void
  /** From an earlier reading of the same file: blobs without a wanted kind are skipped unread. */
  readonly map?: OsmMap
  /** Called for each object with tags that the file holds once more. */
  readonly onRepeat?: (kind: OsmKind, id: number) => void
}

export interface OsmProgress {
  readonly readBytes: number
  readonly totalBytes: number
}

/** Positions of the kinds in a PBF file, so that a second reading need not look everywhere. */
export interface OsmMap {
  /** Size of the file it is of. */
  readonly sizeBytes: number
  /** HAS_NODES | HAS_WAYS | HAS_RELATIONS of each blob, by its number; empty for XML. */
  readonly kinds: readonly number[]
}

const THREADS_MAX = 8
/** Blobs in the hands of each thread: one in work, one waiting so that it never is idle. */
const BLOBS_A_THREAD = 2

/**
 * Reads an OSM file: PBF, XML or gzipped XML, told apart by content. Memory is bounded by the
 * blobs in flight, whatever the size of the file.
 *
 * Throws `INVALID_FILE` with the path, the fault, the byte (XML: line) and the cure, and
 * `INTERRUPTED` when `signal` fires. Threads and file are released in every case.
 */
export async function readOsm(
  path: string,
  want: OsmWant,
  handlers: OsmHandlers,
  options: OsmOptions = {},
): Promise<OsmMap> {
  assert(want.nodes === 'none' || handlers.nodes, 'who wants nodes has a handler for them')
  assert(!want.ways || handlers.ways, 'who wants ways has a handler for them')
  assert(!want.relations || handlers.relations, 'who wants relations has a handler for them')
  stopIfAborted(path, options.signal)
  const source = await openSource(path)
  const once = eachOnce(handlers, options.onRepeat ?? (() => {}))
  try {
    if (source.format === 'pbf') return await readPbf(source, want, once, options)
    return await readXml(source, want, once, options)
  } finally {
    await source.handle.close()
  }
}

function eachOnce(
  { header, nodes, ways, relations }: OsmHandlers,
  onRepeat: (kind: OsmKind, id: number) => void,
): OsmHandlers {
  const repeats = new Repeats(onRepeat)
  return {
    header: (found) => header?.(found),
    nodes: (block) => nodes?.(repeats.without('node', block)),
    ways: (block) => ways?.(repeats.without('way', block)),
    relations: (block) => relations?.(repeats.without('relation', block)),
  }
}

interface InFlight {
  readonly at: number
  readonly end: number
  readonly index: number
  readonly block: Promise<DecodedBlock>
}

async function readPbf(
  source: OsmSource,
  want: OsmWant,
  handlers: OsmHandlers,
  options: OsmOptions,
): Promise<OsmMap> {
  const { path, sizeBytes } = source
  const threads = options.threads ?? Math.min(THREADS_MAX, availableParallelism())
  const inFlightMax = Math.max(1, threads * BLOBS_A_THREAD)
  const kinds = knownKinds(source, options.map)
  const wanted = wantedKinds(want)
  const inFlight: InFlight[] = []
  const decoder = openDecoder(threads, want)

  async function deliverOldest(): Promise<void> {
    const oldest = inFlight.shift()
    assert(oldest, 'a blob is in flight')
    const block = await oldest.block.catch((error: unknown) => {
      throw located(path, `in the block at byte ${oldest.at}`, error)
    })
    stopIfAborted(path, options.signal)
    kinds[oldest.index] = block.kinds
    await deliver(block, handlers)
    options.onProgress?.({ readBytes: oldest.end, totalBytes: sizeBytes })
  }

  try {
    const isSkipped = (index: number) => index > 0 && ((kinds[index] ?? wanted) & wanted) === 0
    let index = 0
    for await (const blob of readBlobs(source, isSkipped)) {
      stopIfAborted(path, options.signal)
      if (index === 0) await deliverHeader(path, blob, handlers)
      else if (blob.bytes && blob.type === 'OSMData') {
        const block = decoder.decode(blob.bytes)
        // A fault is met when this blob's turn comes; until then nobody listens, and that is meant.
        block.catch(() => {})
        inFlight.push({ at: blob.at, end: blob.end, index, block })
        if (inFlight.length >= inFlightMax) await deliverOldest()
      } else kinds[index] ??= 0
      index++
    }
    while (inFlight.length > 0) await deliverOldest()
    options.onProgress?.({ readBytes: sizeBytes, totalBytes: sizeBytes })
    return { sizeBytes, kinds }
  } finally {
    await decoder.close()
  }
}

function wantedKinds(want: OsmWant): number {
  return (
    (want.nodes === 'none' ? 0 : HAS_NODES) |
    (want.ways ? HAS_WAYS : 0) |
    (want.relations ? HAS_RELATIONS : 0)
  )
}

function knownKinds(source: OsmSource, map: OsmMap | undefined): number[] {
  if (map === undefined) return []
  if (map.sizeBytes !== source.sizeBytes) {
    throw new ServiceError('INVALID_FILE', `${source.path} changed while it was read. Start again.`)
  }
  return [...map.kinds]
}

async function deliverHeader(path: string, blob: Blob, handlers: OsmHandlers): Promise<void> {
  let header: OsmHeader
  try {
    if (blob.type !== 'OSMHeader' || blob.bytes === null) fault('does not begin with a header')
    header = decodeHeader(inflateBlob(blob.bytes))
  } catch (error) {
    throw located(path, 'in its header', error)
  }
  await handlers.header?.(header)
}

async function deliver(block: DecodedBlock, handlers: OsmHandlers): Promise<void> {
  const strings = block.strings ? new StringTable(block.strings) : NO_STRINGS
  if (block.nodes) await handlers.nodes?.({ ...block.nodes, strings })
  if (block.ways) await handlers.ways?.({ ...block.ways, strings })
  if (block.relations) await handlers.relations?.({ ...block.relations, strings })
}

function stopIfAborted(path: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new ServiceError('INTERRUPTED', `Reading ${path} was stopped before its end.`)
  }
}

async function readXml(
  source: OsmSource,
  want: OsmWant,
  handlers: OsmHandlers,
  options: OsmOptions,
): Promise<OsmMap> {
  const { path, sizeBytes } = source
  const reader = new XmlReader(want)
  let isHeaderDue = true

  async function deliverXml(blocks: readonly XmlBlock[]): Promise<void> {
    if (isHeaderDue && blocks.length > 0) {
      isHeaderDue = false
      await handlers.header?.(reader.header())
    }
    for (const { kind, block } of blocks) {
      stopIfAborted(path, options.signal)
      if (kind === 'node') await handlers.nodes?.(block)
      else if (kind === 'way') await handlers.ways?.(block)
      else await handlers.relations?.(block)
    }
  }

  try {
    for await (const { bytes, readBytes } of readText(source)) {
      stopIfAborted(path, options.signal)
      await deliverXml(reader.write(bytes))
      options.onProgress?.({ readBytes, totalBytes: sizeBytes })
    }
    await deliverXml(reader.end())
    if (isHeaderDue) await handlers.header?.(reader.header())
    return { sizeBytes, kinds: [] }
  } catch (error) {
    throw located(path, `in line ${reader.line}`, error)
  }
}
