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
import { worded } from '../session-view/words.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { stateFollower } from '../sources/source-session.js'
import { openTracker, trackerForm } from '../sync/github.js'
import { type SyncStep, synchronise } from '../sync/synchronise.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { TextLayout } from '../text/style.js'
import { hang } from '../text/wrap.js'

const options = {
  ...sourceOptions,
  with: requiredText('--with <tracker>', `the tracker: ${trackerForm}`),
  apply: flag('--apply', 'do it (default: only say what would be done)'),
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
  if (options.json) output.json({ session: state.session, tracker: tracker.name, applied: apply, steps })
  else {
    output.line(output.style('bold', printable(`${state.session} and ${tracker.name}`, 400)))
    output.line()
    for (const step of steps) output.lines(stepText(step, output))
    if (steps.length > 0) output.line()
    output.line(summary(steps, apply))
  }
  const isWhole = steps.every(
    ({ step, outcome }) => step === 'leave' || outcome === 'planned' || outcome === 'done',
  )
  return reading.report.exit(isWhole ? exitCode.fine : exitCode.findings)
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

/** Which side a step is about, and what is said of its values. */
const forms: {
  readonly [Step in SyncStep['step']]: readonly [to: string, says: (was: string, is: string) => string]
} = {
  'create-entry': ['to the tracker', (_, is) => `new, ${is}`],
  'change-entry': ['to the tracker', (was, is) => `${was} → ${is}`],
  link: ['to the tracker', () => 'they belong together'],
  'add-item': ['to the list', (_, is) => `new, ${is}`],
  'change-item': ['to the list', (was, is) => `${was} → ${is}`],
  conflict: ['conflict', (was, is) => `the list has ${was}, the tracker ${is}`],
  leave: ['left alone', (was) => was],
}

function stepText({ step, item, entry, text, part, from, to, outcome, why }: SyncStep, layout: TextLayout) {
  const { columns, style } = layout
  const [side, says] = forms[step]
  const names = [item === null ? [] : `item ${item}`, entry ?? []].flat().map((name) => printable(name, 60))
  const [was = '', is = ''] = [from, to].map((value) =>
    part === 'text' ? JSON.stringify(printable(value ?? '', 200)) : worded(printable(value ?? '', 60)),
  )
  const said = `${names.join(' ↔ ')}${names.length === 0 ? '' : '  '}${printable(text, 300)}: ${says(was, is)}`
  const isTrouble = outcome === 'refused' || outcome === 'failed'
  const reason = why === null ? '' : `${isTrouble ? `${outcome}: ` : ''}${printable(why, 300)}`
  return [
    ...hang(`  ${side}: `, said, columns),
    ...(why === null ? [] : hang('    ', reason, columns)).map((line) =>
      style(isTrouble ? 'yellow' : 'dim', line),
    ),
  ]
}

function summary(steps: readonly SyncStep[], applied: boolean): string {
  const of = (outcome: SyncStep['outcome']): number => steps.filter((step) => step.outcome === outcome).length
  const [done, planned, refused, failed] = [of('done'), of('planned'), of('refused'), of('failed')]
  const conflicts = steps.filter(({ step }) => step === 'conflict').length
  if (done + planned + refused + failed + conflicts === 0) return 'Both are equal: nothing to do.'
  const parts = [
    applied ? `${count(done, 'change')} made` : `${count(planned, 'change')} to make`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(conflicts > 0 ? [count(conflicts, 'conflict')] : []),
  ]
  return `${parts.join(', ')}.${planned === 0 ? '' : ' Nothing was written: --apply does it.'}`
}
