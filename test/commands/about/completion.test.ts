import { describe, expect, test } from 'bun:test'
import { run } from '../../../src/main.ts'
import { program } from '../../program.ts'

const bash = program('bash', 'Its Debian package is bash.')

async function completionOf(shell: string): Promise<string> {
  let out = ''
  const code = await run(['completion', shell], {
    variables: {},
    out: (line) => {
      out += `${line}\n`
    },
    log: () => {},
    progress: () => {},
    ask: null,
    signal: new AbortController().signal,
  })
  expect(code).toBe(0)
  return out
}

/** What bash offers for the last of the words. */
async function offered(...words: string[]): Promise<string[]> {
  const script = `source /dev/stdin
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _saola; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { exitCode, stdout, stderr } = Bun.spawnSync(['bash', '-c', script, 'bash', ...words], {
    stdin: new TextEncoder().encode(await completionOf('bash')),
  })
  expect([exitCode, stderr.toString()]).toEqual([0, ''])
  return stdout.toString().split('\n').filter(Boolean)
}

describe.skipIf(bash === null)('bash', () => {
  test.each([
    [['saola', 'ser'], ['serve']],
    [
      ['saola', 'keys', 'r'],
      ['revoke', 'rotate'],
    ],
    [['saola', 'keys', 'create', '--us'], ['--user']],
    [['saola', 'serve', '--port', '80', '--ho'], ['--host']],
    [['saola', 'keys', 'create', 'se'], []],
  ])('%p', async (words, expected) => expect(await offered(...words)).toEqual(expected))
})

test.each(['zsh', 'fish'])('%s has every command and option', async (shell) => {
  const script = await completionOf(shell)
  expect(script).toContain('saola datasets rollback')
  expect(script).toContain(shell === 'zsh' ? "'--user:" : '-l user -r')
  // An apostrophe in a description ends no string.
  expect(script).toContain(`'"'"'saola keys create'"'"'`)
})

test('another shell is refused', async () => {
  const log: string[] = []
  const code = await run(['completion', 'csh'], {
    variables: {},
    out: () => {},
    log: (line) => void log.push(line),
    progress: () => {},
    ask: null,
    signal: new AbortController().signal,
  })
  expect([code, log.join('\n')]).toEqual([2, expect.stringContaining('bash, zsh, fish')])
})
