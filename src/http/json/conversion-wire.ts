import { t } from 'elysia'
import {
  type Conversion,
  DECISIONS,
  type UnitName,
  type UnitPath,
} from '../../convert/conversion.ts'
import { SYSTEMS } from '../../convert/units.ts'
import { named, nullable, record, word } from '../params/schema.ts'
import { CONFIDENCE } from './place-wire.ts'

/** A converted address on the wire, alone or as an item of a batch. */

const UNIT = named(
  'Unit',
  record({
    code: nullable(
      t.String({ description: 'Of the General Statistics Office; null where no source has it.' }),
    ),
    name: t.String({ description: 'The official name.' }),
  }),
)

export const UNITS = named(
  'Units',
  record({
    ward: nullable(UNIT),
    district: t.Optional(nullable(UNIT)),
    province: nullable(UNIT),
  }),
)
type WireUnits = (typeof UNITS)['static']

export const CONVERTED = named(
  'ConvertedAddress',
  record({
    input: t.String({ description: 'What was sent.' }),
    to: word(SYSTEMS, { description: 'The units of `address`.' }),
    address: t.String({ description: 'What stood before the units, as it was, and the units.' }),
    units: UNITS,
    from_units: UNITS,
    decided_by: word(DECISIONS, {
      description:
        'What told which part of a divided unit is meant: nothing had to (`unit`), the position ' +
        'of the door, the wards of its street, or only that it is the largest (`share`).',
    }),
    confidence: CONFIDENCE,
    candidates: t.Array(
      record({
        units: UNITS,
        address: t.String(),
        share: t.Number({ minimum: 0, maximum: 1, description: 'Of what was named.' }),
      }),
      { description: 'All parts, largest first; shares add up to 1.' },
    ),
  }),
)
type WireConversion = (typeof CONVERTED)['static']

export function conversionToWire(conversion: Conversion): WireConversion {
  return {
    input: conversion.input,
    to: conversion.to,
    address: conversion.address,
    units: unitsToWire(conversion.units),
    from_units: unitsToWire(conversion.from),
    decided_by: conversion.decidedBy,
    confidence: conversion.confidence,
    candidates: conversion.candidates.map(({ units, address, share }) => ({
      units: unitsToWire(units),
      address,
      share,
    })),
  }
}

/** Units of today have no district. */
export function unitsToWire({ system, ward, district, province }: UnitPath): WireUnits {
  return {
    ward: unitToWire(ward),
    ...(system === 'old' && { district: unitToWire(district) }),
    province: unitToWire(province),
  }
}

function unitToWire(unit: UnitName | null): (typeof UNIT)['static'] | null {
  return unit && { code: unit.code, name: unit.name }
}

const AN_DONG = {
  ward: { code: '27316', name: 'Phường An Đông' },
  province: { code: '79', name: 'Thành phố Hồ Chí Minh' },
}
const CONVERTED_ADDRESS = '12 Nguyễn Trãi, Phường An Đông, Thành phố Hồ Chí Minh'

export const CONVERTED_EXAMPLE = {
  input: '12 Nguyễn Trãi, P.7, Q.5, TP.HCM',
  to: 'new',
  address: CONVERTED_ADDRESS,
  units: AN_DONG,
  from_units: {
    ward: { code: '27316', name: 'Phường 7' },
    district: { code: null, name: 'Quận 5' },
    province: { code: '79', name: 'Thành phố Hồ Chí Minh' },
  },
  decided_by: 'unit',
  confidence: 0.98,
  candidates: [{ units: AN_DONG, address: CONVERTED_ADDRESS, share: 1 }],
} satisfies WireConversion
