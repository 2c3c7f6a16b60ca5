import type { LayerName } from '../schema.ts'

/** An expression or a value of the MapLibre style specification. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

export interface StyleLayer {
  readonly id: string
  readonly type: 'background' | 'fill' | 'line' | 'symbol'
  readonly source?: string
  readonly 'source-layer'?: LayerName
  readonly minzoom?: number
  readonly maxzoom?: number
  readonly filter?: Json
  readonly layout?: { readonly [key: string]: Json }
  readonly paint?: { readonly [key: string]: Json }
}

export const SOURCE = 'saola'

/** A layer of the tiles. */
export function layer(
  id: string,
  type: StyleLayer['type'],
  of: LayerName,
  rest: Omit<StyleLayer, 'id' | 'type' | 'source' | 'source-layer'>,
): StyleLayer {
  return { id, type, source: SOURCE, 'source-layer': of, ...rest }
}

/** A value that grows with the zoom: pairs of zoom and value. */
export function byZoom(...stops: readonly (readonly [zoom: number, value: Json])[]): Json {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()]
}

/** The same, growing as the map itself does. */
export function byScale(...stops: readonly (readonly [zoom: number, value: Json])[]): Json {
  return ['interpolate', ['exponential', 1.6], ['zoom'], ...stops.flat()]
}

/** A value by an attribute; the last argument is for all others. */
export function by(attribute: string, values: Readonly<Record<string, Json>>, other: Json): Json {
  return ['match', ['get', attribute], ...Object.entries(values).flat(), other]
}

export function isOne(attribute: string, ...values: readonly string[]): Json {
  return ['in', ['get', attribute], ['literal', values]]
}

export function all(...conditions: readonly Json[]): Json {
  return ['all', ...conditions]
}
