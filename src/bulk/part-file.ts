import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { writeAll } from '../system/whole-file.ts'

/** The file for the rows of an answer. */
export interface RowSink {
  /** Bytes written. */
  readonly size: number
  write(bytes: Uint8Array): Promise<void>
  /** Resolves when all is on the disk. */
  sync(): Promise<void>
  /** All is written. */
  finish(): Promise<void>
  /** Deletes all of it. */
  drop(): Promise<void>
  /** Closes it, to be continued later. */
  close(): Promise<void>
}

/** A file that gets its name when it is finished. */
export class PartFile implements RowSink {
  size: number
  readonly #path: string
  readonly #file: FileHandle

  private constructor(path: string, file: FileHandle, size: number) {
    this.#path = path
    this.#file = file
    this.size = size
  }

  /** Continues behind the first `size` bytes; null when there are not so many. */
  static async open(path: string, size: number): Promise<PartFile | null> {
    const file = await open(partOf(path), 'a')
    if ((await file.stat()).size < size) {
      await file.close()
      return null
    }
    await file.truncate(size)
    return new PartFile(path, file, size)
  }

  async write(bytes: Uint8Array): Promise<void> {
    await writeAll(this.#file, bytes)
    this.size += bytes.length
  }

  sync(): Promise<void> {
    return this.#file.datasync()
  }

  async finish(): Promise<void> {
    await this.close()
    await finishPart(this.#path)
  }

  async drop(): Promise<void> {
    await this.close()
    await rm(partOf(this.#path), { force: true })
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** Gives a part its name, unless it has it already. */
export async function finishPart(path: string): Promise<void> {
  if (existsSync(partOf(path))) await rename(partOf(path), path)
}

function partOf(path: string): string {
  return `${path}.part`
}

/** Standard output. */
export class StandardSink implements RowSink {
  size = 0
  readonly #stream: NodeJS.WritableStream

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream
  }

  write(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length
    return new Promise((resolve, reject) => {
      this.#stream.write(bytes, (error) => {
        if (error) reject(error)
        else resolve()
      })
    })
  }

  async sync(): Promise<void> {}
  async finish(): Promise<void> {}
  async drop(): Promise<void> {}
  async close(): Promise<void> {}
}

/** For rows that are not wanted. */
export class NoSink implements RowSink {
  size = 0
  async write(): Promise<void> {}
  async sync(): Promise<void> {}
  async finish(): Promise<void> {}
  async drop(): Promise<void> {}
  async close(): Promise<void> {}
}
