/** `todo-replay prove`: the proof that one event is in a ledger, for someone who has only an anchor of it. */

import { statSync } from 'node:fs'
import { proveInclusion } from '@todo-ledger/core/store'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import {
  jsonOption,
  ledgerArgument,
  type OptionValues,
  requiredNumber,
  requiredText,
  text,
  texts,
} from '../options.js'
import type { ProofWritten } from '../schema/printed-json.js'
import { printable, printableJson } from '../text/printable.js'
import { ledgerNamed } from '../verify/ledger-named.js'
import { openChained } from '../verify/open-chained.js'
import { anchorHelp, readAnchors } from '../verify/read-anchors.js'
import { writeWhole } from '../written-file.js'

const options = {
  ...jsonOption,
  session: requiredText('--session <id>', 'the session of the event'),
  seq: requiredNumber('--seq <number>', 'the number of the event in its session'),
  anchor: texts('--anchor <line>', `${anchorHelp}: the one the other side has (default: a new one)`),
  out: text('--out <file>', 'write the proof to this file instead of printing it'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const prove: CommandModule = defineCommand({
  arguments: [ledgerArgument],
  options,
  help: `The proof holds the event with its contents, unless they were redacted, and of other events only hashes.

Examples:
  todo-replay import fixtures --ledger todos.db
  todo-replay anchor todos.db --out anchors.txt
  todo-replay prove todos.db --session ferry-times-1 --seq 4 --out proof.json
  todo-replay verify --proof proof.json --anchor @anchors.txt`,
  run,
})

async function run({ source, options, output }: Call<Options>): Promise<ExitCode> {
  const file = await ledgerNamed(source)
  const session = options.session ?? ''
  const seq = options.seq ?? 0
  const out = options.out
  if (out !== undefined && statSync(out, { throwIfNoEntry: false })?.isFile() === true) {
    throw new Failure('exists', `${out}: there is a file of that name. Give another.`)
  }
  // Of several, the latest: it covers the most.
  const anchor = readAnchors(options.anchor)
    .toSorted((one, other) => one.position - other.position)
    .at(-1)
  const store = await openChained(file)
  try {
    const proof = await proveInclusion(store, { session, seq, ...(anchor === undefined ? {} : { anchor }) })
    const text = printableJson(JSON.stringify(proof, null, 2))
    if (out === undefined) {
      output.line(text)
      return exitCode.fine
    }
    writeWhole(out, `${text}\n`)
    if (options.json) {
      const printed: ProofWritten = { out, position: proof.position, anchor: proof.anchor }
      output.json(printed)
      return exitCode.fine
    }
    const event = `event ${seq} of session ${session}, position ${proof.position}`
    output.line(`${printable(out)}: ${printable(event)}`)
    output.line('It is checked with this anchor:')
    output.line(proof.anchor)
    return exitCode.fine
  } finally {
    await store.close()
  }
}
