/** `todo-replay copy`: copies a ledger into a file or a database, and checks the copy. */

import { StoreError } from '@todo-ledger/core'
import { anchorLine, copyLedger } from '@todo-ledger/core/store'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode, Failure } from '../failure.js'
import { jsonOption, ledgerArgument, type OptionValues } from '../options.js'
import { openLedgerFile } from '../sources/ledger-file.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { ledgerNamed } from '../verify/named.js'

export const command: CommandModule = defineCommand({
  arguments: [ledgerArgument, ['[target]', 'a new ledger, or an earlier copy: a file or postgres://…']],
  options: jsonOption,
  help: `Ids, order and hashes are kept, so anchors of one are valid for the other. An interrupted copy, or one whose ledger has grown, is continued; what was redacted or forgotten since is removed from it, too. Other processes may write meanwhile; copying a ledger's file in any other way can lose what its write-ahead log (-wal) holds. A target that holds anything else is refused and left unchanged.

Examples:
  todo-replay copy todos.db copied.db
  todo-replay copy copied.db again.db --json`,
  run,
})

async function run({
  source,
  words,
  options,
  output,
}: Call<OptionValues<typeof jsonOption>>): Promise<ExitCode> {
  const file = await ledgerNamed(source)
  const [, target] = words
  if (target === undefined) throw new Failure('usage', `Name the target: copy ${file} copied.db.`)
  const from = await openLedgerFile(file, { readOnly: true })
  const opened = [from]
  try {
    output.progress('checking the hashes')
    const { copied, held, head } = await copyLedger(
      from,
      async (ledger) => {
        const to = await openLedgerFile(target, { readOnly: false, ledger })
        opened.push(to)
        return to
      },
      (events) => output.progress(`${events} events copied`),
    )
    const anchor = head === null ? null : anchorLine(head)
    if (options.json) output.json({ ledger: file, copy: target, copied, held, head: anchor })
    else {
      const before = held === 0 ? '' : `, ${count(held, 'event')} there before`
      output.line(`${printable(target)}: ${count(copied, 'event')} copied${before}, and every hash holds`)
      if (anchor !== null) output.line(anchor)
    }
    return exitCode.fine
  } catch (error) {
    if (error instanceof StoreError && ofTheTarget.includes(error.code)) {
      throw new Failure(error.code, `${file} was not copied to ${target}. ${error.message}`, { cause: error })
    }
    throw error
  } finally {
    for (const store of opened) await store.close()
  }
}

/** What is said of two ledgers, and needs their names. */
const ofTheTarget = ['other-ledger', 'ledgers-differ', 'not-copyable', 'damaged-log']
