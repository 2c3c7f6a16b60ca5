/** Counts over rows, which add up over blocks. */
export interface Tally {
  rows: number
  /** Rows answered, by their group. */
  readonly levels: Record<string, number>
  /** Uint[101]: rows of each confidence, in hundredths. */
  readonly confidences: number[]
  /** Rows failed, by their fault. */
  readonly faults: Record<string, number>
}

const HUNDREDTHS = 100
/** Faults named; of further ones only the number is kept. */
const FAULTS_MAX = 20
const OTHER_FAULTS = 'Other faults.'

export function emptyTally(): Tally {
  const confidences = Array.from({ length: HUNDREDTHS + 1 }, () => 0)
  return { rows: 0, levels: {}, confidences, faults: {} }
}

export function countAnswer(tally: Tally, level: string, confidence: number): void {
  tally.rows++
  tally.levels[level] = (tally.levels[level] ?? 0) + 1
  tally.confidences[Math.round(confidence * HUNDREDTHS)]!++
}

export function countFault(tally: Tally, fault: string): void {
  tally.rows++
  addFault(tally, fault, 1)
}

export function addTally(sum: Tally, more: Tally): void {
  sum.rows += more.rows
  for (const [level, count] of Object.entries(more.levels)) {
    sum.levels[level] = (sum.levels[level] ?? 0) + count
  }
  more.confidences.forEach((count, i) => {
    sum.confidences[i]! += count
  })
  for (const [fault, count] of Object.entries(more.faults)) addFault(sum, fault, count)
}

function addFault({ faults }: Tally, fault: string, count: number): void {
  const isKept = fault in faults || Object.keys(faults).length < FAULTS_MAX
  const name = isKept ? fault : OTHER_FAULTS
  faults[name] = (faults[name] ?? 0) + count
}

export function failedRows({ faults }: Tally): number {
  return Object.values(faults).reduce((sum, count) => sum + count, 0)
}

/** Rows of a confidence from `from` to below `to`, or to 1. */
export interface ConfidenceBand {
  readonly from: number
  readonly to: number
  readonly rows: number
}

const BANDS = [0.9, 0.7, 0.5, 0.3, 0]

/** Rows of each band of confidence, highest first; a band ends below the one before. */
export function confidenceBands({ confidences }: Tally): readonly ConfidenceBand[] {
  return BANDS.map((from, i) => {
    const to = BANDS[i - 1] ?? 1
    const end = i === 0 ? HUNDREDTHS + 1 : Math.round(to * HUNDREDTHS)
    const rows = confidences.slice(Math.round(from * HUNDREDTHS), end)
    return { from, to, rows: rows.reduce((sum, count) => sum + count, 0) }
  })
}
