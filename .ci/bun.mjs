// Runs `bun ARGUMENTS…` of the version this project is made with, on a machine that may have
// nothing but Node.js and npm. Uses a fitting bun that is there, else one that npx fetches.
import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUN_VERSION = '1.4.5'
const root = dirname(dirname(fileURLToPath(import.meta.url)))

function findBun() {
  for (const candidate of [`${root}/node_modules/.bin/bun`, 'bun']) {
    const { stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
    if (stdout?.trim() === BUN_VERSION) return candidate
  }
  const printPath = ['-e', 'console.log(process.execPath)']
  // The prefix keeps npx from looking for bun in, or writing anything to, this project.
  const npx = spawnSync('npx', ['--yes', `bun@${BUN_VERSION}`, ...printPath], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const path = npx.stdout?.trim().split('\n').at(-1)
  if (npx.status === 0 && path) return path
  console.error(
    `Bun ${BUN_VERSION} is not here and npx could not fetch it. Connect this machine to its npm\n` +
      `registry, or install bun ${BUN_VERSION} so that 'bun --version' prints ${BUN_VERSION}.`,
  )
  process.exit(1)
}

const bun = findBun()
const install = spawnSync(bun, ['install', '--frozen-lockfile'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (install.status !== 0) process.exit(install.status ?? 1)

const child = spawn(bun, process.argv.slice(2), { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm passes a signal to its shell, which ends and leaves us behind: then what we run ends too.
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  child.kill('SIGTERM')
}, 200)
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
