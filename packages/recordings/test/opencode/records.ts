/** Messages of opencode sessions for tests, an export and a database of them, and a reading of them. */

import Database from 'libsql'
import { opencode } from '../../src/agents/opencode/format.js'
import { openRecording } from '../../src/open-recording.js'
import type { RecordingStep, SkippedPiece } from '../../src/recording.js'
import { type Read, readFormat } from '../reading.js'

export type TestRecord = { readonly [field: string]: unknown }

/** A message with its parts, as an export has it. */
export interface TestMessage {
  readonly info: TestRecord
  readonly parts: readonly TestRecord[]
}

/** A session with its messages. */
export interface TestSession {
  readonly info: TestRecord
  readonly messages: readonly TestMessage[]
}

/** 2026-01-05T10:00:00Z, and a minute for each number. */
function minute(number: number): number {
  return 1_767_607_200_000 + number * 60_000
}

export function session(id: string, messages: readonly TestMessage[], fields: TestRecord = {}): TestSession {
  const info = { id, slug: 'calm-river', projectID: 'global', directory: '/home/ada/shop', ...fields }
  const ofSession = messages.map((each) => ({
    info: { ...each.info, sessionID: id },
    parts: each.parts.map((part, index) => ({
      id: `prt_${id}_${String(each.info['id'])}_${index}`,
      sessionID: id,
      messageID: each.info['id'],
      ...part,
    })),
  }))
  return { info, messages: ofSession }
}

export function asked(id: string, at: number, ...parts: readonly (string | TestRecord)[]): TestMessage {
  return { info: { id, role: 'user', time: { created: minute(at) } }, parts: parts.map(asPart) }
}

export function answered(
  id: string,
  at: number,
  parts: readonly (string | TestRecord)[],
  fields: TestRecord = {},
): TestMessage {
  return {
    info: { id, role: 'assistant', time: { created: minute(at) }, ...fields },
    parts: parts.map(asPart),
  }
}

function asPart(part: string | TestRecord): TestRecord {
  return typeof part === 'string' ? { type: 'text', text: part } : part
}

export function tool(callID: string, name: string, state: TestRecord, fields: TestRecord = {}): TestRecord {
  return { type: 'tool', callID, tool: name, state, ...fields }
}

export function completed(input: unknown, output: string, at: number, metadata: TestRecord = {}): TestRecord {
  return {
    status: 'completed',
    input,
    output,
    metadata,
    title: '',
    time: { start: minute(at), end: minute(at + 1) },
  }
}

function failed(input: unknown, error: string, at: number): TestRecord {
  return { status: 'error', input, error, time: { start: minute(at), end: minute(at + 1) } }
}

/** Reads a text as one export. */
export const readText = (text: string, file = 'export.json'): Promise<Read> =>
  readFormat(opencode, text, file)

/** Reads a database. */
export async function readDatabase(file: string): Promise<Read> {
  const steps: RecordingStep[] = []
  const skipped: SkippedPiece[] = []
  const recording = await openRecording(file, { onSkipped: (piece) => skipped.push(piece) })
  for await (const step of recording.steps) steps.push(step)
  return { steps, skipped }
}

/** The session as `opencode export` prints it. */
export function asExport(given: TestSession, indent = 2): string {
  return `${JSON.stringify(given, null, indent)}\n`
}

/** The sessions as opencode's database keeps them. */
export function writeDatabase(file: string, sessions: readonly TestSession[]): void {
  const database = new Database(file)
  database.exec(`
    CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER NOT NULL, data TEXT NOT NULL);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL, data TEXT NOT NULL);
  `)
  const insertSession = database.prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?)')
  const insertMessage = database.prepare('INSERT INTO message VALUES (?, ?, ?, ?)')
  const insertPart = database.prepare('INSERT INTO part VALUES (?, ?, ?, ?)')
  for (const { info, messages } of sessions) {
    const id = String(info['id'])
    const { updated = minute(0) } = Object(info['time'])
    insertSession.run(id, info['parentID'] ?? null, info['directory'], minute(0), updated)
    for (const {
      info: { id: message, sessionID: _, ...data },
      parts,
    } of messages) {
      const key = `${id}_${String(message)}`
      const { created } = Object(data['time'])
      insertMessage.run(key, id, Number(created), JSON.stringify(data))
      for (const { id: part, sessionID: _s, messageID: _m, ...held } of parts) {
        insertPart.run(String(part), key, id, JSON.stringify(held))
      }
    }
  }
  database.close()
}

const todos = (status: string): TestRecord => ({
  todos: [{ content: 'Build – ✓ "[{', status, priority: 'high' }],
})

/** An export with something of everything. */
export const sampleSession: TestSession = session('ses_1', [
  asked('msg_01', 0, 'Build it', { type: 'text', text: 'Called the Read tool', synthetic: true }),
  answered('msg_02', 1, [
    { type: 'step-start' },
    { type: 'reasoning', text: 'Hm.' },
    'I plan.',
    tool('c1', 'todowrite', completed(todos('in_progress'), '[]', 1)),
    { type: 'step-finish', reason: 'tool-calls' },
    { type: 'patch', hash: 'h', files: ['a'] },
  ]),
  answered('msg_03', 3, [
    tool('c2', 'bash', completed({ command: 'make' }, 'no', 3, { exit: 2 })),
    tool('c3', 'edit', failed({ filePath: 'a' }, 'Error: not found', 5)),
    tool('t1', 'task', completed({ prompt: 'Look' }, 'Seen.', 7, { sessionId: 'ses_2' })),
  ]),
  asked('msg_04', 9, { type: 'compaction', auto: true }),
  answered('msg_05', 10, ['We built.'], { summary: true }),
  asked('msg_06', 11, { type: 'text', text: 'Continue if you have next steps', synthetic: true }),
  answered(
    'msg_07',
    12,
    [tool('c4', 'bash', { status: 'running', input: {}, time: { start: minute(12) } })],
    {
      error: { name: 'MessageAbortedError', data: {} },
    },
  ),
  asked('msg_08', 13, { type: 'text', text: 'The following tool was executed by the user', synthetic: true }),
  answered('msg_09', 14, [tool('u1', 'bash', completed({ command: 'ls' }, 'a', 14))]),
  asked('msg_10', 15, 'Go on'),
  answered('msg_11', 16, ['Done.'], { finish: 'stop' }),
])

/** The session of the sub-agent in it. */
export const sampleChild: TestSession = session(
  'ses_2',
  [
    asked('msg_01', 7, 'Look'),
    answered('msg_02', 7, [tool('c1', 'read', completed({ filePath: 'a' }, 'aaa', 7))]),
    asked('msg_03', 20, 'Look again'),
    answered('msg_04', 21, ['Nothing.']),
  ],
  { parentID: 'ses_1' },
)
