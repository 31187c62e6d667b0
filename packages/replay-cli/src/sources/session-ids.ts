/** The ids of a source's sessions, found without replaying anything. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { decodeEvent } from '@todo-ledger/core'
import { openRecording, type RecordingStream, readLines } from '@todo-ledger/recordings'
import { begun } from './event-log-file.js'
import { openLedgerFile } from './ledger-file.js'
import type { Source } from './source.js'

/**
 * The ids of a source's sessions as they appear. Files that can't be read are passed over: reading the source tells of
 * them. Of what can be read only once, such as standard input, there are none.
 * @param first of a folder's files, those whose names hold this text are looked at first
 */
export async function* sessionIds(source: Source, first = ''): AsyncGenerator<string, void, undefined> {
  switch (source.kind) {
    case 'input':
      return
    case 'ledger':
      yield* ledgerIds(source.file)
      return
    case 'recording':
      yield* recordingIds(source.file)
      return
    case 'folder': {
      const named = source.files.filter((file) => file.includes(first))
      for (const file of new Set([...named, ...source.files])) yield* recordingIds(file)
    }
  }
}

async function* ledgerIds(file: string): AsyncGenerator<string, void, undefined> {
  const store = await openLedgerFile(file, { readOnly: true })
  try {
    for (const { session } of await store.sessions()) yield session
  } finally {
    await store.close()
  }
}

async function* recordingIds(file: string): AsyncGenerator<string, void, undefined> {
  try {
    // What can be read only once, such as a named pipe, is left to the reading itself.
    const entry = await stat(file)
    if (!entry.isFile() && !entry.isDirectory()) return
    const { stream, isEventLog, close } = await begun({ name: file, bytes: createReadStream(file) })
    if (isEventLog) yield* idsOfEvents(stream)
    else {
      await close()
      yield* idsOfSteps(file)
    }
  } catch {
    // Reading the source tells of it.
  }
}

async function* idsOfSteps(file: string): AsyncGenerator<string, void, undefined> {
  const recording = await openRecording(file)
  try {
    for await (const step of recording.steps) if (step.kind === 'session') yield step.session
  } finally {
    await recording.close()
  }
}

async function* idsOfEvents({ name, bytes }: RecordingStream): AsyncGenerator<string, void, undefined> {
  for await (const { text } of readLines(bytes, { file: name, onSkipped: () => undefined })) {
    if (text.trim() === '') continue
    const event = decodeEvent(text, 'This line')
    if (event.type === 'session.opened') yield event.session
  }
}
