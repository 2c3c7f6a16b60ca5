import { ServiceError } from '../base/errors.ts'

/**
 * What is wrong with the bytes of an OSM file, as the end of a sentence: `has a block without
 * content`. Decoders throw it and do not know the file; `located` makes the user's error of it.
 */
export class OsmFault extends Error {
  override name = 'OsmFault'
  /** The cure; null when the file is damaged. */
  readonly cure: string | null
  constructor(what: string, cure: string | null) {
    super(what)
    this.cure = cure
  }
}

const CURE_DAMAGED = 'The file is damaged: download it again.'
export const CURE_CUT = 'The download was cut: download it again.'
export const CURE_NOT_OSM = 'Give an OpenStreetMap extract: .osm.pbf, .osm or .osm.gz.'

export function fault(what: string, cure: string | null = null): never {
  throw new OsmFault(what, cure)
}

/**
 * The user's error for whatever stopped the reading of `path`; `where` is `at byte 12`, `in line 3`
 * or empty. What is no fault of the bytes comes back as it is.
 */
export function located(path: string, where: string, error: unknown): unknown {
  if (!(error instanceof OsmFault)) return error
  const place = where === '' ? '' : ` (${where})`
  const message = `${path} ${error.message}${place}. ${error.cure ?? CURE_DAMAGED}`
  return new ServiceError('INVALID_FILE', message, { cause: error })
}
