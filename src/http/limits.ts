import type { Decision } from '../access/limiter.ts'
import { RateLimitError } from './errors.ts'

/** Throws `RATE_LIMIT_MINUTE` or `RATE_LIMIT_DAY` when the decision refuses. */
export function checkAllowed(decision: Decision): void {
  const { refusedBy, retryAfterS } = decision
  if (refusedBy === null) return
  throw refusedBy === 'minute'
    ? new RateLimitError(
        'RATE_LIMIT_MINUTE',
        `The key's ${decision.minuteLimit} requests of this minute are used up.`,
        retryAfterS,
      )
    : new RateLimitError(
        'RATE_LIMIT_DAY',
        `The key's ${decision.dayLimit} requests of today (Vietnamese time) are used up.`,
        retryAfterS,
      )
}
