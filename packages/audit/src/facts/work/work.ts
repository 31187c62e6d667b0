/** What a session did, call by call and message by message: enough to state facts, never whole outputs. */

import type { Actor, RecordedPlace, RunTrigger } from '@todo-ledger/core'
import type { CallDescription, Outcome } from '../calls/call.js'
import type { Weakening } from '../calls/weakenings.js'

/** What every piece of work says. */
export interface WorkBase {
  /** Its place in the session's work, from 0. */
  readonly position: number
  /** For a call that of `tool.called`. */
  readonly seq: number
  readonly turn: number
  /** Where it stands in the recorded file, for an imported session. */
  readonly source: RecordedPlace | null
  readonly actor?: Actor | undefined
  /** The keys of the items in progress that it may serve, in the list's order. */
  readonly busy: readonly string[]
}

/** One text put in place of another: enough to find it undone, and to tell a stub. */
export interface ChangeDigest {
  /** Normalized. */
  readonly path: string
  /** The digest of what stood there; null where the call writes the whole file. */
  readonly before: string | null
  readonly after: string
  /** `stub`: declarations around a stub. `comments`: comments and white space. */
  readonly content: 'code' | 'stub' | 'comments'
  /** The line that says that it is a stub; else empty. */
  readonly quote: string
}

/** A call of a tool that is no todo tool. */
export interface CallWork extends WorkBase {
  readonly kind: 'call'
  /** The recorded id of the call. */
  readonly call: string
  readonly tool: string
  readonly description: CallDescription
  /** Null where the log holds no result. */
  readonly outcome: Outcome | null
  /** The child session that it started, or null. */
  readonly child: string | null
  /** True where it is an edit of comments and white space alone. */
  readonly cosmetic: boolean
  /** Empty where its input does not say. */
  readonly changes: readonly ChangeDigest[]
  /** What it does to checks. */
  readonly weakenings: readonly Weakening[]
  /** True where it does nothing but that. */
  readonly onlyWeakens: boolean
  /** What it is about in one line, cut: a command, a file. */
  readonly label: string
  /** What it did, likewise: "ran npm test". */
  readonly action: string
  /** What it was given, in lower case and cut: to find what it is about. */
  readonly given: string
}

/** A text that the model said; of a long one the beginning and the end. */
export interface MessageWork extends WorkBase {
  readonly kind: 'message'
  readonly text: string
}

/** An input: of the user, of a sub-agent that reports back, of a supervisor. */
export interface InputWork extends WorkBase {
  readonly kind: 'input'
  readonly trigger: RunTrigger
  /** True where it is the report of a sub-agent or a background task. */
  readonly report: boolean
  readonly text: string
}

/** One piece of a session's work, or a place where the host compacted the conversation. */
export type Work = CallWork | MessageWork | InputWork | (WorkBase & { readonly kind: 'compaction' })

/** True where the log shows that the call did not do what it was to do; what is open is not bad. */
export function cameToNothing(outcome: Outcome | null): boolean {
  if (outcome === null) return false
  const { status, cause } = outcome
  return (
    status === 'failed' || status === 'ran-nothing' || (status === 'end-unseen' && cause !== 'background')
  )
}

/** True where the call did what it was to do. */
export function succeeded(call: CallWork): boolean {
  return call.outcome !== null && !cameToNothing(call.outcome)
}

/** True where the input is a new request of the user, after which work counts for that. */
export function isRequest(work: Work): work is InputWork {
  return work.kind === 'input' && work.trigger !== 'continuation' && work.trigger !== 'wake' && !work.report
}

/** Files of code: what else is written is a document, data or settings. */
const code =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|go|rs|java|kts?|scala|cs|fs|rb|php|exs?|swift|dart|c|h|cc|cpp|hpp|lua|jl|r|zig|hs|clj|sql|sh|sol)$/iu

/** The files that a call wrote, as named. */
export function filesWrittenBy({ description }: CallWork): readonly string[] {
  return description.files.flatMap(({ path, access }) => (access === 'write' ? [path] : []))
}

/** The files of code that a call changed: no documents, no comments alone, nothing that was only tidied away. */
export function codeChangedBy(call: CallWork): readonly string[] {
  if (call.cosmetic || !succeeded(call)) return []
  const { commands } = call.description
  const writing = commands.filter(({ files }) => files.some(({ access }) => access === 'write'))
  if (writing.length > 0 && writing.every(({ housekeeping }) => housekeeping)) return []
  return filesWrittenBy(call).filter((path) => code.test(path))
}

/** Where a piece of work stands: its line in the recorded file, or else its event. */
export function placeOf({ source, seq }: Pick<Work, 'source' | 'seq'>): string {
  return source === null ? `event ${seq}` : `line ${source.line}`
}
