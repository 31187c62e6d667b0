/** `todo-replay verify`: whether a ledger is as it was written, and whether what it says can be. */

import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { jsonOption, type OptionValues, text, texts } from '../options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { nameOf } from '../sources/source.js'
import { anchorHelp, readAnchors } from '../verify/read-anchors.js'
import { verifyLedger } from '../verify/verify-ledger.js'
import { verifyRecordings } from '../verify/verify-recordings.js'
import { verifyText } from '../verify/verify-text.js'
import { appendLine } from '../written-file.js'

const options = {
  ...jsonOption,
  anchor: texts('--anchor <line>', `${anchorHelp}; repeatable`),
  writeAnchor: text('--write-anchor <file>', 'append the anchor of a ledger that verifies to this file'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [['[source]', 'a ledger (*.db); for a recording, only sequence and rules are checked']],
  options,
  help: `Names the first bad place of the log and what happened there: altered, missing, out-of-order, duplicated or foreign. Only an anchor reveals that the end was cut off or that everything was rewritten. The last one that verified is kept in ~/.local/state/todo-ledger; better, keep the one that is printed where whoever can change the ledger can't change it. Exit code 1 if something is wrong.

Examples:
  todo-replay verify todos.db --write-anchor anchors.txt
  todo-replay verify todos.db --anchor @anchors.txt`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { source, options, output } = call
  const anchors = readAnchors(options.anchor)
  const found = await resolveSource(source, call)
  if (found.kind === 'recording' && found.form === 'pipe') {
    // Nobody may ever write to it.
    throw new Failure(
      'no-ledger',
      `${found.file} is a pipe or a device, and no ledger. Give a ledger; - checks a recording on standard input.`,
    )
  }
  if (found.kind === 'ledger') {
    const result = await verifyLedger(found.file, anchors, output, call.host.env)
    if (options.writeAnchor !== undefined && result.head !== null)
      appendLine(options.writeAnchor, result.head)
    if (options.json) output.json(result)
    else output.lines(verifyText(result, output))
    return result.ok ? exitCode.fine : exitCode.findings
  }
  if (anchors.length > 0 || options.writeAnchor !== undefined) {
    throw new Failure(
      'no-hashes',
      `${nameOf(found)}: a recording has no hashes. Give a ledger with --anchor and --write-anchor.`,
    )
  }
  const { result, report } = await verifyRecordings(found, output)
  if (options.json) output.json(result)
  else output.lines(verifyText(result, output))
  return report.exit(result.ok ? exitCode.fine : exitCode.findings)
}
