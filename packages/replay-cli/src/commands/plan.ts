/** `todo-replay plan`: what is left, what waits for what, and when it may be done. */

import type { TodoEvent } from '@todo-ledger/core'
import { sessionPlan, WorkLog } from '@todo-ledger/core/plan'
import { type CommandModule, defineCommand } from '../command.js'
import { exitCode } from '../exit-code.js'
import { jsonOption, sourceArgument, sourceOptions } from '../options.js'
import { planText } from '../plan/plan-text.js'
import { momentOf, momentOption, snapshotAt } from '../show/moment.js'
import { farthest, printResults, resultsOf } from './session-results.js'

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options: { ...sourceOptions, ...momentOption, ...jsonOption },
  help: `Parts of an item count towards its progress, and nothing waits for closed items. The critical path is the longest chain of open items that wait for each other. A forecast plays the rest of the list a thousand times, by the intervals between closings so far.

Examples:
  todo-replay plan
  todo-replay plan todos.db --at 3 --json`,
  async run(call) {
    const moment = momentOf(call.options)
    const { results, exit } = await resultsOf(call, (session) => {
      const log = new WorkLog()
      let last: TodoEvent = session.opened
      const followed = snapshotAt(session, moment, ({ event }) => {
        log.observe(event)
        last = event
      })
      const { profile } = session
      return {
        ...followed,
        async finish() {
          const snapshot = await followed.finish()
          const { head, state } = snapshot
          const plan = state === null ? null : sessionPlan(state, last, log)
          return { snapshot, planned: plan === null ? [] : [{ head, profile, plan }] }
        },
      }
    })
    const plans = results.flatMap(({ planned }) => planned)
    if (plans.length === 0) throw farthest(results.map(({ snapshot }) => snapshot))
    const forms = {
      json: ({ head, profile, plan }: (typeof plans)[number]) => ({ ...plan, ...head, profile }),
      text: ({ head, profile, plan }: (typeof plans)[number]) => planText(plan, head, profile, call.output),
      session: ({ head }: (typeof plans)[number]) => head.session,
      isShown: ({ plan }: (typeof plans)[number]) => plan.effort > 0,
      others: 'with nothing open',
    }
    printResults(call, plans, forms, results.length === 1)
    return exit(exitCode.fine)
  },
})
