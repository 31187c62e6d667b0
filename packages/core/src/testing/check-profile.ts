/** Holds a profile against every invariant in random sessions, and hands back the smallest one that breaks one. */

import fc from 'fast-check'
import { LedgerError } from '../errors.js'
import type { Profile } from '../profiles/profile.js'
import type { Rule } from '../rules/rule.js'
import { arbitrarySession } from './arbitraries/sessions.js'
import { type DriveOptions, driveSession, type HostStep, type SessionRun } from './drive-session.js'
import { allInvariants, type Invariant } from './invariants.js'
import { recordingOf } from './recording-of.js'
import { sessionText } from './session-text.js'
import { smallestSession } from './shrink-session.js'

/** How a profile is checked. `rules` are the ledger's own, `like` another profile whose rules and policies are to be kept. */
export interface CheckOptions extends Pick<DriveOptions, 'rules' | 'evidence' | 'like' | 'reducer'> {
  /** How many sessions; 200 when absent. */
  readonly runs?: number
  /** The seed of a failure that is to come again; fast-check draws one when absent. */
  readonly seed?: number
  /** The path of that failure, which leads straight to the counterexample. */
  readonly path?: string
  /** Texts that items have now and then, where a rule looks for some that its check does not name. */
  readonly texts?: readonly string[]
  /** Invariants of your own, checked after the others. */
  readonly also?: readonly Invariant[]
  /** The most steps of a session; 25 when absent. */
  readonly maxSteps?: number
}

/** What a check did. */
export interface ProfileCheck {
  readonly profile: string
  /** How many sessions were driven. */
  readonly runs: number
  readonly seed: number
  /** The names of the invariants that held in each of them. */
  readonly invariants: readonly string[]
  /** What had nothing to say in any of them. */
  readonly neverFired: {
    /** Rules of the profile that no call broke. */
    readonly rules: readonly string[]
    /** Invariants about events that never came. */
    readonly invariants: readonly string[]
  }
}

/** The smallest session that breaks an invariant. */
export interface Counterexample {
  /** The invariant's name; `no-exception` where the session threw. */
  readonly invariant: string
  readonly seed: number
  /** The path to the counterexample in the run. */
  readonly path: string
  /** How many sessions were driven until it was found. */
  readonly runs: number
  /** What the host does in it, and nothing that could be left out. */
  readonly steps: readonly HostStep[]
  /** It as a neutral recording, which `todo-replay` opens; empty where the session could not be driven at all. */
  readonly recording: string
}

/** A profile breaks an invariant. The message says which and how, and ends with the recording. */
export class BrokenInvariantError extends LedgerError {
  /** Made by `checkProfile` alone. */
  constructor(
    message: string,
    readonly counterexample: Counterexample,
  ) {
    super('broken-invariant', message)
  }
}

/** Where a session breaks an invariant. */
interface Failure extends Pick<Invariant, 'name' | 'summary'> {
  readonly seq: number
  readonly message: string
}

type Drive = (steps: readonly HostStep[]) => Promise<SessionRun>

/**
 * Drives random sessions under a profile and checks every invariant in each.
 * @throws BrokenInvariantError with the smallest session found that breaks one
 * @throws LedgerError `rule-never-fired` where no session broke a rule of the ledger's own: it was not tested
 */
export async function checkProfile(profile: Profile, options: CheckOptions = {}): Promise<ProfileCheck> {
  const { runs = 200, seed, path, rules = [], like = profile, also = [], texts = [], maxSteps = 25 } = options
  const { evidence, reducer } = options
  const invariants = [...allInvariants, ...also]
  const given = { ...(evidence && { evidence }), ...(reducer && { reducer }) }
  const drive: Drive = (steps) =>
    driveSession(profile, steps, { rules, like, snapshotInterval: false, ...given })
  const seen = new Seen()
  const property = fc.asyncProperty(
    arbitrarySession(profile, { maxSteps, several: true, rules, texts }),
    async (steps) => (await failureOf(drive, steps, invariants, seen)) === null,
  )
  const details = await fc.check(property, {
    numRuns: runs,
    // What is found is made smaller below.
    endOnFailure: true,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  })
  const found = details.counterexample?.[0]
  if (found !== undefined) throw await brokenBy(profile, drive, invariants, { ...details, steps: found })
  mustHaveFired(profile, rules, seen, details)
  return {
    profile: profile.name,
    runs: details.numRuns,
    seed: details.seed,
    invariants: invariants.map(({ name }) => name),
    neverFired: {
      rules: like.rules.flatMap(({ id, mode }) => (mode === 'off' || seen.rules.has(id) ? [] : [id])),
      invariants: invariants.flatMap(({ name, about }) =>
        about?.some((type) => seen.events.has(type)) === false ? [name] : [],
      ),
    },
  }
}

/** What came in any of the sessions. */
class Seen {
  readonly events = new Set<string>()
  /** The rules that a call broke. */
  readonly rules = new Set<string>()

  take({ events }: SessionRun): void {
    for (const { type, data } of events) {
      this.events.add(type)
      const broken = type === 'todos.rejected' ? data.violations : type === 'todos.updated' ? data.flags : []
      for (const { rule } of broken) this.rules.add(rule)
    }
  }
}

function mustHaveFired(
  { name, rules: settings }: Profile,
  rules: readonly Rule[],
  seen: Seen,
  { numRuns, seed }: { readonly numRuns: number; readonly seed: number },
): void {
  const isOff = (id: string) => settings.some((setting) => setting.id === id && setting.mode === 'off')
  const unfired = rules.filter(({ id }) => !isOff(id) && !seen.rules.has(id)).map(({ id }) => id)
  if (unfired.length === 0) return
  throw new LedgerError(
    'rule-never-fired',
    `No call broke ${unfired.join(', ')} in ${numRuns} sessions of ${name} (seed ${seed}), so nothing is known of it. Does its check find anything at all? Texts that it looks for, and that are no strings in its check, are given as texts; what seldom happens needs more runs.`,
  )
}

/** The session gave another result when it was driven again. */
const unsteady: Failure = {
  name: 'deterministic',
  summary: 'The same steps give the same session.',
  seq: 0,
  message: 'The session broke an invariant once, and not when it was driven again',
}

async function failureOf(
  drive: Drive,
  steps: readonly HostStep[],
  invariants: readonly Invariant[],
  seen?: Seen,
): Promise<Failure | null> {
  try {
    const run = await drive(steps)
    seen?.take(run)
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

async function brokenBy(
  profile: Profile,
  drive: Drive,
  invariants: readonly Invariant[],
  found: { steps: readonly HostStep[]; seed: number; counterexamplePath: string | null; numRuns: number },
): Promise<BrokenInvariantError> {
  const first = (await failureOf(drive, found.steps, invariants)) ?? unsteady
  const same = invariants.filter(({ name }) => name === first.name)
  const steps = await smallestSession(
    found.steps,
    async (smaller) => (await failureOf(drive, smaller, same))?.name === first.name,
  )
  const { name, summary, seq, message } = (await failureOf(drive, steps, same)) ?? unsteady
  const recording = await recordingUpTo(drive, steps)
  const { seed, numRuns } = found
  const path = found.counterexamplePath ?? ''
  // Settings that are texts are long, and seldom to blame.
  const settings = Object.entries(profile.settings).filter(([, value]) => typeof value !== 'string')
  const lines = [
    `Profile ${profile.name} breaks ${name} at event ${seq}: ${message}.`,
    `What must hold: ${summary}`,
    "The session, after the user's first input:",
    sessionText(steps),
    `Settings: ${JSON.stringify(Object.fromEntries(settings))}`,
    `Again: checkProfile(profile, { seed: ${seed}, path: ${JSON.stringify(path)} })`,
    'As a recording that todo-replay opens:',
    recording,
  ]
  const counterexample = { invariant: name, seed, path, runs: numRuns, steps, recording }
  return new BrokenInvariantError(lines.join('\n'), counterexample)
}

/** The recording of the session, or of its beginning where a step throws. */
async function recordingUpTo(drive: Drive, steps: readonly HostStep[]): Promise<string> {
  for (let length = steps.length; length >= 0; length -= 1) {
    try {
      const run = await drive(steps.slice(0, length))
      return recordingOf(run.events, run)
    } catch {
      // The step that throws is left out; what came before it is still of use.
    }
  }
  return ''
}
