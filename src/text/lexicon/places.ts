import type { Concept } from './concept.ts'

/*
 * Places of interest: their names, other words that people use for them, and their tags in OSM
 * maps.
 */

/** An entry needs no more than it has words for. */
export interface PlaceConcept extends Concept {
  /** Further words that people use for it. */
  readonly said?: string
  /** Words that names may have instead of all these, the more frequent first. */
  readonly named?: string
  /**
   * Tags that surely mean it, `key=value`, separated by blanks: such places are listed for who asks
   * for any. A tag is of one kind alone; entries with the same tags are of one kind.
   */
  readonly surely?: string
  /**
   * Tags that a place may have that is called so, `key=*` for every value. Mappers are generous, so
   * these are, too: a café may be tagged as a restaurant, but not as a hotel. `chợ Bến Thành` is a
   * market, not the church of Bến Thành. Every word that names have needs some.
   */
  readonly maybe?: string
}

const FOOD =
  'amenity=restaurant amenity=cafe amenity=fast_food amenity=food_court amenity=bar amenity=pub ' +
  'amenity=biergarten amenity=ice_cream amenity=coffee amenity=tea amenity=beverages ' +
  'amenity=food amenity=pastry shop=coffee shop=tea shop=beverages shop=bakery shop=pastry'
/** Sights. */
const SIGHTS =
  'tourism=attraction tourism=museum tourism=gallery tourism=viewpoint tourism=artwork ' +
  'tourism=theme_park tourism=zoo tourism=yes historic=*'
const MARKETS =
  'amenity=marketplace shop=supermarket shop=mall shop=department_store shop=greengrocer ' +
  'landuse=retail tourism=attraction'
const HEALTH =
  'amenity=hospital amenity=clinic amenity=doctors amenity=dentist healthcare=* building=hospital'
const MEDICINE =
  'amenity=pharmacy amenity=chemist healthcare=* shop=chemist shop=medical_supply shop=herbalist'
const SCHOOLS =
  'amenity=school amenity=kindergarten amenity=university amenity=college ' +
  'amenity=language_school amenity=music_school amenity=driving_school amenity=prep_school ' +
  'amenity=training amenity=childcare amenity=research_institute ' +
  'office=educational_institution building=school building=university ' +
  'building=kindergarten building=college military=*'
const STAYS =
  'tourism=hotel tourism=hostel tourism=motel tourism=guest_house tourism=apartment ' +
  'tourism=resort tourism=chalet leisure=resort building=hotel'
const HOTELS = 'tourism=hotel tourism=motel tourism=guest_house tourism=hostel'
const WORSHIP =
  'amenity=place_of_worship amenity=monastery building=church building=temple ' +
  `building=pagoda building=cathedral landuse=religious ${SIGHTS}`
const PARKS = `leisure=* boundary=* natural=* place=square ${SIGHTS}`
const WORKS = 'office=* shop=* craft=* building=* man_made=works landuse=industrial place=*'
const TRAINS =
  'railway=* public_transport=* aerialway=station aeroway=terminal building=train_station'
const BUSES = 'amenity=bus_station amenity=ferry_terminal public_transport=* highway=bus_stop'

export const PLACES: readonly PlaceConcept[] = [
  // On the road.
  {
    words: 'cây xăng, trạm xăng',
    asked: 'gas station, petrol station',
    said: 'cây dầu, cửa hàng xăng dầu, trạm xăng dầu, cây xăng dầu',
    named: 'cửa hàng xăng dầu, trạm xăng dầu, cây xăng, trạm xăng',
    short: { alone: 'cx' },
    surely: 'amenity=fuel',
    maybe: 'amenity=fuel',
  },
  { asked: 'trạm sạc, charging station', surely: 'amenity=charging_station' },
  { asked: 'bãi đỗ xe, parking', surely: 'amenity=parking' },
  {
    asked: 'bãi giữ xe',
    said: 'bãi gửi xe, bãi đậu xe',
    named: 'bãi đỗ xe, bãi xe',
    surely: 'amenity=parking',
  },
  { words: 'ga', maybe: TRAINS },
  { words: 'nhà ga', asked: 'train station', surely: 'railway=station', maybe: TRAINS },
  {
    words: 'bến xe',
    asked: 'bus station',
    short: { alone: 'bx', always: 'bus station' },
    surely: 'amenity=bus_station',
    maybe: BUSES,
  },
  { words: 'bến phà', asked: 'ferry', surely: 'amenity=ferry_terminal', maybe: BUSES },
  {
    english: 'station',
    maybe:
      `${TRAINS} amenity=bus_station highway=bus_stop amenity=ferry_terminal amenity=fuel ` +
      'amenity=police',
  },
  {
    words: 'sân bay',
    english: 'airport',
    short: { alone: 'sb' },
    surely: 'aeroway=aerodrome',
    maybe: 'aeroway=* military=*',
  },
  { words: 'cầu', english: 'bridge', maybe: `man_made=bridge ${SIGHTS}` },
  {
    words: 'cửa khẩu',
    maybe: 'barrier=border_control amenity=customs office=government building=* tourism=yes',
  },
  // Money.
  { asked: 'atm, cây atm, máy atm, trụ atm', surely: 'amenity=atm' },
  {
    words: 'ngân hàng',
    asked: 'bank',
    short: { word: 'nh' }, // restaurants are written out
    surely: 'amenity=bank',
    maybe: 'amenity=bank amenity=atm amenity=bureau_de_change office=financial',
  },
  // To eat, drink and sleep.
  {
    words: 'quán cà phê, cà phê',
    english: 'cafe, coffee',
    surely: 'amenity=cafe amenity=coffee shop=coffee',
    maybe: FOOD,
  },
  {
    words: 'nhà hàng, quán ăn',
    english: 'restaurant',
    surely: 'amenity=restaurant amenity=food_court',
    maybe: FOOD,
  },
  { asked: 'đồ ăn nhanh, thức ăn nhanh, fast food', surely: 'amenity=fast_food' },
  { asked: 'quán bar, bar', surely: 'amenity=bar amenity=pub' },
  { words: 'khách sạn', named: 'hotel', short: { alone: 'ks' }, surely: HOTELS, maybe: STAYS },
  { english: 'hotel', named: 'khách sạn', surely: HOTELS, maybe: STAYS },
  { words: 'nhà nghỉ', asked: 'hostel', surely: HOTELS, maybe: STAYS },
  { words: 'khu nghỉ dưỡng', english: 'resort', maybe: STAYS },
  // Health.
  {
    words: 'bệnh viện',
    english: 'hospital',
    short: { alone: 'bv' },
    surely: 'amenity=hospital healthcare=hospital',
    maybe: HEALTH,
  },
  {
    words: 'phòng khám',
    asked: 'clinic',
    surely: 'amenity=clinic amenity=doctors healthcare=clinic',
    maybe: HEALTH,
  },
  // As it was called.
  {
    words: 'trạm y tế',
    said: 'trạm xá',
    named: 'trạm y tế',
    short: { alone: 'tyt', always: 'medical station' },
    maybe: HEALTH,
  },
  { asked: 'nha khoa, dentist', surely: 'amenity=dentist healthcare=dentist' },
  {
    words: 'nhà thuốc',
    named: 'hiệu thuốc, quầy thuốc',
    surely: 'amenity=pharmacy',
    maybe: MEDICINE,
  },
  {
    words: 'hiệu thuốc',
    asked: 'tiệm thuốc',
    said: 'tiệm thuốc tây, nhà thuốc tây',
    named: 'nhà thuốc, quầy thuốc',
    surely: 'amenity=pharmacy',
    maybe: MEDICINE,
  },
  { english: 'pharmacy', surely: 'amenity=pharmacy', maybe: MEDICINE },
  // Shops and firms.
  { words: 'chợ', english: 'market', surely: 'amenity=marketplace', maybe: MARKETS },
  { words: 'chợ đêm', maybe: MARKETS },
  {
    words: 'siêu thị',
    english: 'supermarket',
    surely: 'shop=supermarket',
    maybe: 'shop=* amenity=grocery landuse=retail',
  },
  { asked: 'cửa hàng tiện lợi, convenience store', surely: 'shop=convenience' },
  {
    words: 'trung tâm thương mại',
    asked: 'shopping mall, mall',
    short: { always: 'tttm' },
    surely: 'shop=mall',
    maybe: 'shop=* landuse=retail landuse=commercial building=*',
  },
  { asked: 'tiệm bánh, bakery', surely: 'shop=bakery' },
  // The South's, the North's.
  {
    asked: 'nhà sách, bookstore',
    named: 'hiệu sách',
    short: { word: 'ns', always: 'bookstore' },
    surely: 'shop=books',
  },
  { asked: 'hiệu sách', said: 'tiệm sách', named: 'nhà sách', surely: 'shop=books' },
  { words: 'cửa hàng', maybe: 'shop=* craft=* office=* amenity=fuel amenity=grocery' },
  { words: 'công ty', short: { word: 'cty' }, maybe: WORKS },
  { words: 'khu công nghiệp', short: { always: 'kcn' }, maybe: WORKS },
  // Schools, by their years, too, as parents and children count them.
  { words: 'trường, học viện', maybe: SCHOOLS },
  { asked: 'trường học', english: 'school', surely: 'amenity=school', maybe: SCHOOLS },
  {
    words: 'đại học, trường đại học',
    english: 'university',
    short: { alone: 'đh' },
    surely: 'amenity=university',
    maybe: SCHOOLS,
  },
  { words: 'cao đẳng, trường cao đẳng', short: { word: 'cđ' }, maybe: SCHOOLS },
  {
    words: 'trường mầm non, mầm non',
    asked: 'kindergarten',
    named: 'mẫu giáo, trường mẫu giáo',
    surely: 'amenity=kindergarten',
    maybe: SCHOOLS,
  },
  { said: 'mẫu giáo, trường mẫu giáo, nhà trẻ', named: 'mầm non, trường mầm non' },
  { words: 'tiểu học, trường tiểu học', short: { word: 'th' }, maybe: SCHOOLS },
  {
    said: 'cấp 1, trường cấp 1, cấp một, trường cấp một',
    named: 'trường tiểu học, tiểu học',
  },
  {
    words: 'trung học cơ sở, trường trung học cơ sở',
    short: { always: 'thcs' },
    maybe: SCHOOLS,
  },
  {
    said: 'cấp 2, trường cấp 2, cấp hai, trường cấp hai, phổ thông cơ sở, ptcs',
    named: 'trung học cơ sở, trường trung học cơ sở',
  },
  {
    words: 'trung học phổ thông, trường trung học phổ thông',
    short: { always: 'thpt' },
    maybe: SCHOOLS,
  },
  {
    said: 'cấp 3, trường cấp 3, cấp ba, trường cấp ba, phổ thông trung học, ptth',
    named: 'trung học phổ thông, trường trung học phổ thông',
  },
  // Offices.
  {
    words: 'uỷ ban nhân dân',
    said: 'uỷ ban, trụ sở uỷ ban, trụ sở uỷ ban nhân dân',
    named: 'uỷ ban nhân dân',
    short: { always: 'ubnd, people committee, peoples committee' },
    maybe: 'amenity=townhall amenity=public_building office=government building=*',
  },
  {
    words: 'bưu điện',
    asked: 'post office',
    named: 'bưu cục',
    short: { word: 'bđ', always: 'post office' },
    surely: 'amenity=post_office',
    maybe: 'amenity=post_office amenity=post_box office=*',
  },
  { said: 'bưu cục', named: 'bưu điện' },
  {
    words: 'công an',
    asked: 'đồn công an, police',
    named: 'công an',
    short: { always: 'police station' },
    surely: 'amenity=police',
    maybe: 'amenity=police office=government building=*',
  },
  // Buildings.
  {
    words: 'chung cư',
    short: { alone: 'cc' },
    maybe: 'building=* landuse=residential place=* tourism=apartment',
  },
  { words: 'toà nhà', maybe: 'building=* office=* landuse=* shop=mall tourism=apartment' },
  { asked: 'nhà vệ sinh, toilet', surely: 'amenity=toilets' },
  // Sights and leisure.
  { words: 'nhà thờ', english: 'church, cathedral', maybe: WORSHIP },
  { words: 'chùa, đền', english: 'pagoda, temple', maybe: WORSHIP },
  {
    words: 'công viên',
    english: 'park',
    short: { word: 'cv' },
    surely: 'leisure=park',
    maybe: PARKS,
  },
  { words: 'vườn quốc gia', short: { always: 'vqg' }, maybe: PARKS },
  { words: 'khu bảo tồn, quảng trường', maybe: PARKS },
  { words: 'khu du lịch', short: { alone: 'kdl' }, maybe: PARKS },
  {
    words: 'bãi biển',
    english: 'beach',
    maybe: `natural=beach leisure=* place=locality ${SIGHTS}`,
  },
  {
    words: 'bảo tàng',
    english: 'museum',
    surely: 'tourism=museum',
    maybe: `amenity=arts_centre amenity=exhibition_centre building=museum ${SIGHTS}`,
  },
  {
    words: 'nhà hát',
    english: 'theatre, theater',
    maybe: `amenity=theatre amenity=arts_centre amenity=cinema building=* ${SIGHTS}`,
  },
  { asked: 'rạp chiếu phim, rạp phim, cinema', surely: 'amenity=cinema' },
  {
    words: 'sân vận động',
    english: 'stadium',
    short: { alone: 'svđ' },
    surely: 'leisure=stadium',
    maybe: 'leisure=* building=stadium',
  },
  { said: 'sân banh', named: 'sân bóng' }, // the South's
  {
    words: 'thư viện',
    english: 'library',
    surely: 'amenity=library',
    maybe: 'amenity=library shop=books building=*',
  },
  { said: 'nghĩa địa', named: 'nghĩa trang' },
]

/** Words behind a kind of place for the place where the user is. */
export const NEARBY = 'gần đây, gần nhất, gần tôi, quanh đây, nearby, near me, nearest'
/** The same behind a word for nearness. */
export const HERE = 'đây, đây nhất, nhất, tôi, me, here'

/** Words of names that are no kind, and that signs and maps abbreviate. */
export const NAME_WORDS: readonly Concept[] = [
  { words: 'cách mạng tháng 8', short: { always: 'cmt 8' } },
  { words: 'đại học quốc gia', short: { always: 'đhqg' } },
  { words: 'thể dục thể thao', short: { always: 'tdtt' } },
  { words: 'giao thông vận tải', short: { always: 'gtvt' } },
  { words: 'chính sách xã hội', short: { always: 'csxh' } },
  { words: 'khu dân cư', short: { always: 'kdc' } },
  { words: 'ký túc xá', short: { always: 'ktx' } },
  { words: 'hội đồng nhân dân', short: { always: 'hđnd' } },
  { words: 'uỷ ban nhân dân phường', short: { word: 'ub p' } },
  { words: 'uỷ ban nhân dân xã', short: { word: 'ub x' } },
  { words: 'uỷ ban mặt trận tổ quốc', short: { always: 'ubmttq' } },
  { words: 'thương mại cổ phần', short: { always: 'tmcp' } },
  { words: 'trách nhiệm hữu hạn', short: { always: 'tnhh' } },
  { words: 'phòng giao dịch', short: { always: 'pgd' } },
  { words: 'quỹ tín dụng', short: { always: 'qtd' } },
  { words: 'cửa hàng xăng dầu', short: { always: 'chxd' } },
  { words: 'vật liệu xây dựng', short: { always: 'vlxd' } },
  { words: 'câu lạc bộ', short: { alone: 'clb' } },
  { words: 'nhà văn hoá', short: { alone: 'nvh' } },
  { words: 'trung tâm văn hoá', short: { alone: 'ttvh' } },
  { words: 'bệnh viện đa khoa', short: { alone: 'bvđk, bv đk' } },
  { words: 'trung tâm y tế', short: { alone: 'ttyt' } },
  // Of chains that are everywhere.
  { words: 'Bách Hoá Xanh', short: { always: 'bhx' } },
  { words: 'Điện Máy Xanh', short: { always: 'đmx' } },
  { words: 'Thế Giới Di Động', short: { always: 'tgdđ' } },
  { words: 'Vietcombank', short: { always: 'vcb' } },
  { words: 'Techcombank', short: { always: 'tcb' } },
]
