/**
 * Writes a session as a neutral recording while it happens: for hosts that do not embed core. Each call writes one
 * line, so `todo-replay` can read the file, or the pipe, as it grows.
 */

import type { YieldTarget } from '@todo-ledger/core'
import {
  type CompactionLine,
  type InputLine,
  type NagLine,
  type RecordingHeader,
  type RecordingLine,
  recordingLineText,
  type SubagentLine,
  type TimedRecordingLine,
  type TurnLine,
  type YieldLine,
} from '@todo-ledger/core/recording'

/** Where lines go. Any stream of Node.js is one. */
export interface LineSink {
  /** Takes one line, with its newline. */
  write(text: string): unknown
}

/** When a thing happened, as a host says it. */
export interface RecordedTime {
  /** When; the time of the line before when absent. */
  readonly at?: Date
}

/** The fields of a line, with a time in place of its text. */
type WithTime<Line extends TimedRecordingLine> = Omit<Line, 'at'> & RecordedTime

/** What a recording begins with. */
export type RecordedSessionHead = Omit<RecordingHeader, 'recording'>

/** Writes one session. `recordSession` gives it. */
export class SessionRecorder {
  readonly #sink: LineSink
  #turns = 0
  #isOver = false

  /** @param sink where the lines go; @param head what the session is */
  constructor(sink: LineSink, head: RecordedSessionHead) {
    this.#sink = sink
    this.#write({ recording: 'todo-ledger/1', ...head })
  }

  /** An input arrives and a run begins. */
  input(text: string, { trigger = 'user', ...time }: RecordedTime & Pick<InputLine, 'trigger'> = {}): void {
    this.#write({ input: text, trigger, ...written(time) })
  }

  /** A model response with its calls and what came of them, once it is over. One without calls ends its run. */
  turn(turn: Omit<WithTime<TurnLine>, 'turn'>): void {
    this.#turns += 1
    this.#write({ turn: this.#turns, ...written(turn) })
  }

  /** Work that a sub-agent did, once it is over. */
  subagent(session: string, work: Omit<WithTime<SubagentLine>, 'subagent'> = {}): void {
    this.#write({ subagent: session, ...written(work) })
  }

  /** A reminder was given. */
  nag(text: string, time: RecordedTime = {}): void {
    const line: NagLine = { nag: text, ...written(time) }
    this.#write(line)
  }

  /** The conversation was compacted. */
  compacted({ summary, ...time }: RecordedTime & Pick<CompactionLine, 'summary'> = {}): void {
    this.#write({ compacted: true, ...(summary === undefined ? {} : { summary }), ...written(time) })
  }

  /** Control went back after the last turn: `waiting` where the session is parked. */
  yield(to: YieldTarget, time: RecordedTime = {}): void {
    const line: YieldLine = { yield: to, ...written(time) }
    this.#write(line)
  }

  /** The session is over. Nothing is written after that. */
  end(): void {
    this.#write({ end: true })
    this.#isOver = true
  }

  #write(line: RecordingLine): void {
    if (this.#isOver) throw new TypeError('The recording has ended. Begin another one with recordSession.')
    this.#sink.write(recordingLineText(line))
  }
}

/**
 * Begins a recording.
 * @param sink where the lines go, such as `process.stdout` or a file's stream
 * @param head the session's id, its profile by name, and its goal and parent if it has them
 */
export function recordSession(sink: LineSink, head: RecordedSessionHead): SessionRecorder {
  return new SessionRecorder(sink, head)
}

/** The fields as they are written: a time as its text. */
function written<Fields extends RecordedTime>({
  at,
  ...fields
}: Fields): Omit<Fields, 'at'> & { at?: string } {
  return { ...fields, ...(at === undefined ? {} : { at: at.toISOString() }) }
}
