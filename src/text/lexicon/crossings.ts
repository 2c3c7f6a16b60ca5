/* Words for the crossing of two streets. */

/** In front of the first street, and enough to name a crossing; bùng binh is the South's. */
export const OPENING =
  'ngã ba, ngã tư, ngã năm, ngã sáu, ngã bảy, ngã 3, ngã 4, ngã 5, ngã 6, ngã 7, ' +
  'vòng xoay, vòng xuyến, bùng binh, nút giao, giao lộ, góc, góc ngã tư, góc ngã ba, ' +
  'intersection of, intersection, junction of, crossing of, corner of, corner'
/** The same, but only where the two streets are joined, too: `giao A với B`, but Giao Thuỷ. */
export const MEETING = 'giao, giao giữa, giao nhau giữa, nơi giao, nơi giao nhau giữa'
/** In front of all that: the side of the crossing. */
export const LEADING =
  'gần, gần đến, ngay, đối diện, tại, ở, cạnh, sát, đầu, near, at, at the, opposite'
/** Between the two streets, and enough to name a crossing. */
export const CROSSING = 'giao với, giao, giao nhau với, cắt, góc'
/** Between them, but between much else, too. */
export const JOINING = 'với, và, and, x'
