import { t } from 'elysia'
import { ADMIN_LEVELS, type AdminLevel } from '../request/deps.ts'
import { type Param, refused } from './params.ts'

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
