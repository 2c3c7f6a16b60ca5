import { expect, test } from 'bun:test'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as schema from '../../src/db/schema.ts'
import { onBothDatabases } from './databases.ts'

/*
 * The queries are typed by src/db/schema.ts, the tables are made by drizzle/*.sql: here the two are
 * held against each other.
 */

const TABLES = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map(getTableConfig)
const OURS = new Set(['saola_migrations'])

onBothDatabases('schema', (database) => {
  test('both have the same tables', async () => {
    const rows = await database().sql<{ name: string }[]>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`
    const names = rows.map((row) => row.name).filter((name) => !OURS.has(name))
    expect(names.sort()).toEqual(TABLES.map((table) => table.name).sort())
  })

  test.each(TABLES.map((table) => [table.name, table] as const))(
    'columns of %s: names, types, nullability, defaults',
    async (name, table) => {
      const rows = await database().sql<
        { name: string; type: string; notNull: boolean; hasDefault: boolean }[]
      >`
        select attname as name, format_type(atttypid, atttypmod) as type,
          attnotnull as "notNull", atthasdef as "hasDefault"
        from pg_attribute
        where attrelid = ${name}::regclass and attnum > 0 and not attisdropped`
      const columns = table.columns.map((column) => ({
        name: column.name,
        type: column.getSQLType().replace('timestamp (', 'timestamp('),
        notNull: column.notNull,
        hasDefault: column.hasDefault,
      }))
      expect([...rows].sort(byName)).toEqual(columns.sort(byName))
    },
  )

  test.each(TABLES.map((table) => [table.name, table] as const))(
    'keys and indexes of %s',
    async (name, table) => {
      const rows = await database().sql<
        { columns: string; isUnique: boolean; isPrimary: boolean; isPartial: boolean }[]
      >`
        select array_to_string(array(
            select attname from unnest(indkey::smallint[]) with ordinality as key (number, position)
            join pg_attribute on attrelid = indrelid and attnum = number order by position
          ), ',') as columns,
          indisunique as "isUnique", indisprimary as "isPrimary", indpred is not null as "isPartial"
        from pg_index where indrelid = ${name}::regclass`
      expect(rows.map(keyText).sort()).toEqual(keysOf(table).map(keyText).sort())
    },
  )

  test.each(TABLES.map((table) => [table.name, table] as const))(
    'foreign keys of %s',
    async (name, table) => {
      const rows = await database().sql<{ reference: string }[]>`
        select attname || ' to ' || confrelid::regclass || ' ' || confdeltype::text as reference
        from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
        where contype = 'f' and conrelid = ${name}::regclass`
      const references = table.foreignKeys.map((key) => {
        const { columns, foreignTable } = key.reference()
        const action = key.onDelete === 'cascade' ? 'c' : 'a'
        return `${columns[0]?.name} to ${getTableConfig(foreignTable).name} ${action}`
      })
      expect(rows.map((row) => row.reference).sort()).toEqual(references.sort())
    },
  )
})

interface Key {
  readonly columns: string
  readonly isUnique: boolean
  readonly isPrimary: boolean
  readonly isPartial: boolean
}

function keysOf(table: ReturnType<typeof getTableConfig>): Key[] {
  const plain = { isUnique: true, isPrimary: false, isPartial: false }
  const named = table.columns.flatMap((column): Key[] => [
    ...(column.primary ? [{ ...plain, columns: column.name, isPrimary: true }] : []),
    ...(column.isUnique ? [{ ...plain, columns: column.name }] : []),
  ])
  const primary = table.primaryKeys.map((key) => ({
    ...plain,
    columns: key.columns.map((column) => column.name).join(),
    isPrimary: true,
  }))
  const indexes = table.indexes.map(({ config }) => ({
    columns: config.columns.map((column) => ('name' in column ? column.name : '')).join(),
    isUnique: config.unique,
    isPrimary: false,
    isPartial: config.where !== undefined,
  }))
  return [...named, ...primary, ...indexes]
}

function keyText({ columns, isUnique, isPrimary, isPartial }: Key): string {
  const kind = isPrimary ? ' primary' : isUnique ? ' unique' : ''
  return `${columns}${kind}${isPartial ? ' partial' : ''}`
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1
}
