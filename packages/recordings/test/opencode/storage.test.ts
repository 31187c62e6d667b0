import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { oncePerStorage } from '../../src/agents/opencode/storage-folder.js'
import { openRecording } from '../../src/open-recording.js'
import type { RecordingStep, SkippedPiece } from '../../src/recording.js'
import { sampleChild, sampleSession, type TestSession, writeDatabase } from './records.js'

const folder = mkdtempSync(join(tmpdir(), 'opencode-storage-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Where the files of a session, of its messages and of their parts stand. */
interface Layout {
  readonly session: string
  readonly message: string
  part(session: string, message: string): string
}

const newer: Layout = {
  session: 'session/global',
  message: 'message',
  part: (_, message) => `part/${message}`,
}
/** As it was until September 2025. */
const oldest: Layout = {
  session: 'session/info',
  message: 'session/message',
  part: (session, message) => `session/part/${session}/${message}`,
}

/** The sessions as opencode kept them in files; gives the paths of these. */
function writeStorage(
  storage: string,
  sessions: readonly TestSession[],
  layout: Layout = newer,
): readonly string[] {
  const files = new Map<string, unknown>()
  for (const { info, messages } of sessions) {
    files.set(`${layout.session}/${String(info['id'])}.json`, {
      ...info,
      time: { created: 1_767_607_200_000 },
    })
    for (const { info: told, parts } of messages) {
      const name = `msg_${String(info['id'])}_${String(told['id'])}`
      files.set(`${layout.message}/${String(info['id'])}/${name}.json`, told)
      const folder = layout.part(String(info['id']), name)
      for (const part of parts) files.set(`${folder}/${String(part['id'])}.json`, part)
    }
  }
  files.set('todo/ses_1.json', [])
  return [...files].map(([name, value]) => {
    const file = join(storage, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(value, null, 2))
    return file
  })
}

async function read(path: string): Promise<{
  readonly format: string
  readonly steps: readonly RecordingStep[]
  readonly skipped: readonly SkippedPiece[]
}> {
  const skipped: SkippedPiece[] = []
  const steps: RecordingStep[] = []
  const recording = await openRecording(path, { onSkipped: (piece) => skipped.push(piece) })
  for await (const step of recording.steps) steps.push(step)
  return { format: recording.format, steps, skipped }
}

describe('a storage', () => {
  const storage = join(folder, 'data', 'storage')
  const files = writeStorage(storage, [sampleSession, sampleChild])

  test.each([storage, dirname(storage)])(
    'says what the database of the same sessions says (%s)',
    async (path) => {
      const database = join(folder, 'same.db')
      rmSync(database, { force: true })
      writeDatabase(database, [sampleSession, sampleChild])
      expect(await read(path)).toEqual(await read(database))
    },
  )

  test('of the oldest layout says the same', async () => {
    const project = join(folder, 'data', 'project', 'me-shop')
    const all = writeStorage(join(project, 'storage'), [sampleSession, sampleChild], oldest)
    const other = await read(storage)
    for (const path of [project, join(project, 'storage')]) expect(await read(path)).toEqual(other)
    expect(oncePerStorage([...all].toSorted())).toEqual([join(project, 'storage')])
  })

  test('stands in a folder in place of its files', () => {
    const other = join(folder, 'data', 'export.json')
    expect(oncePerStorage([...files, other].toSorted())).toEqual([other, storage])
  })

  test('is left out where a database beside it has it all', () => {
    const database = join(folder, 'data', 'opencode.db')
    expect(oncePerStorage([...files, database].toSorted())).toEqual([database])
  })

  test('is known by its folders, not by the name of a file', () => {
    const file = join(folder, 'else', 'message', 'x', 'msg_1.json')
    expect(oncePerStorage([file])).toEqual([file])
  })
})

test('what can not be read in it is counted with its file, and the rest is right', async () => {
  const storage = join(folder, 'hurt', 'storage')
  writeStorage(storage, [sampleSession])
  const hurt = {
    'part/msg_ses_1_msg_01/prt_ses_1_msg_01_0.json': '[1',
    'message/ses_1/msg_ses_1_msg_03.json': '',
    'session/global/ses_0.json': '7',
  }
  for (const [name, text] of Object.entries(hurt)) writeFileSync(join(storage, name), text)
  mkdirSync(join(storage, 'part/msg_ses_1_msg_02/prt_zz.json'))
  const { skipped, steps } = await read(storage)
  expect(skipped.map(({ file, reason }) => `${file.slice(storage.length + 1)}: ${reason}`)).toEqual([
    'session/global/ses_0.json: no JSON object, or nested too deep',
    'part/msg_ses_1_msg_01/prt_ses_1_msg_01_0.json: no JSON object, or nested too deep',
    'part/msg_ses_1_msg_02/prt_zz.json: no JSON object, or nested too deep',
    'message/ses_1/msg_ses_1_msg_03.json: no JSON object, or nested too deep',
  ])
  expect(steps.length).toBeGreaterThan(10)
})

test("a sub-agent's id that leads elsewhere is not followed", async () => {
  const storage = join(folder, 'led', 'storage')
  const id = '../../../elsewhere'
  const metadata = { sessionId: id }
  const task = { status: 'completed', input: {}, output: '', metadata, time: { start: 1, end: 2 } }
  writeStorage(storage, [
    {
      info: { id: 'ses_1' },
      messages: [
        {
          info: { id: 'msg_1', role: 'assistant', time: { created: 1 } },
          parts: [{ id: 'prt_1', type: 'tool', tool: 'task', callID: 'c', state: task }],
        },
      ],
    },
  ])
  mkdirSync(join(folder, 'elsewhere'), { recursive: true })
  writeFileSync(join(folder, 'elsewhere', 'msg_9.json'), '{"role":"assistant","time":{"created":1}}')
  const { steps } = await read(storage)
  expect(steps.filter(({ kind }) => kind === 'session').map(({ session }) => session)).toEqual(['ses_1'])
})
