import { expect, test } from 'bun:test'
import { type Level, type LogFormat, newLog } from '../../src/base/log.ts'

function linesOf(format: LogFormat, level: Level): string[] {
  const lines: string[] = []
  const nowMs = Date.UTC(2026, 10, 20, 5)
  const log = newLog({ format, level, now: () => nowMs, write: (line) => lines.push(line) })
  log('a "quoted"\nmessage')
  log('fine', 'debug')
  log('odd', 'warn')
  log('broken', 'error', 'r-1')
  return lines
}

test.each<[Level, string[]]>([
  ['error', ['broken']],
  ['warn', ['odd', 'broken']],
  ['info', ['a "quoted"\nmessage', 'odd', 'broken']],
  ['debug', ['a "quoted"\nmessage', 'fine', 'odd', 'broken']],
])('text of level %s is the messages as they are', (level, expected) => {
  expect(linesOf('text', level)).toEqual(expected)
})

test('JSON is one object a line', () => {
  const time = '2026-11-20T05:00:00.000Z'
  expect(linesOf('json', 'info')).toEqual([
    `{"time":"${time}","level":"info","message":"a \\"quoted\\"\\nmessage"}`,
    `{"time":"${time}","level":"warn","message":"odd"}`,
    `{"time":"${time}","level":"error","message":"broken","request_id":"r-1"}`,
  ])
})
