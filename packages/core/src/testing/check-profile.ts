/** Holds a profile against every invariant in random sessions, and hands back the smallest one that breaks one. */

import fc from 'fast-check'
import { LedgerError } from '../errors.js'
import type { Evidence } from '../evidence.js'
import type { Profile } from '../profiles/profile.js'
import type { Reducer } from '../reducer.js'
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
  nagsFollowWork,
  nagsKeepDistance,
  refusedChangesNothing,
  replayEqualsLive,
  rollBackRestores,
  rulesKept,
  seqWithoutGaps,
  stateFrozen,
} from './invariants.js'
import { ofEach } from './lives.js'
import { promiseInvariants } from './promise-invariants.js'
import { recordingOf } from './recording-of.js'
import { rulePromises } from './rule-promises.js'
import { sessionText } from './session-text.js'
import { smallestSession } from './shrink-session.js'

/** How a profile is checked. */
export interface CheckOptions {
  /** How many sessions; 200 when absent. */
  readonly runs?: number
  /** The seed of a failure that is to come again; fast-check draws one when absent. */
  readonly seed?: number
  /** The path of that failure, which leads straight to the counterexample. */
  readonly path?: string
  /** The ledger's own rules, in force beside the profile's. */
  readonly rules?: readonly Rule[]
  /** The ledger's evidence, for a profile that asks for some. */
  readonly evidence?: Evidence
  /** The profile whose rules, roll-backs and promises are to be kept; the profile itself when absent. */
  readonly like?: Profile
  /** Makes another reducer than core's own, which is to fold events to the same states. */
  readonly reducer?: (rules: readonly Rule[]) => Reducer
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
  /** What the profile promises nothing of (`nags`, `budget`, `limits`, `ids`), so that nothing was checked. */
  readonly unpromised: readonly string[]
}

/** The smallest session that breaks an invariant. */
export interface Counterexample {
  /** The invariant's name; `no-exception` where the session threw. */
  readonly invariant: string
  /** The seed of the run. */
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
export class BrokenInvariantError extends LedgerError implements Counterexample {
  readonly invariant: string
  readonly seed: number
  readonly path: string
  readonly runs: number
  readonly steps: readonly HostStep[]
  readonly recording: string

  /** Made by `checkProfile` alone. */
  constructor(message: string, { invariant, seed, path, runs, steps, recording }: Counterexample) {
    super('broken-invariant', message)
    this.invariant = invariant
    this.seed = seed
    this.path = path
    this.runs = runs
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

type Drive = (steps: readonly HostStep[]) => Promise<SessionRun>

/**
 * Drives random sessions under a profile and checks every invariant in each.
 * @throws BrokenInvariantError with the smallest session found that breaks one
 */
export async function checkProfile(profile: Profile, options: CheckOptions = {}): Promise<ProfileCheck> {
  const { runs = 200, seed, path, rules = [], evidence, like = profile, reducer, also = [] } = options
  const { maxSteps = 25 } = options
  const invariants = [...allInvariants(), ...also]
  const drive: Drive = (steps) =>
    driveSession(profile, steps, {
      rules,
      like,
      snapshotInterval: false,
      ...(evidence === undefined ? {} : { evidence }),
      ...(reducer === undefined ? {} : { reducer }),
    })
  const sessions = arbitrarySession({ ...profile, promises: like.promises }, { maxSteps, several: true })
  const property = fc.asyncProperty(sessions, async (steps) => {
    return (await failureOf(drive, steps, invariants)) === null
  })
  const details = await fc.check(property, {
    numRuns: runs,
    // What is found is made smaller below.
    endOnFailure: true,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  })
  const found = details.counterexample?.[0]
  if (found === undefined) {
    return {
      profile: profile.name,
      runs: details.numRuns,
      seed: details.seed,
      invariants: invariants.map(({ name }) => name),
      unpromised: promiseNames.filter((name) => like.promises[name] === undefined),
    }
  }
  const first = (await failureOf(drive, found, invariants)) ?? unsteady
  const sameOnes = invariants.filter(({ name }) => name === first.invariant)
  const steps = await smallestSession(found, async (smaller) => {
    return (await failureOf(drive, smaller, sameOnes))?.invariant === first.invariant
  })
  const failure = (await failureOf(drive, steps, sameOnes)) ?? unsteady
  const recording = await recordingUpTo(drive, steps)
  const { seed: drawn, counterexamplePath, numRuns } = details
  const counterexample = { seed: drawn, path: counterexamplePath ?? '', runs: numRuns, steps, recording }
  throw new BrokenInvariantError(messageOf(profile, failure, counterexample), {
    ...counterexample,
    invariant: failure.invariant,
  })
}

const promiseNames = ['nags', 'budget', 'limits', 'ids'] as const

/** The session gave another result when it was driven again. */
const unsteady: Failure = {
  invariant: 'deterministic',
  summary: 'The same steps give the same session.',
  seq: 0,
  message: 'The session broke an invariant once, and not when it was driven again',
}

async function failureOf(
  drive: Drive,
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

function messageOf(
  profile: Profile,
  { invariant, summary, seq, message }: Failure,
  { seed, path, steps, recording }: Omit<Counterexample, 'invariant'>,
): string {
  return [
    `Profile ${profile.name} breaks ${invariant} at event ${seq}: ${message}.`,
    `What must hold: ${summary}`,
    "The session, after the user's first input:",
    sessionText(steps),
    `Settings: ${JSON.stringify(shortSettings(profile))}`,
    `Again: checkProfile(profile, { seed: ${seed}, path: ${JSON.stringify(path)} })`,
    'As a recording that todo-replay opens:',
    recording,
  ].join('\n')
}

/** The settings that are no texts: those are long, and seldom to blame. */
function shortSettings({ settings }: Profile): Profile['settings'] {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => typeof value !== 'string'))
}

/** All invariants. */
export function allInvariants(): readonly Invariant[] {
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
    ...[budgetsKept, nagsFollowWork, nagsKeepDistance].map(ofEach),
    ...promiseInvariants,
    ofEach(deliveredOnce),
  ]
}
