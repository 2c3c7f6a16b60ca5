import type { Step } from '../../src/routing/model/directions.ts'
import type { Phrase } from '../../src/routing/model/phrase.ts'

/** What a phrase says. */
export function phraseText({ lanes, bytes }: Phrase): string {
  const buffer = Buffer.from(lanes.buffer, lanes.byteOffset, bytes)
  return JSON.parse(`"${buffer.toString('utf8')}"`)
}

/** What a step tells to do, with its remark. */
export function instructionText({ instruction, remark }: Step): string {
  return phraseText(instruction) + remark
}
