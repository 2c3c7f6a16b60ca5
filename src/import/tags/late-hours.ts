const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const DAY = `(?:${DAYS.join('|')})`
const TIMES = '\\d\\d?:\\d\\d-\\d\\d?:\\d\\d'
/** Weekdays with times, or closed; nothing else. */
const RULE = new RegExp(`^(${DAY}(?:[-,] ?${DAY})*) (?:(${TIMES}(?:, ?${TIMES})*)|off|closed)$`)

/**
 * Hours whose rules name each weekday once, with commas for semicolons, so that they add up: a rule
 * behind a semicolon takes its whole days from those before, the hours after midnight of the last
 * night too (`Mo-Th 20:00-01:00; Fr-Su 20:30-03:00` would end at midnight on Thursday). All other
 * hours as they are.
 */
export function withNights(text: string): string {
  const rules = text.split(';').map((rule) => RULE.exec(rule.trim()))
  const days = rules.flatMap((rule) => daysOf(rule?.[1] ?? ''))
  if (rules.length < 2 || rules.includes(null) || new Set(days).size < days.length) return text
  const open = rules.filter((rule) => rule?.[2] !== undefined)
  return open.length === 0 ? text : open.map((rule) => rule?.[0]).join(', ')
}

/** Numbers of the weekdays in `Mo,We-Fr`. */
function daysOf(list: string): number[] {
  if (list === '') return []
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map((day) => DAYS.indexOf(day.trim()))
    const count = ((last - first + 7) % 7) + 1
    return Array.from({ length: count }, (_, i) => (first + i) % 7)
  })
}
