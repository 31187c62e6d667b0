/** `todo-replay show`: the checklist as it stood at a moment. */

import { countCompleted, type SessionState, troubleSigns } from '@todo-ledger/core'
import { renderChecklist } from '@todo-ledger/core/profiles'
import { profileNamed } from '@todo-ledger/recordings'
import { type CommandModule, defineCommand } from '../command.js'
import { exitCode } from '../failure.js'
import { jsonOption, sourceArgument, sourceOptions } from '../options.js'
import { checklistText } from '../show/checklist-text.js'
import { momentOf, momentOption, snapshotAt } from '../show/moment.js'
import { count } from '../text/count.js'
import { farthest, printResults, resultsOf } from './session-results.js'

export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options: { ...sourceOptions, ...momentOption, ...jsonOption },
  help: `Without a moment, the list at the end is shown. If a source holds several sessions, all are shown.

Examples:
  todo-replay show
  todo-replay show --at 3 --json
  todo-replay show todos.db --at start`,
  async run(call) {
    const { options, output } = call
    const moment = momentOf(options)
    const { results, exit } = await resultsOf(call, (session) => snapshotAt(session, moment))
    const states = results.flatMap(({ head, state }) => (state === null ? [] : [{ head, state }]))
    if (states.length === 0) throw farthest(results)
    type Shown = (typeof states)[number]
    const forms = {
      json: ({ state }: Shown) => checklistOutput(state),
      text: ({ state }: Shown) => checklistText(state, output.columns, output.style),
      session: ({ head }: Shown) => head.session,
      isShown: ({ state }: Shown) => state.items.length > 0 || state.lastUpdate !== null,
      others: 'without a list',
    }
    printResults(call, states, forms, results.length === 1)
    const missing = results.length - states.length
    if (missing > 0 && !options.json)
      output.message(`note: ${count(missing, 'session')} never came to that moment`)
    return exit(exitCode.fine)
  },
})

/** What `show --json` prints of a state. */
function checklistOutput(state: SessionState) {
  const { session, turn, actor, seq, goal, phase, items } = state
  const render = profileNamed(state.profile)?.render ?? renderChecklist
  return {
    session,
    turn: turn.number,
    ...(actor === null ? {} : { actor }),
    seq,
    goal,
    phase,
    items: items.map(({ id, text, status, actor }) => ({
      id,
      text,
      status,
      ...(actor === null ? {} : { actor }),
    })),
    progress: { completed: countCompleted(items), total: items.length },
    signs: troubleSigns(state),
    rendered: render(items, goal),
  }
}
