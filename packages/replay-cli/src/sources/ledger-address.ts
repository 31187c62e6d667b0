/** Ledgers that are kept in a database with an address. */

import { Failure } from '../failure.js'

/**
 * The address as it is connected to and shown: what is typed stands in lists of processes, and in what is printed.
 * @throws Failure `bad-address`, which shows nothing of it where a password stands in it
 */
export function ledgerAddress(text: string): string {
  if (!URL.canParse(text)) {
    throw new Failure(
      'bad-address',
      'This is not the address of a database. Give one such as postgres://user@host:5432/name.',
    )
  }
  const { password, searchParams, host } = new URL(text)
  if (password === '' && !searchParams.has('password')) return text
  throw new Failure(
    'bad-address',
    `The address of the database at ${host} holds a password, which others would see. Leave it out, and give it as PGPASSWORD or in ~/.pgpass.`,
  )
}
