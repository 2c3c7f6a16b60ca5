/*
 * The server's log: one event a line, as text for people or as a JSON object for programs.
 */

export const LEVELS = ['error', 'warn', 'info', 'debug'] as const
export type Level = (typeof LEVELS)[number]
export type LogFormat = 'text' | 'json'

/** Gets an event: of level `info` unless it says another, and of one request or of none. */
export type Log = (message: string, level?: Level, requestId?: string) => void

interface LogOptions {
  readonly format: LogFormat
  /** The last level of `LEVELS` that is written. */
  readonly level: Level
  /** Wall clock, milliseconds since 1970. */
  readonly now: () => number
  /** Gets lines without their ends. */
  readonly write: (line: string) => void
}

/** A log that writes what its level lets through. */
export function newLog({ format, level, now, write }: LogOptions): Log {
  const last = LEVELS.indexOf(level)
  return (message, of = 'info', requestId) => {
    if (LEVELS.indexOf(of) > last) return
    if (format === 'text') write(message)
    else write(jsonLine(now(), of, message, requestId === undefined ? {} : { requestId }))
  }
}

/**
 * `{"time":"2026-11-20T05:00:00.000Z","level":"info","message":"…","request_id":"…",…}`. `more`: of
 * its request, and other members by their names on the line.
 */
export function jsonLine(
  nowMs: number,
  level: Level,
  message: string,
  { requestId, ...more }: Readonly<Record<string, string | number | null>>,
): string {
  const time = new Date(nowMs).toISOString()
  const request = requestId === undefined ? {} : { request_id: requestId }
  return JSON.stringify({ time, level, message, ...request, ...more })
}
