/** `todo-replay sync`: brings a session's list and a tracker together. A dry run unless it is told to. */

import { createRedactor } from '@todo-ledger/core/redaction'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import {
  choice,
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
import { openTracker, trackerForm } from '../sync/github.js'
import { type SyncOutput, syncText } from '../sync/sync-text.js'
import { synchronise } from '../sync/synchronise.js'
import { someOf } from '../text/count.js'

const options = {
  ...sourceOptions,
  with: requiredText('--with <tracker>', `the tracker: ${trackerForm}`),
  apply: flag('--apply', 'do it (default: only say what would be done)'),
  prefer: choice('--prefer <side>', 'resolve conflicts in favour of this side', ['ledger', 'tracker']),
  ...jsonOption,
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Text and status are kept in sync. Changes from the tracker go into a ledger under the rules of its session, marked as the tracker's; a recording is not changed, and only the tracker is written. If both sides changed, it is a conflict, and both stay as they are. Issues with the label todo-ledger are the list: GITHUB_TOKEN holds a token that may read and write them, GITHUB_API_URL the address of your own server.

Examples:
  todo-replay sync --with github:octocat/hello
  todo-replay sync --with github:octocat/hello --apply`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output, host } = call
  const { apply, prefer = null } = options
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
  const { session } = state
  const tracker = await openTracker(options.with, host.env)
  output.progress(`reading ${tracker.name}`)
  // The list is without secrets, so the tracker is compared without them; there they stay.
  const redactor = createRedactor(redaction)
  const entries = (await tracker.read()).map((entry) => ({ ...entry, title: redactor.text(entry.title) }))
  const steps = await synchronise({
    tracker,
    entries,
    state,
    prefer,
    apply,
    ledger:
      source.kind !== 'ledger'
        ? 'only a ledger can be changed: import makes one'
        : state.recorded
          ? 'the session was imported: what happened there is a fact, and importing it again must find it as it was'
          : { file: source.file, redaction },
  })
  const printed: SyncOutput = { session, tracker: tracker.name, applied: apply, steps }
  if (options.json) output.json(printed)
  else output.lines(syncText(printed, output))
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
