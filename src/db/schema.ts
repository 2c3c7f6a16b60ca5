import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { KeyId, Scope, UserId } from '../access/key.ts'
import type { DatasetId, PlaceId } from '../base/ids.ts'
import type { PlaceKind, PlaceSource } from '../search/model/place.ts'
import { arrayText, textsOf } from './arrays.ts'

/*
 * One schema on two databases: PostgreSQL 14 to 18, and the embedded PGlite. The tables themselves
 * are made by the migrations in drizzle/, which also hold the parts that drizzle cannot express
 * (the byte collation of ids, checks); test/db/schema.test.ts proves that the two agree.
 */

/** One file of a dataset, as its manifest names it. */
export interface ManifestFile {
  readonly name: string
  readonly bytes: number
  /** 64 lower-case hexadecimal digits, of the whole file. */
  readonly sha256: string
}

/** building ▶ ready ▶ active ▶ ready …: at most one is active. */
export type DatasetState = 'building' | 'ready' | 'active'

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
})

/** Drizzle's own arrays lose backslashes when they read an array's text. */
const texts = customType<{ data: string[]; driverData: string }>({
  dataType: () => 'text[]',
  toDriver: arrayText,
  fromDriver: textsOf,
})

function moment(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3 })
}

export const datasets = pgTable(
  'datasets',
  {
    id: text().$type<DatasetId>().primaryKey(),
    state: text().$type<DatasetState>().notNull(),
    /** Its source, as the operator named it: a file, an address, `builtin`. */
    sourceName: text('source_name').notNull(),
    sourceDescription: text('source_description').notNull(),
    /** Count of each kind: `{ poi: 15012, street: 8111 }`. */
    counts: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
    report: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    manifest: jsonb().$type<readonly ManifestFile[]>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Last sign of life of its builder: a build that shows none for long is dead. */
    touchedAt: moment('touched_at').notNull().defaultNow(),
    /** When it was last activated by choice; a rollback to it does not count. */
    activatedAt: moment('activated_at'),
  },
  (table) => [
    uniqueIndex('datasets_one_active').on(table.state).where(sql`${table.state} = 'active'`),
  ],
)

/** Files of datasets in parts of 1 MiB, so that every server can fetch what another built. */
export const datasetFiles = pgTable(
  'dataset_files',
  {
    datasetId: text('dataset_id')
      .$type<DatasetId>()
      .notNull()
      .references(() => datasets.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** 0, 1, 2 … */
    part: integer().notNull(),
    bytes: bytea().notNull(),
    /** Of this part. */
    sha256: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.name, table.part] })],
)

/** The fields of `Place`, as both tables of places hold them. */
function placeColumns() {
  return {
    id: text().$type<PlaceId>().notNull(),
    kind: text().$type<PlaceKind>().notNull(),
    source: text().$type<PlaceSource>().notNull(),
    name: text().notNull(),
    nameEn: text('name_en'),
    aliases: texts().notNull(),
    code: text(),
    category: text().notNull(),
    houseNumber: text('house_number'),
    streetName: text('street_name'),
    streetId: text('street_id').$type<PlaceId>(),
    wardId: text('ward_id').$type<PlaceId>(),
    provinceId: text('province_id').$type<PlaceId>(),
    successorIds: texts('successor_ids').$type<PlaceId[]>().notNull(),
    formerParentId: text('former_parent_id').$type<PlaceId>(),
    lonE7: integer('lon_e7').notNull(),
    latE7: integer('lat_e7').notNull(),
    importance: doublePrecision().notNull(),
    /** As src/db/lines.ts packs them; empty when there are none. */
    lines: bytea().notNull(),
    tags: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
  }
}

/** Of datasets; without a foreign key, as src/db/places.ts explains. */
export const places = pgTable(
  'places',
  {
    datasetId: text('dataset_id').$type<DatasetId>().notNull(),
    ...placeColumns(),
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.id] })],
)

/** Lists of an operator's own places; a list may be empty. */
export const operatorLists = pgTable('operator_lists', {
  name: text().primaryKey(),
  /** Source of its last import, as the operator named it: a file, an address. */
  sourceName: text('source_name').notNull(),
  importedAt: moment('imported_at').notNull().defaultNow(),
})

/** An operator's own places: they belong to no dataset and enter every one that is built. */
export const operatorPlaces = pgTable(
  'operator_places',
  {
    ...placeColumns(),
    listName: text('list_name')
      .notNull()
      .references(() => operatorLists.name, { onDelete: 'cascade' }),
    /** The row's key in its list, as src/import/own-id.ts has it. */
    ownId: text('own_id').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.id] }),
    index('operator_places_list').on(table.listName),
  ],
)

export const users = pgTable('users', {
  id: text().$type<UserId>().primaryKey(),
  name: text().notNull().unique(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const plans = pgTable('plans', {
  name: text().primaryKey(),
  /** Allowances, requests. */
  perMinute: integer('per_minute').notNull(),
  perDay: integer('per_day').notNull(),
})

export const apiKeys = pgTable(
  'api_keys',
  {
    id: text().$type<KeyId>().primaryKey(),
    userId: text('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    organisation: text(),
    /** SHA-256 of the key's text: the text itself is nowhere. */
    hash: bytea().notNull().unique(),
    /** The first characters of the text, to distinguish keys in lists. */
    prefix: text().notNull(),
    scopes: texts().$type<Scope[]>().notNull(),
    plan: text()
      .notNull()
      .references(() => plans.name),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** After a rotation with grace: the hash before, and until when it is still honoured. */
    previousHash: bytea('previous_hash').unique(),
    previousUntil: moment('previous_until'),
  },
  (table) => [index('api_keys_user').on(table.userId)],
)

export const usageDaily = pgTable(
  'usage_daily',
  {
    userId: text('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    keyId: text('key_id')
      .$type<KeyId>()
      .notNull()
      .references(() => apiKeys.id),
    /** In Asia/Ho_Chi_Minh, `2026-11-20`. */
    day: date().notNull(),
    endpoint: text().notNull(),
    requests: bigint({ mode: 'number' }).notNull(),
    billable: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.keyId, table.endpoint] }),
    index('usage_daily_day').on(table.day),
    index('usage_daily_key').on(table.keyId, table.day),
  ],
)

/** The last batch of counts that each server has brought in: what makes a retry harmless. */
export const usageWriters = pgTable('usage_writers', {
  /** A random name that a server takes at its start. */
  writer: text().primaryKey(),
  /** Number of its last batch: 1, 2, 3 … */
  batch: bigint({ mode: 'number' }).notNull(),
  seenAt: moment('seen_at').notNull().defaultNow(),
})

/** Switches of an operator for all servers at once. A switch without a row is on. */
export const switches = pgTable('switches', {
  name: text().primaryKey(),
  isOn: boolean('is_on').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

export const secrets = pgTable(
  'secrets',
  {
    name: text().notNull(),
    /**
     * Part of everything that the secret signs, so that the reader finds the secret to check with.
     */
    keyId: text('key_id').notNull(),
    bytes: bytea().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Null for the one that signs. */
    retiredAt: moment('retired_at'),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.keyId] }),
    uniqueIndex('secrets_one_current').on(table.name).where(sql`${table.retiredAt} is null`),
  ],
)
