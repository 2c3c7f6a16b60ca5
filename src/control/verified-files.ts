import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { writeWhole } from '../system/whole-file.ts'

/** A file by its state when its checksum was verified. Numbers as digits. */
interface Seen {
  readonly sha256: string
  readonly bytes: string
  readonly mtimeNs: string
  readonly ctimeNs: string
  readonly inode: string
}

const FILE_NAME = 'verified.json'
/** A part of the content: raise it with every change of the form. */
const FORMAT = 1

/**
 * Remembers in a small file which files of a dataset had the right checksum, so that a start does
 * not read all of them again. It detects changes by programs: replacing, cutting, writing, copying
 * back from elsewhere all change a size, an inode or a time. It does not detect a disk that returns
 * other bytes than were written: `saola datasets verify` does, which reads everything.
 */
export class VerifiedFiles {
  readonly #directory: string
  readonly #seen: Map<string, Seen>

  private constructor(directory: string, seen: Map<string, Seen>) {
    this.#directory = directory
    this.#seen = seen
  }

  /** The record of the files in `directory`; empty when that cannot be read. */
  static async of(directory: string): Promise<VerifiedFiles> {
    const text = await readFile(join(directory, FILE_NAME), 'utf8').catch(() => '')
    return new VerifiedFiles(directory, parse(text))
  }

  /** Whether the file is unchanged since it had this checksum. */
  async has(path: string, sha256: string): Promise<boolean> {
    const seen = this.#seen.get(basename(path))
    if (!seen || seen.sha256 !== sha256) return false
    const now = await look(path, sha256)
    return now !== null && isSame(seen, now)
  }

  /**
   * Runs `check`, which returns the file's fault or null, and remembers a file without fault,
   * unless it was changed during the check.
   */
  async through(
    path: string,
    sha256: string,
    check: () => Promise<string | null>,
  ): Promise<string | null> {
    const before = await look(path, sha256)
    const fault = await check()
    const after = await look(path, sha256)
    if (fault === null && before && after && isSame(before, after)) {
      await this.#remember(basename(path), after)
    }
    return fault
  }

  /** Remembers a new, whole file. */
  async add(path: string, sha256: string): Promise<void> {
    const seen = await look(path, sha256)
    if (seen) await this.#remember(basename(path), seen)
  }

  /** Written as a whole or not at all: several servers may share the directory. */
  async #remember(name: string, seen: Seen): Promise<void> {
    this.#seen.set(name, seen)
    const content = JSON.stringify({ format: FORMAT, files: Object.fromEntries(this.#seen) })
    await writeWhole(join(this.#directory, FILE_NAME), [Buffer.from(`${content}\n`)])
  }
}

async function look(path: string, sha256: string): Promise<Seen | null> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  if (!found) return null
  return {
    sha256,
    bytes: String(found.size),
    mtimeNs: String(found.mtimeNs),
    ctimeNs: String(found.ctimeNs),
    inode: String(found.ino),
  }
}

function isSame(a: Seen, b: Seen): boolean {
  return JSON.stringify(fieldsOf(a)) === JSON.stringify(fieldsOf(b))
}

function fieldsOf({ sha256, bytes, mtimeNs, ctimeNs, inode }: Seen): unknown[] {
  return [sha256, bytes, mtimeNs, ctimeNs, inode]
}

/** Anything but the output of `#remember` counts as nothing: the files are hashed again. */
function parse(text: string): Map<string, Seen> {
  try {
    const content = JSON.parse(text) as { format?: unknown; files?: Record<string, Seen> }
    if (content.format !== FORMAT) return new Map()
    return new Map(Object.entries(content.files ?? {}))
  } catch {
    return new Map()
  }
}
