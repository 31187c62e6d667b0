/** `todo-replay verify`: whether a ledger is as it was written, and whether what it says can be. */

import { readFileSync } from 'node:fs'
import { type Anchor, checkInclusion, parseProof } from '@todo-ledger/core/store'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { jsonOption, type OptionValues, text, texts } from '../options.js'
import type { ProofOutput } from '../schema/printed-json.js'
import { resolveSource } from '../sources/resolve-source.js'
import { nameOf } from '../sources/source.js'
import { printable } from '../text/printable.js'
import { hang } from '../text/wrap.js'
import { anchorHelp, readAnchors } from '../verify/read-anchors.js'
import { verifyLedger } from '../verify/verify-ledger.js'
import { verifyRecordings } from '../verify/verify-recordings.js'
import { verifyText } from '../verify/verify-text.js'

const options = {
  ...jsonOption,
  anchor: texts('--anchor <line>', `${anchorHelp}; repeatable`),
  proof: text('--proof <file>', 'check this proof of one event with the anchor, without a ledger'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const verify: CommandModule = defineCommand({
  arguments: [['[source]', 'a ledger (*.db); for a recording, only sequence and rules are checked']],
  options,
  help: `Names the first bad place of the log and what happened there: altered, missing, out-of-order, duplicated or foreign. Only an anchor reveals that the end was cut off or that everything was rewritten: todo-replay anchor prints one. Exit code 1 if something is wrong.

Examples:
  todo-replay import fixtures --ledger todos.db
  todo-replay anchor todos.db --out anchors.txt
  todo-replay verify todos.db --anchor @anchors.txt`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { source, options, output } = call
  const anchors = readAnchors(options.anchor)
  const proof = options.proof
  if (proof !== undefined) return verifyProof(proof, anchors, call)
  const found = await resolveSource(source, call)
  if (found.kind === 'ledger') {
    const result = await verifyLedger(found.file, anchors, output)
    if (options.json) output.json(result)
    else for (const line of verifyText(result, output)) output.line(line)
    return result.ok ? exitCode.fine : exitCode.findings
  }
  if (anchors.length > 0) {
    throw new Failure(
      'no-hashes',
      `${nameOf(found)}: a recording has no hashes. Give a ledger with --anchor.`,
    )
  }
  const { result, report } = await verifyRecordings(found, output)
  if (options.json) output.json(result)
  else for (const line of verifyText(result, output)) output.line(line)
  return report.exit(result.ok ? exitCode.fine : exitCode.findings)
}

function verifyProof(
  file: string,
  anchors: readonly Anchor[],
  { source, options, output }: Call<Options>,
): ExitCode {
  if (source !== undefined) {
    throw new Failure('usage', 'A proof is checked without a ledger. Leave the source out, or --proof.')
  }
  if (anchors.length === 0) {
    throw new Failure('usage', 'A proof is checked with an anchor that you kept. Give it with --anchor.')
  }
  const proof = parseProof(readFileSync(file, 'utf8'))
  const checks = anchors.map((anchor) => checkInclusion(proof, anchor))
  const best = checks.find(({ ok }) => ok) ?? checks[0]
  if (best === undefined) throw new Failure('usage', 'There is no anchor.')
  const { session, seq, id, type, turn, at } = proof.record
  if (options.json) {
    const printed: ProofOutput = {
      ...best,
      position: proof.position,
      event: { session, seq, id, type, turn, at: timeOf(at) },
    }
    output.json(printed)
  } else {
    const style = output.style(best.ok ? 'green' : 'red', best.ok ? 'proven' : 'not proven')
    output.line(style)
    for (const line of hang('  ', printable(best.message), output.columns)) output.line(line)
    if (best.ok) {
      const facts = `${type}, turn ${turn}, ${timeOf(at)}, id ${JSON.stringify(id)}`
      for (const line of hang('  ', printable(facts), output.columns)) output.line(line)
    }
  }
  return best.ok ? exitCode.fine : exitCode.findings
}

function timeOf(at: number): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? String(at) : time.toISOString()
}
