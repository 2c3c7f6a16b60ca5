import { createInterface } from 'node:readline'

/**
 * Asks on the terminal of stdin and stderr. Anything but `y` and `yes` means no, so does the end of
 * the input, or a stop meanwhile.
 */
export async function askTerminal(question: string, signal: AbortSignal): Promise<boolean> {
  // Not raw: the terminal itself shows what is typed, and Ctrl-C stays a signal.
  const lines = createInterface({ input: process.stdin, terminal: false })
  const stop = () => lines.close()
  signal.addEventListener('abort', stop)
  try {
    return await new Promise((resolve) => {
      lines.once('line', (line) => {
        lines.removeAllListeners('close')
        resolve(/^\s*y(es)?\s*$/i.test(line))
      })
      lines.once('close', () => {
        process.stderr.write('\n')
        resolve(false)
      })
      process.stderr.write(`${question} [y/N] `)
    })
  } finally {
    signal.removeEventListener('abort', stop)
    lines.close()
  }
}
