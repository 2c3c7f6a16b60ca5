const MESSAGE_CHARS_MAX = 500
const FRAMES_MAX = 8
const FRAME_CHARS_MAX = 160
const CAUSES_MAX = 4
const TEXT_CHARS_MAX = 4_000

/**
 * An error for the log: what it is, where it was thrown, and what caused it. `Bun.inspect` would
 * show the source around the place too, and in the executable that is one line of all our code.
 */
export function errorText(error: unknown): string {
  const parts = [oneText(error)]
  let each = error
  while (parts.length <= CAUSES_MAX && each instanceof Error && each.cause !== undefined) {
    each = each.cause
    parts.push(oneText(each))
  }
  return cut(parts.join('\ncaused by '), TEXT_CHARS_MAX)
}

function oneText(error: unknown): string {
  if (!(error instanceof Error)) return cut(otherText(error), MESSAGE_CHARS_MAX)
  const { name, message, stack } = error
  const code = 'code' in error && error.code !== undefined ? ` (${error.code})` : ''
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [
    `${name}${code}: ${cut(message, MESSAGE_CHARS_MAX)}`,
    ...frames.slice(0, FRAMES_MAX).map((frame) => cut(frame, FRAME_CHARS_MAX)),
  ].join('\n')
}

/** A thrown value that is no error is never ours: its kind is enough to find its source. */
function otherText(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  return `an object with the keys ${Object.keys(thrown).join(', ')}`
}

function cut(text: string, charsMax: number): string {
  return text.length > charsMax ? `${text.slice(0, charsMax)}…` : text
}
