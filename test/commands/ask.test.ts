import { describe, expect, test } from 'bun:test'
import { type Db, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { noteImportedList, placeLists } from '../../src/db/operator-places.ts'
import { embeddedFromTemplate, scratchDirectory } from '../db/databases.ts'
import { program } from '../program.ts'

/* A question on a terminal, which `script` makes for the process that asks. */

const ROOT = `${import.meta.dir}/../..`
const script = program('script', 'Install util-linux.')

async function onDatabase<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: null, dataDir })
  try {
    await migrate(database)
    return await work(database.db)
  } finally {
    await database.close()
  }
}

describe.skipIf(script === null)('a question on a terminal', () => {
  test.each([
    ['yes', 'y\n', 0, []],
    ['no', 'n\n', 1, ['own']],
    ['an empty line', '\n', 1, ['own']],
    ['the end of the input', '\u0004', 1, ['own']],
    ['Ctrl-C', '\u0003', 1, ['own']],
  ])('answered with %s', async (_, typed, code, left) => {
    const dataDir = scratchDirectory()
    await embeddedFromTemplate(dataDir)
    await onDatabase(dataDir, (db) => noteImportedList(db, 'own', 'own.csv'))
    // Without `exec` a shell may stay between them, which dies of Ctrl-C itself (Debian's sh does).
    const command = `exec '${process.execPath}' src/main.ts places remove own --data '${dataDir}'`
    const child = Bun.spawn(['script', '-qec', command, '/dev/null'], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: '' },
      stdin: 'pipe',
      stdout: 'pipe',
    })
    let shown = ''
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      if (!shown.includes('[y/N]') && `${shown}${text}`.includes('[y/N]')) {
        child.stdin.write(typed)
        child.stdin.flush()
      }
      shown += text
    }
    expect(shown).toContain("List 'own', last imported from own.csv, has 0 places. Delete the list")
    expect({ code: await child.exited, shown }).toEqual({ code, shown })
    const names = await onDatabase(dataDir, async (db) =>
      (await placeLists(db)).map(({ name }) => name),
    )
    expect(names).toEqual(left)
  })
})
