/** `todo-replay sync`: brings a session's list and the issues of a repository together. A dry run unless it is told to. */

import { createRedactor } from '@todo-ledger/core/redaction'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode, Failure } from '../failure.js'
import {
  flag,
  jsonOption,
  type OptionValues,
  requiredText,
  sourceArgument,
  sourceOptions,
} from '../options.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { stateFollower } from '../sources/source-session.js'
import { openTracker, sharedOf, trackerForm } from '../sync/github.js'
import { type SyncStep, synchronise, wordsOf } from '../sync/synchronise.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { TextLayout } from '../text/style.js'
import { hang } from '../text/wrap.js'

const options = {
  ...sourceOptions,
  with: requiredText('--with <tracker>', `the tracker: ${trackerForm}`),
  apply: flag('--apply', 'make the changes (default: only list them)'),
  ...jsonOption,
}

export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Text and status are kept in sync. Changes from the tracker go into a ledger under the rules of its session, marked as the tracker's; a recording is not changed, and only the tracker is written. If both sides changed, it is a conflict, and both stay as they are until one is made like the other. Issues with the label todo-ledger are the list: GITHUB_TOKEN holds a token that may read and write them, GITHUB_API_URL the address of your own server.

Examples:
  todo-replay sync --with github:octocat/hello
  todo-replay sync --with github:octocat/hello --apply`,
  run,
})

async function run(call: Call<OptionValues<typeof options>>): Promise<ExitCode> {
  const { options, output, host } = call
  const { apply } = options
  const reading = await readOptions(call)
  const { redaction = false } = reading
  const source = await resolveSource(call.source, call)
  const sessions = await listOf(
    openSource(source, reading, (each) => {
      const { id: session, parent } = each
      const end = stateFollower(each, 'end')
      return { ...end, finish: async () => ({ ...(await end.finish()), session, parent }) }
    }),
  )
  const { state } = oneSession(sessions)
  const tracker = await openTracker(options.with, host.env)
  output.progress(`reading ${tracker.name}`)
  // The list is without secrets, so the tracker is compared without them; there they stay.
  const redactor = createRedactor(redaction)
  const entries = (await tracker.read()).map((entry) => ({ ...entry, title: redactor.text(entry.title) }))
  const ledger =
    source.kind !== 'ledger'
      ? 'only a ledger can be changed: import makes one'
      : state.recorded
        ? 'the session was imported: what happened there is a fact, and importing it again must find it as it was'
        : { file: source.file, redaction }
  const steps = await synchronise({ tracker, entries, state, apply, ledger })
  if (options.json)
    output.json({
      ...{ session: state.session, tracker: tracker.name, applied: apply },
      steps: steps.map(({ step, item, entry, outcome, why }) => ({
        ...{ step, outcome, why },
        item: item && { id: item.id, ...sharedOf(item) },
        entry: entry && { id: entry.id, title: entry.title, status: entry.status },
      })),
    })
  else {
    output.line(output.style('bold', printable(`${state.session} and ${tracker.name}`, 400)))
    output.line()
    for (const step of steps) output.lines(stepText(step, output))
    if (steps.length > 0) output.line()
    output.line(summary(steps, apply))
  }
  const isTrouble = steps.some(({ step, outcome }) => step === 'conflict' || outcome === 'refused')
  return reading.report.exit(isTrouble ? exitCode.findings : exitCode.fine)
}

/** The one that is no sub-agent of another. @throws Failure `several-sessions` */
function oneSession<Session extends { readonly session: string; readonly parent: string | null }>(
  all: readonly Session[],
): Session {
  const ids = new Set(all.map(({ session }) => session))
  const heads = all.filter(({ parent }) => parent === null || !ids.has(parent))
  const [only, ...others] = heads
  if (only !== undefined && others.length === 0) return only
  const names = someOf(heads.map(({ session }) => JSON.stringify(session.slice(0, 200))))
  throw new Failure(
    'several-sessions',
    `There are ${heads.length} sessions: ${names}. Say which one to sync: --session ID.`,
  )
}

/** Which side a step is about, and what is done there. */
const forms: { readonly [Step in SyncStep['step']]: string } = {
  'create-entry': 'to the tracker: new',
  'change-entry': 'to the tracker',
  link: 'to the tracker: they belong together',
  'add-item': 'to the list: new',
  'change-item': 'to the list',
  conflict: 'conflict',
  leave: 'left alone',
}

function stepText({ step, item, entry, outcome, why }: SyncStep, { columns, style }: TextLayout) {
  const mine = item === null ? [] : [`item ${item.id} ${wordsOf(sharedOf(item))}`]
  const theirs = entry === null ? [] : [`${entry.id} ${wordsOf(entry)}`]
  const said = [...mine, ...theirs].map((each) => printable(each, 300)).join(' ↔ ')
  const because = `${outcome === 'refused' ? 'refused: ' : ''}${printable(why ?? '', 300)}`
  const reason = why === null ? [] : hang('    ', because, columns)
  return [...hang(`  ${forms[step]}: `, said, columns), ...reason.map((line) => style('yellow', line))]
}

function summary(steps: readonly SyncStep[], applied: boolean): string {
  const of = (outcome: SyncStep['outcome']): number => steps.filter((step) => step.outcome === outcome).length
  const [done, planned, refused] = [of('done'), of('planned'), of('refused')]
  const conflicts = steps.filter(({ step }) => step === 'conflict').length
  if (done + planned + refused + conflicts === 0) return 'Both are equal: nothing to do.'
  const parts = [
    applied ? `${count(done, 'change')} made` : `${count(planned, 'change')} to make`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(conflicts > 0 ? [count(conflicts, 'conflict')] : []),
  ]
  return `${parts.join(', ')}.${planned === 0 ? '' : ' Nothing was written: --apply does it.'}`
}
