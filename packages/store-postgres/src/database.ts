/** What the store asks of a database, and how node-postgres gives it. */

import { StoreError } from '@todo-ledger/core'
import { Pool } from 'pg'

export type PostgresRow = { readonly [column: string]: unknown }

export type PostgresValue = string | number | null

/** A database that the store is kept in. A text is a connection's address; a host with a client of its own gives this. */
export interface PostgresDatabase {
  /** What it is called in messages; no password stands in it. */
  readonly name: string
  /** Runs one statement, on any connection. @param values what stands for $1, $2 … in it */
  query(statement: string, values?: readonly PostgresValue[]): Promise<readonly PostgresRow[]>
  /** Closes what the store has opened; of a host's own database nothing. */
  close(): Promise<void>
}

/** The longest that a connection is waited for, in milliseconds. */
const patience = 10_000
/** The longest that a statement may take; a server that says nothing at all is given a little more. In milliseconds. */
const longestStatement = 60_000
const longestSilence = 70_000

/** Opens a database by its address, such as `postgres://user:password@host:5432/name`. No connection is made yet. */
export function openDatabase(address: string): PostgresDatabase {
  const name = nameOf(address)
  const pool = new Pool({
    connectionString: address,
    // Of these, what the address says counts.
    connectionTimeoutMillis: patience,
    statement_timeout: longestStatement,
    query_timeout: longestSilence,
    application_name: 'todo-ledger',
    keepAlive: true,
    allowExitOnIdle: true,
  })
  // A connection that breaks while nobody uses it is replaced by the next one. One that is in use tells whoever asks,
  // and may break between two questions.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  const names = new Map<string, string>()
  return {
    name,
    async query(text, values) {
      if (values === undefined) return (await pool.query<PostgresRow>(text)).rows
      // Each of the few statements is prepared once a connection.
      const prepared = names.get(text) ?? `todo_ledger_${names.size}`
      names.set(text, prepared)
      return (await pool.query<PostgresRow>({ name: prepared, text, values: [...values] })).rows
    },
    close: () => pool.end(),
  }
}

/** Runs a statement in which `$schema.` stands for the ledger's schema. @throws StoreError for what the database says */
export type Ask = (statement: string, values?: readonly PostgresValue[]) => Promise<readonly PostgresRow[]>

/** Asks a database. @param schema the schema's quoted name */
export function askIn(database: PostgresDatabase, schema: string): Ask {
  return async (statement, values) => {
    try {
      return await database.query(statement.replaceAll('$schema.', `${schema}.`), values)
    } catch (error) {
      throw failureOf(error, database.name)
    }
  }
}

/** Codes of the system for a server that was never reached. */
const neverReached = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EAI_AGAIN)$/

/** What went wrong, in our words. The codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function failureOf(error: unknown, name: string): StoreError {
  const given: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  const code = typeof given === 'string' ? given : ''
  const message = error instanceof Error ? error.message : String(error)
  const failure = (ours: string, text: string) => new StoreError(ours, `${name} ${text}`, { cause: error })
  const unsure = 'What was to be stored may be stored or not; the same call again finds out.'
  // Not let in, no such database, or no encryption that can be trusted; nothing was asked of it yet.
  if (neverReached.test(code) || /^(28|3D)...$|CERT|SIGNATURE/.test(code) || / SSL /.test(message))
    return failure(
      'no-connection',
      `can't be reached: ${message}. Check the address, its sslmode, the user, and that the server runs.`,
    )
  if (code === '53100' || code === '53200')
    return failure(
      'disk-full',
      `has no room left (${message}). Make room there; what was to be stored is not.`,
    )
  // 57014 is said by the server, the other by its client.
  if (code === '57014' || message === 'Query read timeout')
    return failure(
      'too-slow',
      `did not finish a statement in time: ${message}. It is overloaded, or somebody holds a lock. ${unsure}`,
    )
  if (code === '42501')
    return failure(
      'no-rights',
      `refused a statement: ${message}. The guide docs/guides/server.md#a-ledger-in-postgresql names the rights that a ledger needs.`,
    )
  // A code of SQL begins with a digit, one of the system with an E; those of a server that ends are no refusal.
  if (/^[0-9A-Z]{5}$/.test(code) && !/^(08|57P|E)/.test(code))
    return failure('database-failed', `refused a statement: ${message} (${code}).`)
  return failure('no-connection', `has gone meanwhile: ${message}. ${unsure}`)
}

/** The address without its password and settings. */
function nameOf(address: string): string {
  if (URL.canParse(address)) {
    const { host, pathname } = new URL(address)
    return `postgres://${host}${pathname}`
  }
  const what = 'This is no address of a PostgreSQL database. Give one such as postgres://user@host:5432/name.'
  throw new StoreError('not-a-database', what)
}
