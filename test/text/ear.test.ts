import { describe, expect, test } from 'bun:test'
import { soundAlikes } from '../../src/text/ear.ts'
import { foldToken } from '../../src/text/fold.ts'

describe('syllables that sound alike', () => {
  test.each([
    ['chưng', 'trưng'],
    ['trinh', 'chinh'],
    ['sương', 'xương'],
    ['nãng', 'lãng'],
    ['giuy', 'duy'],
    ['dải', 'giải'],
    ['dương', 'vương'],
    ['lang', 'lan'],
    ['tất', 'tấc'],
  ])('%s is heard as %s', (typed, meant) => {
    const { marked } = foldToken(typed)
    const alike = soundAlikes(marked).map((word) => foldToken(word).marked)
    expect(alike).toContain(foldToken(meant).marked)
    expect(alike).not.toContain(marked)
  })

  test.each([['kfc'], ['12a'], ['coffee'], ['đinh1đinh']])('%s is no syllable', (word) => {
    expect(soundAlikes(word)).toEqual([])
  })
})
