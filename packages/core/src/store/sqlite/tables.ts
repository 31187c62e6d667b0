/** The tables of a ledger in SQLite. */

/** What the header of a ledger says it is: `todo` in ASCII. Source: sqlite.org/fileformat.html, "application ID" */
export const applicationId = 0x746f646f

/** The version of the tables that this program writes. A new one needs a step in migrations.ts. */
export const schemaVersion = 5

/**
 * The tables of schema 2. A row of `events` is a `StoredRecord`. Session and event ids stand in their columns as JSON writes them, without the
 * quotes: SQLite's text is UTF-8 and ends at a NUL, and an id may hold a lone surrogate and anything else.
 */
const eventTables = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    turn INTEGER NOT NULL,
    at INTEGER NOT NULL,
    type TEXT NOT NULL,
    version INTEGER NOT NULL,
    source TEXT,
    data TEXT,
    salt TEXT,
    digest TEXT NOT NULL,
    hash TEXT NOT NULL,
    link TEXT NOT NULL,
    UNIQUE (session, seq),
    UNIQUE (session, id)
  ) STRICT;
  CREATE INDEX first_events ON events (position, session) WHERE seq = 1;
  CREATE INDEX redactions ON events (session, seq) WHERE type = 'session.redacted';
`

/** States kept beside the events. All of it can be made again from them. */
const snapshotTable = `
  CREATE TABLE snapshots (
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    latest_at INTEGER NOT NULL,
    schema INTEGER NOT NULL,
    reducer TEXT NOT NULL,
    hash TEXT NOT NULL,
    state TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (session, seq)
  ) STRICT;
`

/** What a list of sessions shows of each, by the position of its first event. All of it can be made again from them. */
const sessionsTable = `
  CREATE TABLE sessions (
    number INTEGER PRIMARY KEY,
    session TEXT NOT NULL UNIQUE,
    last_seq INTEGER NOT NULL,
    profile TEXT,
    parent TEXT,
    title TEXT,
    pending INTEGER NOT NULL,
    in_progress INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    completed INTEGER NOT NULL,
    cancelled INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    updated INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sessions_by_update ON sessions (updated);
`

/** The first schema that has this table and the triggers below. */
export const schemaWithList = 3

/**
 * What is stored is not changed, whoever has the file open. What may take contents out drops them within its transaction
 * and makes them again there: so nobody else ever finds them gone, and nothing that is left behind lets anybody through.
 */
export const guards: readonly { readonly name: string; readonly sql: string }[] = [
  ['events_unchanged', 'UPDATE'],
  ['events_kept', 'DELETE'],
].map(([name = '', change = '']) => ({
  name,
  sql: `CREATE TRIGGER ${name} BEFORE ${change} ON events BEGIN
    SELECT RAISE(ABORT, 'Events of todo-ledger are never changed or removed. Use redact() or forget() of the ledger.');
  END`,
}))

/** The first schema whose events can say who did them. */
export const schemaWithActors = 4

const actorColumn = 'ALTER TABLE events ADD COLUMN actor TEXT;'

/** When the owners of turns were there last, by their ids. */
const ownersTable = 'CREATE TABLE owners (id TEXT PRIMARY KEY, beat INTEGER NOT NULL) STRICT;'

/** What makes the tables of schema 2, and then those of each next schema out of the one before. */
export const tableSteps: readonly string[] = [
  `${eventTables}${snapshotTable}`,
  `${sessionsTable}${guards.map(({ sql }) => `${sql};\n`).join('')}`,
  `${actorColumn}${ownersTable}`,
  // Up to which position the table of sessions is: until then it was always whole.
  `INSERT INTO meta VALUES ('listed', '0');`,
]

/** Text as JSON writes it, without the quotes. */
export function asColumn(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** The text that `asColumn` wrote so, or undefined where it can't have: every text is written in one way. */
export function fromColumn(column: string): string | undefined {
  if (/^[\w /#:.@+-]*$/.test(column)) return column
  try {
    const text: unknown = JSON.parse(`"${column}"`)
    return typeof text === 'string' && asColumn(text) === column ? text : undefined
  } catch {
    return undefined
  }
}
