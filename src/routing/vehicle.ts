/** The routing profiles of the contract (interface, `/v1/directions`); each has its own graph. */
export const VEHICLES = ['car', 'motobike'] as const
export type Vehicle = (typeof VEHICLES)[number]

/** The tags of one way, node or relation. */
export type Tags = Readonly<Record<string, string>>
