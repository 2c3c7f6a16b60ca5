import type { Tags } from '../../base/tags.ts'
import type { Vehicle } from '../model/vehicle.ts'
import type { Direction } from './access-tags.ts'

/*
 * Sizes of vehicles. A car is taken to be as large as OSRM's (profiles/car.lua), which is a little
 * above the biggest SUVs, so that every car fits where a route passes. A motorbike passes whatever
 * a limit for cars says.
 * Sources: wiki.openstreetmap.org/wiki/Key:maxheight, Key:maxwidth, Key:maxweight (units).
 */

export const CAR_HEIGHT_M = 2
export const CAR_WIDTH_M = 1.9
export const CAR_WEIGHT_T = 2

export const FOOT_M = 0.3048
export const INCH_M = FOOT_M / 12
/** Tonnes of a unit behind a weight; without a unit it is tonnes. */
export const TONNES: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['t', 1],
  ['kg', 0.001],
  ['lbs', 0.000_453_592_37],
  ['st', 0.907_184_74],
])

/** Whether the limits of a way, or of a barrier, admit the vehicle in a direction. */
export function fits(tags: Tags, vehicle: Vehicle, direction: Direction | null): boolean {
  if (vehicle !== 'car') return true
  const isBelow = (key: string, size: number, read: (value: string) => number) => {
    const value = direction === null ? undefined : tags[`${key}:${direction}`]
    return read(value ?? tags[key] ?? '') < size
  }
  return !(
    isBelow('maxheight', CAR_HEIGHT_M, metres) ||
    isBelow('maxheight:physical', CAR_HEIGHT_M, metres) ||
    isBelow('maxwidth', CAR_WIDTH_M, metres) ||
    isBelow('maxwidth:physical', CAR_WIDTH_M, metres) ||
    isBelow('maxweight', CAR_WEIGHT_T, tonnes)
  )
}

/** `2`, `2.5`, `2,5 m`, `6'6"`; NaN for other values, such as `default`. */
export function metres(value: string): number {
  const feet = /^(\d+)'(?:(\d+)")?$/.exec(value)
  if (feet !== null) return Number(feet[1]) * FOOT_M + Number(feet[2] ?? 0) * INCH_M
  const plain = /^(\d+(?:[.,]\d+)?) ?m?$/.exec(value)
  return Number((plain?.[1] ?? 'NaN').replace(',', '.'))
}

/** `2.5`, `2,5 t`, `3500 kg`, `4000 lbs`; NaN for other values. */
function tonnes(value: string): number {
  const [, amount = 'NaN', unit = ''] = /^(\d+(?:[.,]\d+)?) ?(t|kg|lbs|st)?$/.exec(value) ?? []
  return Number(amount.replace(',', '.')) * (TONNES.get(unit) ?? Number.NaN)
}
