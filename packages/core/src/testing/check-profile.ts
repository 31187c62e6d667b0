/** Holds a profile against every invariant in random sessions, and hands back the smallest one that breaks one. */

import fc from 'fast-check'
import { LedgerError } from '../errors.js'
import type { Profile } from '../profiles/profile.js'
import { encodeEvent } from '../store/codec.js'
import { arbitrarySession, type SessionOptions } from './arbitraries/sessions.js'
import {
  type DriveOptions,
  driveSession,
  type HostStep,
  plainAnswer,
  type SessionRun,
  workTurn,
} from './drive-session.js'
import { allInvariants, type Breakage, type Invariant } from './invariants.js'

/** How a profile is checked. `rules` are the ledger's own, `like` another profile whose rules and policies are to be kept. */
export interface CheckOptions
  extends Pick<DriveOptions, 'rules' | 'evidence' | 'like'>,
    Omit<SessionOptions, 'several'> {
  readonly runs?: number
  /** The seed of a failure that is to come again; fast-check draws one when absent. */
  readonly seed?: number
  /** The path of that failure, which leads straight to the counterexample. */
  readonly path?: string
  readonly also?: readonly Invariant[]
}

/** The smallest session found that breaks an invariant. */
export interface Counterexample {
  /** The invariant's name; `no-exception` where the session threw. */
  readonly invariant: string
  readonly seed: number
  readonly path: string
  readonly runs: number
  readonly steps: readonly HostStep[]
  /** Its events as JSON Lines, which `todo-replay` opens; empty where the session could not be driven at all. */
  readonly recording: string
}

export class BrokenInvariantError extends LedgerError {
  constructor(
    message: string,
    readonly counterexample: Counterexample,
  ) {
    super('broken-invariant', message)
  }
}

type Failure = Pick<Invariant, 'name' | 'summary'> & Breakage

/** The session gave another result when it was driven again. */
const unsteady: Failure = {
  name: 'deterministic',
  summary: 'The same steps give the same session.',
  seq: 0,
  message: 'The session broke an invariant once, and not when it was driven again',
}

/**
 * Drives random sessions under a profile and checks every invariant in each. Gives the names of the invariants that held,
 * and what had nothing to say in any session: rules that no call broke, and invariants about events that never came.
 * @throws BrokenInvariantError with the smallest session found that breaks one
 * @throws LedgerError `rule-never-fired` where no session broke a rule of the ledger's own: it was not tested
 */
export async function checkProfile(profile: Profile, options: CheckOptions = {}) {
  const { runs: numRuns = 200, seed, path, rules = [], like = profile, also = [], evidence } = options
  const drive = (steps: readonly HostStep[]) =>
    driveSession(profile, steps, { rules, like, ...(evidence && { evidence }), snapshotInterval: false })
  const invariants = [...allInvariants, ...also]
  const seen = new Set<string>()
  const failureOf = async (steps: readonly HostStep[]): Promise<Failure | null> => {
    try {
      const run = await drive(steps)
      for (const name of eventsAndBrokenRules(run)) seen.add(name)
      for (const { name, summary, check } of invariants) {
        const breakage = check(run)
        if (breakage !== null) return { name, summary, ...breakage }
      }
      return null
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      return { name: 'no-exception', summary: 'A mistake of the model never throws.', seq: 0, message }
    }
  }
  let broken: string | undefined
  const sessions = arbitrarySession(profile, { ...options, several: true })
  const property = fc.asyncProperty(sessions, async (steps) => {
    const failure = await failureOf(steps)
    broken ??= failure?.name
    // A smaller session is to break the same.
    return failure === null || failure.name !== broken
  })
  const drawn = { ...(seed !== undefined && { seed }), ...(path !== undefined && { path }) }
  const details = await fc.check(property, { numRuns, ...drawn })
  const { seed: drawnSeed, numRuns: runs, counterexamplePath } = details
  const [steps] = details.counterexample ?? []
  if (steps !== undefined) {
    const found = { steps, seed: drawnSeed, runs, path: counterexamplePath ?? '' }
    const recording = await recordingUpTo(drive, steps)
    throw brokenBy(profile, (await failureOf(steps)) ?? unsteady, { ...found, recording })
  }
  const isSilent = (id: string) => like.rules.find((rule) => rule.id === id)?.mode !== 'off' && !seen.has(id)
  const unfired = rules.map(({ id }) => id).filter(isSilent)
  if (unfired.length > 0) {
    throw new LedgerError(
      'rule-never-fired',
      `No call broke ${unfired.join(', ')} in ${runs} sessions of ${profile.name} (seed ${drawnSeed}), so nothing is known of it. Does its check find anything at all? Texts that it looks for, and that are no strings in its check, are given as texts; what seldom happens needs more runs.`,
    )
  }
  const silent = invariants.filter(({ about }) => about?.some((type) => seen.has(type)) === false)
  return {
    ...{ profile: profile.name, runs, seed: drawnSeed },
    invariants: invariants.map(({ name }) => name),
    neverFired: {
      rules: like.rules.map(({ id }) => id).filter(isSilent),
      invariants: silent.map(({ name }) => name),
    },
  }
}

/** The types of events that came, and the ids of rules that were broken. */
function eventsAndBrokenRules({ events }: SessionRun): readonly string[] {
  return events.flatMap(({ type, data }) => {
    const broken = type === 'todos.rejected' ? data.violations : type === 'todos.updated' ? data.flags : []
    return [type, ...broken.map(({ rule }) => rule)]
  })
}

function brokenBy(profile: Profile, failure: Failure, found: Omit<Counterexample, 'invariant'>) {
  const { name, summary, seq, message } = failure
  // Settings that are texts are long, and seldom to blame.
  const settings = Object.entries(profile.settings).filter(([, value]) => typeof value !== 'string')
  const lines = [
    `Profile ${profile.name} breaks ${name} at event ${seq}: ${message}.`,
    `What must hold: ${summary}`,
    "The session, after the user's first input:",
    ...found.steps.map((step, index) => `  ${index + 1}. ${stepText(step)}`),
    `Settings: ${JSON.stringify(Object.fromEntries(settings))}`,
    `Again: checkProfile(profile, { seed: ${found.seed}, path: ${JSON.stringify(found.path)} })`,
    "Its events are the `recording` of the error's counterexample: written to a file, todo-replay opens them.",
  ]
  return new BrokenInvariantError(lines.join('\n'), { invariant: name, ...found })
}

/** Longer steps are cut: the counterexample has them whole. */
const longestStep = 600
/** What is not said of a step. */
const usual = new Set(
  Object.entries({ ...workTurn, ...plainAnswer, asksAgain: false, kind: 'todo', edits: false }).map(
    ([name, value]) => JSON.stringify([name, name === 'calls' ? [] : value]),
  ),
)

/** A step in a line: what is as usual is left out. What comes of a model is shown in ASCII. */
function stepText({ do: what, ...step }: HostStep): string {
  const said = JSON.stringify(step, (name, value: unknown) =>
    usual.has(JSON.stringify([name, value])) ? undefined : value,
  ).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `${what} ${said.length > longestStep ? `${said.slice(0, longestStep)}…` : said}`
}

/** The recording of the session, or of its beginning where a step throws. */
async function recordingUpTo(
  drive: (steps: readonly HostStep[]) => Promise<SessionRun>,
  steps: readonly HostStep[],
): Promise<string> {
  for (let length = steps.length; length >= 0; length -= 1) {
    try {
      const run = await drive(steps.slice(0, length))
      return run.events.map((event) => `${encodeEvent(event)}\n`).join('')
    } catch {
      // The step that throws is left out; what came before it is still of use.
    }
  }
  return ''
}
