/** What a place of the built-in dataset, or a unit that is only a boundary, does not have. */
export const BLANK_PLACE = {
  source: 'builtin',
  houseNumber: null,
  streetName: null,
  streetId: null,
  wardId: null,
  provinceId: null,
  successorIds: [],
  formerParentId: null,
  lines: [],
  tags: {},
} as const
