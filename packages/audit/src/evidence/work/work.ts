/** What a session did, call by call and message by message, digested: enough to judge items by, never whole outputs. */

import type { Actor, RecordedPlace, RunTrigger } from '@todo-ledger/core'
import type { CallDescription } from '../calls/call-description.js'
import { cameToNothing, type Outcome } from '../outcomes/outcome.js'
import type { TextFeatures } from './text-features.js'
import type { Weakening } from './weakened-checks.js'

/** What every piece of work says. */
export interface WorkBase {
  /** Its place in the session's work, from 0. */
  readonly position: number
  /** The seq of its event; for a call that of `tool.called`. */
  readonly seq: number
  /** The turn in which it happened. */
  readonly turn: number
  /** Where it stands in the recorded file, for an imported session. */
  readonly source: RecordedPlace | null
  /** Who did it; absent where nobody is named. */
  readonly actor?: Actor | undefined
  /** The keys of the items in progress that it may serve, in the list's order. */
  readonly busy: readonly string[]
  /** The keys of all that were in progress, where some are of others. */
  readonly allBusy?: readonly string[]
  /** Its words: of arguments, paths and the first 2 KB of output, or of what was said. */
  readonly words: ReadonlySet<string>
}

/** One text put in place of another: enough to find it undone, and to tell a stub. */
export interface ChangeDigest {
  /** The file, normalized. */
  readonly path: string
  /** The digest of what stood there; null where the call writes the whole file. */
  readonly before: string | null
  /** The digest of what stands there now. */
  readonly after: string
  /** How many lines it puts in or takes out, whichever are more; infinitely many where it is put everywhere. */
  readonly lines: number
  /** `stub`: declarations around a stub. `comments`: comments and white space. `code`: anything else. */
  readonly content: 'code' | 'stub' | 'comments'
}

/** A call of a tool that is no todo tool. */
export interface CallWork extends WorkBase {
  /** The kind of work. */
  readonly kind: 'call'
  /** The recorded id of the call. */
  readonly call: string
  /** The tool's name. */
  readonly tool: string
  /** What it did, decided from name and input. */
  readonly description: CallDescription
  /** Whether it worked; null where the log holds no result. */
  readonly outcome: Outcome | null
  /** The text for people that it wrote or was given: a plan, a document, a sub-agent's report; else null. */
  readonly text: TextFeatures | null
  /** The characters of its output; of a sub-agent's answer without what the host adds to it. */
  readonly outputLength: number
  /** Where in the work its end became known, where it was left running; else null. */
  readonly endedAt: number | null
  /** The child session that it started, or null. */
  readonly child: string | null
  /** True where it is an edit of comments and white space alone. */
  readonly cosmetic: boolean
  /** What it put in place of what, digested; empty where its input does not say. */
  readonly changes: readonly ChangeDigest[]
  /** What it does to a check and nothing beside it, or null. */
  readonly weakening: Weakening | null
  /** The files that a search listed, normalized; empty for other calls. */
  readonly listed: readonly string[]
  /** What it is about in one line, cut, for people: a command, a file. */
  readonly label: string
  /** What it did, likewise: "ran npm test". */
  readonly action: string
}

/** A text that the model said. */
export interface MessageWork extends WorkBase {
  /** The kind of work. */
  readonly kind: 'message'
  /** What is kept of the text. */
  readonly text: TextFeatures
}

/** An input: of the user, of a sub-agent that reports back, of a supervisor. */
export interface InputWork extends WorkBase {
  /** The kind of work. */
  readonly kind: 'input'
  /** What started the run. */
  readonly trigger: RunTrigger
  /** True where the input is the report of a sub-agent or a background task. */
  readonly report: boolean
  /** True where the input only says that the user broke off. */
  readonly interruption: boolean
  /** What is kept of the text. */
  readonly text: TextFeatures
}

/** A place where the host compacted the conversation. */
export interface CompactionWork extends WorkBase {
  /** The kind of work. */
  readonly kind: 'compaction'
}

/** One piece of a session's work. */
export type Work = CallWork | MessageWork | InputWork | CompactionWork

/** The host asked the model to go on: a nag, or a run that a supervisor started. It is no work. */
export interface Reminder {
  /** Whether it came within a run or started one. */
  readonly kind: 'nag' | 'continuation'
  /** How many pieces of work came before. */
  readonly position: number
  /** The seq of its event. */
  readonly seq: number
  /** The turn in which it came. */
  readonly turn: number
  /** Where it stands in the recorded file, for an imported session. */
  readonly source: RecordedPlace | null
}

/**
 * The sorts of work. `product`: files of the product written. `notes`: notes, plans and scratch files written.
 * `elsewhere`: something written that is no file, such as a ticket. `check`: a check of a known kind. `run`: a command
 * that could fail on its own account. `version`: a commit, a push. `fetch`: packages or files fetched. `chore`: any
 * other command. `status`: a look at something that runs. `read`: a read or a search. `report`: a sub-agent that
 * reported back. `delegate`: one that has not. `unknown`: a tool that is not known. `text`: something said.
 */
export type WorkSort =
  | 'product'
  | 'notes'
  | 'elsewhere'
  | 'check'
  | 'run'
  | 'version'
  | 'fetch'
  | 'chore'
  | 'status'
  | 'read'
  | 'report'
  | 'delegate'
  | 'unknown'
  | 'text'
  | 'none'

/** True where the call did what it was to do. */
export function succeeded(call: CallWork): boolean {
  return call.outcome !== null && !cameToNothing(call.outcome)
}

/** True where the input is a new request of the user, after which work counts for that. */
export function isRequest(work: Work): boolean {
  return work.kind === 'input' && work.trigger !== 'continuation' && work.trigger !== 'wake' && !work.report
}

/** The same work, its words in sets of their own: to be passed between threads. */
export function plainWork(work: readonly Work[]): readonly Work[] {
  return work.map((piece) => {
    const words = new Set(piece.words)
    if (piece.kind === 'compaction') return { ...piece, words }
    if (piece.kind === 'call') return { ...piece, words, text: piece.text && plainFeatures(piece.text) }
    return { ...piece, words, text: plainFeatures(piece.text) }
  })
}

function plainFeatures(text: TextFeatures): TextFeatures {
  return { ...text, sections: new Set(text.sections), alreadyDone: new Set(text.alreadyDone) }
}
