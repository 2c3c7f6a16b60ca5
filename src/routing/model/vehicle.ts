/** The routing profiles; each has its own graph. */
export const VEHICLES = ['car', 'motorbike'] as const
export type Vehicle = (typeof VEHICLES)[number]

/** As the contract (interface, `/v1/directions`) and the files of datasets spell them. */
export const VEHICLE_NAMES = {
  car: 'car',
  motorbike: 'motobike',
} as const satisfies Record<Vehicle, string>

/** Name of the file that holds the graph of a vehicle. */
export function routingFile(vehicle: Vehicle): string {
  return `routing-${VEHICLE_NAMES[vehicle]}.idx`
}
