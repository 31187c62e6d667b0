/** Recordings that are long, or made to cost much: each of these once took minutes, grew without bound, or lost something. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { besideFiles } from '../src/agents/claude-code/home.js'
import { HeldCalls } from '../src/held-calls.js'
import { openRecording } from '../src/open-recording.js'
import type { CallStep, RecordingStep } from '../src/recording.js'
import { RecordingReader } from '../src/recording-reader.js'
import { FileValues } from '../src/records.js'
import { textAfter } from '../src/todo-sources/file-changes.js'
import { answered, said } from './claude-code/records.js'
import { sampleEvents } from './openhands/records.js'
import { asLines, readRecording, reasons } from './reading.js'

function read({ name, text }: { readonly name: string; readonly text: string }) {
  const found = readRecording(text, name)
  return { steps: found.steps, skipped: reasons(found) }
}

const callsIn = (steps: readonly RecordingStep[]): readonly CallStep[] =>
  steps.filter((step) => step.kind === 'call')

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'todo-ledger-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

describe('what a file holds very often', () => {
  test('Cline: spaces before what is no interruption', async () => {
    const text = `<task>Go</task>`
    const { steps } = read({
      name: 'api_conversation_history.json',
      text: JSON.stringify([
        { role: 'user', content: text },
        { role: 'assistant', content: `A${' '.repeat(500_000)}B [Response interrupted by user] ` },
      ]),
    })
    const [message] = steps.filter((step) => step.kind === 'message')
    expect([message?.text.length, steps.at(-1)]).toEqual([
      500_002,
      expect.objectContaining({ complete: false }),
    ])
  })

  test('Markdown: replacements that let a text grow without bound', () => {
    const pieces = Array.from({ length: 60 }, () => ({ before: 'a', after: 'aa', everywhere: true }))
    expect(textAfter('- [ ] a', { path: 'TODO.md', kind: 'replaced', pieces })).toBeNull()
    const few = { path: 'TODO.md', kind: 'replaced', pieces: pieces.slice(0, 3) } as const
    expect(textAfter('- [ ] a', few)).toBe(`- [ ] ${'a'.repeat(8)}`)
  })

  test('blank lines of a document count', () => {
    const skipped: string[] = []
    const values = new FileValues((line, reason) => skipped.push(`${line} ${reason}`))
    for (const line of [1, 300 * 2 ** 20]) for (const _ of values.take({ line, text: '[' })) expect.fail()
    expect([[...values.finish()], skipped]).toEqual([
      [],
      ['1 it is no JSON Lines, and as one document longer than 256 MiB'],
    ])
  })

  test('calls that wait for results that never come', () => {
    const at = new Date(0)
    const held = new HeldCalls(() => true)
    const taken = Array.from({ length: 1000 }, (_, line): CallStep => {
      const place = { session: 's', at, source: { line } }
      return { ...place, kind: 'call', call: `c${line}`, name: 'x', input: {} }
    })
    const released = taken.flatMap((call) => [...held.take(call)])
    expect(released.length).toBeGreaterThanOrEqual(800)
    expect([...released, ...held.finish()].map(({ call }) => call)).toEqual(taken)
  })
})

describe('limits and ends', () => {
  test('the limit on what a call lists holds at the end of a file, too; then nothing more is read', async () => {
    const step = (calls: readonly object[]) => ({ source: 'agent', message: 'x', tool_calls: calls })
    const listing = (count: number) => ({
      ...{ tool_call_id: `c${count}`, function_name: 'todo' },
      arguments: { items: Array(count).fill('x') },
    })
    const atif = {
      schema_version: 'ATIF-v1.2',
      session_id: 's',
      steps: [step([listing(2), listing(50_001)])],
    }
    const { steps, skipped } = read({ name: 'x.json', text: JSON.stringify(atif) })
    expect(callsIn(steps).map(({ call }) => call)).toEqual(['c2'])
    expect(skipped).toEqual(['1 a call lists more than 50,000 things; it is read no further'])
  })

  test('who stops reading after the first step leaves nothing open', async () => {
    let isClosed = false
    async function* bytes(): AsyncIterable<string> {
      try {
        yield `${asLines([said('Go'), answered('m1', 'Done.')])}\n`
        yield '{}\n'
      } finally {
        isClosed = true
      }
    }
    for await (const _ of (await openRecording({ name: 'x', bytes: bytes() })).steps) break
    expect(isClosed).toBe(true)
  })

  test('records behind a first line that was torn come as they are read', () => {
    const skipped: string[] = []
    const reader = new RecordingReader('x.jsonl', {
      onSkipped: ({ line, reason }) => skipped.push(`${line} ${reason}`),
    })
    const torn = '{"type":"user","message":{"content":"Mend'
    const steps = [...reader.push(`${torn}\n${asLines([said('Go'), answered('m1', 'Done.')])}\n`)]
    expect([steps.map(({ kind }) => kind), skipped]).toEqual([
      ['session', 'input', 'turn', 'message'],
      ['1 not JSON'],
    ])
  })
})

describe('nothing is lost, and nothing told twice', () => {
  test('Claude Code: the files of sub-agents of a path with `..`; an id that leads elsewhere has none', async () => {
    const project = join(folder, 'project')
    const aside = asLines([{ ...said('Look'), isSidechain: true, sessionId: 's1', agentId: 'a' }])
    await mkdir(join(project, 's1', 'subagents'), { recursive: true })
    await writeFile(join(project, 's1', 'subagents', 'agent-a.jsonl'), aside)
    const file = join(relative(process.cwd(), project), 's1.jsonl')
    expect(file).toMatch(/^\.\./)
    const found = (sessions: readonly string[]) =>
      besideFiles({ file, sessions: new Set(sessions), children: new Set() })
    const own = join(relative(process.cwd(), project), 's1', 'subagents', 'agent-a.jsonl')
    expect(await found(['s1'])).toEqual([own])
    expect(await found(['..', '.', 's1\\..', ''])).toEqual([])
  })

  test('ATIF: the id of a trajectory whose sub-agents stand before its steps', async () => {
    const steps = [{ source: 'user', message: 'Go' }]
    const atif = {
      schema_version: 'ATIF-v1.2',
      session_id: 'main',
      subagent_trajectories: [{ trajectory_id: 't', steps }],
      steps,
    }
    const { steps: read_ } = read({ name: 'x.json', text: JSON.stringify(atif) })
    const sessions = read_.flatMap((step) => (step.kind === 'session' ? [[step.session, step.parent]] : []))
    expect(sessions).toEqual([
      ['main/t', 'main'],
      ['main', null],
    ])
  })

  test('OpenHands: an event with a number that was there is said', async () => {
    const events = join(folder, 'conversation', 'events')
    await mkdir(events, { recursive: true })
    for (const [at, event] of sampleEvents.slice(0, 2).entries())
      await writeFile(join(events, `event-00001-0000000${at}.json`), JSON.stringify(event))
    const skipped: string[] = []
    const opened = await openRecording(join(folder, 'conversation'), {
      onSkipped: ({ line, reason }) => skipped.push(`${line} ${reason}`),
    })
    for await (const _ of opened.steps);
    expect(skipped).toEqual(['1 event-00001-00000001.json has the number of the event before'])
  })
})
