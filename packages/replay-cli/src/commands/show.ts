/** `todo-replay show`: the checklist as it stood at a moment. */

import type { SessionState } from '@todo-ledger/core'
import type { SessionMoment } from '@todo-ledger/core/history'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { jsonOption, type OptionValues, sourceArgument, sourceOptions } from '../options.js'
import type { Output } from '../output.js'
import { checklistOutput } from '../show/checklist-json.js'
import { checklistText } from '../show/checklist-text.js'
import { happeningWord, momentOf, momentOption } from '../show/moment.js'
import { farthest, type Snapshot, snapshotAt } from '../show/snapshot.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'

const options = {
  ...sourceOptions,
  ...momentOption,
  ...jsonOption,
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Without a moment, the list at the end is shown. If a source holds several sessions, all are shown.

Examples:
  todo-replay show
  todo-replay show --at 3 --json
  todo-replay show todos.db --at start`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output } = call
  const moment = momentOf(options)
  const source = await resolveSource(call.source, call)
  const reading = await readOptions(call)
  const snapshots = await listOf(openSource(source, reading, (session) => snapshotAt(session, moment)))
  const states = snapshots.map(({ state }) => state).filter((state) => state !== null)
  if (states.length === 0) throw farthest(snapshots)
  const [only] = states
  if (!options.json) print(states, snapshots, output)
  else if (only !== undefined && snapshots.length === 1) output.json(checklistOutput(only))
  else output.json({ sessions: states.map(checklistOutput) })
  tellOthers(moment, snapshots, output)
  return reading.report.exit(exitCode.fine)
}

function print(states: readonly SessionState[], snapshots: readonly Snapshot[], output: Output): void {
  const several = snapshots.length > 1
  const listed = several
    ? states.filter((state) => state.items.length > 0 || state.lastUpdate !== null)
    : states
  for (const state of listed) {
    output.lines(checklistText(state, output.columns, output.style))
    if (several) output.line()
  }
  const unlisted = states.length - listed.length
  if (unlisted > 0) {
    const names = states
      .filter((state) => !listed.includes(state))
      .map(({ session }) => printable(session, 60))
    output.line(`${count(unlisted, 'session')} without a list: ${someOf(names, 3)}`)
  }
  const missing = snapshots.length - states.length
  if (missing > 0) output.message(`note: ${count(missing, 'session')} never came to that moment`)
}

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
