import { t } from 'elysia'
import { type Param, refused } from './params.ts'

/** 4: province; 8: the lowest unit (design, Levels). */
export const ADMIN_LEVELS = [4, 8] as const
export type AdminLevel = (typeof ADMIN_LEVELS)[number]

/** Comma-separated administrative levels, all by default. */
export function levelsParam(description: string): Param<readonly AdminLevel[]> {
  return {
    name: 'levels',
    description,
    example: '4,8',
    required: false,
    schema: t.String({ pattern: '^[48](,[48])*$', default: '4,8' }),
    read(query) {
      const raw = query.get('levels')
      if (raw === null) return ADMIN_LEVELS
      if (!/^[48](,[48])*$/.test(raw)) throw refused('levels', "must be '4', '8' or '4,8'", raw)
      return ADMIN_LEVELS.filter((level) => raw.includes(String(level)))
    },
  }
}
