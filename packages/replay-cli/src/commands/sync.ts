/** `todo-replay sync`: brings a session's list and a tracker together. A dry run unless it is told to. */

import { existsSync } from 'node:fs'
import { initialState, type Profile, type SessionState, StoreError } from '@todo-ledger/core'
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
import { isLedgerAddress } from '../sources/ledger-address.js'
import { ledgerIds } from '../sources/ledger-file.js'
import { oneSession } from '../sources/one-session.js'
import { openSource, type ReadOptions } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import type { Source } from '../sources/source.js'
import { stateFollower } from '../sources/source-session.js'
import type { SyncOutput } from '../sync/sync-output.js'
import { planSync } from '../sync/sync-plan.js'
import { doneSteps, plannedSteps, type SyncWork } from '../sync/sync-steps.js'
import { syncText } from '../sync/sync-text.js'
import { openTracker, trackerForms } from '../sync/trackers/index.js'

const options = {
  ...sourceOptions,
  with: requiredText('--with <tracker>', `the tracker: ${trackerForms}`),
  apply: flag('--apply', 'do it (default: only say what would be done)'),
  prefer: choice('--prefer <side>', 'resolve conflicts in favour of this side', ['ledger', 'tracker']),
  ...jsonOption,
}

type Options = OptionValues<typeof options>

/** The command. */
export const sync: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Text and status are kept in sync. Changes from the tracker go into a ledger under the rules of its session, marked as the tracker's; a recording is not changed, and only the tracker is written. If both sides changed, it is a conflict, and both stay as they are. Issues with the label todo-ledger are the list: --with github:octocat/hello (with GITHUB_TOKEN, and GITHUB_API_URL for your own server). A new session can begin with the tracker's entries: --session ID --profile NAME.

Examples:
  todo-replay sync fixtures/two-in-progress/session.jsonl --with jsonl:todos.jsonl
  todo-replay sync fixtures/two-in-progress/session.jsonl --with jsonl:todos.jsonl --apply`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output, host } = call
  const reading = await readOptions(call)
  const { profile } = reading
  const source = await resolveSource(call.source, call, { mayBeMissing: profile !== undefined })
  const begun = await newSession(source, options.session, profile)
  const state = begun ?? (await lastState(source, reading))
  const tracker = await openTracker(options.with, host.env)
  output.progress(`reading ${tracker.name}`)
  const { session, items } = state
  const prefer = options.prefer ?? null
  const { redaction = false } = reading
  const redactor = createRedactor(redaction)
  // The list is without secrets, so the tracker is compared without them; there they stay.
  const entries = (await tracker.read()).map((entry) => ({ ...entry, title: redactor.text(entry.title) }))
  const plan = planSync({ session, items, entries, tracker, prefer })
  const ledger = source.kind === 'ledger' ? source.file : null
  const work: SyncWork = {
    plan,
    tracker,
    state,
    ledger,
    profile: begun === null ? null : (profile ?? null),
    redaction,
  }
  const steps = options.apply ? await doneSteps(work) : plannedSteps(work)
  const printed: SyncOutput = { session, tracker: tracker.name, applied: options.apply, steps }
  if (options.json) output.json(printed)
  else for (const line of syncText(printed, output.columns, output.style)) output.line(line)
  const isWhole = steps.every(
    ({ step, outcome }) => step === 'leave' || outcome === 'planned' || outcome === 'done',
  )
  return reading.report.exit(isWhole ? exitCode.fine : exitCode.findings)
}

/** The state of the one session of a source. */
async function lastState(source: Source, reading: ReadOptions): Promise<SessionState> {
  const { profile, session } = reading
  // The command that began a session is the one that goes on with it.
  const isNamed = source.kind === 'ledger' && profile !== undefined && session !== undefined
  const sessions = await listOf(
    openSource(source, isNamed ? { ...reading, profile: undefined } : reading, (each) => {
      const followed = stateFollower(each, 'end')
      const { id: session, parent } = each
      return {
        ...followed,
        finish: async () => ({ session, parent, state: (await followed.finish()).state }),
      }
    }),
  )
  const { state } = oneSession(sessions, 'sync')
  if (isNamed && state.profile !== profile.name)
    throw new Failure(
      'profile-mismatch',
      `Session ${JSON.stringify(state.session)} runs under profile ${state.profile}, not ${profile.name}. Leave --profile out, or name a new session.`,
    )
  return state
}

/** A session that a ledger does not have yet and is to begin with what the tracker says; null for any other. */
async function newSession(
  source: Source,
  session: string | undefined,
  profile: Profile | undefined,
): Promise<SessionState | null> {
  if (source.kind !== 'ledger' || profile === undefined || session === undefined || session === '')
    return null
  const ids = await idsIn(source.file)
  return ids.includes(session) ? null : { ...initialState, session, profile: profile.name }
}

/** The ids of a ledger's sessions; none where there is no ledger yet. */
async function idsIn(file: string): Promise<readonly string[]> {
  const isAddress = isLedgerAddress(file)
  if (!isAddress && !existsSync(file)) return []
  try {
    return await ledgerIds(file)
  } catch (error) {
    // A database that holds no ledger yet gets one by what is written.
    if (isAddress && error instanceof StoreError && error.code === 'not-a-ledger') return []
    throw error
  }
}
