import type { Conversion, UnitName, UnitPath } from '../convert/conversion.ts'
import type { System } from '../convert/units.ts'
import type { Answered } from './row-answer.ts'

/** The written part of an answer. */
export type Converted = Omit<Conversion, 'input' | 'to'>

/** Columns behind a converted row; the last one is for failed rows. */
export function convertColumns(to: System): readonly string[] {
  const from = to === 'new' ? 'old' : 'new'
  return [
    `${to}_address`,
    ...unitColumns(to),
    ...unitColumns(from),
    'decided_by',
    'confidence',
    'candidates',
    'error',
  ]
}

function unitColumns(system: System): readonly string[] {
  const district = system === 'old' ? ['old_district'] : []
  return [
    ...[`${system}_ward`, `${system}_ward_code`, ...district],
    ...[`${system}_province`, `${system}_province_code`],
  ]
}

export function convertedRow(found: Converted, to: System): Answered {
  const { units, from, decidedBy, confidence, candidates } = found
  const other = to === 'new' ? 'old' : 'new'
  return {
    cells: [
      found.address,
      ...unitCells(units, to),
      // An address in the target system does not name units of the other.
      ...unitCells(from.system === other ? from : null, other),
      decidedBy,
      String(confidence),
      candidates.length > 1 ? candidates.map(candidateText).join(' | ') : '',
    ],
    level: decidedBy,
    confidence,
  }
}

function unitCells(path: UnitPath | null, system: System): readonly string[] {
  const { ward = null, district = null, province = null } = path ?? {}
  return [...both(ward), ...(system === 'old' ? [district?.name ?? ''] : []), ...both(province)]
}

function both(unit: UnitName | null): readonly [string, string] {
  return [unit?.name ?? '', unit?.code ?? '']
}

/** `0.7 27301 Phường Chợ Quán, Thành phố Hồ Chí Minh` */
function candidateText({ units, share }: Conversion['candidates'][number]): string {
  const { ward, district, province } = units
  const names = [ward, district, province].flatMap((unit) => (unit === null ? [] : [unit.name]))
  const code = (ward ?? district ?? province)?.code ?? ''
  return [String(share), code, names.join(', ')].filter((part) => part !== '').join(' ')
}
