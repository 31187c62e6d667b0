/** `todo-replay what-if`: the same session under another profile. */

import type { Profile, Rule } from '@todo-ledger/core'
import { profileNamed, type SessionEvent, type WhatIfResult, WhatIfSession } from '@todo-ledger/recordings'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { chosenProfile } from '../config/chosen-profile.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import {
  flag,
  jsonOption,
  type OptionValues,
  profileOption,
  redactOption,
  sessionOption,
  sourceArgument,
  todosOption,
} from '../options.js'
import type { Output } from '../output.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'
import { comparePolicies, policiesOutput, policiesText } from '../what-if/reminder-policies.js'
import { isWorthShowing, whatIfText } from '../what-if/what-if-text.js'

const options = {
  ...sessionOption,
  ...todosOption,
  ...redactOption,
  ...profileOption('drive the session under this profile'),
  reminders: flag(
    '--reminders',
    'compare the reminder policies of the profile recommended: how often followed, how often ignored',
  ),
  ...jsonOption,
}

type Options = OptionValues<typeof options>

/** The command. */
export const whatIf: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Inputs, turns and calls come from the recording; their outcome is decided anew. A call of one system is translated into the other's tools where possible; what can't be translated is named.

Examples:
  todo-replay what-if fixtures/two-in-progress/session.jsonl --profile recommended
  todo-replay what-if fixtures/nag-ignored/session.jsonl --profile wake-loop --json
  todo-replay what-if fixtures --reminders`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output } = call
  if (options.reminders) return await compareReminders(call)
  const { profile, rules } = await chosenProfile(options.profile)
  if (profile === undefined)
    throw new Failure('usage', 'Name the profile to drive the session under, such as --profile todo-manager.')
  const source = await resolveSource(call.source, call)
  const reading = { ...(await readOptions(call)), profile: undefined, rules: [] }
  const driven = await listOf(openSource(source, reading, (session) => drive(session, { profile, rules })))
  if (options.json) {
    output.json(driven.length === 1 ? driven[0]?.result : { sessions: driven.map(({ result }) => result) })
  } else print(driven, output)
  return reading.report.exit(exitCode.fine)
}

/** Drives every session under each policy of reminders. @throws Failure `usage` where a profile is named, too */
async function compareReminders(call: Call<Options>): Promise<ExitCode> {
  const { options, output } = call
  if (options.profile !== undefined) {
    throw new Failure('usage', '--reminders compares policies of the profile recommended: name no other.')
  }
  const source = await resolveSource(call.source, call)
  const reading = await readOptions(call)
  const compared = policiesOutput(await listOf(openSource(source, reading, comparePolicies)))
  if (options.json) output.json(compared)
  else for (const line of policiesText(compared)) output.line(line)
  return reading.report.exit(exitCode.fine)
}

/** A session with what became of it. */
interface DrivenSession {
  /** The profile that it was recorded under. */
  readonly from: string
  /** What became of it. */
  readonly result: WhatIfResult
}

/** What it is driven under. */
interface DrivenUnder {
  readonly profile: Profile
  readonly rules: readonly Rule[]
}

/** Drives a session under the profile. */
function drive(
  { id, profile: from }: SourceSession,
  under: DrivenUnder,
): SessionFollower<Promise<DrivenSession>> {
  const driven = new WhatIfSession({
    session: id,
    recordedProfile: from,
    reader: profileNamed(from),
    ...under,
  })
  const events: SessionEvent[] = []
  return {
    take: (passed) => events.push(passed),
    async finish() {
      for (const passed of events) await driven.take(passed)
      return { from, result: await driven.finish() }
    },
  }
}

function print(driven: readonly DrivenSession[], output: Output): void {
  const listed = driven.length === 1 ? driven : driven.filter(({ result }) => isWorthShowing(result))
  for (const [index, { from, result }] of listed.entries()) {
    if (index > 0) output.line()
    for (const line of whatIfText(from, result, output.columns, output.style)) output.line(line)
  }
  const names = driven
    .filter((each) => !listed.includes(each))
    .map(({ result }) => printable(result.session, 60))
  if (names.length === 0) return
  if (listed.length > 0) output.line()
  output.line(
    `${count(names.length, 'session')} without a todo call, a nag or a continuation: ${someOf(names, 3)}`,
  )
}
