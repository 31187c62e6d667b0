/** Reads a recording through a session, in memory that its size does not matter to: nothing is stored. */

import { createReadStream, type Stats, statSync } from 'node:fs'
import { evidence } from '@todo-ledger/audit'
import { type EventOf, type EventStore, openLedger, type Session, transientStore } from '@todo-ledger/core'
import {
  importRecording,
  openRecording,
  type RecordingStep,
  type RecordingStream,
} from '@todo-ledger/recordings'
import { begun, readEventLog } from './event-log-file.js'
import type { FileReading, SessionListener, Wish } from './reading.js'

/** Bytes that are read of a file at once. */
const highWaterMark = 256 * 1024

/**
 * Reads one recording, or events that were exported.
 * @param source the path of a file, or a stream
 * @throws RecordingError where it can't be read
 * @throws Failure where events can't be
 */
export async function readRecording(source: string | RecordingStream, reading: FileReading): Promise<void> {
  const place = typeof source === 'string' ? statSync(source, { throwIfNoEntry: false }) : undefined
  const isFolder = place?.isDirectory() === true
  const { stream, isEventLog, isDatabase, close } = await begun(
    typeof source === 'string' ? streamOf(source, place) : source,
  )
  if (isEventLog) return readEventLog(stream, reading)
  // What is more than a stream of bytes is opened anew, by its path.
  const isByPath = typeof source === 'string' && (isFolder || isDatabase)
  if (isByPath) await close()
  const recording = await openRecording(isByPath ? source : stream, {
    onSkipped: (piece) => reading.report.skipped(piece),
    ...(reading.more === undefined ? {} : { more: reading.more }),
  })
  const opened = new Map<string, EventOf<'session.opened'>>()
  const listeners: SessionListener[] = []
  try {
    await importRecording(
      wantedSteps(recording.steps, reading),
      openLedger({ store: passingStore(opened), evidence: evidence(), redaction: reading.redaction }),
      {
        format: recording.format,
        file: recording.file,
        ...(reading.profile === undefined ? {} : { profile: reading.profile }),
        todos: reading.todos ?? [],
        onSession: (session) => {
          const listener = listen(session, opened.get(session.id), reading)
          if (listener !== null) listeners.push(listener)
        },
      },
    )
  } finally {
    await recording.close()
  }
  for (const listener of listeners) await listener.finished()
}

/** A file as far as it is written now: what is added while it is read does not tear its end. */
function streamOf(file: string, place: Stats | undefined): RecordingStream {
  // Some systems say 0 of files that they make up as they are read.
  const isMeasured = place?.isFile() === true && place.size > 0
  const end = isMeasured ? { end: place.size - 1 } : {}
  return { name: file, bytes: createReadStream(file, { highWaterMark, ...end }) }
}

function listen(
  session: Session,
  opened: EventOf<'session.opened'> | undefined,
  reading: FileReading,
): SessionListener | null {
  const listener = opened === undefined ? null : reading.listenerFor(opened)
  if (opened === undefined || listener === null) return null
  let wish: Wish = listener.passed(opened, session.state)
  session.on('event', ({ event, state }) => {
    if (wish === 'more') wish = listener.passed(event, state)
  })
  return listener
}

/** The steps until nothing more is wanted, no faster than the results are read. */
async function* wantedSteps(
  steps: AsyncIterable<RecordingStep>,
  reading: FileReading,
): AsyncGenerator<RecordingStep, void, undefined> {
  for await (const step of steps) {
    if (reading.isOver()) return
    reading.coming(step)
    yield step
    await reading.settle()
  }
}

/** A store that keeps nothing but the first event of each session, which passes before anybody can listen. */
export function passingStore(opened: Map<string, EventOf<'session.opened'>>): EventStore {
  const store = transientStore()
  return {
    ...store,
    append(session, events, options) {
      const [first] = events
      if (first?.type === 'session.opened') opened.set(session, first)
      return store.append(session, events, options)
    },
  }
}
