import { tableOf, type WordTable } from './word-table.ts'

/*
 * Words of the parts of an address that maps have no names for: floors and flats, numbered quarters
 * and hamlets, the country, the post code. A local expert may add a line. Marks are written: typed
 * with other marks a word is another one (`lẩu` is a hotpot, `lầu` a floor), typed without any it
 * may be either.
 */

/** What a part says. */
export type PartKind =
  /** a flat, floor, room, block or lot */
  | 'subpremise'
  /** a numbered quarter, hamlet or group of households */
  | 'quarter'
  | 'postcode'
  /** a telephone number, mail address or the like (contacts.ts) */
  | 'contact'
  /** whose address it is, in front of it */
  | 'addressee'
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

/** What stands behind a word. */
type Behind =
  /** a number, a letter or both: `1205`, `12A`, `B`, `A12.05` */
  | 'code'
  /** a number of three digits or more: `P.1205`, but `P.12` is a ward */
  | 'long number'
  /** a number, which may have a letter: `5`, `3B` */
  | 'number'
  /** a number, or `trệt`, `hầm`, `lửng`, `thượng` */
  | 'floor'

interface PartWord {
  readonly words: string
  readonly kind: 'subpremise' | 'quarter'
  readonly behind: Behind
  /** Whether it must begin what stands between two commas: elsewhere it is part of a name. */
  readonly opens: boolean
}

const PART_WORDS: readonly PartWord[] = [
  { words: 'căn hộ', kind: 'subpremise', behind: 'code', opens: false },
  { words: 'căn', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'phòng', kind: 'subpremise', behind: 'code', opens: true }, // not Lê Hồng Phong 12
  { words: 'p', kind: 'subpremise', behind: 'long number', opens: false },
  { words: 'ch', kind: 'subpremise', behind: 'long number', opens: true }, // CH 1205
  { words: 'tầng', kind: 'subpremise', behind: 'floor', opens: true },
  { words: 'lầu', kind: 'subpremise', behind: 'floor', opens: true }, // the South's tầng
  { words: 'kiốt', kind: 'subpremise', behind: 'code', opens: true }, // market stall
  { words: 'ki ốt', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'lô', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'block', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'toà', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'toà nhà', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'tháp', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'dãy', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'floor', kind: 'subpremise', behind: 'floor', opens: true },
  { words: 'level', kind: 'subpremise', behind: 'floor', opens: true },
  { words: 'room', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'apartment', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'apt', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'flat', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'unit', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'suite', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'tower', kind: 'subpremise', behind: 'code', opens: true },
  { words: 'khu phố', kind: 'quarter', behind: 'number', opens: false },
  { words: 'kp', kind: 'quarter', behind: 'number', opens: false },
  { words: 'tổ dân phố', kind: 'quarter', behind: 'number', opens: false },
  { words: 'tdp', kind: 'quarter', behind: 'number', opens: false },
  { words: 'tổ', kind: 'quarter', behind: 'number', opens: false },
  { words: 'khóm', kind: 'quarter', behind: 'number', opens: false },
  { words: 'ấp', kind: 'quarter', behind: 'number', opens: false },
  { words: 'thôn', kind: 'quarter', behind: 'number', opens: false },
  { words: 'xóm', kind: 'quarter', behind: 'number', opens: false },
  { words: 'đội', kind: 'quarter', behind: 'number', opens: false }, // of a former cooperative
  { words: 'khối', kind: 'quarter', behind: 'number', opens: false }, // of towns in Nghệ An
  { words: 'khu vực', kind: 'quarter', behind: 'number', opens: false }, // Cần Thơ
  { words: 'khu', kind: 'quarter', behind: 'number', opens: true },
]

/** `3rd floor`, `5th fl`: English counts from the front. */
export const FLOOR_WORDS: ReadonlySet<string> = new Set(['floor', 'fl'])
/** Floors that are not counted: ground, basement, mezzanine, roof. */
export const NAMED_FLOORS: ReadonlySet<string> = new Set(['tret', 'ham', 'lung', 'thuong'])

/** Words that are parts by themselves, and where. */
export interface WholePart {
  readonly words: string
  readonly kind: Exclude<PartKind, PartWord['kind'] | 'postcode' | 'contact' | 'addressee'>
  /** Whether it has to be typed with its marks: without, it mostly is another word. */
  readonly isMarked?: true
}

const WHOLE_PARTS: readonly WholePart[] = [
  { words: 'Việt Nam', kind: 'country' },
  { words: 'Vietnam', kind: 'country' },
  { words: 'VN', kind: 'country' },
  { words: 'VNM', kind: 'country' },
  { words: 'cũ', kind: 'former' },
  { words: 'former', kind: 'former' },
  { words: 'đối diện', kind: 'nearness' },
  { words: 'đối diện với', kind: 'nearness' },
  { words: 'đối diện cổng', kind: 'nearness' },
  { words: 'gần', kind: 'nearness' },
  { words: 'ngay', kind: 'nearness' },
  { words: 'sát', kind: 'nearness', isMarked: true },
  { words: 'sát bên', kind: 'nearness' },
  { words: 'xung quanh', kind: 'nearness' },
  { words: 'sau lưng', kind: 'nearness' },
  { words: 'phía sau', kind: 'nearness' },
  { words: 'phía trước', kind: 'nearness' },
  { words: 'trước cổng', kind: 'nearness' },
  { words: 'cạnh', kind: 'nearness' },
  { words: 'bên cạnh', kind: 'nearness' },
  { words: 'gần với', kind: 'nearness' },
  { words: 'kế', kind: 'nearness', isMarked: true }, // not kẻ
  { words: 'kế bên', kind: 'nearness' },
  { words: 'bên hông', kind: 'nearness' }, // the South's side of a building
  { words: 'trước', kind: 'nearness', isMarked: true },
  { words: 'trước mặt', kind: 'nearness' },
  { words: 'đằng sau', kind: 'nearness' },
  { words: 'near', kind: 'nearness' },
  { words: 'close to', kind: 'nearness' },
  { words: 'beside', kind: 'nearness' },
  { words: 'behind', kind: 'nearness' },
  { words: 'in front of', kind: 'nearness' },
  { words: 'across from', kind: 'nearness' },
  { words: 'opposite', kind: 'nearness' },
  { words: 'opposite to', kind: 'nearness' },
  { words: 'next to', kind: 'nearness' },
  { words: 'địa chỉ', kind: 'label' },
  { words: 'đ/c', kind: 'label' },
  { words: 'đc', kind: 'label' },
  { words: 'address', kind: 'label' },
  { words: 'add', kind: 'label' },
  { words: 'địa chỉ nhận hàng', kind: 'label' },
  { words: 'địa chỉ giao hàng', kind: 'label' },
  { words: 'giao đến', kind: 'label' },
  { words: 'giao tới', kind: 'label' },
  { words: 'trụ sở', kind: 'label' },
  { words: 'trụ sở chính', kind: 'label' },
  { words: 'ở', kind: 'linking' },
  { words: 'tại', kind: 'linking', isMarked: true }, // not tài
  { words: 'thuộc', kind: 'linking', isMarked: true }, // not thuốc
  { words: 'in', kind: 'linking' },
  { words: 'at', kind: 'linking' },
  { words: 'tìm', kind: 'asking' },
  { words: 'tìm đường đến', kind: 'asking' },
  { words: 'đường đến', kind: 'asking' },
  { words: 'đường tới', kind: 'asking' },
  { words: 'từ đây đến', kind: 'asking' },
  { words: 'từ đây tới', kind: 'asking' },
  { words: 'chỉ đường đến', kind: 'asking' },
  { words: 'chỉ đường tới', kind: 'asking' },
  { words: 'where is', kind: 'asking' },
  { words: 'how to get to', kind: 'asking' },
  { words: 'directions to', kind: 'asking' },
  { words: 'ở đâu', kind: 'asking behind' },
  { words: 'chỗ nào', kind: 'asking behind' },
]

/** Words that are no place even beside one: who says them means what follows, `nhà gần chợ`. */
interface NoPlace {
  readonly words: string
  /** As of `WholePart`. */
  readonly isMarked?: true
}

const NO_PLACE_WORDS: readonly NoPlace[] = [
  { words: 'nhà' }, // one of millions
  { words: 'căn nhà' },
  { words: 'nhà tôi' },
  { words: 'nhà mình' },
  { words: 'nhà em' },
  { words: 'chỗ', isMarked: true }, // not chợ
  { words: 'nơi' },
  { words: 'địa điểm' },
  { words: 'quán' }, // of what?
  { words: 'tiệm' },
  { words: 'cửa hàng' },
  { words: 'shop' },
  { words: 'công ty' },
  { words: 'cty' },
  { words: 'văn phòng' },
  { words: 'toà nhà' },
  { words: 'đường' },
  { words: 'phố', isMarked: true }, // not phở
  { words: 'hẻm' },
  { words: 'ngõ' },
  { words: 'house' },
  { words: 'place' },
  { words: 'store' },
  { words: 'office' },
]

/** Words in front of a post code. */
const POSTCODE_WORDS = ['mã bưu điện', 'mã bưu chính', 'zip', 'zip code', 'zipcode', 'postcode']

export const COUNTED_PARTS: WordTable<PartWord> = tableOf(PART_WORDS)
export const NAMED_PARTS: WordTable<WholePart> = tableOf(WHOLE_PARTS)
export const NO_PLACES: WordTable<NoPlace> = tableOf(NO_PLACE_WORDS)
export const POSTCODE_LABELS: WordTable<{ readonly words: string }> = tableOf(
  POSTCODE_WORDS.map((words) => ({ words })),
)
