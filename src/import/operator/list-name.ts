import { basename } from 'node:path'

/**
 * The name that a list has unless told otherwise: that of its file, without the ending. `source` is
 * a path, or an address as `shownAddress` tells it.
 */
export function listNameOf(source: string): string {
  const file = basename(source)
    .normalize('NFC')
    .replace(/\?\*\*\*$/, '')
  return file.replace(/(?<=.)\.(csv|geojson|json)$/i, '')
}
