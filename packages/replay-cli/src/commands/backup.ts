/** `todo-replay backup`: copies a ledger while it is in use, and checks the copy. */

import { rmSync } from 'node:fs'
import { type ChainCheck, verifyChain } from '@todo-ledger/core/store'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { jsonOption, ledgerArgument, type OptionValues } from '../options.js'
import type { BackupOutput } from '../schema/printed-json.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { badPlaceText } from '../verify/bad-place-text.js'
import { ledgerNamed } from '../verify/ledger-named.js'
import { openChained } from '../verify/open-chained.js'

const options = { ...jsonOption }

type Options = OptionValues<typeof options>

/** The command. */
export const backup: CommandModule = defineCommand({
  arguments: [ledgerArgument, ['[target]', 'the new file']],
  options,
  help: `The copy is one file with everything stored at this moment; other processes may write meanwhile. It is complete and checked, or not made at all. Copying a ledger's file in any other way can lose what its write-ahead log (-wal) holds.

Examples:
  todo-replay import fixtures --ledger todos.db
  todo-replay backup todos.db copy.db
  todo-replay verify copy.db`,
  run,
})

async function run({ source, words, options, output }: Call<Options>): Promise<ExitCode> {
  const file = await ledgerNamed(source)
  const [, target] = words
  if (target === undefined) throw new Failure('usage', `Give the copy a name: backup ${file} copy.db.`)
  await copy(file, target)
  output.progress('checking the hashes')
  const { firstBad, events, sessions } = await checked(target)
  if (firstBad !== null) {
    rmSync(target)
    throw new Failure(
      'damaged-log',
      `${file}: a damaged log is not backed up: ${badPlaceText(firstBad)}. Run todo-replay verify ${file}.`,
    )
  }
  const printed: BackupOutput = { ledger: file, backup: target, events, sessions }
  if (options.json) output.json(printed)
  else {
    const held = `${count(events, 'event')} of ${count(sessions, 'session')}`
    output.line(`${printable(target)}: ${held}, and every hash holds`)
  }
  return exitCode.fine
}

async function copy(file: string, target: string): Promise<void> {
  const store = await openChained(file)
  try {
    if (store.backup === undefined) {
      throw new Failure(
        'no-backup',
        `${file} is not kept in a file. Use what its database has for backups, such as pg_dump.`,
      )
    }
    await store.backup(target)
  } finally {
    await store.close()
  }
}

async function checked(target: string): Promise<ChainCheck> {
  const store = await openChained(target)
  try {
    return await verifyChain(store)
  } finally {
    await store.close()
  }
}
