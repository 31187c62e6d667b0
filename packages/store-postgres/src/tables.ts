/** The tables of a ledger in PostgreSQL, and how they come to be. */

import { StoreError } from '@todo-ledger/core'
import { firstLink } from '@todo-ledger/core/store'
import type { Ask } from './database.js'

/** The version of the tables. */
const tablesVersion = 1

/** The triggers that must stand in the schema. */
const guards: readonly string[] = ['events', 'positions'].flatMap((table) => [
  `${table}.unchanged`,
  `${table}.kept`,
])

/** Within a statement: its transaction is acknowledged once it is on the disk, of a standby that is waited for, too. */
export const durable = `CASE WHEN current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
  THEN set_config('synchronous_commit', 'on', true) END`

/**
 * A row of `events` with its session's name, its position and its link is a `StoredRecord`. Names and ids stand as JSON
 * writes them: PostgreSQL's text holds no NUL and no lone surrogate. Their keys are short enough for an index.
 *
 * An append gives its events no position in the ledger, so that sessions don't wait for each other, and since an event that
 * was begun earlier may be committed later: a reader that goes by a counter would pass it by. They stand in `unlinked` until
 * `place` gives all that are committed by then their positions, 1, 2, 3 … without gaps, one process at a time.
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
    last_redaction bigint NOT NULL DEFAULT 0
  )`,
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
  )`,
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
  `CREATE TABLE $schema.side (
    session bigint NOT NULL,
    kind text NOT NULL,
    seq bigint NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (kind, session, seq)
  )`,
  // What is stored is not changed, whoever is connected; a redaction says in its transaction that it is one.
  `CREATE FUNCTION $schema.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $refuse$
  BEGIN
    IF current_setting('todo_ledger.change', true) = 'redaction' AND TG_OP = 'UPDATE' THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'Events of todo-ledger are never changed or removed. Use redact() or forget() of the ledger.';
  END $refuse$`,
  ...['events', 'positions'].flatMap((table) => [
    `CREATE TRIGGER unchanged BEFORE UPDATE OR DELETE ON $schema.${table} FOR EACH ROW EXECUTE FUNCTION $schema.refuse_change()`,
    `CREATE TRIGGER kept BEFORE TRUNCATE ON $schema.${table} FOR EACH STATEMENT EXECUTE FUNCTION $schema.refuse_change()`,
  ]),
  // Takes contents out of a session, and away what was derived from them, if it still ends with a hash; null: wherever it
  // ends. It is locked first: what others derive meanwhile is seen here, or refused there.
  `CREATE FUNCTION $schema.take_out(key text, last_hash text, changes json) RETURNS boolean LANGUAGE plpgsql AS $take$
  DECLARE
    own bigint;
  BEGIN
    SELECT number INTO own FROM $schema.sessions s
      WHERE s.name_key = key AND (last_hash IS NULL OR s.hash = last_hash) FOR UPDATE;
    IF own IS NULL THEN RETURN false; END IF;
    PERFORM set_config('todo_ledger.change', 'redaction', true);
    UPDATE $schema.events e SET data = c.data, salt = c.salt
      FROM json_to_recordset(changes) AS c(seq bigint, data text, salt text) WHERE e.session = own AND e.seq = c.seq;
    DELETE FROM $schema.side WHERE session = own;
    PERFORM set_config('todo_ledger.change', '', true);
    RETURN true;
  END $take$`,
  // The order of arrival is that of seqs within a session: each was drawn while the session's row was locked. The hash is
  // that of linkOf() in core's chain.ts.
  `CREATE FUNCTION $schema.place(most integer) RETURNS integer LANGUAGE plpgsql AS $place$
  DECLARE
    last $schema.about%ROWTYPE;
    waiting $schema.unlinked%ROWTYPE;
    placed bigint[] := '{}';
  BEGIN
    PERFORM ${durable};
    SELECT * INTO last FROM $schema.about FOR UPDATE;
    FOR waiting IN SELECT * FROM $schema.unlinked ORDER BY arrival LIMIT most LOOP
      last.position := last.position + 1;
      last.link := encode(sha256(convert_to(
        'todo-ledger/link/1' || chr(10) || last.link || chr(10) || last.position || chr(10) || waiting.hash, 'UTF8')), 'hex');
      INSERT INTO $schema.positions VALUES (last.position, waiting.session, waiting.seq, last.link);
      placed := placed || waiting.arrival;
    END LOOP;
    IF cardinality(placed) > 0 THEN
      DELETE FROM $schema.unlinked WHERE arrival = ANY (placed);
      UPDATE $schema.about SET position = last.position, link = last.link;
    END IF;
    RETURN cardinality(placed);
  END $place$`,
].join(';\n')

/** Any number: processes that open a new ledger at once wait for each other by it. */
const openingLock = 0x746f646f

/** Makes the tables, in one statement. Another process may have been faster. */
const creation = (schema: string, id: string): string => `DO $create$ BEGIN
  PERFORM pg_advisory_xact_lock(${openingLock});
  IF to_regclass('$schema.about') IS NOT NULL THEN RETURN; END IF;
  -- Looked for first: to make a schema takes the right to make others, be it there or not.
  IF to_regnamespace('${schema}') IS NULL THEN CREATE SCHEMA ${schema}; END IF;
  ${tables};
  INSERT INTO $schema.about (id, version, position, link) VALUES ('${id}', ${tablesVersion}, 0, '${firstLink(id)}');
END $create$`

/**
 * Makes the tables if there are none.
 * @param schema the schema's quoted name; @param name what messages call the database
 * @returns the ledger's id
 * @throws StoreError `not-a-ledger`, `newer-schema`, or `altered-schema` if what keeps events from being changed is not there
 */
export async function openTables(
  ask: Ask,
  {
    schema,
    name,
    ledger,
  }: { readonly schema: string; readonly name: string; readonly ledger: string | null },
): Promise<string> {
  const isThere = async () =>
    (await ask('SELECT 1 WHERE to_regclass($1) IS NOT NULL', [`${schema}.about`])).length > 0
  if (ledger !== null && !(await isThere())) {
    await ask(creation(schema, ledger)).catch(async (error: unknown) => {
      // Another process made it at the same time.
      if (!(await isThere())) throw error
    })
  }
  const [about] = (await isThere()) ? await ask('SELECT id, version FROM $schema.about', []) : []
  const refused = (code: string, what: string) => new StoreError(code, `${name} ${what}`)
  if (about === undefined)
    throw refused(
      'not-a-ledger',
      `holds no ledger in schema ${schema}. Open it once without readOnly, which makes one.`,
    )
  if (Number(about['version']) !== tablesVersion)
    throw refused(
      'newer-schema',
      `was written by another version of todo-ledger (tables ${String(about['version'])}; this one knows ${tablesVersion}). Use that one.`,
    )
  const found = await ask(
    `SELECT c.relname || '.' || t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = to_regnamespace($1) AND t.tgenabled = 'O'`,
    [schema],
  )
  const names = new Set(found.map((row) => row['name']))
  const missing = guards.filter((guard) => !names.has(guard))
  if (missing.length === 0) return String(about['id'])
  throw refused(
    'altered-schema',
    `lacks triggers that keep events from being changed, or they are off: ${missing.join(', ')}. Somebody changed it; go on with a copy from before that verifies.`,
  )
}
