/** What `verify` found, as `--json` prints it. */

import type { BadPlace, BadSnapshot, ChainProblem, RedactedSession } from '@todo-ledger/core/store'

/** The first thing that is wrong. */
export interface FirstBad {
  /** Its place in the ledger; null where it has none. */
  readonly position: number | null
  /** The session; null where nobody knows. */
  readonly session: string | null
  /** The event's number in its session; null where nobody knows. */
  readonly seq: number | null
  /**
   * What is wrong with the log, or `impossible`: the log is whole and its events can't follow each other; or
   * `rule-broken`: they can, and a rule in force disagrees.
   */
  readonly problem: ChainProblem | 'impossible' | 'rule-broken'
  /** The same in a sentence. */
  readonly message: string
}

/** One anchor. */
export interface VerifiedAnchor {
  /** The anchor's line. */
  readonly anchor: string
  /** True where it holds. */
  readonly ok: boolean
  /** What is wrong, or null. */
  readonly problem: 'altered' | 'missing' | 'foreign' | null
  /** The same in a sentence. */
  readonly message: string
}

/** An event that can't follow the one before it. */
export interface ImpossibleEvent {
  /** Its session. */
  readonly session: string
  /** Its number; null where nobody knows. */
  readonly seq: number | null
  /** What is wrong. */
  readonly message: string
}

/** An update that the log holds as accepted, and that breaks a rule which its session has in force. */
export interface BrokenRule {
  /** Its session. */
  readonly session: string
  /** Its number. */
  readonly seq: number
  /** The rule. */
  readonly rule: string
  /** What is wrong. */
  readonly message: string
}

/** Rules that a session has in force and that are not known here: nothing is said of them. */
export interface UnknownRules {
  /** The session. */
  readonly session: string
  /** The rules' ids. */
  readonly rules: readonly string[]
}

/** What replaying the sessions gave. */
export interface ReplayCheck {
  /** How many sessions were replayed. */
  readonly sessions: number
  /** The first impossible event of each session that has one. */
  readonly impossible: readonly ImpossibleEvent[]
  /** Where the rules disagree with the log. */
  readonly brokenRules: readonly BrokenRule[]
  /** Rules that were passed over. */
  readonly unknownRules: readonly UnknownRules[]
  /** Sessions that could be replayed only as far as what was erased allows. */
  readonly endedByErasure: readonly string[]
}

/** What snapshots came to. */
export interface SnapshotResult {
  /** How many were compared with the events. */
  readonly checked: number
  /** How many are of another version of the program, which are not used. */
  readonly outdated: number
  /** Those that are not what the events say. */
  readonly bad: readonly BadSnapshot[]
}

/** What `verify` found. */
export interface VerifyResult {
  /** True where nothing is wrong. */
  readonly ok: boolean
  /** What was verified, as it was named. */
  readonly source: string
  /** `ledger`, or `recording`: then there are no hashes, and sequence and rules are all that was checked. */
  readonly kind: 'ledger' | 'recording'
  /** How many events there are. */
  readonly events: number
  /** How many sessions. */
  readonly sessions: number
  /** The first thing that is wrong; null where nothing is, or nothing with a place. */
  readonly firstBad: FirstBad | null
  /** What SQLite says of the file; null where there is none. */
  readonly file: readonly string[] | null
  /** What should keep events from being changed by mistake and is not there; nothing is wrong because of it. */
  readonly warnings: readonly string[]
  /** True where the hashes were checked. */
  readonly hashed: boolean
  /** What was rightly taken out. */
  readonly redacted: readonly RedactedSession[]
  /** The anchors that were given. */
  readonly anchors: readonly VerifiedAnchor[]
  /** The anchor of the ledger as it is now; null where there are no hashes, no events, or something is wrong. */
  readonly head: string | null
  /** What the snapshots came to; null where they were not looked at. */
  readonly snapshots: SnapshotResult | null
  /** What replaying gave; null where the log is damaged and was not replayed. */
  readonly replay: ReplayCheck | null
}

/** The first thing that is wrong: with the log, with what it says, with what was made of it, or with the rules. */
export function firstBadOf(
  chain: BadPlace | null,
  replay: ReplayCheck | null,
  snapshots: SnapshotResult | null,
): FirstBad | null {
  if (chain !== null) return chain
  const [impossible] = replay?.impossible ?? []
  if (impossible !== undefined) return { position: null, problem: 'impossible', ...impossible }
  const [snapshot] = snapshots?.bad ?? []
  if (snapshot !== undefined) {
    const { session, seq, message } = snapshot
    return { position: null, session, seq, problem: 'altered', message }
  }
  const [broken] = replay?.brokenRules ?? []
  if (broken === undefined) return null
  const { session, seq, rule, message } = broken
  return { position: null, session, seq, problem: 'rule-broken', message: `${rule}: ${message}` }
}
