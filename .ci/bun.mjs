// Runs `bun ARGUMENTS…` of the version this project is made with, on a machine that may have
// nothing but Node.js and npm. Uses a fitting bun that is there, else one that npx fetches.
import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUN_VERSION = '1.4.5'
const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What takes longer is told. */
const SILENT_MS_MAX = 500

async function findBun() {
  for (const candidate of [`${root}/node_modules/.bin/bun`, 'bun']) {
    const { stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
    if (stdout?.trim() === BUN_VERSION) return candidate
  }
  const printPath = ['-e', 'console.log(process.execPath)']
  const fetch = ['--yes', `bun@${BUN_VERSION}`, ...printPath]
  const npx = await run(`Fetching Bun ${BUN_VERSION} …`, 'npx', fetch)
  const path = npx.stdout.trim().split('\n').at(-1)
  if (npx.code === 0 && path) return path
  console.error(
    `Bun ${BUN_VERSION} is not here and npx could not fetch it. Connect this machine to its npm\n` +
      `registry, or install bun ${BUN_VERSION} so that 'bun --version' prints ${BUN_VERSION}.`,
  )
  process.exit(1)
}

/** Runs a program to its end, and says so when that takes a while. */
async function run(what, program, args) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const timer = setTimeout(() => console.error(what), SILENT_MS_MAX)
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  const code = await new Promise((resolve) =>
    child.on('error', () => resolve(1)).on('close', resolve),
  )
  clearTimeout(timer)
  return { code, stdout }
}

const bun = await findBun()
const install = await run('Installing packages …', bun, ['install', '--frozen-lockfile'])
if (install.code !== 0) process.exit(install.code ?? 1)

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
