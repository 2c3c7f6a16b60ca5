/*
 * Text as the keys of a Vietnamese typing method, for people whose input method is off. Tone keys
 * come at the end of each syllable, as most people type.
 */

const TONES = ['\u0301', '\u0300', '\u0309', '\u0303', '\u0323']
const SHAPES: Readonly<Record<string, readonly [telex: string, vni: string]>> = {
  â: ['aa', 'a6'],
  ê: ['ee', 'e6'],
  ô: ['oo', 'o6'],
  ă: ['aw', 'a8'],
  ơ: ['ow', 'o7'],
  ư: ['uw', 'u7'],
  đ: ['dd', 'd9'],
}

export function telex(text: string): string {
  return keys(text, 'sfrxj', 0)
}

export function vni(text: string): string {
  return keys(text, '12345', 1)
}

function keys(text: string, toneKeys: string, method: 0 | 1): string {
  return text
    .split(' ')
    .map((word) => {
      let out = ''
      let tone = ''
      for (const char of word.normalize('NFC')) {
        const [base, toneOfChar] = withoutTone(char)
        if (toneOfChar !== -1) tone = toneKeys[toneOfChar] ?? ''
        const shape = SHAPES[base.toLowerCase()]
        out += shape ? shape[method] : base
      }
      // Behind the word, but before a comma that closes it.
      return out.replace(/([^\p{L}\p{N}]*)$/u, `${tone}$1`)
    })
    .join(' ')
}

function withoutTone(char: string): [base: string, tone: number] {
  const parts = [...char.normalize('NFD')]
  const tone = parts.findIndex((part) => TONES.includes(part))
  if (tone === -1) return [char, -1]
  const mark = parts.splice(tone, 1)[0] ?? ''
  return [parts.join('').normalize('NFC'), TONES.indexOf(mark)]
}
