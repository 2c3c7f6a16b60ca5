import { workerData } from 'node:worker_threads'
import { runHere } from './commands/env/thread.ts'
import { run } from './main.ts'

/* The thread that a command runs in which works for long without a pause: commands/thread.ts. */

await runHere(workerData, run)
