/**
 * Writes a session as a neutral recording while it happens, for hosts that do not embed core: a line a call, so
 * `todo-replay` can read the file, or the pipe, as it grows.
 */

import type { YieldTarget } from '@todo-ledger/core'
import {
  type CompactionLine,
  type InputLine,
  type RecordingHeader,
  type RecordingLine,
  recordingLineText,
  type SubagentLine,
  type TimedRecordingLine,
  type TurnLine,
} from './recording-line.js'

/** Where lines go. Any stream of Node.js is one. */
export interface LineSink {
  /** Takes one line, with its newline. */
  write(text: string): unknown
}

export interface RecordedTime {
  /** When it happened; the time of the line before when absent. */
  readonly at?: Date
}

type WithTime<Line extends TimedRecordingLine> = Omit<Line, 'at'> & RecordedTime

/** What a recording begins with: the session's id, its profile by name, and its goal and parent if it has them. */
export type RecordedSessionHead = Omit<RecordingHeader, 'recording'>

/** Writes one session. `recordSession` gives it. */
export class SessionRecorder {
  readonly #sink: LineSink
  #turns = 0
  #isOver = false

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

  nag(text: string, time: RecordedTime = {}): void {
    this.#write({ nag: text, ...written(time) })
  }

  compacted({ summary, ...time }: RecordedTime & Pick<CompactionLine, 'summary'> = {}): void {
    this.#write({ compacted: true, ...(summary === undefined ? {} : { summary }), ...written(time) })
  }

  /** Control went back after the last turn: `waiting` where the session is parked. */
  yield(to: YieldTarget, time: RecordedTime = {}): void {
    this.#write({ yield: to, ...written(time) })
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

/** Begins a recording. @param sink where the lines go, such as `process.stdout` or a file's stream */
export function recordSession(sink: LineSink, head: RecordedSessionHead): SessionRecorder {
  return new SessionRecorder(sink, head)
}

function written<F extends RecordedTime>({ at, ...fields }: F): Omit<F, 'at'> & { at?: string } {
  return { ...fields, ...(at === undefined ? {} : { at: at.toISOString() }) }
}
