/** `todo-replay plan`: what is left, what waits for what, and when it may be done. */

import type { TodoEvent } from '@todo-ledger/core'
import { type SessionPlan, sessionPlan, WorkLog } from '@todo-ledger/core/plan'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { headOf, type SessionHead } from '../items/place.js'
import { jsonOption, type OptionValues, sourceArgument, sourceOptions } from '../options.js'
import { planText } from '../plan/plan-text.js'
import { momentOf, momentOption } from '../show/moment.js'
import { farthest, type Snapshot, snapshotAt } from '../show/snapshot.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import { count } from '../text/count.js'

const options = { ...sourceOptions, ...momentOption, ...jsonOption }

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Parts of an item count towards its progress, and nothing waits for closed items. The critical path is the longest chain of open items that wait for each other. A forecast plays the rest of the list a thousand times, by the intervals between closings so far.

Examples:
  todo-replay plan
  todo-replay plan todos.db --at 3 --json`,
  run,
})

interface Planned {
  readonly head: SessionHead
  readonly profile: string
  readonly plan: SessionPlan
}

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output } = call
  const moment = momentOf(options)
  const source = await resolveSource(call.source, call)
  const reading = await readOptions(call)
  const plans: Planned[] = []
  const follow = (session: SourceSession): SessionFollower<Promise<Snapshot>> => {
    const log = new WorkLog()
    let last: TodoEvent = session.opened
    const followed = snapshotAt(session, moment, (event) => {
      log.observe(event)
      last = event
    })
    const { opened, profile } = session
    return {
      ...followed,
      async finish() {
        const snapshot = await followed.finish()
        if (snapshot.state !== null)
          plans.push({ head: headOf(opened), profile, plan: sessionPlan(snapshot.state, last, log) })
        return snapshot
      },
    }
  }
  const snapshots = await listOf(openSource(source, reading, follow))
  if (plans.length === 0) throw farthest(snapshots)
  if (options.json) {
    const outputs = plans.map(({ head, profile, plan: its }) => ({ ...its, ...head, profile }))
    output.json(snapshots.length === 1 ? outputs[0] : { sessions: outputs })
  } else {
    const listed = plans.length === 1 ? plans : plans.filter((each) => each.plan.effort > 0)
    for (const [index, { head, profile, plan: its }] of listed.entries()) {
      if (index > 0) output.line()
      output.lines(planText(its, head, profile, output))
    }
    const unlisted = plans.length - listed.length
    if (unlisted > 0) output.line(`${count(unlisted, 'session')} with nothing open`)
  }
  return reading.report.exit(exitCode.fine)
}
