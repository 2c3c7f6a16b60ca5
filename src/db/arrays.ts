/** PostgreSQL's text form of an array, `{"a","b",NULL}`, to be bound and cast as one value. */
export function arrayText(values: readonly (string | number | null)[]): string {
  let text = ''
  for (const value of values) {
    if (text !== '') text += ','
    if (value === null) text += 'NULL'
    else if (typeof value === 'number') text += value
    else text += `"${value.replace(/["\\]/g, '\\$&')}"`
  }
  return `{${text}}`
}
