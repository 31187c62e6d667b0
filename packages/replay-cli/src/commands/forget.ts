/** `todo-replay forget`: erases the contents of a session of a ledger. */

import { openLedger } from '@todo-ledger/core'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { jsonOption, ledgerArgument, type OptionValues, requiredText, text } from '../options.js'
import { wipeWarning } from '../redact/redacted-text.js'
import { sessionsToRedact } from '../redact/sessions-to-redact.js'
import type { ForgetOutput } from '../schema/printed-json.js'
import { openLedgerFile } from '../sources/ledger-file.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { ledgerNamed } from '../verify/ledger-named.js'

const options = {
  session: requiredText('--session <id>', 'the session to forget'),
  reason: text('--reason <text>', 'why; it is stored'),
  ...jsonOption,
}

type Options = OptionValues<typeof options>

/** The command. */
export const forget: CommandModule = defineCommand({
  arguments: [ledgerArgument],
  options,
  help: `The contents of its events are erased. Their number, order, times and ids stay, so the ledger still verifies. This cannot be undone, and nothing can be added to the session afterwards.

Example:
  todo-replay forget todos.db --session s1 --reason "the customer asked for it"`,
  run,
})

async function run({ source, options, output }: Call<Options>): Promise<ExitCode> {
  const file = await ledgerNamed(
    source,
    'A recording is forgotten by deleting its file; todo-replay import puts recordings into a ledger.',
  )
  const reason = options.reason
  const store = await openLedgerFile(file, { readOnly: false })
  const ledger = openLedger({ store })
  try {
    const [session = ''] = await sessionsToRedact(store, file, options.session)
    const forgotten = await ledger.forget(session, reason === undefined ? {} : { reason })
    const printed: ForgetOutput = { ledger: file, ...forgotten }
    if (options.json) output.json(printed)
    else {
      const what =
        forgotten.seq === null ? 'was forgotten before' : `${count(forgotten.erased, 'event')} erased`
      output.line(`${printable(session, 200)}: ${what}`)
    }
    if (!forgotten.wiped) output.message(wipeWarning(output, file))
    return exitCode.fine
  } finally {
    await ledger.close()
  }
}
