/**
 * The steps in which a recorded session happened, as every format reader gives them, and what a format is. Readers give the
 * steps of each record as it comes; OpenTelemetry's holds all spans, for they are written when they end.
 */

import type { RecordedPlace, RunTrigger } from '@todo-ledger/core'
import type { ProfileDeclaration } from '@todo-ledger/core/profiles'
import type { JsonObject } from './json-value.js'
import type { SourceLimits } from './source-limits.js'
import type { TokenUsage } from './token-usage.js'

/** What every step says. */
export interface StepBase {
  /** The session that it belongs to; one file can hold several, interleaved. */
  readonly session: string
  readonly at: Date
  /** Where it stands in the file. */
  readonly source: RecordedPlace
}

/** A session appears; before any other step of it. */
export interface SessionStep extends StepBase {
  readonly kind: 'session'
  readonly profile: string
  /** What the recording says of that profile, where it carries it. */
  readonly declares?: ProfileDeclaration
  /** The session that started it as a sub-agent, or null. */
  readonly parent: string | null
  readonly goal: string | null
}

/** An input arrives and a run begins. */
export interface InputStep extends StepBase {
  readonly kind: 'input'
  readonly trigger: RunTrigger
  readonly text: string
}

/** A model response begins. */
export interface TurnStep extends StepBase {
  readonly kind: 'turn'
}

export interface MessageStep extends StepBase {
  readonly kind: 'message'
  readonly role: 'assistant' | 'user'
  readonly text: string
}

export interface CallStep extends StepBase {
  readonly kind: 'call'
  readonly call: string
  readonly name: string
  readonly input: unknown
  /** True where the recording leaves a todo call's outcome to the profile (the neutral form, `ok` absent). */
  readonly undecided?: boolean
}

/** A tool returns. */
export interface ResultStep extends StepBase {
  readonly kind: 'result'
  readonly call: string
  /** Whether it worked; null where the recording does not say. */
  readonly ok: boolean | null
  readonly output: string
  /** The structured result beside the text, where the format has one. */
  readonly details?: unknown
}

/** A model response and its calls are over. */
export interface TurnEndStep extends StepBase {
  readonly kind: 'turn-end'
  /** True when a crash or the user cut it. */
  readonly interrupted: boolean
  /** What the response cost, where the recording says it. */
  readonly usage?: TokenUsage
}

/** The run is over and control goes back. */
export interface RunEndStep extends StepBase {
  readonly kind: 'run-end'
  /** False when the answer was cut off. */
  readonly complete: boolean
  /** What the session waits for when it is parked, or null. */
  readonly waitingFor: string | null
}

export interface NagStep extends StepBase {
  readonly kind: 'nag'
  readonly text: string
}

export interface CompactionStep extends StepBase {
  readonly kind: 'compaction'
  /** The summary that stands for what was compacted, or null. */
  readonly summary: string | null
}

/** Work moves to a child session, or comes back from it. */
export interface SubagentStep extends StepBase {
  readonly kind: 'subagent-start' | 'subagent-end'
  readonly child: string
  /** The call that started it, or null where that is not known. */
  readonly call: string | null
}

/** A session is over: nothing of it comes again, and what is kept of it may be let go. */
export interface SessionEndStep extends StepBase {
  readonly kind: 'session-end'
}

export type RecordingStep =
  | SessionStep
  | InputStep
  | TurnStep
  | MessageStep
  | CallStep
  | ResultStep
  | TurnEndStep
  | RunEndStep
  | NagStep
  | CompactionStep
  | SubagentStep
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
  profileOf(call: { readonly name: string; readonly input: unknown }): string | null
  /** The names of a profile's todo tools. */
  toolsOf(profile: string): ReadonlySet<string>
}

/** What a format reader is given. */
export interface ReadContext {
  /** The file as the user named it. */
  readonly file: string
  readonly todoTools: KnownTodoTools
  /** Is called with each piece that was left out. */
  readonly onSkipped: (piece: SkippedPiece) => void
}

export interface FileLine {
  /** Its number, from 1. */
  readonly line: number
  /** Its text, without the line's end. */
  readonly text: string
}

/** How what is no stream of lines is read. */
export interface PathContext extends ReadContext {
  readonly limits: SourceLimits
  /** Is asked at the end of what may grow: true once there may be more. Absent: it ends there. */
  readonly more?: () => Promise<boolean>
}

/** A folder or a database that is open. */
export interface OpenedPath {
  /** What happened; can be read once. */
  readonly steps: AsyncIterable<RecordingStep>
  /** Closes it, where the steps are not read to their end. */
  close(): Promise<void>
}

/** Reads the records of one file into steps. */
export interface RecordReader {
  /** Takes the next record. @param line where it begins, from 1 */
  take(record: JsonObject, line: number): Iterable<RecordingStep>
  /**
   * A list of records begins inside a document; those taken before are of another one.
   * @param head the object that holds it, its lists emptied; null where there is none, or it was given with a list before
   * @param name the list's name; null for an array at the top or in a list
   */
  begin?(head: JsonObject | null, name: string | null, line: number): Iterable<RecordingStep>
  /** Ends what the file leaves open. */
  finish(): Iterable<RecordingStep>
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
  /** Begins to read a file. */
  reader(context: ReadContext): RecordReader
  /** Opens a folder or a database of the format; null where the path is neither. */
  openPath?(path: string, context: PathContext): Promise<OpenedPath | null>
  /** True where an SQLite database is of the format. */
  isDatabase?(path: string): Promise<boolean>
  /**
   * Of the paths found in a folder, sorted, those that are to be read: of what says the same twice one is left, and a
   * folder that is one recording stands in place of its files.
   */
  pathsToRead?(paths: readonly string[]): Promise<readonly string[]>
  /** What the paths of files match that stand beside recordings and are none, though their names say so. */
  readonly notes?: RegExp
}
