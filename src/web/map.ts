import style from 'maplibre-gl/dist/maplibre-gl.css' with { type: 'file' }
import library from 'maplibre-gl/dist/maplibre-gl.mjs' with { type: 'file' }
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs' with { type: 'file' }
import convert from './convert-script.html' with { type: 'text' }
import page from './map.html' with { type: 'text' }
import script from './map-script.html' with { type: 'text' }

/**
 * The map page, put together of markup and scripts. bun-types gives each `.html` import the type of
 * a bundle: here it is a string. `categories`: of each id a colour and a label in both languages.
 */
export function mapPage(categories: object): string {
  return (page as unknown as string)
    .replace("'<!-- categories -->'", () => JSON.stringify(categories))
    .replace('<!-- map-script.html -->', () => script as unknown as string)
    .replace('<!-- convert-script.html -->', () => convert as unknown as string)
}

/**
 * Further files of the page: MapLibre GL JS (BSD-3-Clause) as it comes from its package. It looks
 * for its worker beside itself, under the name that the worker has here.
 */
export const MAP_FILE_NAMES = [
  'maplibre-gl.mjs',
  'maplibre-gl-worker.mjs',
  'maplibre-gl.css',
] as const
export type MapFileName = (typeof MAP_FILE_NAMES)[number]

export const MAP_FILES = {
  'maplibre-gl.mjs': { path: library, contentType: 'text/javascript; charset=utf-8' },
  'maplibre-gl-worker.mjs': { path: worker, contentType: 'text/javascript; charset=utf-8' },
  'maplibre-gl.css': { path: style, contentType: 'text/css; charset=utf-8' },
} as const satisfies Record<MapFileName, object>
