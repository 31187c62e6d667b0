/** `todo-replay verify`: checks the integrity of a ledger's log, and that its events can be what happened. */

import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { jsonOption, ledgerArgument, type OptionValues, text, texts } from '../options.js'
import { anchorsNamed, ledgerNamed } from '../verify/named.js'

import { verifyLedger } from '../verify/verify-ledger.js'
import { verifyText } from '../verify/verify-text.js'
import { appendLine } from '../written-file.js'

const options = {
  ...jsonOption,
  anchor: texts('--anchor <line>', 'an anchor that you kept, or @FILE with one per line; repeatable'),
  writeAnchor: text('--write-anchor <file>', 'append the anchor of a ledger that verifies to this file'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [ledgerArgument],
  options,
  help: `Names the first bad place of the log and what happened there: altered, missing, out-of-order or foreign. Only an anchor reveals that the end was cut off or that everything was rewritten. The last one that verified is kept in ~/.local/state/todo-replay/anchors; better, keep the one that is printed where whoever can change the ledger can't change it. Exit code 1 if something is wrong.

Examples:
  todo-replay verify todos.db --write-anchor anchors.txt
  todo-replay verify todos.db --anchor @anchors.txt`,
  run,
})

async function run({ source, options, output, host }: Call<Options>): Promise<ExitCode> {
  const anchors = anchorsNamed(options.anchor)
  const result = await verifyLedger(await ledgerNamed(source), anchors, output, host.env)
  if (options.writeAnchor !== undefined && result.head !== null) appendLine(options.writeAnchor, result.head)
  if (options.json) output.json(result)
  else for (const line of verifyText(result, output)) output.line(line)
  return result.ok ? exitCode.fine : exitCode.findings
}
