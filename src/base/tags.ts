/** The tags of one OSM object, as they are mapped. */
export type Tags = Readonly<Record<string, string>>
