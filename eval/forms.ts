import type { Place } from '../src/search/place.ts'
import { withoutMarks } from '../src/text/fold.ts'
import { misspelt } from './misspell.ts'
import { telex, vni } from './typing.ts'

/** A place with what stands around it, as a person would write it down. */
export interface Subject {
  readonly place: Place
  readonly street: string
  readonly ward: string
  readonly province: string
  /** A ward and district of before July 2025 that this ward took over; null when none is known. */
  readonly former: { readonly ward: string; readonly district: string } | null
}

/** How a question is put: which places it is asked of, and in what words. */
export interface Form {
  readonly name: string
  readonly quality: 'clean' | 'noisy'
  /** Pairs of this form in the committed set. */
  readonly pairs: number
  accepts(subject: Subject): boolean
  /** null when this place cannot be asked for in this form. */
  question(subject: Subject, random: () => number): string | null
}

const isHouse = ({ place, street }: Subject) => place.kind === 'house' && street !== ''
const isPoi = ({ place }: Subject) => place.kind === 'poi' && place.name.length > 6
const isStreet = ({ place }: Subject) => place.kind === 'street'
const isAlley = ({ place }: Subject) => place.kind === 'alley' && place.streetName !== null
const isWard = ({ place }: Subject) => place.kind === 'ward' && place.successorIds.length === 0
const isMarked = ({ place }: Subject) => withoutMarks(place.name) !== place.name

const door = ({ place, street }: Subject) => `${place.houseNumber} ${street}`
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

/** A street whose name is a date, in the other spelling. */
function otherDate(name: string): string | null {
  const spelt = /(\d+) tháng (\d+)/iu.exec(name)
  if (spelt) return name.replace(spelt[0], `${spelt[1]}/${spelt[2]}`)
  const written = /(\d+)\/(\d+)/.exec(name)
  return written ? name.replace(written[0], `${written[1]} tháng ${written[2]}`) : null
}

function initials(name: string): string | null {
  const words = name.replace(/^(Đường|Phố) /u, '').split(' ')
  if (/[^\p{L}\p{M} ]/u.test(name)) return null
  return words.length < 3 ? null : withoutMarks(words.map((word) => word[0]).join(''))
}

/** `P.5, Q.5`: how most people still write where they live. */
function formerShort({ former, province }: Subject): string | null {
  if (!former) return null
  const ward = former.ward.replace(/^Phường /u, 'P.').replace(/^Xã /u, 'X.')
  const district = former.district.replace(/^Quận /u, 'Q.').replace(/^Huyện /u, 'H.')
  return `${ward}, ${district}, ${province.replace('Thành phố Hồ Chí Minh', 'TP.HCM')}`
}

/** `12/34` as it is told: `số 34 hẻm 12`, or `ngõ` in the North. */
function toldInWords({ place, street, ward, province }: Subject): string | null {
  const [outer, inner, ...rest] = (place.houseNumber ?? '').split('/')
  if (!outer || !inner || rest.length > 0) return null
  const word = province === 'Thành phố Hà Nội' ? 'ngõ' : 'hẻm'
  return `số ${inner} ${word} ${outer} ${street}, ${ward}`
}

export const FORMS: readonly Form[] = [
  form('house, ward, province', 'clean', isHouse, full),
  form('house, ward', 'clean', isHouse, (s) => `${door(s)}, ${s.ward}`),
  form(
    '"số" and "đường"',
    'clean',
    isHouse,
    (s) => `số ${s.place.houseNumber} đường ${s.street}, ${short(s.ward)}`,
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
    s.former ? withoutMarks(`${s.place.name} ${s.former.district}`).toLowerCase() : null,
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
    (s) =>
      `${s.place.houseNumber} ${withoutMarks(s.street)} Street, ${withoutMarks(short(s.ward))} Ward, ${withoutMarks(short(s.province))} City`,
  ),
  form(
    'initials',
    'noisy',
    isStreet,
    (s) => initials(s.place.name) && `${initials(s.place.name)}, ${s.ward}`,
  ),
  form(
    'date streets',
    'noisy',
    isStreet,
    (s) => otherDate(s.place.name) && `${otherDate(s.place.name)}, ${s.ward}`,
    5,
  ),
]
