/** Holds a profile against every invariant in random sessions, and hands back the smallest one that breaks one. */

import fc from 'fast-check'
import { LedgerError } from '../errors.js'
import type { Evidence } from '../evidence.js'
import type { Profile } from '../profiles/profile.js'
import type { Rule } from '../rules/rule.js'
import { arbitrarySession } from './arbitraries/host-steps.js'
import { driveSession, type HostStep, type SessionRun } from './drive-session.js'
import {
  answersMatchEvents,
  budgetsKept,
  deliveredOnce,
  flagsNeverRefuse,
  type Invariant,
  idsUnique,
  type NagDistance,
  nagsFollowWork,
  nagsKeepDistance,
  refusedChangesNothing,
  replayEqualsLive,
  rollBackRestores,
  rulesKept,
  seqWithoutGaps,
  stateFrozen,
} from './invariants.js'
import { recordingOf } from './recording-of.js'
import { rulePromises } from './rule-promises.js'

/** How a profile is checked. */
export interface CheckOptions {
  /** How many sessions; 1,000 when absent. */
  readonly runs?: number
  /** The seed of a failure that is to come again; fast-check draws one when absent. */
  readonly seed?: number
  /** The path of that failure, which leads straight to the counterexample. */
  readonly path?: string
  /** The ledger's own rules, in force beside the profile's. */
  readonly rules?: readonly Rule[]
  /** The ledger's evidence, for a profile that asks for some. */
  readonly evidence?: Evidence
  /** The profile whose promises (rules, budgets, distances, roll-backs) are to be kept; the profile's own when absent. */
  readonly like?: Profile
  /** The distances that reminders keep; those of the profile's settings when absent. */
  readonly nags?: NagDistance
  /** Invariants of your own, checked after the others. */
  readonly also?: readonly Invariant[]
  /** The most steps of a session; 25 when absent. */
  readonly maxSteps?: number
}

/** What a check did. */
export interface ProfileCheck {
  /** The profile's name. */
  readonly profile: string
  /** How many sessions were driven. */
  readonly runs: number
  /** The seed that they came from. */
  readonly seed: number
  /** The names of the invariants that held in each of them. */
  readonly invariants: readonly string[]
}

/** The smallest session that breaks an invariant. */
export interface Counterexample {
  /** The invariant's name; `no-exception` where the session threw. */
  readonly invariant: string
  /** The seed of the run. */
  readonly seed: number
  /** The path to the counterexample in the run. */
  readonly path: string
  /** The shrunk session. */
  readonly steps: readonly HostStep[]
  /** It as a neutral recording, which `todo-replay` opens; empty where the session could not be driven at all. */
  readonly recording: string
}

/** A profile breaks an invariant. The message says which and how, and ends with the recording. */
export class BrokenInvariantError extends LedgerError implements Counterexample {
  readonly invariant: string
  readonly seed: number
  readonly path: string
  readonly steps: readonly HostStep[]
  readonly recording: string

  /** Made by `checkProfile` alone. */
  constructor(message: string, { invariant, seed, path, steps, recording }: Counterexample) {
    super('broken-invariant', message)
    this.invariant = invariant
    this.seed = seed
    this.path = path
    this.steps = steps
    this.recording = recording
  }
}

/** Where a session breaks an invariant. */
interface Failure {
  readonly invariant: string
  readonly summary: string
  readonly seq: number
  readonly message: string
}

/**
 * Drives random sessions under a profile and checks every invariant in each.
 * @throws BrokenInvariantError with the smallest session found that breaks one
 */
export async function checkProfile(profile: Profile, options: CheckOptions = {}): Promise<ProfileCheck> {
  const {
    runs = 1000,
    seed,
    path,
    rules = [],
    evidence,
    like = profile,
    nags,
    also = [],
    maxSteps = 25,
  } = options
  const invariants = [...allInvariants(nags), ...also]
  const drive = (steps: readonly HostStep[]) =>
    driveSession(profile, steps, { rules, like, ...(evidence === undefined ? {} : { evidence }) })
  const property = fc.asyncProperty(arbitrarySession(profile, { maxSteps }), async (steps) => {
    return (await failureOf(drive, steps, invariants)) === null
  })
  const details = await fc.check(property, {
    numRuns: runs,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  })
  const steps = details.counterexample?.[0]
  if (steps === undefined) {
    const names = invariants.map(({ name }) => name)
    return { profile: profile.name, runs: details.numRuns, seed: details.seed, invariants: names }
  }
  const failure = await failureOf(drive, steps, invariants)
  const recording = await recordingUpTo(drive, steps)
  const found = { seed: details.seed, path: details.counterexamplePath ?? '', steps, recording }
  throw new BrokenInvariantError(messageOf(profile, failure ?? unsteady, found), {
    ...found,
    invariant: (failure ?? unsteady).invariant,
  })
}

/** The session gave another result when it was driven again. */
const unsteady: Failure = {
  invariant: 'deterministic',
  summary: 'The same steps give the same session.',
  seq: 0,
  message: 'The session broke an invariant once, and not when it was driven again',
}

async function failureOf(
  drive: (steps: readonly HostStep[]) => Promise<SessionRun>,
  steps: readonly HostStep[],
  invariants: readonly Invariant[],
): Promise<Failure | null> {
  try {
    const run = await drive(steps)
    for (const { name, summary, check } of invariants) {
      const breakage = check(run)
      if (breakage !== null) return { invariant: name, summary, ...breakage }
    }
    return null
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { invariant: 'no-exception', summary: 'A mistake of the model never throws.', seq: 0, message }
  }
}

/** The recording of the session, or of its beginning where a step throws. */
async function recordingUpTo(
  drive: (steps: readonly HostStep[]) => Promise<SessionRun>,
  steps: readonly HostStep[],
): Promise<string> {
  for (let length = steps.length; length >= 0; length -= 1) {
    try {
      return recordingOf((await drive(steps.slice(0, length))).events)
    } catch {
      // The step that throws is left out; what came before it is still of use.
    }
  }
  return ''
}

function messageOf(
  profile: Profile,
  { invariant, summary, seq, message }: Failure,
  { seed, path, recording }: { readonly seed: number; readonly path: string; readonly recording: string },
): string {
  return [
    `Profile ${profile.name} breaks ${invariant} at event ${seq}: ${message}.`,
    `What must hold: ${summary}`,
    `Settings: ${JSON.stringify(shortSettings(profile))}`,
    `Again: checkProfile(profile, { seed: ${seed}, path: ${JSON.stringify(path)} })`,
    'The session, as a recording that todo-replay opens:',
    recording,
  ].join('\n')
}

/** The settings that are no texts: those are long, and seldom to blame. */
function shortSettings({ settings }: Profile): Profile['settings'] {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => typeof value !== 'string'))
}

/** All invariants. @param nags the distances that reminders keep; those of the profile's settings when absent */
export function allInvariants(nags?: NagDistance): readonly Invariant[] {
  return [
    seqWithoutGaps,
    idsUnique,
    ...rulePromises,
    rulesKept,
    refusedChangesNothing,
    flagsNeverRefuse,
    answersMatchEvents,
    replayEqualsLive,
    stateFrozen,
    rollBackRestores,
    budgetsKept,
    nagsFollowWork,
    nagsKeepDistance(nags),
    deliveredOnce,
  ]
}
