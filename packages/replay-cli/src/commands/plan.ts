/** `todo-replay plan`: what is left, what waits for what, and when it may be done. */

import { resolve } from 'node:path'
import { recordOf, sessionPlan, type TrackRecord } from '@todo-ledger/core/plan'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { jsonOption, number, type OptionValues, sourceArgument, sourceOptions, text } from '../options.js'
import type { Output } from '../output.js'
import { planOutput } from '../plan/plan-output.js'
import { planText } from '../plan/plan-text.js'
import { PlannedSession } from '../plan/planned-session.js'
import { momentOf, momentOption } from '../show/moment.js'
import { openSource } from '../sources/open-source.js'
import { listOf, type ReadingChoice, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { sourceAt } from '../sources/source.js'
import type { SourceSession } from '../sources/source-session.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'

const options = {
  ...sourceOptions,
  ...momentOption,
  ...jsonOption,
  project: text(
    '--project <source>',
    "other sessions whose pace counts: a folder, a ledger (default: the source's other sessions)",
  ),
  seed: number(
    '--seed <n>',
    'the seed of the simulation (default: 1): the same seed gives the same forecast',
  ),
}

type Options = OptionValues<typeof options>

/** The command. */
export const plan: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Parts of an item count towards its progress, and nothing waits for closed items. The critical path is the longest chain of open items that wait for each other; slack is how much later an item can end without delaying anything else. A forecast simulates the rest of the list a thousand times, from the intervals between closings so far.

Examples:
  todo-replay plan fixtures/tests-ticked-without-a-run/session.jsonl --at 3
  todo-replay plan fixtures/tests-ticked-without-a-run/session.jsonl --at 3 --project fixtures --json`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output } = call
  const moment = momentOf(options)
  const source = await resolveSource(call.source, call)
  // Sessions that are not asked for are followed, too: their pace counts.
  const reading = { ...(await readOptions(call)), subagents: true, beside: false }
  const follow = (session: SourceSession) => PlannedSession.follow(session, moment)
  const all = await listOf(openSource(source, reading, follow))
  const sessions = all.filter(({ wanted }) => wanted)
  const chance = options.seed === undefined ? {} : { seed: options.seed }
  const reached = sessions.filter((session) => session.moment !== null)
  if (reached.length === 0) throw farthest(sessions)
  const own = all.map((session) => ({ session, record: recordOf(session.work) }))
  // A session of the source that is one of --project, too, counts once.
  const records = new Map([...own, ...(await projectOf(call))].map((one) => [nameOf(one.session.head), one]))
  const others = (planned: PlannedSession): readonly TrackRecord[] =>
    [...records.values()].flatMap(({ session, record }) =>
      session.head.session === planned.head.session ? [] : [record],
    )
  const plans = reached.flatMap((session) => {
    const { moment: at, before, head, profile } = session
    if (at === null) return []
    return [{ head, profile, plan: sessionPlan(at, before, { ...chance, project: others(session) }) }]
  })
  if (options.json) {
    const outputs = plans.map((each) => planOutput(each.plan, each.head, each.profile))
    output.json(sessions.length === 1 ? outputs[0] : { sessions: outputs })
  } else print(plans, sessions.length > 1, output)
  return reading.report.exit(exitCode.fine)
}

/** What tells a session from all others: its id, and the file that it comes from. */
function nameOf({ session, file }: PlannedSession['head']): string {
  return JSON.stringify([session, file === null ? null : resolve(file)])
}

/** The sessions of `--project`, each with what it tells of those to come. */
async function projectOf(
  call: Call<Options>,
): Promise<readonly { readonly session: PlannedSession; readonly record: TrackRecord }[]> {
  const { options, output } = call
  if (options.project === undefined) return []
  const whole: ReadingChoice = { ...options, session: undefined }
  const reading = await readOptions({ options: whole, output })
  const source = await sourceAt(options.project)
  const sessions = openSource(source, reading, (session) => PlannedSession.follow(session, 'end'))
  return (await listOf(sessions)).map((session) => ({ session, record: recordOf(session.work) }))
}

interface Planned {
  readonly head: PlannedSession['head']
  readonly profile: string
  readonly plan: ReturnType<typeof sessionPlan>
}

function print(plans: readonly Planned[], isSeveral: boolean, output: Output): void {
  const listed = isSeveral ? plans.filter(({ plan: { forecasts } }) => forecasts !== null) : plans
  for (const [index, { head, profile, plan: its }] of listed.entries()) {
    if (index > 0) output.line()
    for (const line of planText(its, head, profile, output)) output.line(line)
  }
  const names = plans.filter((each) => !listed.includes(each)).map(({ head }) => printable(head.session, 60))
  if (names.length === 0) return
  if (listed.length > 0) output.line()
  output.line(`${count(names.length, 'session')} with nothing open: ${someOf(names, 3)}`)
}

/** Of several sessions none of which came to the moment: what there is to say of the one that came farthest. */
function farthest(sessions: readonly PlannedSession[]): Failure {
  const [first, ...rest] = sessions
  if (first === undefined) return new Failure('no-session', 'There is no session.')
  return rest.reduce((best, next) => (next.turns > best.turns ? next : best), first).missing()
}
