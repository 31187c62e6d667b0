/** Ledgers that are kept in a database with an address. */

const postgres = /^postgres(ql)?:\/\//i

/** True for the address of a ledger in PostgreSQL. */
export function isLedgerAddress(text: string): boolean {
  return postgres.test(text)
}
