/** The ledger and the anchors that a call names. */

import { readFileSync } from 'node:fs'
import { LedgerError } from '@todo-ledger/core'
import { type Anchor, parseAnchor } from '@todo-ledger/core/store'
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

/**
 * Reads what was given to `--anchor`: lines, and `@FILE`s of lines. In a file, empty lines and those that begin with #
 * are passed over.
 * @throws Failure `bad-anchor` which says where; and what the system says of a file that can't be read
 */
export function anchorsNamed(given: readonly string[]): readonly Anchor[] {
  return given.flatMap((each) => (each.startsWith('@') ? anchorsOfFile(each.slice(1)) : [parseAnchor(each)]))
}

function anchorsOfFile(file: string): readonly Anchor[] {
  const anchors = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '' || line.trim().startsWith('#')) return []
      try {
        return [parseAnchor(line)]
      } catch (error) {
        if (!(error instanceof LedgerError)) throw error
        throw new Failure(error.code, `${file}:${index + 1}: ${error.message}`, { cause: error })
      }
    })
  if (anchors.length > 0) return anchors
  throw new Failure('bad-anchor', `${file}: there is no anchor in it.`)
}
