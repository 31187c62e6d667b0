/** `todo-replay show`: the checklist as it stood at a moment. */

import type { SessionMoment } from '@todo-ledger/core/history'
import { type CommandModule, defineCommand } from '../command.js'
import { exitCode } from '../exit-code.js'
import { jsonOption, sourceArgument, sourceOptions } from '../options.js'
import type { Output } from '../output.js'
import { checklistOutput } from '../show/checklist-json.js'
import { checklistText } from '../show/checklist-text.js'
import { happeningWord, momentOf, momentOption } from '../show/moment.js'
import { type Snapshot, snapshotAt } from '../show/snapshot.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { farthest, printResults, resultsOf } from './session-results.js'

/** The command. */
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
    const states = results.map(({ state }) => state).filter((state) => state !== null)
    if (states.length === 0) throw farthest(results)
    const forms = {
      json: checklistOutput,
      text: (state: (typeof states)[number]) => checklistText(state, output.columns, output.style),
      session: ({ session }: { readonly session: string }) => session,
      isShown: ({ items, lastUpdate }: (typeof states)[number]) => items.length > 0 || lastUpdate !== null,
      others: 'without a list',
    }
    printResults(call, states, forms, results.length === 1)
    const missing = results.length - states.length
    if (missing > 0 && !options.json)
      output.message(`note: ${count(missing, 'session')} never came to that moment`)
    tellOthers(moment, results, output)
    return exit(exitCode.fine)
  },
})

/** Where a moment stands before one of several compactions or their like, the others are named. */
function tellOthers(moment: SessionMoment, snapshots: readonly Snapshot[], output: Output): void {
  if (moment === 'end' || !('before' in moment)) return
  const word = happeningWord(moment)
  for (const { session, happened } of snapshots) {
    if (happened <= 1) continue
    const name = snapshots.length === 1 ? '' : `${printable(session, 60)}: `
    const which = `this is before ${word} ${moment.nth} of ${happened}`
    output.message(`note: ${name}${which}; --at ${word}:N is another`)
  }
}
