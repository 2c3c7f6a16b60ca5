import { CURE_NOT_OSM, fault } from './fault.ts'

export type OsmFormat = 'pbf' | 'xml' | 'xml.gz'

/** The format of a file by its first 512 bytes, or fewer when it is shorter; names do not count. */
export function formatOf(start: Uint8Array): OsmFormat {
  const text = Buffer.from(start).toString('latin1')
  if (text.startsWith('\x1f\x8b')) return 'xml.gz'
  const markup = text.replace(/^\xef\xbb\xbf/, '').trimStart()
  if (/^<(!doctype\s+html|html)\b/i.test(markup)) {
    fault('is a web page, not OpenStreetMap data', 'Check the address that it came from.')
  }
  if (markup.startsWith('<')) return 'xml'
  // A length in four bytes, then a BlobHeader with this type.
  if (text.includes('OSMHeader')) return 'pbf'
  if (text.startsWith('BZh')) fault('is compressed with bzip2', 'Unpack it with bunzip2.')
  if (text.startsWith('PK\x03\x04')) fault('is a zip archive', 'Unpack it.')
  return fault('is not OpenStreetMap data', CURE_NOT_OSM)
}
