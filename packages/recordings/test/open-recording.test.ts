import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formats } from '../src/formats.js'
import { openRecording } from '../src/open-recording.js'
import { answered, said } from './claude-code-records.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'todo-ledger-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

async function fileWith(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const session = [said('Go'), answered('m1', 'Done.')].map((record) => JSON.stringify(record)).join('\n')

const unknownFormat = `this is no recording of a format that is known (${formats.map(({ name }) => name).join(', ')})`

describe('opening a recording', () => {
  test('by content, not by name; with how far it has read', async () => {
    const path = await fileWith('anything.txt', session)
    const progress: number[] = []
    const recording = await openRecording(path, { onProgress: (bytes) => progress.push(bytes) })
    const kinds: string[] = []
    for await (const step of recording.steps) kinds.push(step.kind)
    expect([recording.format, recording.file, kinds]).toEqual([
      'claude-code',
      path,
      ['session', 'input', 'turn', 'message', 'turn-end', 'run-end'],
    ])
    expect(progress.at(-1)).toBe(Buffer.byteLength(session))
  })

  test('from a stream, in pieces', async () => {
    async function* bytes(): AsyncIterable<string> {
      yield '{"recording":"todo-ledger/1","session":"s1",'
      yield '"profile":"todo-manager"}\n{"turn":1}'
    }
    const recording = await openRecording({ name: '-', bytes: bytes() })
    const kinds: string[] = []
    for await (const step of recording.steps) kinds.push(step.kind)
    expect([recording.format, recording.file, kinds.length]).toEqual(['neutral', '-', 5])
  })

  test('behind many lines that say little', async () => {
    const path = await fileWith('late.jsonl', `${'\n'.repeat(50)}${'{"damage":\n'.repeat(90)}${session}`)
    const skipped: string[] = []
    const recording = await openRecording(path, {
      onSkipped: ({ line, reason }) => skipped.push(`${line} ${reason}`),
    })
    for await (const _ of recording.steps);
    expect([recording.format, skipped.length, skipped[0], skipped.at(-1)]).toEqual([
      'claude-code',
      90,
      '51 not JSON',
      '140 not JSON',
    ])
  })

  test('and closing it unread', async () => {
    const recording = await openRecording(await fileWith('closed.jsonl', session))
    await recording.close()
    for await (const _ of recording.steps) break
  })

  test.each<[string, string, (name: string) => Promise<string>]>([
    ['missing', 'there is no such file', async (name) => join(folder, name)],
    [
      'missing',
      'there is no such file; a part of its path is no folder',
      async (name) => join(await fileWith(name, 'x'), 'y'),
    ],
    ['is-directory', 'this is a folder; name a file in it', async () => folder],
    ['empty', 'the file is empty; name a recorded session', (name) => fileWith(name, '')],
    ['empty', 'the file is empty; name a recorded session', (name) => fileWith(name, '\n \n')],
    [
      'not-a-recording',
      'this is a binary file; a recording is text (JSON Lines)',
      (name) => fileWith(name, Uint8Array.of(1, 0, 2)),
    ],
    ['unknown-format', unknownFormat, (name) => fileWith(name, '# Hello\n')],
    ['unknown-format', unknownFormat, (name) => fileWith(name, '{"messages":[]}')],
  ])('%s: %s', async (code, message, place) => {
    const path = await place(`${code}-${message.length}`)
    await expect(openRecording(path)).rejects.toMatchObject({
      code,
      message: `${path}: ${message}`,
      file: path,
      line: null,
    })
  })

  test.skipIf(process.getuid?.() === 0)('permission', async () => {
    const path = await fileWith('closed', session)
    await chmod(path, 0)
    await expect(openRecording(path)).rejects.toMatchObject({ code: 'permission' })
  })

  test('trouble of the stream itself is named', async () => {
    async function* bytes(): AsyncIterable<string> {
      yield `${session}\n`
      throw Object.assign(new Error('i/o'), { code: 'EIO' })
    }
    const recording = await openRecording({ name: '-', bytes: bytes() })
    const reading = (async () => {
      for await (const _ of recording.steps);
    })()
    await expect(reading).rejects.toMatchObject({
      code: 'unreadable',
      message: "-: the file can't be read (EIO)",
    })
  })
})
