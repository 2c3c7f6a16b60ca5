import type { Concept, TypeConcept } from './concept.ts'

/* Administrative units, of today and former ones, and settlements. */

interface UnitConcept extends TypeConcept {
  readonly words: string
  /** Its name in English answers. */
  readonly title: string
}

export const UNITS: readonly UnitConcept[] = [
  {
    words: 'tỉnh',
    english: 'province',
    title: 'Province',
    classes: ['province'],
    short: { word: 't' },
  },
  // Was a city of a province, too. With points on forms: T.P Huế, T.X Thuận An, T.T Phú Quốc.
  {
    words: 'thành phố',
    english: 'city',
    title: 'City',
    classes: ['province', 'district'],
    short: { word: 'tp, t p' },
  },
  {
    words: 'quận',
    english: 'district',
    title: 'District',
    classes: ['district'],
    short: { word: 'q', number: 'district, dist' },
  },
  { words: 'huyện', title: 'District', classes: ['district'], short: { word: 'h' } },
  { words: 'thị xã', title: 'Town', classes: ['district'], short: { word: 'tx, t x' } },
  // F5 is a habit of the South.
  {
    words: 'phường',
    english: 'ward',
    title: 'Ward',
    classes: ['ward'],
    short: { word: 'p', number: 'f, ward' },
  },
  { words: 'xã', english: 'commune', title: 'Commune', classes: ['ward'], short: { word: 'x' } },
  { words: 'thị trấn', title: 'Town', classes: ['ward'], short: { word: 'tt, t t' } },
  { words: 'đặc khu', title: 'Special Zone', classes: ['ward'] },
]

/** Cities, provinces and districts that people write by letters. */
export const UNIT_NAMES: readonly Concept[] = [
  { words: 'Hồ Chí Minh', short: { always: 'tphcm, tp hcm, hcmc, hcm' } },
  { words: 'Hà Nội', short: { always: 'tphn, hn' } },
  { words: 'Sài Gòn', short: { always: 'sg' } },
  { words: 'Đà Nẵng', short: { always: 'tp đn' } },
  { words: 'Hải Phòng', short: { always: 'tp hp' } },
  { words: 'Cần Thơ', short: { always: 'tp ct' } },
  { words: 'Bà Rịa Vũng Tàu', short: { always: 'brvt' } },
  { words: 'thành phố Thủ Đức', short: { always: 'tp tđ' } },
  { words: 'thành phố Biên Hoà', short: { always: 'tp bh' } },
  { words: 'thành phố Vũng Tàu', short: { always: 'tp vt' } },
  { words: 'quận Bình Thạnh', short: { always: 'q bt' } },
  { words: 'quận Tân Bình', short: { always: 'q tb' } },
  { words: 'quận Phú Nhuận', short: { always: 'q pn' } },
  { words: 'quận Gò Vấp', short: { always: 'q gv' } },
  { words: 'quận Thủ Đức', short: { always: 'q tđ' } },
]

export const SETTLEMENTS: readonly TypeConcept[] = [
  { words: 'thôn, ấp, bản, làng, buôn', english: 'village', classes: ['settlement'] },
  { words: 'khu phố', classes: ['settlement'], short: { word: 'kp' } },
  { words: 'tổ dân phố', classes: ['settlement'], short: { word: 'tdp' } },
  { words: 'khu đô thị', classes: ['settlement'], short: { always: 'kđt' } },
]
