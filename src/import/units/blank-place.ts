/** The empty fields of a place of the built-in dataset, or of a unit that is only a boundary. */
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
