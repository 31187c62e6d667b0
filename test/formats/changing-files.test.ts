// A file that changes while it is read: what it held when it was opened is read as far as it is still there.

import {
  appendFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRecording, type RecordingStep, type SkippedPiece } from '@todo-ledger/recordings'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-changing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const count = 4000
const turn = (number: number): string =>
  JSON.stringify({ turn: number, text: `Turn ${number}. ${'x'.repeat(500)}` })
const header = '{"recording":"todo-ledger/1","session":"s1","profile":"todo-manager"}'
const lines = [header, ...Array.from({ length: count }, (_, index) => turn(index + 1))]
const file = join(folder, 'session.jsonl')

interface Reading {
  readonly said: readonly string[]
  readonly skipped: readonly SkippedPiece[]
}

/** Reads the file, and changes it after the first step; it is longer than what is read of it at once. */
async function readWhile(change: () => void): Promise<Reading> {
  writeFileSync(file, `${lines.join('\n')}\n`)
  const said: string[] = []
  const skipped: SkippedPiece[] = []
  const recording = await openRecording(file, { onSkipped: (piece) => skipped.push(piece) })
  let isChanged = false
  for await (const step of recording.steps) {
    if (!isChanged) change()
    isChanged = true
    said.push(...saidIn(step))
  }
  return { said, skipped }
}

function saidIn(step: RecordingStep): readonly string[] {
  return step.kind === 'message' ? [step.text.replace(/ x+$/, '')] : []
}

const all = Array.from({ length: count }, (_, index) => `Turn ${index + 1}.`)

test.each<[string, () => void]>([
  ['grows', () => appendFileSync(file, `${turn(count + 1)}\n{"turn":`)],
  ['is deleted', () => unlinkSync(file)],
  [
    'is replaced',
    () => {
      writeFileSync(`${file}.new`, 'something else')
      renameSync(`${file}.new`, file)
    },
  ],
])('a file that %s', async (_, change) => {
  expect(await readWhile(change)).toEqual({ said: all, skipped: [] })
})

test('a file that shrinks: what is left is read, and the line that was cut is counted', async () => {
  const left = 3000
  const length = lines.slice(0, left).join('\n').length + 20
  const { said, skipped } = await readWhile(() => truncateSync(file, length))
  expect(said).toEqual(all.slice(0, left - 1))
  expect(skipped).toEqual([{ file, line: left + 1, reason: 'not JSON' }])
})

test('a file that is emptied and written anew: lines of before are read, and nothing is made up', async () => {
  const { said } = await readWhile(() => writeFileSync(file, ''))
  expect(all.slice(0, said.length)).toEqual(said)
})
