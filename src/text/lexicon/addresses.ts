import { tableOf, type WordTable } from '../word-table.ts'
import { foldedEntries } from './concept.ts'

/*
 * Words of the parts of an address that maps have no names for: floors and flats, numbered quarters
 * and hamlets, the country, the post code, telephone numbers.
 */

/** The meaning of a part. */
export type PartKind =
  | CountedPart['kind']
  | NamedPart['kind']
  | 'postcode'
  /** a telephone number, mail address or the like (contacts.ts) */
  | 'contact'
  /** whose address it is, in front of it */
  | 'addressee'

/** Words with a number or letter behind them. */
interface CountedPart {
  readonly words: string
  readonly kind: /** a flat, floor, room, block or lot */
    | 'subpremise'
    /** a numbered quarter, hamlet or group of households */
    | 'quarter'
  readonly behind: /** a number, a letter or both: `1205`, `12A`, `B`, `A12.05` */
    | 'code'
    /** a number of three digits or more: `P.1205`, but `P.12` is a ward */
    | 'long number'
    /** a number, which may have a letter: `5`, `3B` */
    | 'number'
    /** a number, or `trệt`, `hầm`, `lửng`, `thượng` */
    | 'floor'
  /** Whether it must begin the text between two commas: elsewhere it is part of a name. */
  readonly opens?: true
  /** Whether the number may be that of a street behind it: `toà nhà 299 Cầu Giấy`. */
  readonly mayBeDoor?: true
}

const COUNTED: readonly CountedPart[] = [
  { words: 'căn hộ', kind: 'subpremise', behind: 'code' },
  // Not Lê Hồng Phong 12. A kiốt is a market stall.
  { words: 'căn, phòng, kiốt, ki ốt', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'lô, block, tháp, dãy', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'toà, toà nhà', kind: 'subpremise', behind: 'code', opens: true, mayBeDoor: true },
  { words: 'apartment, apt, flat, unit', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'room, suite, tower', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'p', kind: 'subpremise', behind: 'long number' },
  { words: 'ch', kind: 'subpremise', behind: 'long number', opens: true }, // CH 1205
  // lầu is the South's tầng.
  { words: 'tầng, lầu, floor, level', kind: 'subpremise', behind: 'floor', opens: true },
  { words: 'khu phố, kp, tổ dân phố, tdp, tổ', kind: 'quarter', behind: 'number' },
  { words: 'khóm, ấp, thôn, xóm', kind: 'quarter', behind: 'number' },
  { words: 'đội', kind: 'quarter', behind: 'number' }, // of a former cooperative
  { words: 'khối', kind: 'quarter', behind: 'number' }, // of towns in Nghệ An
  { words: 'khu vực', kind: 'quarter', behind: 'number' }, // Cần Thơ
  { words: 'khu', kind: 'quarter', behind: 'number', opens: true },
]

/** `3rd floor`, `5th fl`: English counts from the front. */
export const FLOOR_WORDS: ReadonlySet<string> = new Set(foldedEntries('floor, fl'))
/** Floors that are not counted: ground, basement, mezzanine, roof. */
export const NAMED_FLOORS: ReadonlySet<string> = new Set(foldedEntries('trệt, hầm, lửng, thượng'))

/** Words that are parts by themselves. */
export interface NamedPart {
  readonly words: string
  readonly kind:
    | 'country'
    /** that a unit is one of before the reform: `(cũ)` */
    | 'former'
    /** where from the place named: `đối diện`, `gần` */
    | 'nearness'
    /** that an address follows: `Địa chỉ:` */
    | 'label'
    /** that a place lies in what follows: `quán cà phê ở Huế` */
    | 'linking'
    /** that a place is looked for: `tìm`, `chỉ đường đến` before it, `ở đâu` behind it */
    | 'asking'
    | 'asking behind'
  /** Whether it has to be typed with its marks: without, it mostly is another word. */
  readonly isMarked?: true
}

const NAMED: readonly NamedPart[] = [
  { words: 'Việt Nam, Vietnam, VN, VNM', kind: 'country' },
  { words: 'cũ, former', kind: 'former' },
  { words: 'gần, gần với, ngay, xung quanh, near, close to', kind: 'nearness' },
  { words: 'đối diện, đối diện với, đối diện cổng', kind: 'nearness' },
  { words: 'opposite, opposite to, across from', kind: 'nearness' },
  { words: 'sát bên, cạnh, bên cạnh, kế bên, beside, next to', kind: 'nearness' },
  { words: 'bên hông', kind: 'nearness' }, // the South's side of a building
  { words: 'sau lưng, phía sau, đằng sau, behind', kind: 'nearness' },
  { words: 'phía trước, trước cổng, trước mặt, in front of', kind: 'nearness' },
  { words: 'sát, kế, trước', kind: 'nearness', isMarked: true }, // not kẻ
  { words: 'địa chỉ, đ/c, đc, address, add', kind: 'label' },
  { words: 'địa chỉ nhận hàng, địa chỉ giao hàng, giao đến, giao tới', kind: 'label' },
  { words: 'trụ sở, trụ sở chính', kind: 'label' },
  { words: 'ở, in, at', kind: 'linking' },
  { words: 'tại, thuộc', kind: 'linking', isMarked: true }, // not tài, thuốc
  { words: 'tìm, tìm đường đến, đường đến, đường tới', kind: 'asking' },
  { words: 'chỉ đường đến, chỉ đường tới, từ đây đến, từ đây tới', kind: 'asking' },
  { words: 'where is, how to get to, directions to', kind: 'asking' },
  { words: 'ở đâu, chỗ nào', kind: 'asking behind' },
]

/** Words that are no place even beside one: the place is the one that follows, `nhà gần chợ`. */
interface NoPlace {
  readonly words: string
  /** As of `NamedPart`. */
  readonly isMarked?: true
}

const NO_PLACE: readonly NoPlace[] = [
  { words: 'nhà, căn nhà, nhà tôi, nhà mình, nhà em, house' }, // one of millions
  { words: 'quán, tiệm, cửa hàng, shop, store, công ty, cty, văn phòng, office' }, // of what?
  { words: 'nơi, địa điểm, place, toà nhà, đường, hẻm, ngõ' },
  { words: 'chỗ, phố', isMarked: true }, // not chợ, phở
]

/** Words in front of a post code. */
const POSTCODE = 'mã bưu điện, mã bưu chính, zip, zip code, zipcode, postcode'

/** Words in front of contacts and tax numbers. */
interface ContactWords {
  readonly words: string
  readonly behind: /** a telephone number, without the code of its province too */
    | 'phone'
    /** the number of a firm or person at an office */
    | 'office number'
    /** letters and digits without a blank, with a point or an at sign in it */
    | 'link'
}

const CONTACTS: readonly ContactWords[] = [
  { words: 'đt, đtdđ, dđ, di động, sđt, số đt, điện thoại, số điện thoại', behind: 'phone' },
  { words: 'liên hệ, lh, hotline, tel, tel/fax, fax, phone, mobile', behind: 'phone' },
  { words: 'zalo', behind: 'phone' }, // a messenger, by telephone number
  { words: 'mst, mã số thuế, mã số doanh nghiệp, msdn, tax code', behind: 'office number' },
  { words: 'cccd, cmnd', behind: 'office number' }, // identity cards, of today and of before
  { words: 'email, e-mail, mail, website, web, facebook', behind: 'link' },
]

/** Words for a house behind a contact, as in orders: `Nguyễn Văn A, 0912345678, 12 …`. */
export const HOUSE_WORDS: ReadonlySet<string> = new Set(foldedEntries('số, sn, ngõ, hẻm, kiệt'))

export const COUNTED_PARTS: WordTable<CountedPart> = tableOf(COUNTED)
export const NAMED_PARTS: WordTable<NamedPart> = tableOf(NAMED)
export const NO_PLACES: WordTable<NoPlace> = tableOf(NO_PLACE)
export const POSTCODE_LABELS: WordTable<object> = tableOf([{ words: POSTCODE }])
export const CONTACT_LABELS: WordTable<ContactWords> = tableOf(CONTACTS)
