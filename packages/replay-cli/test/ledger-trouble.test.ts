import { Readable } from 'node:stream'
import { StoreError } from '@todo-ledger/core'
import { RecordingError } from '@todo-ledger/recordings'
import { expect, test } from 'vitest'
import { ReadReport } from '../src/sources/read-report.js'
import { quietOutput } from './memory-host.js'

/** What becomes of a file of several when reading it, or storing what it holds, ends with an error. */
async function reading(error: Error): Promise<string> {
  const report = new ReadReport(quietOutput())
  try {
    for await (const _ of report.tryFile(
      'one.jsonl',
      Readable.from([], { read: () => undefined }).destroy(error),
    ));
    return `${report.unreadableFiles} unreadable`
  } catch (thrown) {
    return thrown === error ? 'it ends' : String(thrown)
  }
}

test.each([
  [new StoreError('busy', 'in use'), 'it ends'],
  [new StoreError('disk-full', 'no room'), 'it ends'],
  [new StoreError('disk-failed', 'the disk'), 'it ends'],
  [new StoreError('file-replaced', 'another'), 'it ends'],
  [new StoreError('too-large', 'one event'), '1 unreadable'],
  [new StoreError('forgotten', 'one session'), '1 unreadable'],
  [new RecordingError('unreadable', 'one.jsonl', 'no'), '1 unreadable'],
])('%s: of a ledger it ends the reading, of one file the others go on', async (error, outcome) => {
  expect(await reading(error)).toBe(outcome)
})
