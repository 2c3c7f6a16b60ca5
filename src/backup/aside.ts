import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { assert } from '../base/assert.ts'
import { writeAll } from '../system/whole-file.ts'

/** Entries that wait in a file until they are wanted, in their order. */
export class Aside {
  readonly #file: FileHandle
  readonly #kept: { readonly name: string; readonly bytes: number }[] = []

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** `directory` must be private: the file has what the database has. */
  static async in(directory: string): Promise<Aside> {
    return new Aside(await open(join(directory, 'aside'), 'wx+', 0o600))
  }

  async put(name: string, content: Uint8Array): Promise<void> {
    await writeAll(this.#file, content)
    this.#kept.push({ name, bytes: content.length })
  }

  async *entries(): AsyncGenerator<{ readonly name: string; readonly content: Uint8Array }> {
    let at = 0
    for (const { name, bytes } of this.#kept) {
      const content = new Uint8Array(bytes)
      const { bytesRead } = await this.#file.read(content, 0, bytes, at)
      assert(bytesRead === bytes, 'a file gives back what was written to it')
      at += bytes
      yield { name, content }
    }
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}
