import type { OnStep } from '../../base/on-step.ts'
import type { PassCost } from './report.ts'

/** Output of progress: a log gets a line for each pass, a terminal's line is rewritten. */
export interface ProgressOutput {
  readonly log: (line: string) => void
  /** May throw, to stop the work that reports progress: it is called often enough for that. */
  readonly progress: (text: string) => void
}

const BAR_CHARS = 24
const PASS_CHARS = 25
/** A step of a pass, written behind it: the longest is `boundaries.idx: cells of level 8`. */
const STEP_CHARS = 34
/** A terminal line is rewritten at most this often. */
const REDRAW_MS = 100
/** A pass that took less has left little behind. */
const LONG_S = 0.1

/** Tells which pass runs and how far it is, and keeps how long each took. */
export class Progress {
  private readonly output: ProgressOutput
  private readonly done: PassCost[] = []
  private readonly startedAtMs = performance.now()
  private pass = ''
  private passAtMs = 0
  private drawnAtMs = 0

  constructor(output: ProgressOutput) {
    this.output = output
  }

  /** Ends the pass before, if there was one, and begins the next. */
  start(pass: string): void {
    this.finish()
    this.pass = pass
    this.passAtMs = performance.now()
    this.drawnAtMs = 0
    this.output.progress(`${pass} …`)
  }

  /** Done part of the pass, 0 to 1. */
  at(part: number): void {
    this.draw(this.pass.padEnd(PASS_CHARS), part)
  }

  /** Which step of the pass runs, and how much of that is done. */
  readonly step: OnStep = (step, part) => {
    this.draw(`${this.pass}: ${step}`.padEnd(STEP_CHARS), part)
  }

  private draw(what: string, part: number): void {
    const nowMs = performance.now()
    if (nowMs - this.drawnAtMs < REDRAW_MS) return
    this.drawnAtMs = nowMs
    const filled = Math.round(Math.min(1, Math.max(0, part)) * BAR_CHARS)
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_CHARS - filled)
    this.output.progress(`${what}${bar} ${Math.round(part * 100)} %`)
  }

  /** Ends the last pass. */
  finish(): void {
    if (this.pass === '') return
    const seconds = (performance.now() - this.passAtMs) / 1_000
    this.done.push({
      pass: this.pass,
      seconds: Math.round(seconds * 1_000) / 1_000,
      peakMemoryMb: peakMemoryMb(),
    })
    const line = `${this.pass.padEnd(PASS_CHARS)}${seconds.toFixed(1)} s`
    this.output.progress('')
    this.output.log(line)
    this.pass = ''
    // Garbage of a pass must not add to the memory of the next one.
    if (seconds >= LONG_S) Bun.gc(true)
  }

  passes(): readonly PassCost[] {
    return this.done
  }

  seconds(): number {
    return Math.round(performance.now() - this.startedAtMs) / 1_000
  }
}

/** The kernel's own high-water mark: what is sampled here could miss a peak. */
export function peakMemoryMb(): number {
  const KIB = 1_024
  return Math.round((process.resourceUsage().maxRSS * KIB) / 1e6)
}
