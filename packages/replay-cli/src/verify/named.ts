/** The ledger that a call names. */

import { Failure } from '../failure.js'
import { sourceAt } from '../sources/source.js'

/**
 * The path of the ledger that a command is pointed at.
 * @param instead what to do with a recording, as a sentence
 * @throws Failure `no-ledger` where the source is something else, and those of `sourceAt`
 */
export async function ledgerNamed(
  source: string | undefined,
  instead = 'Only a ledger carries hashes: put recordings into one with todo-replay import.',
): Promise<string> {
  if (source === undefined) throw new Failure('no-source', 'Name a ledger, such as todos.db.')
  const found = source === '-' ? null : await sourceAt(source)
  if (found?.kind === 'ledger') return found.file
  throw new Failure('no-ledger', `${source} is not a ledger. ${instead}`)
}
