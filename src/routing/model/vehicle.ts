/** The routing profiles of the contract (interface, `/v1/directions`); each has its own graph. */
export const VEHICLES = ['car', 'motobike'] as const
export type Vehicle = (typeof VEHICLES)[number]
