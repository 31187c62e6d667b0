/**
 * The lines of a neutral recording, as they are written: JSON Lines, one object a line
 * (docs/sources/neutral-recording.md). What a reader takes beside is said by `neutral-recording.schema.json` of `@todo-ledger/recordings`.
 */

import type { JsonValue, RuleMode, RunTrigger, TodoStatus, YieldTarget } from '../events.js'

/** A profile as a recording of its sessions carries it, for programs that do not have it. */
export interface ProfileDeclaration {
  /** Where its behaviour is described. */
  readonly source: string
  /** The names of its todo tools. */
  readonly tools: readonly string[]
  /** How it sets rules. */
  readonly rules: readonly {
    readonly id: string
    /** What becomes of a call that breaks it. */
    readonly mode: RuleMode
    readonly options?: { readonly [key: string]: JsonValue }
  }[]
}

/** The structured result of a call under a profile that is declared: which list it led to. */
export interface DeclaredResult {
  /** The list after it. */
  readonly list: readonly {
    readonly id: string
    readonly text: string
    readonly status: TodoStatus
    readonly reason?: string
    /** The id of the item that it is a part of. */
    readonly parent?: string
    /** The ids of those that come first. */
    readonly dependencies?: readonly string[]
  }[]
  readonly goal: string | null
}

/** The first line: what the file is. */
export interface RecordingHeader {
  /** The form and its version. */
  readonly recording: 'todo-ledger/1'
  readonly session: string
  /** The name of the profile, the todo system that the session ran under. */
  readonly profile: string
  /**
   * The profile itself, where its readers do not have it: each accepted call then says in its `details` which `list` it
   * led to, one that only read says none.
   */
  readonly declares?: ProfileDeclaration
  /** The list's goal. */
  readonly goal?: string
  /** The session that started this one as a sub-agent. */
  readonly parent?: string
}

/** What every line but the first and the last may say. */
export interface TimedRecordingLine {
  /** When, as ISO 8601; the time of the line before when absent. */
  readonly at?: string
}

/** An input arrives and a run begins. */
export interface InputLine extends TimedRecordingLine {
  readonly input: string
  /** What starts the run; `unknown` when absent. */
  readonly trigger?: RunTrigger
}

/** A tool call of a turn, with what came of it. */
export interface RecordingCall {
  /** The call's id, unique in the recording. */
  readonly id: string
  readonly name: string
  /** The tool's input; an empty object when absent. */
  readonly input?: unknown
  /** Whether it worked. Absent or null on a todo call: the profile decides; on another call: nobody knows. */
  readonly ok?: boolean | null
  readonly output?: string
  /** The structured result beside the text, where the host has one that the profile reads. */
  readonly details?: unknown
}

/** One model response with its calls. A turn without calls ends its run. */
export interface TurnLine extends TimedRecordingLine {
  /** Its number, from 1. */
  readonly turn: number
  readonly text?: string
  readonly calls?: readonly RecordingCall[]
  /** False where the response was cut off. */
  readonly complete?: boolean
}

/** Work that another session did for this one. */
export interface SubagentLine extends TimedRecordingLine {
  readonly subagent: string
  readonly call?: string
  readonly text?: string
  /** Its calls, in order; absent where its log is not at hand. */
  readonly calls?: readonly RecordingCall[]
}

/** A reminder that was given. */
export interface NagLine extends TimedRecordingLine {
  readonly nag: string
}

/** The conversation was compacted. */
export interface CompactionLine extends TimedRecordingLine {
  readonly compacted: true
  /** The summary that stands for what was compacted. */
  readonly summary?: string
}

/** Where control went when the run of the last turn ended; right behind that turn. */
export interface YieldLine extends TimedRecordingLine {
  /** Where to; `waiting` where the run is parked. */
  readonly yield: YieldTarget
}

/** The last line: the session is over and nothing is missing. */
interface EndLine {
  readonly end: true
}

/** A line between the first and the last. */
export type RecordingEntry = InputLine | TurnLine | SubagentLine | NagLine | CompactionLine | YieldLine

/** Any line. */
export type RecordingLine = RecordingHeader | RecordingEntry | EndLine

/** A line as text, with its newline. */
export function recordingLineText(line: RecordingLine): string {
  return `${JSON.stringify(line)}\n`
}
