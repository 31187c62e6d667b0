import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { formatsOf } from '../src/formats/index.js'
import { openRecording } from '../src/open-recording.js'
import { answered, said } from './claude-code/records.js'

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

const unknownFormat = `this is no recording of a format that is known (${formatsOf()
  .map(({ name }) => name)
  .join(', ')})`

describe('opening a recording', () => {
  test('what nests without end, or holds too many values, is said and never parsed', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const deep = '['.repeat(2_000_000)
    for (const text of [deep, '{"a":'.repeat(1_000_000)])
      await expect(openRecording(await fileWith('excess.jsonl', text))).rejects.toThrow(
        'none of it can be read: nested too deep',
      )
    const values = await fileWith('values.jsonl', `[${'0,'.repeat(5_100_000)}0]`)
    await expect(openRecording(values)).rejects.toThrow('none of it can be read: it holds more than')
    const skipped: string[] = []
    const path = await fileWith('excess-before.jsonl', `${deep}\n${deep}\n${session}`)
    const recording = await openRecording(path, {
      onSkipped: ({ line, reason }) => skipped.push(`${line}: ${reason}`),
    })
    for await (const step of recording.steps) expect(step.source.line).toBeGreaterThan(2)
    expect([recording.format, skipped]).toEqual(['claude-code', ['1: nested too deep', '2: nested too deep']])
    const longest = Math.max(...parse.mock.calls.map(([text]) => text.length))
    parse.mockRestore()
    expect(longest).toBeLessThan(2_000_000)
  })

  test('behind many lines that say little', async () => {
    const path = await fileWith('late.jsonl', `${'\n'.repeat(50)}${'{"damage":"\n'.repeat(90)}${session}`)
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

  test('of hundreds of thousands of records that say nothing: none is known', async () => {
    const path = await fileWith('empty-records.jsonl', '{}\n'.repeat(400_000))
    await expect(openRecording(path)).rejects.toThrow(unknownFormat)
  })

  test('behind a head of thousands of lines', async () => {
    const chat = {
      sessionId: 's1',
      projectHash: 'h',
      directories: Array.from({ length: 3000 }, (_, index) => `/w/${index}`),
      messages: [{ id: 'u1', type: 'user', timestamp: '2026-01-05T10:00:00Z', content: 'Go' }],
    }
    const path = await fileWith('head.json', JSON.stringify(chat, null, 2))
    expect((await openRecording(path)).format).toBe('gemini-cli')
  })

  test.each([[9e6, '1 not JSON']])(
    'behind a first line of %d bytes that is no record',
    async (length, reason) => {
      const skipped: string[] = []
      const path = await fileWith(`long-${length}.jsonl`, `${'x'.repeat(length)}\n${session}`)
      const recording = await openRecording(path, {
        onSkipped: ({ line, reason }) => skipped.push(`${line} ${reason}`),
      })
      for await (const _step of recording.steps);
      expect([recording.format, skipped]).toEqual(['claude-code', [reason]])
    },
  )

  test('as far as it was written when it was opened', async () => {
    const path = await fileWith('growing.jsonl', `${session}\n`)
    const skipped: string[] = []
    const recording = await openRecording(path, { onSkipped: ({ reason }) => skipped.push(reason) })
    await appendFile(path, `${JSON.stringify(answered('m2', 'x'.repeat(2e6))).slice(0, -9)}`)
    const said: string[] = []
    for await (const step of recording.steps) if (step.kind === 'message') said.push(step.text)
    expect([said, skipped]).toEqual([['Done.'], []])
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
    [
      'unreadable',
      'none of it can be read: the compressed data (gzip) is damaged or cut off here',
      (name) => fileWith(name, gzipSync(session).subarray(0, 12)),
    ],
    ['unknown-format', unknownFormat, (name) => fileWith(name, '# Hello\n')],
    ['unknown-format', unknownFormat, (name) => fileWith(name, '{"messages":[]}')],
  ])('%s: %s', async (code, message, place) => {
    const path = await place(`${code}-${message.length}`)
    await expect(openRecording(path)).rejects.toMatchObject({
      code,
      message: `${path}: ${message}`,
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
