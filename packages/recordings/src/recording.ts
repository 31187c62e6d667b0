/** The steps in which a recorded session happened, as every format reader gives them, and what a format is. */

import type { RecordedPlace, RunTrigger } from '@todo-ledger/core'
import type { ProfileDeclaration } from '@todo-ledger/core/profiles'
import type { JsonObject } from './json.js'
import type { TokenUsage } from './token-usage.js'

export interface StepBase {
  /** The session that it belongs to; one file can hold several, interleaved. */
  readonly session: string
  readonly at: Date
  readonly source: RecordedPlace
}

type Step<Kind extends string, Fields = unknown> = StepBase & { readonly kind: Kind } & Readonly<Fields>

/** A session appears; before any other step of it. */
export type SessionStep = Step<
  'session',
  { profile: string; declares?: ProfileDeclaration; parent: string | null; goal: string | null }
>
/** `undecided` where the recording leaves a todo call's outcome to the profile (the neutral form, `ok` absent). */
export type CallStep = Step<'call', { call: string; name: string; input: unknown; undecided?: boolean }>
/** `details` is the structured result beside the text, where the format has one. */
export type ResultStep = Step<
  'result',
  { call: string; ok: boolean | null; output: string; details?: unknown }
>
/** A session is over: nothing of it comes again, and what is kept of it may be let go. */
export type SessionEndStep = Step<'session-end'>

export type RecordingStep =
  | SessionStep
  | Step<'input', { trigger: RunTrigger; text: string }>
  | Step<'turn'>
  | Step<'message', { role: 'assistant' | 'user'; text: string }>
  | CallStep
  | ResultStep
  /** `interrupted` where a crash or the user cut it. */
  | Step<'turn-end', { interrupted: boolean; usage?: TokenUsage }>
  | Step<'run-end', { complete: boolean; waitingFor: string | null }>
  | Step<'nag', { text: string }>
  | Step<'compaction', { summary: string | null }>
  /** `call` is the one that started it, or null where that is not known. */
  | Step<'subagent-start' | 'subagent-end', { child: string; call: string | null }>
  | SessionEndStep

/** A piece of a file that could not be read and was left out. */
export interface SkippedPiece {
  readonly file: string
  readonly line: number
  readonly reason: string
  /** True where a limit was reached, and all that follows in the file is left out, too. */
  readonly rest?: true
}

/** What is known of todo tools; formats that are no agent's own ask it which system a conversation has. */
export interface KnownTodoTools {
  /** The name of the profile whose todo tool a call surely is of, by its name and its input; null where it is of none. */
  profileOf: (call: { readonly name: string; readonly input: unknown }) => string | null
  toolsOf(profile: string): ReadonlySet<string>
}

export interface ReadContext {
  readonly file: string
  readonly todoTools: KnownTodoTools
  /** Gets the steps of what is read. */
  readonly steps: RecordingStep[]
  skip(line: number, reason: string): void
}

export interface FileLine {
  readonly line: number
  readonly text: string
}

/** Its steps come piece by piece: each piece is to be taken before the next. */
export interface OpenedPath {
  readonly steps: Iterable<RecordingStep>
  close(): void
}

export interface RecordReader {
  /** Takes the next record. @param line where it begins, from 1 */
  take(record: JsonObject, line: number): void
  /**
   * A list of records begins inside a document; those taken before are of another one.
   * @param head the object that holds it, its lists emptied; null where there is none, or it was given with a list before
   * @param name the list's name; null for an array at the top or in a list
   */
  begin?(head: JsonObject | null, name: string | null): void
  finish(): void
}

/** A foreign format: recognised by its records, which are read as steps. */
export interface RecordingFormat {
  readonly name: string
  /** What lists of records are called in documents of the format; absent where each line is a record. */
  readonly lists?: ReadonlySet<string>
  /** True where the id of a call is unique wherever it comes from: the same id in two files is the same call. */
  readonly hasUniqueCalls?: boolean
  /** How sure the format is, 0 to 1, that one of a file's first records, or the head of a list, is its own. */
  certaintyOf(record: JsonObject): number
  reader(context: ReadContext): RecordReader
  /** Opens a folder or a database of the format; null where the path is neither. */
  openPath?(path: string, context: ReadContext): Promise<OpenedPath | null>
  /** True where an SQLite database is of the format. */
  isDatabase?(path: string): Promise<boolean>
  /**
   * Of the paths found in a folder, sorted, those that are to be read: of what says the same twice one is left, and a
   * folder that is one recording stands in place of its files.
   */
  pathsToRead?(paths: readonly string[]): readonly string[]
  /** What the paths of files match that stand beside recordings and are none, though their names say so. */
  readonly notes?: RegExp
}
