/** The lines of a neutral recording: JSON Lines, one object a line, as docs/sources/neutral-recording.md describes it. */

import type { RunTrigger, YieldTarget } from '@todo-ledger/core'
import type { ProfileDeclaration } from '@todo-ledger/core/profiles'

/** The first line. */
export interface RecordingHeader {
  readonly recording: 'todo-ledger/1'
  readonly session: string
  readonly profile: string
  readonly declares?: ProfileDeclaration
  readonly goal?: string
  readonly parent?: string
}

export interface TimedRecordingLine {
  /** As ISO 8601; the time of the line before when absent. */
  readonly at?: string
}

interface RecordingCall {
  readonly id: string
  readonly name: string
  readonly input?: unknown
  /** Absent or null on a todo call: the profile decides; on another call: nobody knows. */
  readonly ok?: boolean | null
  readonly output?: string
  /** The structured result beside the text, where the host has one that the profile reads. */
  readonly details?: unknown
}

export type InputLine = TimedRecordingLine & { readonly input: string; readonly trigger?: RunTrigger }

/** One model response with its calls. A turn without calls ends its run. */
export interface TurnLine extends TimedRecordingLine {
  readonly turn: number
  readonly text?: string
  readonly calls?: readonly RecordingCall[]
  /** False where the response was cut off. */
  readonly complete?: boolean
}

export interface SubagentLine extends TimedRecordingLine {
  readonly subagent: string
  readonly call?: string
  readonly text?: string
  /** Absent where its log is not at hand. */
  readonly calls?: readonly RecordingCall[]
}

type NagLine = TimedRecordingLine & { readonly nag: string }
export type CompactionLine = TimedRecordingLine & { readonly compacted: true; readonly summary?: string }
/** Where control went when the run of the last turn ended; right behind that turn. */
type YieldLine = TimedRecordingLine & { readonly yield: YieldTarget }

type RecordingEntry = InputLine | TurnLine | SubagentLine | NagLine | CompactionLine | YieldLine
export type RecordingLine = RecordingHeader | RecordingEntry | { readonly end: true }

export function recordingLineText(line: RecordingLine): string {
  return `${JSON.stringify(line)}\n`
}
