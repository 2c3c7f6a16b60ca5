import { SaxesParser } from 'saxes'
import type { OsmHeader, OsmWant } from '../block.ts'
import { CURE_CUT, CURE_NOT_OSM, fault } from '../fault.ts'
import { type Attributes, type XmlBlock, XmlBlocks } from './xml-blocks.ts'

/*
 * OSM XML, as the OSM API, Overpass and editors write it.
 * Source: wiki.openstreetmap.org, "OSM XML".
 */

/** Of one tag with its attributes, or of what stands between two: OSM's are below a kilobyte. */
const MARKUP_BYTES_MAX = 4 * 2 ** 20

const CURE_CHANGES = 'Give an extract, not a change file.'

/**
 * Parses OSM XML piece by piece. `write` and `end` throw `OsmFault`; `line` then says where.
 */
export class XmlReader {
  private readonly parser = new SaxesParser()
  private readonly decoder = new TextDecoder('utf-8', { fatal: true })
  private readonly blocks: XmlBlocks
  private depth = 0
  /** Bytes since the last tag: the parser keeps all of a tag until its end. */
  private bytesOfTag = 0
  private generator: string | null = null
  private replicationMs: number | null = null
  private bbox: OsmHeader['bbox'] = null

  constructor(want: OsmWant) {
    this.blocks = new XmlBlocks(want)
    this.parser.on('error', (error) => fault(`is not well-formed XML: ${reasonOf(error)}`))
    this.parser.on('opentag', (tag) => this.open(tag.name, tag.attributes))
    this.parser.on('closetag', (tag) => {
      this.depth--
      this.bytesOfTag = 0
      this.blocks.close(tag.name)
    })
  }

  /** Line that is being read, from 1. */
  get line(): number {
    return this.parser.line
  }

  /** The header as far as it is known; complete when the first block is ready. */
  header(): OsmHeader {
    return {
      bbox: this.bbox,
      replicationMs: this.replicationMs,
      generator: this.generator,
      replicationUrl: null,
      isSorted: false,
      hasLocationsOnWays: false,
    }
  }

  write(bytes: Uint8Array): XmlBlock[] {
    // Before they are read: a piece ends the tag that it is the last of.
    if (this.bytesOfTag > MARKUP_BYTES_MAX) {
      fault(`has a tag, a text or a comment of more than ${MARKUP_BYTES_MAX} bytes`)
    }
    this.bytesOfTag += bytes.length
    this.parser.write(this.decode(bytes))
    return this.blocks.ready.splice(0)
  }

  end(): XmlBlock[] {
    this.parser.write(this.decode(null))
    if (this.depth > 0) fault('ends before its </osm>', CURE_CUT)
    this.parser.close()
    this.blocks.finish()
    return this.blocks.ready.splice(0)
  }

  private decode(bytes: Uint8Array | null): string {
    try {
      return bytes ? this.decoder.decode(bytes, { stream: true }) : this.decoder.decode()
    } catch {
      return fault('is not UTF-8 text')
    }
  }

  private open(name: string, attributes: Attributes): void {
    this.depth++
    this.bytesOfTag = 0
    if (this.depth === 1) this.openRoot(name, attributes)
    else if (name === 'bounds') this.bbox = boundsOf(attributes)
    else if (name === 'meta') this.replicationMs = timeOf(attributes['osm_base'])
    else this.blocks.open(name, attributes, this.depth === 2)
  }

  private openRoot(name: string, attributes: Attributes): void {
    if (name === 'osmChange') fault('holds changes, not a map', CURE_CHANGES)
    if (name !== 'osm') fault(`is XML with the root <${name}>, not <osm>`, CURE_NOT_OSM)
    this.generator = attributes['generator'] ?? null
    this.replicationMs = timeOf(attributes['osmosis_replication_timestamp'])
  }
}

/** saxes puts `line:column: ` before its reasons; the line is named apart. */
function reasonOf(error: Error): string {
  return error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
}

function timeOf(text: string | undefined): number | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : ms
}

function boundsOf(attributes: Attributes): OsmHeader['bbox'] {
  const west = Number(attributes['minlon'])
  const south = Number(attributes['minlat'])
  const east = Number(attributes['maxlon'])
  const north = Number(attributes['maxlat'])
  return Number.isNaN(west + south + east + north) ? null : { west, south, east, north }
}
