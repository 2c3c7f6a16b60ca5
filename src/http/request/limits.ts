import type { Decision } from '../../access/limiter.ts'
import { counted } from '../../base/shown-text.ts'
import { RateLimitError } from './errors.ts'

/** Throws `RATE_LIMIT_MINUTE` or `RATE_LIMIT_DAY` when the decision refuses. */
export function checkAllowed(decision: Decision): void {
  const { refusedBy, retryAfterS } = decision
  if (refusedBy === null) return
  throw refusedBy === 'minute'
    ? new RateLimitError('minute', usedUp(decision.minuteLimit, 'this minute'), retryAfterS)
    : new RateLimitError('day', usedUp(decision.dayLimit, 'today (Vietnamese time)'), retryAfterS)
}

function usedUp(limit: number, window: string): string {
  return limit === 0
    ? "The key's plan allows no requests: waiting does not help, ask the operator for another plan."
    : `The key's allowance of ${window}, ${counted(limit, 'request')}, is used up.`
}
