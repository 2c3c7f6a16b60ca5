declare const brand: unique symbol
/** `Brand<string, 'PlaceId'>` is a string that only a `PlaceId` can be given for. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }

/**
 * Identifies a place across imports: `n123`, `w123`, `r123` for an OSM object, `vn01` and
 * `vn00004` for a province and a ward by their official codes, `s…` for a street (a hash of its
 * ward and folded name), `f…` for a former unit, `g…` for a built-in town, `op…` for an
 * operator's own place. `s…~12A` is number 12A of a street where no such house is mapped.
 */
export type PlaceId = Brand<string, 'PlaceId'>

/** Identifies one import: `20261120-k3f9ta`, the day (UTC) and six random characters. */
export type DatasetId = Brand<string, 'DatasetId'>
