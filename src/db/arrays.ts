import { assert } from '../base/assert.ts'

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

/** The texts of PostgreSQL's form of an array of one dimension without nulls. */
export function textsOf(array: string): string[] {
  const texts: string[] = []
  let at = 1
  while (array[at] !== '}') {
    let text = ''
    if (array[at] === '"') {
      for (at++; array[at] !== '"'; at++) {
        if (array[at] === '\\') at++
        assert(at < array.length, 'every quote of an array is closed')
        text += array[at]
      }
      at++
    } else {
      const from = at
      while (array[at] !== ',' && array[at] !== '}') at++
      text = array.slice(from, at)
    }
    texts.push(text)
    if (array[at] === ',') at++
    assert(at < array.length, 'an array ends with its bracket')
  }
  return texts
}
