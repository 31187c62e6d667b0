/** `todo-replay show`: the checklist as it stood at a moment. */

import type { Point, SessionState } from '@todo-ledger/core'
import type { Call, CommandModule } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { addJson, addSource, isoDate, type Options, wholeNumber } from '../options.js'
import type { Output } from '../output.js'
import { checklistOutput } from '../show/checklist-json.js'
import { checklistText } from '../show/checklist-text.js'
import { Snapshot } from '../show/snapshot.js'
import { readSource } from '../sources/read-source.js'
import { findSource } from '../sources/source.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'

/** The command. */
export const show: CommandModule = {
  declare(command) {
    addJson(addSource(command))
      .option('--turn <n>', 'as it stood at the end of this turn', wholeNumber)
      .option('--seq <n>', 'as it stood just after this event', wholeNumber)
      .option('--at <time>', 'as it stood at this time (ISO 8601; UTC unless it says otherwise)', isoDate)
      .addHelpText(
        'after',
        `
Without a moment it is the list at the end. Where a source holds several sessions, all are shown.

Examples:
  todo-replay show fixtures/tests-ticked-without-a-run/session.jsonl
  todo-replay show fixtures/tests-ticked-without-a-run/session.jsonl --turn 3 --json`,
      )
  },
  run,
}

async function run({ source, options, output, host }: Call): Promise<ExitCode> {
  const point = pointOf(options)
  const snapshots: Snapshot[] = []
  const report = await readSource(
    await findSource(source),
    {
      listenerFor: (opened) => new Snapshot(opened, point, (snapshot) => snapshots.push(snapshot)),
      session: options.text('session'),
      profile: options.profile(),
    },
    host,
    output,
  )
  const states = snapshots.map(({ state }) => state).filter((state) => state !== null)
  if (states.length === 0) throw farthest(snapshots)
  const [only] = states
  if (!options.flag('json')) print(states, snapshots, output)
  else if (only !== undefined && snapshots.length === 1) output.json(checklistOutput(only))
  else output.json({ sessions: states.map(checklistOutput) })
  return report.exit(exitCode.fine)
}

function pointOf(options: Options): Point {
  const [turn, seq, at] = [options.number('turn'), options.number('seq'), options.time('at')]
  if ([turn, seq, at].filter((moment) => moment !== undefined).length > 1) {
    throw new Failure('usage', 'Give one of --turn, --seq and --at, not several: each names a moment.')
  }
  if (turn !== undefined) return { turn }
  if (seq !== undefined) return { seq }
  return at === undefined ? 'end' : { at }
}

/** Of several sessions none of which came to the moment: what there is to say of the one that came farthest. */
function farthest(snapshots: readonly Snapshot[]): Failure {
  const [first, ...rest] = snapshots
  if (first === undefined) return new Failure('no-session', 'There is no session.')
  return rest.reduce((best, next) => (next.turns > best.turns ? next : best), first).missing()
}

function print(states: readonly SessionState[], snapshots: readonly Snapshot[], output: Output): void {
  const several = snapshots.length > 1
  const listed = several
    ? states.filter((state) => state.items.length > 0 || state.lastUpdate !== null)
    : states
  for (const state of listed) {
    for (const line of checklistText(state, output.columns, output.style)) output.line(line)
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
