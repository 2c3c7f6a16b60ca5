/**
 * Path of an archive of a database directory with the schema and the built-in dataset: unpacking it
 * takes a tenth of the time of making one. `build.ts` makes it and puts its path here; Saola that
 * runs from its sources has none.
 */
export const FIRST_DATABASE: string | null = null
