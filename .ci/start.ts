// `npm start`: builds the executable when it is older than its sources, then runs its server.
import { executable, isUpToDate } from '../build.ts'

if (!isUpToDate()) {
  const build = Bun.spawnSync([process.execPath, 'build.ts'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (build.exitCode !== 0) process.exit(build.exitCode)
}
const server = Bun.spawn([executable(), 'serve', '--demo', ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => server.kill(signal))
}
process.exit(await server.exited)
