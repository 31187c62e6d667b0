/** `todo-replay anchor`: one line to keep elsewhere, which proves later that nothing before it was cut or rewritten. */

import { anchorLine, verifyChain } from '@todo-ledger/core/store'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { jsonOption, ledgerArgument, type OptionValues, text } from '../options.js'
import type { AnchorOutput } from '../schema/printed-json.js'
import { ledgerFileProblems } from '../sources/ledger-file.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { badPlaceText } from '../verify/bad-place-text.js'
import { ledgerNamed } from '../verify/ledger-named.js'
import { openChained } from '../verify/open-chained.js'
import { appendLine } from '../written-file.js'

const options = {
  ...jsonOption,
  out: text('--out <file>', 'append the line to this file instead of printing it'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const anchor: CommandModule = defineCommand({
  arguments: [ledgerArgument],
  options,
  help: `Keep the line where whoever can change the ledger can't change it: in another repository, a ticket, a mail, on paper. No anchor is printed for a damaged ledger.

Examples:
  todo-replay import fixtures --ledger todos.db
  todo-replay anchor todos.db --out anchors.txt
  todo-replay verify todos.db --anchor @anchors.txt`,
  run,
})

async function run({ source, options, output }: Call<Options>): Promise<ExitCode> {
  const file = await ledgerNamed(source)
  const [problem] = await ledgerFileProblems(file)
  if (problem !== undefined) throw nothingToAnchor(file, problem)
  const store = await openChained(file)
  try {
    output.progress('checking the hashes')
    const { firstBad, head, events, sessions } = await verifyChain(store)
    if (firstBad !== null) throw nothingToAnchor(file, badPlaceText(firstBad))
    if (head === null) throw new Failure('no-events', `${file}: nothing to anchor: it has no events.`)
    const line = anchorLine(head)
    const out = options.out
    if (out !== undefined) appendLine(out, line)
    const printed: AnchorOutput = { anchor: line, ...head, events, sessions }
    if (options.json) output.json(printed)
    else if (out === undefined) output.line(line)
    else output.line(`${printable(out)}: one anchor added, for ${count(events, 'event')}`)
    return exitCode.fine
  } finally {
    await store.close()
  }
}

function nothingToAnchor(file: string, problem: string): Failure {
  return new Failure('damaged-log', `${file}: nothing to anchor: ${problem}. Run todo-replay verify ${file}.`)
}
