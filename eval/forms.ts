import type { Place } from '../src/search/model/place.ts'
import { withoutMarks } from '../src/text/fold.ts'
import { misspelt } from './misspell.ts'
import { telex, vni } from './typing.ts'
import {
  dateSpellings,
  englishStreet,
  englishUnit,
  initials,
  otherTonePlace,
  shortDistrict,
  shortWard,
  withEth,
} from './wording.ts'

/** A place with what stands around it, as a person would write it down. */
export interface Subject {
  readonly place: Place
  readonly street: string
  readonly ward: string
  readonly province: string
  /** A ward and district of before July 2025 that this ward took over; null when none is known. */
  readonly former: FormerUnits | null
  /** Of a street: whether no other ward of that former district has one of its name. */
  readonly isOneSection: boolean
  /** Of a street: whether no other of its ward has its initials. */
  readonly hasOwnInitials: boolean
}

export interface FormerUnits {
  readonly ward: string
  readonly district: string
  /** The province of then; null where it is the one of today. */
  readonly province: string | null
}

/** How a question is put: which places it is asked of, and in what words. */
export interface Form {
  readonly name: string
  /** `typing`: the last word is unfinished, which is asked of autocomplete alone. */
  readonly quality: 'clean' | 'noisy' | 'typing'
  /** Pairs of this form in the committed set. */
  readonly pairs: number
  accepts(subject: Subject): boolean
  /** null when this place cannot be asked for in this form. */
  question(subject: Subject, random: () => number): string | null
}

const isHouse = ({ place, street }: Subject) =>
  place.kind === 'house' && street !== '' && /^[\dA-Za-z/-]+$/.test(place.houseNumber ?? '')
const isPoi = ({ place }: Subject) => place.kind === 'poi' && place.name.length > 6
const isStreet = ({ place }: Subject) => place.kind === 'street'
const isAlley = ({ place }: Subject) => place.kind === 'alley' && place.name.split(' ').length > 2
const isWard = ({ place }: Subject) => place.kind === 'ward' && place.successorIds.length === 0
const isMarked = ({ place }: Subject) => withoutMarks(place.name) !== place.name

const door = ({ place, street }: Subject) => `${place.houseNumber} ${street}`
const bareStreet = (street: string) => street.replace(/^(?:Đường|Phố) /u, '')
const full = (subject: Subject) => `${door(subject)}, ${subject.ward}, ${subject.province}`
const short = (unit: string) => unit.replace(/^(Thành phố|Tỉnh|Phường|Xã|Đặc khu) /u, '')
const abbreviated = (unit: string) =>
  unit
    .replace(/^Thành phố /u, 'TP. ')
    .replace(/^Phường /u, 'P. ')
    .replace(/^Xã /u, 'X. ')

function form(
  name: string,
  quality: Form['quality'],
  accepts: Form['accepts'],
  question: Form['question'],
  pairs = 30,
): Form {
  return { name, quality, pairs, accepts, question }
}

/** `P.5, Q.5`: how most people still write where they live. */
function formerShort({ former, province }: Subject): string | null {
  if (!former) return null
  const ward = shortWard(former.ward)
  const district = shortDistrict(former.district)
  return `${ward}, ${district}, ${province.replace('Thành phố Hồ Chí Minh', 'TP.HCM')}`
}

/** `12/34` as it is told: `số 34 hẻm 12`, or `ngõ` in the North. */
function toldInWords({ place, street, ward, province }: Subject): string | null {
  const [outer, inner, ...rest] = (place.houseNumber ?? '').split('/')
  if (!outer || !inner || rest.length > 0) return null
  const word = province === 'Thành phố Hà Nội' ? 'ngõ' : 'hẻm'
  return `số ${inner} ${word} ${outer} ${street}, ${ward}`
}

const isTower = ({ place }: Subject) =>
  place.kind === 'poi' && /^(chung cư|toà nhà|tòa nhà|vincom)|(tower|plaza)$/iu.test(place.name)
const isHouseOrTower = (subject: Subject) => isHouse(subject) || isTower(subject)
const isStreetOrPoi = (subject: Subject) => isStreet(subject) || isPoi(subject)
const isMarkedStreet = (subject: Subject) => isStreet(subject) && isMarked(subject)
const isInnerAlley = ({ place }: Subject) => /^Ngách \d+\/\d+ /u.test(place.name)
const isDate = ({ place, street }: Subject) =>
  place.kind !== 'alley' && dateSpellings(place.name || street).length > 0

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)]!
}

/** Of a few words of letters alone. */
const isLettered = (subject: Subject) =>
  isPoi(subject) && /^\p{L}{2,}(?: \p{L}{2,}){1,3}$/u.test(subject.place.name.normalize('NFC'))
const inOneWord = (name: string) => withoutMarks(name).toLowerCase().replaceAll(' ', '')

const upTo = (most: number, random: () => number) => 1 + Math.floor(random() * most)

/** `3/2`, `3 Tháng 2`, `Ba Tháng Hai`: streets, the houses on them, parks, hospitals. */
function dateQuestion({ place, street, ward }: Subject, random: () => number): string {
  const name = pick(dateSpellings(place.name || street), random)
  const line = place.kind === 'house' ? `${place.houseNumber} ${name}` : name
  return random() < 0.5 ? `${line}, ${ward}` : `${line}, ${short(ward)}`
}

const englishDoor = ({ place, street }: Subject) => `${place.houseNumber} ${englishStreet(street)}`

const building = (s: Subject) =>
  isTower(s) ? `${s.place.name}, ${s.ward}` : `${door(s)}, ${s.ward}, ${s.province}`

function flatQuestion(subject: Subject, random: () => number): string {
  const floor = upTo(isTower(subject) ? 24 : 6, random)
  const flat = `${floor}${String(upTo(20, random)).padStart(2, '0')}`
  const ways = [
    `Tầng ${floor}, ${building(subject)}`,
    `Lầu ${floor}, ${building(subject)}`,
    `Căn hộ ${flat}, ${building(subject)}`,
    `P.${flat}, ${building(subject)}`,
    `Phòng ${flat}, tầng ${floor}, ${building(subject)}`,
    `Floor ${floor}, ${building(subject)}`,
  ]
  return pick(ways, random)
}

function blockQuestion(subject: Subject, random: () => number): string {
  const letter = pick([...'ABCD'], random)
  const number = upTo(9, random)
  const ways = [
    `Lô ${letter}${number}`,
    `Block ${letter}`,
    `Toà ${letter}`,
    `Tháp ${letter}${number}`,
  ]
  return `${pick(ways, random)}, ${building(subject)}`
}

function quarterQuestion(subject: Subject, random: () => number): string {
  const number = upTo(9, random)
  const group = upTo(60, random)
  const rural = [`ấp ${number}`, `thôn ${number}`, `tổ ${group}, ấp ${number}`]
  const ofHanoi = [`tổ ${group}`, `tổ dân phố ${group}`, `TDP số ${group}`]
  const urban = [`KP${number}`, `khu phố ${number}`, `tổ ${group}, KP.${number}`]
  const isHanoi = subject.province === 'Thành phố Hà Nội'
  const ways = subject.ward.startsWith('Xã ') ? rural : isHanoi ? ofHanoi : urban
  return `${door(subject)}, ${pick(ways, random)}, ${subject.ward}, ${short(subject.province)}`
}

const POSTCODES: Readonly<Record<string, string>> = {
  'Thành phố Hà Nội': '100000',
  'Thành phố Hồ Chí Minh': '700000',
  'Thành phố Đà Nẵng': '550000',
  'Thành phố Huế': '49000',
  'Thành phố Cần Thơ': '94000',
}

function tailQuestion(subject: Subject, random: () => number): string | null {
  const code = POSTCODES[subject.province]
  const country = pick(['Việt Nam', 'Vietnam', 'VN'], random)
  if (code === undefined) return `${full(subject)}, ${country}`
  const ways = [`, ${code}, ${country}`, ` ${code}, ${country}`, ` ${code}`, `, ${country}`]
  return full(subject) + pick(ways, random)
}

/** `Ngách 12 ngõ 5 Láng Hạ` for `Ngách 5/12 Láng Hạ`. */
function innerAlleyQuestion({ place, ward }: Subject): string | null {
  const found = /^Ngách (\d+)\/(\d+) (.+)$/u.exec(place.name)
  return found && `ngách ${found[2]} ngõ ${found[1]} ${found[3]}, ${ward}`
}

function oldProvince({ former }: Subject): string | null {
  return former && `${former.ward}, ${former.district}, ${former.province}`
}

/** At least two letters of the last word, and never the whole of it. */
function cut(text: string, random: () => number): string | null {
  const last = text.split(' ').at(-1) ?? ''
  if (last.length < 4) return null
  return text.slice(0, text.length - upTo(last.length - 2, random))
}

function halfTyped(
  typed: (text: string) => string,
  { place, ward }: Subject,
  random: () => number,
): string | null {
  return cut(typed(`${place.name} ${short(ward)}`), random)
}

export const FORMS: readonly Form[] = [
  form('house, ward, province', 'clean', isHouse, full),
  form('house, ward', 'clean', isHouse, (s) => `${door(s)}, ${s.ward}`),
  form('"số" and "đường"', 'clean', isHouse, (s) =>
    /^(?:Ngõ|Hẻm|Ngách)/u.test(s.street)
      ? null
      : `số ${s.place.houseNumber} đường ${bareStreet(s.street)}, ${short(s.ward)}`,
  ),
  form('place of interest, ward', 'clean', isPoi, (s) => `${s.place.name}, ${s.ward}`),
  form('place of interest', 'clean', isPoi, (s) => s.place.name),
  form(
    'street, ward, province',
    'clean',
    isStreet,
    (s) => `${s.place.name}, ${s.ward}, ${s.province}`,
  ),
  form('alley, ward', 'clean', isAlley, (s) => `${s.place.name}, ${s.ward}`),
  form('ward, province', 'clean', isWard, (s) => `${s.place.name}, ${s.province}`),
  form('old ward and district', 'clean', isHouse, (s) =>
    s.former ? `${door(s)}, ${s.former.ward}, ${s.former.district}, ${s.province}` : null,
  ),
  form('chain in words', 'clean', isHouse, toldInWords),
  form(
    'outside in',
    'clean',
    isHouse,
    (s) => `${s.province}, ${s.ward}, ${s.street} ${s.place.houseNumber}`,
  ),
  form('decomposed (NFD)', 'clean', isHouse, (s) => full(s).normalize('NFD')),
  form('upper case', 'clean', isPoi, (s) => `${s.place.name}, ${s.ward}`.toUpperCase()),
  form('no marks, house', 'noisy', isHouse, (s) => withoutMarks(full(s)).toLowerCase()),
  form('no marks, place', 'noisy', isPoi, (s) => withoutMarks(`${s.place.name} ${short(s.ward)}`)),
  form('typing error, house', 'noisy', isHouse, (s, random) => misspelt(full(s), random)),
  form('typing error, place', 'noisy', isPoi, (s, random) =>
    misspelt(`${s.place.name}, ${s.ward}`, random),
  ),
  form(
    'Telex',
    'noisy',
    (s) => isStreet(s) && isMarked(s),
    (s) => telex(`${s.place.name} ${short(s.ward)}`),
  ),
  form(
    'VNI',
    'noisy',
    (s) => isStreet(s) && isMarked(s),
    (s) => vni(`${s.place.name} ${short(s.ward)}`),
  ),
  form(
    'Telex, place',
    'noisy',
    (s) => isPoi(s) && isMarked(s),
    (s) => telex(s.place.name),
  ),
  form(
    'short forms',
    'noisy',
    isHouse,
    (s) => `${door(s)}, ${abbreviated(s.ward)}, ${abbreviated(s.province)}`,
  ),
  form('P.5, Q.5', 'noisy', isHouse, (s) => {
    const units = formerShort(s)
    return units ? `${door(s)}, ${units}` : null
  }),
  form('street, q5', 'noisy', isStreet, (s) =>
    s.former && s.isOneSection
      ? withoutMarks(`${s.place.name} ${s.former.district}`).toLowerCase()
      : null,
  ),
  form('no commas', 'noisy', isHouse, (s) =>
    withoutMarks(full(s)).toLowerCase().replaceAll(',', ''),
  ),
  form('no ward', 'noisy', isHouse, (s) => `${door(s)}, ${short(s.province)}`),
  form('no province', 'noisy', isHouse, (s) => `${door(s)} ${short(s.ward)}`),
  form(
    'English',
    'noisy',
    isHouse,
    (s) => `${englishDoor(s)}, ${englishUnit(s.ward)}, ${englishUnit(s.province)}`,
  ),
  form(
    'initials',
    'noisy',
    (s) => isStreet(s) && s.hasOwnInitials,
    (s) => initials(s.place.name) && `${initials(s.place.name)}, ${s.ward}`,
  ),
  form('dates', 'noisy', isDate, dateQuestion),
  form('floor or flat', 'clean', isHouseOrTower, flatQuestion),
  form('block or lot', 'clean', isHouseOrTower, blockQuestion),
  form('quarter or hamlet', 'clean', isHouse, quarterQuestion),
  form('post code, country', 'clean', isHouse, tailQuestion),
  form('sub-alley in words', 'clean', isInnerAlley, innerAlleyQuestion),
  form('old province', 'clean', (s) => isWard(s) && Boolean(s.former?.province), oldProvince),
  form('tone placement', 'clean', isStreetOrPoi, (s) => {
    const name = otherTonePlace(s.place.name)
    return name && `${name}, ${s.ward}`
  }),
  form('p5 q5', 'noisy', isHouse, (s) => {
    const units = s.former && `${s.former.ward} ${s.former.district}`
    const counted = units && /^Phường (\d+) Quận (\d+)$/u.exec(units)
    return counted ? withoutMarks(`${door(s)} p${counted[1]} q${counted[2]}`).toLowerCase() : null
  }),
  form('English, old units', 'noisy', isHouse, (s) =>
    s.former
      ? `${englishDoor(s)}, ${englishUnit(s.former.ward)}, ${englishUnit(s.former.district)}, ` +
        `${englishUnit(s.province)}, Vietnam`
      : null,
  ),
  form('eth for đ', 'noisy', isHouse, (s) => withEth(full(s))),
  form('place ở province', 'noisy', isPoi, (s) => `${s.place.name} ở ${short(s.province)}`),
  form(
    'one word, place',
    'noisy',
    isLettered,
    (s) => `${inOneWord(s.place.name)} ${short(s.ward)}`,
  ),
  form('one word, house', 'noisy', isHouse, (s) =>
    /^[0-9]+$/.test(s.place.houseNumber ?? '') && !/[0-9]/.test(s.street)
      ? `${s.place.houseNumber}${inOneWord(bareStreet(s.street))} ${short(s.ward)}`
      : null,
  ),
  form('Telex, half typed', 'typing', isMarkedStreet, (s, random) => halfTyped(telex, s, random)),
  form('VNI, half typed', 'typing', isMarkedStreet, (s, random) => halfTyped(vni, s, random)),
  form('no marks, half typed', 'typing', isHouse, (s, random) =>
    cut(withoutMarks(`${door(s)} ${short(s.ward)}`).toLowerCase(), random),
  ),
]
