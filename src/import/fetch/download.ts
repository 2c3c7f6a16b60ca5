import {
  type FileHandle,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../../base/errors.ts'
import { counted, shownAddress, withCommas } from '../../base/shown-text.ts'
import type { ProcessLock } from '../../db/embedded/process-lock.ts'
import { writeAll } from '../../system/whole-file.ts'
import { diskFullOr, requireSpace } from './disk.ts'
import { holdWork } from './work-lock.ts'

export interface DownloadOptions {
  readonly signal: AbortSignal
  /** 0 to 1; null while the server gives no length. */
  readonly onProgress: (part: number | null, bytes: number) => void
  readonly log: (line: string) => void
  /** Before the first retry; doubled for each one after it that brought nothing either. */
  readonly retryPauseMs?: number
  /** A server that sends nothing for so long is taken for gone. */
  readonly silenceMs?: number
}

/** Identity of the version of a file on its server. It is stored: no password is in it. */
interface Version {
  /** SHA-256 of the whole address. */
  readonly address: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** Of the whole file; null when the server gives none. */
  readonly bytes: number | null
}

/** In a row without a new byte: a connection that breaks off every 100 MB still gets there. */
const FRUITLESS_RETRIES_MAX = 5
const RETRY_PAUSE_MS = 1_000
const RETRY_PAUSE_MS_MAX = 30_000
const SILENCE_MS = 60_000
/** Room to be left free beside the file: the database grows next. */
const DISK_MARGIN_BYTES = 256 * 1024 * 1024

/**
 * Downloads `url` into `directory` and returns the path of the whole file. A download that broke
 * off, in this run or an earlier one, is resumed when the server still has the same version; a
 * file that is there already is asked for only if it has changed. Until it is whole it is named
 * `….part`. Throws `DOWNLOAD_FAILED`, `DISK_FULL`, `INTERRUPTED` and `CONFLICT`, when another
 * process is downloading the same file.
 */
export async function download(
  url: string,
  directory: string,
  options: DownloadOptions,
): Promise<string> {
  const path = join(directory, fileNameOf(url))
  const lock = await begin(directory, `${path}.lock`, options.log)
  try {
    return await fetchWhole(url, path, options)
  } catch (error) {
    if (options.signal.aborted) {
      const message = 'The download was stopped. The same command goes on where it ended.'
      throw new ServiceError('INTERRUPTED', message, { cause: error })
    }
    throw diskFullOr(error, directory)
  } finally {
    lock.release()
  }
}

/** Makes the directory and takes the lock in it. */
async function begin(
  directory: string,
  lock: string,
  log: DownloadOptions['log'],
): Promise<ProcessLock> {
  try {
    await mkdir(directory, { recursive: true })
    return holdWork(lock, 'downloading this file', log)
  } catch (error) {
    const fault = diskFullOr(error, directory)
    if (fault instanceof ServiceError) throw fault
    throw new ServiceError(
      'DOWNLOAD_FAILED',
      `The directory for downloads ${directory} cannot be used: ${reasonOf(error)}. ` +
        'Make it writable for this user, or choose another --data directory.',
      { cause: error },
    )
  }
}

async function fetchWhole(url: string, path: string, options: DownloadOptions): Promise<string> {
  const pauseMs = options.retryPauseMs ?? RETRY_PAUSE_MS
  let fruitless = 0
  for (;;) {
    const before = await sizeOf(`${path}.part`)
    try {
      return await attempt(url, path, options)
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      const after = await sizeOf(`${path}.part`)
      fruitless = after > before ? 0 : fruitless + 1
      if (fruitless >= FRUITLESS_RETRIES_MAX) {
        throw new ServiceError(
          'DOWNLOAD_FAILED',
          `${shownAddress(url)} could not be downloaded: ${error.message}. ` +
            `${counted(after, 'byte')} kept; the same command goes on from there.`,
          { cause: error },
        )
      }
      const pause = Math.min(RETRY_PAUSE_MS_MAX, pauseMs * 2 ** Math.max(0, fruitless - 1))
      options.log(`download broke off (${error.message}), trying again in ${pause / 1000} s`)
      // Rejects at once when the signal fires.
      await sleep(pause, undefined, { signal: options.signal })
    }
  }
}

/** A failure that another attempt may overcome. */
class Broken extends Error {}

async function attempt(url: string, path: string, options: DownloadOptions): Promise<string> {
  const part = `${path}.part`
  const have = await sizeOf(part)
  const partial = have > 0 ? await readVersion(`${part}.json`, url) : null
  const whole = partial === null ? await readVersion(`${path}.json`, url) : null
  const resumable = partial !== null && (partial.etag ?? partial.lastModified) !== null
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  if (resumable) {
    headers['range'] = `bytes=${have}-`
    // If the file has changed meanwhile the server must send all of it.
    headers['if-range'] = partial.etag ?? partial.lastModified ?? ''
  } else if (whole !== null && (await sizeOf(path)) === whole.bytes) {
    if (whole.etag !== null) headers['if-none-match'] = whole.etag
    else if (whole.lastModified !== null) headers['if-modified-since'] = whole.lastModified
  }
  const watch = new Watchdog(options)
  try {
    const response = await fetch(url, { headers, signal: watch.signal })
    if (response.status === 304) return path
    if (response.status === 416) await rm(part, { force: true })
    refuse(response, url)
    const resumedAt = response.status === 206 ? startOf(response) : 0
    if (resumedAt !== 0 && resumedAt !== have) {
      await rm(part, { force: true })
      throw new Broken('the server resumed at another place')
    }
    const version = versionOf(response, url, resumedAt)
    if (resumedAt > 0 && partial?.bytes !== null && partial?.bytes !== version.bytes) {
      await rm(part, { force: true })
      throw new Broken('the file on the server has changed')
    }
    const missing = (version.bytes ?? 0) - resumedAt
    await requireSpace(dirname(path), missing + DISK_MARGIN_BYTES, 'The download')
    await writeVersion(`${part}.json`, version)
    const size = await receive(
      response,
      { part, resumedAt, totalBytes: version.bytes },
      watch,
      options,
    )
    if (version.bytes !== null && size !== version.bytes) {
      throw new Broken(`${withCommas(size)} of ${counted(version.bytes, 'byte')} came`)
    }
    await rename(part, path)
    await writeVersion(`${path}.json`, { ...version, bytes: size })
    await rm(`${part}.json`, { force: true })
    return path
  } catch (error) {
    if (error instanceof Broken || error instanceof ServiceError) throw error
    // File system errors carry a call, and so does a name that is not found, with its hostname;
    // what is left came from the network.
    const isCall = error instanceof Error && 'syscall' in error && 'path' in error
    if (isCall && !('hostname' in error)) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw error
    if (error instanceof Error && 'code' in error && error.code === 'TooManyRedirects') {
      const message = `${shownAddress(url)} leads from one address to the next without end.`
      throw new ServiceError('DOWNLOAD_FAILED', `${message} Check it.`, { cause: error })
    }
    const reason = watch.isSilent ? 'the server fell silent' : reasonOf(error)
    throw new Broken(reason, { cause: error })
  } finally {
    watch.stop()
  }
}

/** Throws for an answer that is not the file. */
function refuse(response: Response, url: string): void {
  const { status } = response
  if (status === 200 || status === 206) return
  if (status >= 500 || status === 429 || status === 408 || status === 416) {
    throw new Broken(`the server answered ${status}`)
  }
  throw new ServiceError(
    'DOWNLOAD_FAILED',
    `${shownAddress(url)}: the server answered ${status} ${response.statusText}. ` +
      'Check the address.',
  )
}

function startOf(response: Response): number {
  const range = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')
  if (range?.[1] === undefined) throw new Broken('the server did not say which part it sends')
  return Number(range[1])
}

function versionOf(response: Response, url: string, resumedAt: number): Version {
  const { headers } = response
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  const length = headers.get('content-length')
  const bytes = total ?? (length === null ? null : String(Number(length) + resumedAt))
  const etag = headers.get('etag')
  return {
    address: addressOf(url),
    // A weak one does not promise the same bytes.
    etag: etag?.startsWith('W/') ? null : etag,
    lastModified: headers.get('last-modified'),
    bytes: bytes === null ? null : Number(bytes),
  }
}

/** A file of which the first bytes may be there. */
interface PartialFile {
  readonly part: string
  readonly resumedAt: number
  readonly totalBytes: number | null
}

/** Appends the body to `part`; returns the size of the file then. */
async function receive(
  response: Response,
  { part, resumedAt, totalBytes }: PartialFile,
  watch: Watchdog,
  options: DownloadOptions,
): Promise<number> {
  if (response.body === null) throw new Broken('the answer is empty')
  const file: FileHandle = await open(part, resumedAt > 0 ? 'a' : 'w')
  let size = resumedAt
  try {
    for await (const chunk of response.body) {
      watch.heard()
      await writeAll(file, chunk)
      size += chunk.length
      options.onProgress(totalBytes === null ? null : size / totalBytes, size)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return size
}

/** Aborts a request when its caller gives up or the server is silent for long. */
class Watchdog {
  private readonly controller = new AbortController()
  private readonly options: DownloadOptions
  private timer: Timer
  isSilent = false

  constructor(options: DownloadOptions) {
    this.options = options
    options.signal.addEventListener('abort', this.abort)
    if (options.signal.aborted) this.abort()
    this.timer = this.arm()
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  heard(): void {
    clearTimeout(this.timer)
    this.timer = this.arm()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.options.signal.removeEventListener('abort', this.abort)
  }

  private readonly abort = (): void => {
    this.controller.abort()
  }

  private arm(): Timer {
    return setTimeout(() => {
      this.isSilent = true
      this.controller.abort()
    }, this.options.silenceMs ?? SILENCE_MS)
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0
}

/** An older note that others might read goes first: its mode would stay. */
async function writeVersion(path: string, version: Version): Promise<void> {
  await rm(path, { force: true })
  await writeFile(path, JSON.stringify(version), { mode: 0o600 })
}

function addressOf(url: string): string {
  return new Bun.CryptoHasher('sha256').update(url).digest('hex')
}

/** An earlier run's note on a file; null when it is not of this address. */
async function readVersion(path: string, url: string): Promise<Version | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    const isVersion = typeof value === 'object' && value !== null && 'address' in value
    return isVersion && value.address === addressOf(url) ? (value as Version) : null
  } catch {
    // A note that was being written when the power went: the download begins anew.
    return null
  }
}

function fileNameOf(url: string): string {
  const name = basename(decodeURIComponent(new URL(url).pathname)).replace(/[^\w.-]/g, '_')
  return name === '' || name.startsWith('.') ? `download-${Bun.hash(url).toString(36)}` : name
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  // Bun appends advice for callers of its fetch.
  return message.replace(/\.? (For more information, pass|Is the computer able).*$/s, '')
}
