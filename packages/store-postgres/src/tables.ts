/** The tables of a ledger in PostgreSQL, and how they come to be. */

import { StoreError } from '@todo-ledger/core'
import { firstLink } from '@todo-ledger/core/store'
import type { PostgresDatabase } from './database.js'

/** The version of the tables that this program writes. A new one needs a step that makes it of the old one. */
const tablesVersion = 2

/** Events stand in so many tables, by session, so that each one's index stays small. */
const partitions = 16

const partNames = Array.from({ length: partitions }, (_, number) => `events_${number}`)

/** The tables of what is never changed. */
const guarded = ['events', 'positions']

/** The triggers that must stand in the schema, as `pg_trigger` names them; one of a table is handed on to its parts. */
export const guards: readonly string[] = [...guarded, ...partNames].flatMap((table) => [
  `${table}.unchanged`,
  `${table}.kept`,
])

/** Stands for the schema's name in statements. */
const schemaMark = /\$schema\./g

/** A statement with the schema's own name in place of `$schema.`. */
export function inSchema(statement: string, schema: string): string {
  return statement.replace(schemaMark, () => `${schema}.`)
}

/** Within a statement: its transaction is acknowledged once it is on the disk, of a standby that is waited for, too. */
export const durable = `CASE WHEN current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
  THEN set_config('synchronous_commit', 'on', true) END`

/** A name as SQL quotes it. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * A row of `events` with its session's name, its place and its link is a `StoredRecord`. Names and ids stand as JSON
 * writes them: PostgreSQL's text holds no NUL and no lone surrogate. Their keys are short enough for an index.
 *
 * An append gives its events no place in the ledger, so that sessions don't wait for each other: they stand in
 * `unlinked` until one process at a time gives them theirs, in `positions`.
 */
const tables: string = [
  `CREATE TABLE $schema.about (
    one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row),
    id text NOT NULL,
    version integer NOT NULL,
    position bigint NOT NULL,
    link text NOT NULL
  )`,
  `CREATE TABLE $schema.sessions (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name_key text NOT NULL UNIQUE,
    name text NOT NULL,
    last_seq bigint NOT NULL,
    hash text NOT NULL,
    forgotten boolean NOT NULL DEFAULT false,
    last_redaction bigint NOT NULL DEFAULT 0,
    profile text,
    parent text,
    title text,
    pending bigint NOT NULL,
    in_progress bigint NOT NULL,
    blocked bigint NOT NULL,
    completed bigint NOT NULL,
    cancelled bigint NOT NULL,
    turns bigint NOT NULL,
    begun bigint NOT NULL,
    updated bigint NOT NULL
  )`,
  'CREATE INDEX sessions_by_update ON $schema.sessions (updated, number)',
  `CREATE TABLE $schema.events (
    session bigint NOT NULL,
    seq bigint NOT NULL,
    id_key text NOT NULL,
    id text NOT NULL,
    turn bigint NOT NULL,
    at bigint NOT NULL,
    type text NOT NULL,
    version integer NOT NULL,
    source text,
    actor text,
    data text,
    salt text,
    digest text NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (session, seq),
    UNIQUE (session, id_key)
  ) PARTITION BY HASH (session)`,
  ...partNames.map(
    (name, remainder) =>
      `CREATE TABLE $schema.${name} PARTITION OF $schema.events FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${remainder})`,
  ),
  `CREATE TABLE $schema.unlinked (
    arrival bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    session bigint NOT NULL,
    seq bigint NOT NULL,
    hash text NOT NULL
  )`,
  `CREATE TABLE $schema.positions (
    position bigint PRIMARY KEY,
    session bigint NOT NULL,
    seq bigint NOT NULL,
    link text NOT NULL
  )`,
  `CREATE TABLE $schema.snapshots (
    session bigint NOT NULL,
    seq bigint NOT NULL,
    turn bigint NOT NULL,
    latest_at bigint NOT NULL,
    schema integer NOT NULL,
    reducer text NOT NULL,
    hash text NOT NULL,
    state text NOT NULL,
    digest text NOT NULL,
    PRIMARY KEY (session, seq)
  )`,
  'CREATE TABLE $schema.owners (id_key text PRIMARY KEY, beat bigint NOT NULL)',
  // What is stored is not changed, whoever is connected; a redaction says in its transaction that it is one.
  `CREATE FUNCTION $schema.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $refuse$
  BEGIN
    IF current_setting('todo_ledger.change', true) = 'redaction' AND TG_OP = 'UPDATE' THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'Events of todo-ledger are never changed or removed. Use redact() or forget() of the ledger.';
  END $refuse$`,
  ...guarded.flatMap((table) => [
    `CREATE TRIGGER unchanged BEFORE UPDATE OR DELETE ON $schema.${table} FOR EACH ROW EXECUTE FUNCTION $schema.refuse_change()`,
  ]),
  // A trigger of a statement is not handed on to the parts of a table.
  ...[...guarded, ...partNames].map(
    (table) =>
      `CREATE TRIGGER kept BEFORE TRUNCATE ON $schema.${table} FOR EACH STATEMENT EXECUTE FUNCTION $schema.refuse_change()`,
  ),
].join(';\n')

/** By the version of the tables that they take: the first takes 1, the second 2, and so on. */
const steps: readonly (readonly string[])[] = [
  [
    'ALTER TABLE $schema.events ADD COLUMN IF NOT EXISTS actor text',
    'CREATE TABLE IF NOT EXISTS $schema.owners (id_key text PRIMARY KEY, beat bigint NOT NULL)',
  ],
]

/** Any number: processes that open a new ledger at once wait for each other by it. */
const openingLock = 0x746f646f

/**
 * Makes the tables where there are none.
 * @param schema the schema's quoted name
 * @returns the ledger's id, and the version of its tables: an older one where it is only read
 */
export async function openTables(
  database: PostgresDatabase,
  schema: string,
  { readOnly, newId }: { readonly readOnly: boolean; readonly newId: () => string },
): Promise<{ readonly id: string; readonly version: number }> {
  const about = async (): Promise<{ id: string; version: number } | undefined> => {
    const [found] = await database.query('SELECT to_regclass($1) IS NOT NULL AS there', [`${schema}.about`])
    if (found?.['there'] !== true) return undefined
    const [row] = await database.query(inSchema('SELECT id, version FROM $schema.about', schema))
    return row === undefined ? undefined : { id: String(row['id']), version: Number(row['version']) }
  }
  if ((await about()) === undefined && !readOnly) {
    await database.transaction(async ({ query }) => {
      await query('SELECT pg_advisory_xact_lock($1)', [openingLock])
      const [found] = await query('SELECT to_regclass($1) IS NOT NULL AS there', [`${schema}.about`])
      if (found?.['there'] !== true) {
        await query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
        await query(inSchema(`DO $tables$ BEGIN\n${tables};\nEND $tables$`, schema))
      }
      const id = newId()
      await query(
        inSchema(
          'INSERT INTO $schema.about (id, version, position, link) VALUES ($1, $2, 0, $3) ON CONFLICT DO NOTHING',
          schema,
        ),
        [id, tablesVersion, firstLink(id)],
      )
    })
  }
  let found = await about()
  if (found === undefined) {
    throw new StoreError(
      'not-a-ledger',
      `${database.name} holds no ledger in schema ${schema}. Open it once without readOnly, which makes one.`,
    )
  }
  if (found.version > tablesVersion) {
    throw new StoreError(
      'newer-schema',
      `${database.name} was written by a newer todo-ledger (tables ${found.version}; this one knows ${tablesVersion}). Update todo-ledger.`,
    )
  }
  if (found.version < tablesVersion && !readOnly) {
    await database.transaction(async ({ query }) => {
      await query('SELECT pg_advisory_xact_lock($1)', [openingLock])
      // Another process may have been faster.
      const [row] = await query(inSchema('SELECT version FROM $schema.about', schema))
      for (const step of steps.slice(Number(row?.['version']) - 1).flat()) await query(inSchema(step, schema))
      await query(inSchema('UPDATE $schema.about SET version = $1', schema), [tablesVersion])
    })
    found = { id: found.id, version: tablesVersion }
  }
  return found
}
