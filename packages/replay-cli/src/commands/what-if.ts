/** `todo-replay what-if`: the same session under another profile. */

import { type SessionEvent, whatIf as underProfile, type WhatIfResult } from '@todo-ledger/recordings'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { chosenProfile } from '../config/chosen-profile.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { jsonOption, type OptionValues, profileOption, sourceArgument, sourceOptions } from '../options.js'
import type { Output } from '../output.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'
import { isWorthShowing, whatIfText } from '../what-if/what-if-text.js'

const options = {
  ...sourceOptions,
  ...profileOption('drive the session under this profile'),
  ...jsonOption,
}

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Inputs, turns and calls come from the recording; their outcome is decided anew. Of a call of another system the new profile's tools are asked for its items' texts and statuses; what they can't say is listed.

Examples:
  todo-replay what-if --profile recommended
  todo-replay what-if todos.db --profile wake-loop --json`,
  run,
})

async function run(call: Call<OptionValues<typeof options>>): Promise<ExitCode> {
  const { profile, rules } = await chosenProfile(call.options.profile)
  if (profile === undefined)
    throw new Failure('usage', 'Name the profile to drive the session under, such as --profile todo-manager.')
  const source = await resolveSource(call.source, call)
  const reading = { ...(await readOptions(call)), profile: undefined, rules: [] }
  const driven = await listOf(
    openSource(source, reading, ({ profile: from }) => {
      const events: SessionEvent[] = []
      return {
        take: (passed) => events.push(passed),
        finish: async () => ({ from, result: await underProfile(events, { profile, rules }) }),
      }
    }),
  )
  const results = driven.map(({ result }) => result)
  if (call.options.json) call.output.json(results.length === 1 ? results[0] : { sessions: results })
  else print(driven, call.output)
  return reading.report.exit(exitCode.fine)
}

function print(
  driven: readonly { readonly from: string; readonly result: WhatIfResult }[],
  output: Output,
): void {
  const listed = driven.length === 1 ? driven : driven.filter(({ result }) => isWorthShowing(result))
  for (const [index, { from, result }] of listed.entries()) {
    if (index > 0) output.line()
    output.lines(whatIfText(from, result, output.columns, output.style))
  }
  const others = driven.filter((each) => !listed.includes(each))
  if (others.length === 0) return
  if (listed.length > 0) output.line()
  const names = others.map(({ result }) => printable(result.session, 60))
  output.line(
    `${count(names.length, 'session')} without a todo call, a nag or a continuation: ${someOf(names, 3)}`,
  )
}
