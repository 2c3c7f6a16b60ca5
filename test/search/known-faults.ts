/*
 * What vietnam.test.ts promises and the search does not keep yet, on the development extract: each
 * with its cause. A failure that is not here is a regression; what is mended comes off the list.
 */

interface KnownFaults {
  /** Spelling and name, of 5,000 questions. */
  readonly geocode: ReadonlySet<string>
  readonly suggest: ReadonlySet<string>
  /** Places that are not found by their own full address, of 5,000. */
  readonly address: ReadonlySet<string>
}

/** Without marks the `tinh` of Hà Tĩnh is a type word, and the province is called so, too. */
const TYPE_WORD_BY_CHANCE = ['unmarked Thành phố Hà Tĩnh']

/** Keys are read a syllable at a time, and these are no syllables. */
const NO_SYLLABLES = [
  'vni đìnhlăng Cô', // two in one word
  'vni Chùa Phật Đà佛陀寺', // the digit stands before a Chinese letter
  'telex HĐND-UBND Xã Bình Sơn', // an abbreviation
  'telex 3Đ Chill Cafe', // a number with a letter: `3DD`
  ...['telex Xã Cư Jút', 'telex Xã Đăk Djrăng'], // the highlands write j, and dj
]

/** The keys are words of other names: `Sown Hair` of a hairdresser's. */
const OTHER_NAMES = ['telex Sơn Hải']

/** While typing, a better known name that goes on goes before the one that is whole. */
const WHOLE_NAMES = [
  'unmarked Ủa',
  'nfc Xã Yên Than',
  'unmarked Xã Yên Than',
  'unmarked Xã Tông Cọ',
  'unmarked chị hà',
  'unmarked Xã Quế Phú',
  'nfc Hoàng Ty',
  'unmarked Hoàng Ty',
  'unmarked Quán Là',
  'unmarked Xã Điền Hòa',
  'unmarked Xã Thuận Hà',
  'unmarked Xã Công Lý',
  'unmarked Yến',
  'unmarked UBND phường Phú Thứ',
]

export const KNOWN_FAULTS: KnownFaults = {
  geocode: new Set([
    ...TYPE_WORD_BY_CHANCE,
    ...NO_SYLLABLES,
    ...OTHER_NAMES,
    "telex Vintage's 1976 Café", // two records of one café, one of them without the 's
    'telex Trulli Café', // f is a key of Telex: whoever types `Cafes` sees `Cáe`
  ]),
  suggest: new Set([
    ...TYPE_WORD_BY_CHANCE,
    ...WHOLE_NAMES,
    ...NO_SYLLABLES,
    ...OTHER_NAMES,
    'telex Hoàng Minh', // a dyke is mapped as `Đê Tô Hoangf`
    ...['telex 3Đ Chill Cafe', 'vni 3Đ Chill Cafe'], // nor is `3Đ` a syllable, but one of a number
    'telex Yeéfa', // `Yeesfa` begins no syllable either; geocode takes it for a slip
    'telex Võng', // Vọng, better known, differs by its tone alone
    'telex Quang Phúc', // `phucs` goes on to Phúc Sen, run together
  ]),
  address: new Set([
    'n541107364', // 127/15 khôm 1: a hamlet that is not mapped
    'n4965375295', // 334 a, 280 a: `a` is no street
    'n4965375484',
    'n4965375466', // 307-309 6116: nor is 6116
  ]),
}
