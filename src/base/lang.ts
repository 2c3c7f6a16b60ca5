/** The languages that answers are written in (interface, parameter `lang`). */
export const LANGS = ['vi', 'en'] as const
export type Lang = (typeof LANGS)[number]
