import { basename } from 'node:path'

/**
 * The default name of a list: that of its file, without the ending. `source` is a path, or an
 * address as `shownAddress` writes it.
 */
export function listNameOf(source: string): string {
  const file = basename(source)
    .normalize('NFC')
    .replace(/\?\*\*\*$/, '')
  return file.replace(/(?<=.)\.(csv|geojson|json)$/i, '')
}
