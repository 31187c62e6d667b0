/** What the store asks of a database, and how node-postgres gives it. */

import { LedgerError, StoreError } from '@todo-ledger/core'
import { type ClientBase, Pool } from 'pg'

/** A row of an answer, by column. */
export type PostgresRow = { readonly [column: string]: unknown }

/** What can be asked of a database. */
export interface PostgresConnection {
  /** Runs one statement. @param values what stands for $1, $2 … in it: texts, numbers, booleans and null */
  query(statement: string, values?: readonly PostgresValue[]): Promise<readonly PostgresRow[]>
}

/** A value that a statement is given. */
export type PostgresValue = string | number | boolean | null

/** A database that the store is kept in. A text is a connection's address; a host with a client of its own gives this. */
export interface PostgresDatabase extends PostgresConnection {
  /** What it is called in messages; no password stands in it. */
  readonly name: string
  /** Runs statements on one connection between BEGIN and COMMIT; ROLLBACK where `work` throws. */
  transaction<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result>
  /** Closes what the store has opened; of a host's own database nothing. */
  close(): Promise<void>
}

/** The longest that a connection is waited for, in milliseconds. */
const patience = 10_000

/** Opens a database by its address, such as `postgres://user:password@host:5432/name`. No connection is made yet. */
export function openDatabase(address: string, connections: number): PostgresDatabase {
  const name = nameOf(address)
  const pool = new Pool({
    connectionString: address,
    connectionTimeoutMillis: patience,
    application_name: 'todo-ledger',
    keepAlive: true,
    max: connections,
    allowExitOnIdle: true,
  })
  // A connection that breaks while nobody uses it is replaced by the next one. One that is in use tells whoever asks,
  // and may break between two questions.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  const names = new Map<string, string>()
  const ask = async (
    connection: Pool | ClientBase,
    statement: string,
    values?: readonly PostgresValue[],
  ): Promise<readonly PostgresRow[]> => {
    if (values === undefined) return (await connection.query<PostgresRow>(statement)).rows
    // Each of the few statements is prepared once a connection.
    const name = names.get(statement) ?? `todo_ledger_${names.size}`
    names.set(statement, name)
    return (await connection.query<PostgresRow>({ name, text: statement, values: [...values] })).rows
  }
  return {
    name,
    query: (statement, values) => ask(pool, statement, values),
    async transaction(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      // A connection that breaks says so to the statement that is under way, too.
      const breaks = (error: Error) => {
        broken = error
      }
      client.on('error', breaks)
      try {
        await ask(client, 'BEGIN')
        const result = await work({ query: (statement, values) => ask(client, statement, values) })
        await ask(client, 'COMMIT')
        return result
      } catch (error) {
        await ask(client, 'ROLLBACK').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        client.off('error', breaks)
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}

/** A database whose errors are the store's, whoever made it. */
export function withStoreErrors(database: PostgresDatabase): PostgresDatabase {
  const { name } = database
  const told = async <Result>(asked: Promise<Result>): Promise<Result> => {
    try {
      return await asked
    } catch (error) {
      const isOurs = error instanceof LedgerError || error instanceof TypeError || error instanceof RangeError
      throw isOurs ? error : failureOf(error, name)
    }
  }
  return {
    name,
    query: (statement, values) => told(database.query(statement, values)),
    transaction: (work) =>
      told(
        database.transaction((connection) =>
          work({ query: (statement, values) => told(connection.query(statement, values)) }),
        ),
      ),
    close: () => database.close(),
  }
}

/** Codes of the system for a server that was never reached. */
const neverReached: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** True for an error that says that a row with the same key is there. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'duplicate'
}

/** What went wrong, in our words. The codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function failureOf(error: unknown, name: string): StoreError {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  const failure = (ours: string, text: string) => new StoreError(ours, text, { cause: error })
  // Not let in, or no such database; nothing was asked of it yet.
  if (neverReached.has(code) || /^(28|3D)...$/.test(code)) {
    return failure(
      'no-connection',
      `${name} can't be reached: ${message}. Check the address, the user, and that the server runs.`,
    )
  }
  if (code === '23505') return failure('duplicate', `${name}: ${message}`)
  if (code === '53100' || code === '53200') {
    return failure(
      'disk-full',
      `${name} has no room left (${message}). Make room there; what was to be stored is not.`,
    )
  }
  // A code of SQL begins with a digit, one of the system with an E; those of a server that ends are no refusal.
  if (/^[0-9A-Z]{5}$/.test(code) && !/^(08|57P|E)/.test(code)) {
    return failure('database-failed', `${name} refused a statement: ${message} (${code}).`)
  }
  return failure(
    'no-connection',
    `${name} has gone meanwhile: ${message}. What was to be stored may be stored or not; the same call again finds out.`,
  )
}

function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : ''
}

/** The address without its password and settings. */
function nameOf(address: string): string {
  try {
    const { host, pathname } = new URL(address)
    return `postgres://${host}${pathname}`
  } catch {
    throw new StoreError(
      'not-a-database',
      'This is no address of a PostgreSQL database. Give one such as postgres://user@host:5432/name.',
    )
  }
}
