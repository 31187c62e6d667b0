/** Writes the events of a session as a neutral recording: for hosts that embed core, and for logs that are kept. */

import type { TodoEvent } from '@todo-ledger/core'
import { RecordingLines, recordingLineText } from '@todo-ledger/core/recording'
import type { LineSink } from './session-recorder.js'

/** Writes the events of one session as they come. `recordEvents` gives it. */
export class EventRecorder {
  readonly #sink: LineSink
  readonly #lines = new RecordingLines()

  /** @param sink where the lines go */
  constructor(sink: LineSink) {
    this.#sink = sink
  }

  /** Takes the next event, from `session.opened` on. A turn is written when the next one begins or control goes back. */
  take(event: TodoEvent): void {
    for (const line of this.#lines.take(event)) this.#sink.write(recordingLineText(line))
  }

  /** Writes what is left, and the line that ends the recording. */
  end(): void {
    for (const line of this.#lines.finish()) this.#sink.write(recordingLineText(line))
  }
}

/**
 * Begins a recording of events: those that `ledger.events(id)` gives, and then those that `session.on('event')` gives.
 * @param sink where the lines go, such as `process.stdout` or a file's stream
 */
export function recordEvents(sink: LineSink): EventRecorder {
  return new EventRecorder(sink)
}
