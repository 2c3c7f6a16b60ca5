import { ServiceError } from '../base/errors.ts'
import { withoutMarks } from '../text/fold.ts'

/*
 * The columns of a file that hold addresses: one with the whole address, several with its parts, or
 * one with number and street beside some with the units.
 */

/** The content of a column, from the door outwards. */
const ROLES = ['address', 'number', 'street', 'quarter', 'ward', 'district', 'province'] as const
type Role = (typeof ROLES)[number]

export interface AddressColumn {
  /** Number among the cells of a record. */
  readonly index: number
  /** Null for a named column whose name does not show its part. */
  readonly role: Role | null
}

/** Names of columns without diacritics, in lower case, with a space between words. */
const NAMES: Readonly<Record<Role, readonly string[]>> = {
  address: [
    ...['address', 'addr', 'full address', 'fulladdress', 'old address', 'new address'],
    ...['street address', 'home address', 'mailing address', 'address 1', 'address line 1'],
    ...[
      'dia chi',
      'diachi',
      'dia chi cu',
      'dia chi day du',
      'dia chi chi tiet',
      'dia chi nha',
      'dc',
    ],
  ],
  number: [
    ...['so nha', 'sonha', 'house number', 'housenumber', 'house no', 'street number'],
    ...['addr housenumber'],
  ],
  street: [
    ...['duong', 'ten duong', 'duong pho', 'pho', 'so nha duong', 'so nha ten duong'],
    ...['street', 'street name', 'road', 'addr street'],
  ],
  quarter: [
    ...['khu pho', 'to dan pho', 'thon', 'ap', 'xom', 'ban', 'thon ap', 'thon xom'],
    ...['hamlet', 'village', 'quarter'],
  ],
  ward: [
    ...['phuong', 'xa', 'phuong xa', 'xa phuong', 'xa phuong thi tran', 'phuong xa thi tran'],
    ...['ten phuong', 'ten xa', 'phuong cu', 'xa cu', 'ward', 'ward name', 'old ward', 'commune'],
  ],
  district: [
    ...['quan', 'huyen', 'quan huyen', 'huyen quan', 'quan huyen thi xa', 'quan huyen tx'],
    ...[
      'ten quan',
      'ten huyen',
      'quan cu',
      'huyen cu',
      'district',
      'district name',
      'old district',
    ],
  ],
  province: [
    ...['tinh', 'thanh pho', 'thanhpho', 'tp', 'tinh tp', 'tinh thanh', 'tinh thanh pho'],
    ...['thanh pho tinh', 'ten tinh', 'tinh cu', 'province', 'province name', 'old province'],
    ...['city', 'province city', 'city province'],
  ],
}
/** Names of another kind of address, or of something about one. */
const NO_PLACE = /\b(?:e ?mail|mail|ip|mac|web|website|url|wallet|id|type|loai|ma)\b/
const SPOKEN_OF = /\b(?:dia ?chi|address)\b/
/** A number alone names a unit only with its kind. */
const COUNTED: Partial<Readonly<Record<Role, string>>> = { ward: 'Phường', district: 'Quận' }

/**
 * The columns whose names announce addresses. Throws `USAGE` where none does, or where several do
 * that cannot go together.
 */
export function guessColumns(names: readonly string[]): readonly AddressColumn[] {
  const plain = names.map(plainName)
  const found = ROLES.map((role) => ({ role, indexes: indexesOf(plain, role) }))
  const twice = found.find(({ indexes }) => indexes.length > 1)
  if (twice) {
    const which = twice.indexes.map((index) => quoted(names[index] ?? '')).join(' and ')
    throw new ServiceError(
      'USAGE',
      `More than one column may be meant: ${which}. Say which: --address ` +
        `${shellQuoted(names[twice.indexes[0] ?? 0] ?? '')}`,
    )
  }
  const columns = found.flatMap(({ role, indexes: [index] }) =>
    index === undefined ? [] : [{ role, index }],
  )
  const isEnough = columns.some(({ role }) => role !== 'number' && role !== 'quarter')
  if (isEnough) return columns
  throw new ServiceError(
    'USAGE',
    `No column is called address or địa chỉ. Say which holds the addresses: --address COLUMN, or ` +
      `several with commas between. The first line names ${listed(names)}.`,
  )
}

/** Columns by these names; for the whole address, else those whose names have the word for one. */
function indexesOf(plain: readonly string[], role: Role): readonly number[] {
  const by = (test: (name: string) => boolean) =>
    plain.flatMap((name, index) => (test(name) ? [index] : []))
  const exact = by((name) => NAMES[role].includes(name))
  if (exact.length > 0 || role !== 'address') return exact
  return by((name) => SPOKEN_OF.test(name) && !NO_PLACE.test(name))
}

/**
 * The columns that `wanted` names. Throws `USAGE` for a name that no column has, or several have.
 */
export function namedColumns(names: readonly string[], wanted: string): readonly AddressColumn[] {
  // A name may have a comma in it.
  if (names.some((name) => isSame(name, wanted))) return [only(names, wanted)]
  return wanted.split(',').map((name) => only(names, name))
}

function only(names: readonly string[], wanted: string): AddressColumn {
  const [index, ...others] = columnsCalled(names, wanted)
  if (index === undefined) {
    const none = `There is no column ${quoted(wanted.trim())}.`
    throw new ServiceError('USAGE', `${none} The columns are ${listed(names)}.`)
  }
  if (others.length > 0) {
    const many = `${others.length + 1} columns are called ${quoted(wanted.trim())}`
    throw new ServiceError('USAGE', `${many}: rename the one that holds the addresses.`)
  }
  const plain = plainName(names[index] ?? '')
  return { index, role: ROLES.find((role) => NAMES[role].includes(plain)) ?? null }
}

/** By the name as written, else without diacritics and case. */
function columnsCalled(names: readonly string[], wanted: string): readonly number[] {
  const indexesWhere = (test: (name: string) => boolean) =>
    names.flatMap((name, index) => (test(name) ? [index] : []))
  const exact = indexesWhere((name) => isSame(name, wanted))
  return exact.length > 0 ? exact : indexesWhere((name) => plainName(name) === plainName(wanted))
}

function isSame(name: string, other: string): boolean {
  return name.trim().normalize('NFC') === other.trim().normalize('NFC')
}

/**
 * The address in a record, in one line and NFC; '' for none. A unit that is in the whole address
 * already is not added to it.
 */
export function addressIn(record: readonly string[], columns: readonly AddressColumn[]): string {
  let address = ''
  let before: Role | null = null
  for (const { index, role } of columns) {
    const cell = inLine(record[index] ?? '')
    if (cell === '') continue
    const part = /^\d+$/.test(cell) && role !== null ? counted(role, cell) : cell
    if (before !== null && before !== 'number' && role !== null && isNamed(address, part)) continue
    address += address === '' ? part : `${before === 'number' ? ' ' : ', '}${part}`
    before = role
  }
  return address
}

function counted(role: Role, number: string): string {
  const kind = COUNTED[role]
  return kind === undefined ? number : `${kind} ${Number(number)}`
}

/** Whether the address has these words in it, one after the other. */
function isNamed(address: string, part: string): boolean {
  return ` ${plainName(address)} `.includes(` ${plainName(part)} `)
}

/** Lines of a cell are parts of the address. */
function inLine(cell: string): string {
  const text = cell.normalize('NFC').trim()
  return /\s\s|[^\S ]/.test(text) ? text.replace(/\s*[\r\n]+\s*/g, ', ').replace(/\s+/g, ' ') : text
}

/** `Địa_chỉ  đầy-đủ` ▶ `dia chi day du`, `fullAddress` ▶ `full address`. */
function plainName(name: string): string {
  return withoutMarks(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The names of the columns, for messages. */
export function quotedColumns(names: readonly string[], columns: readonly AddressColumn[]): string {
  return columns.map(({ index }) => quoted(names[index] ?? '')).join(', ')
}

function listed(names: readonly string[]): string {
  const SHOWN_MAX = 20
  const shown = names.slice(0, SHOWN_MAX).map(quoted).join(', ')
  return names.length > SHOWN_MAX ? `${shown} and ${names.length - SHOWN_MAX} more` : shown
}

function quoted(name: string): string {
  return JSON.stringify(name)
}

/** Quoted as one word of a shell. */
function shellQuoted(name: string): string {
  return `'${name.replaceAll("'", "'\\''")}'`
}
