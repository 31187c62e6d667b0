/** True for the address of a ledger in PostgreSQL. In a file of its own: the hook starts with little. */
export function isLedgerAddress(text: string): boolean {
  return /^postgres(ql)?:\/\//i.test(text)
}
