import page from './docs.html' with { type: 'text' }

/**
 * The documentation page, embedded in the executable. bun-types gives every `.html` import the
 * type of a bundle; imported as text it is a string.
 */
export const DOCS_PAGE = page as unknown as string
