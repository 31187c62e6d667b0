import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditEvents } from '@todo-ledger/audit'
import { memoryStore, openLedger, profiles, type TodoEvent } from '@todo-ledger/core'
import { afterEach, describe, expect, it } from 'vitest'
import { agentTools } from '../src/agents/index.js'
import { clientWork } from '../src/client-work.js'

const start = Date.parse('2026-07-01T10:00:00Z')
const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A person's home with sessions of Claude Code, and a ledger that an MCP server keeps. */
class Desk {
  readonly home = mkdtempSync(join(tmpdir(), 'client-work-'))
  readonly store = memoryStore()
  now = start
  readonly #ledger = openLedger({ store: this.store, clock: () => new Date(this.now) })
  #calls = 0

  constructor() {
    made.push(this.home)
  }

  session(folder: string | null = '/work/app') {
    return this.#ledger.session('mcp:app', { profile: profiles.recommended, todoCallsOnly: { folder } })
  }

  /** What the client tells its own recording: the model's call, and what came back. */
  #record(
    name: string,
    input: unknown,
    output: string,
    { session = 'one', folder = '/work/app', at = this.now } = {},
  ) {
    const path = join(this.home, '.claude/projects', folder.replaceAll('/', '-'))
    mkdirSync(path, { recursive: true })
    this.#calls += 1
    const id = `toolu_${this.#calls}`
    const line = (type: string, message: object, later: number) =>
      `${JSON.stringify({ type, sessionId: session, uuid: `${id}-${type}`, cwd: folder, timestamp: new Date(at + later).toISOString(), message })}\n`
    appendFileSync(
      join(path, `${session}.jsonl`),
      line(
        'assistant',
        { id: `m${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
        -20,
      ) +
        line(
          'user',
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] },
          20,
        ),
    )
    this.now += 60_000
  }

  /** Other work. */
  work(name: string, input: unknown, output: string, where: { readonly session?: string } = {}) {
    this.#record(name, input, output, where)
  }

  /** A todo call: it comes to the server, and stands in the recording. */
  async todo(
    name: string,
    input: object,
    where: { readonly session?: string; readonly folder?: string; readonly at?: number } = {},
  ) {
    const { reply } = await (await this.session()).callTodoTool({ name, input, call: `c${this.#calls}` })
    this.#record(`mcp__todo-ledger__${name}`, { session: 'app', ...input }, reply.text, where)
  }

  async found() {
    const work = await clientWork(() => this.store.read('mcp:app'), { user: { home: this.home, env: {} } })
    if (work === null) return null
    const lines: string[] = []
    for await (const { event } of work.events()) lines.push(lineOf(event))
    const context = { child: () => undefined, recordedCalls: work.recordedCalls }
    const audit = await auditEvents(work.events(), context, { tools: agentTools })
    return {
      ...work,
      lines,
      verdicts: audit.completions.map(({ text, verdict }) => `${text}: ${verdict}`),
      audit,
    }
  }
}

function lineOf({ type, data }: TodoEvent): string {
  if (type === 'todos.updated') return data.tool
  return type === 'tool.called' ? data.name : type
}

const items = (...statuses: readonly string[]) => ({
  items: ['Mend the sum', 'Translate the labels'].map((text, at) => ({ text, status: statuses[at] })),
})

const edit = [
  'Edit',
  { file_path: '/work/app/sum.mjs', old_string: 'a - b', new_string: 'a + b' },
  'The file /work/app/sum.mjs has been updated.',
] as const

/** An item whose work was done, and one whose work was not. */
async function worked(desk: Desk) {
  await desk.todo('write_todos', items('in_progress', 'pending'))
  desk.work(...edit)
  await desk.todo('update_todo', { id: '1', status: 'completed' })
  await desk.todo('update_todo', { id: '2', status: 'completed' })
}

describe('the other work of a session to which only todo calls come', () => {
  it('is found in the recording of its client, and judged with it', async () => {
    const desk = new Desk()
    await worked(desk)
    const found = await desk.found()
    expect(found?.recordings).toMatchObject([{ agent: 'Claude Code', session: 'one' }])
    expect(found?.lines.filter((line) => !line.startsWith('turn.'))).toEqual([
      'session.opened',
      'run.started',
      'write_todos',
      'Edit',
      'tool.returned',
      'update_todo',
      'update_todo',
      'session.yielded',
    ])
    expect(found?.verdicts).toEqual(['Mend the sum: undecided', 'Translate the labels: undecided'])
    expect(found?.audit.findings.map(({ rule, item }) => [rule, item])).toEqual([
      ['skipped-in-progress', '2'],
    ])
  })

  const elsewhere: readonly (readonly [string, object])[] = [
    ['in another folder', { folder: '/work/other' }],
    ['before the session', { at: start - 86_400_000 }],
    ['long after', { at: start + 7 * 86_400_000 }],
  ]
  it.each(elsewhere)('is not that of the same calls %s', async (_, where) => {
    const desk = new Desk()
    await desk.todo('write_todos', items('in_progress', 'pending'), where)
    await desk.todo('update_todo', { id: '1', status: 'completed' }, where)
    const found = await desk.found()
    expect(found?.recordings).toEqual([])
    expect(found?.verdicts).toEqual(['Mend the sum: unknown'])
    expect(found?.audit.findings.filter(({ severity }) => severity !== 'info')).toEqual([])
  })

  it('is not that of another session in the folder', async () => {
    const desk = new Desk()
    desk.work(...edit, { session: 'other' })
    await worked(desk)
    desk.work(...edit, { session: 'other' })
    const found = await desk.found()
    expect(found?.recordings.map(({ session }) => session)).toEqual(['one'])
    expect(found?.lines.filter((line) => line === 'Edit')).toHaveLength(1)
  })

  it('is that of all clients that share the list, in the order of time', async () => {
    const desk = new Desk()
    await desk.todo('write_todos', items('in_progress', 'pending'))
    desk.work(...edit, { session: 'two' })
    await desk.todo('update_todo', { id: '1', status: 'completed' }, { session: 'two' })
    desk.work(
      'Write',
      { file_path: '/work/app/labels.json', content: '{"sum":"Summe"}' },
      'File created successfully',
    )
    await desk.todo('update_todo', { id: '2', status: 'completed' })
    const found = await desk.found()
    expect(found?.lines.filter((line) => /^[A-Z]|_/.test(line))).toEqual([
      'write_todos',
      'Edit',
      'update_todo',
      'Write',
      'update_todo',
    ])
    expect(found?.verdicts).toEqual(['Mend the sum: undecided', 'Translate the labels: undecided'])
  })

  it('keeps what no recording shows at its time, and says that nothing is known of it', async () => {
    const desk = new Desk()
    await worked(desk)
    const session = await desk.session()
    await session.callTodoTool({ name: 'add_todos', input: { items: [{ text: 'By hand' }] }, call: 'p1' })
    desk.now += 60_000
    await session.callTodoTool({ name: 'update_todo', input: { id: '3', status: 'completed' }, call: 'p2' })
    desk.now += 60_000
    desk.work(...edit)
    const found = await desk.found()
    const lines = found?.lines.filter((line) => /^[A-Z]|_/.test(line))
    expect(lines).toEqual([
      'write_todos',
      'Edit',
      'update_todo',
      'update_todo',
      'add_todos',
      'update_todo',
      'Edit',
    ])
    expect(found?.verdicts.at(-1)).toBe('By hand: unknown')
  })

  it('is found where the ledger took a secret out of a call', async () => {
    const desk = new Desk()
    const secret = `Use ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'} for the push`
    await desk.todo('write_todos', { items: [{ text: secret, status: 'in_progress' }] })
    expect((await desk.session()).state.items[0]?.text).not.toContain('ghp_')
    expect((await desk.found())?.recordedCalls).toEqual(new Set(['c0']))
  })

  it('is as much as a damaged recording says, and no more', async () => {
    const desk = new Desk()
    const folder = join(desk.home, '.claude/projects/-work-app')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'broken.jsonl'), '{"type":"user","cwd":"/work/app","sessionId":"b","message":')
    writeFileSync(join(folder, 'empty.jsonl'), '')
    await worked(desk)
    appendFileSync(join(folder, 'one.jsonl'), '{"type":"assistant","sessionId":"one","mess')
    expect((await desk.found())?.verdicts).toEqual([
      'Mend the sum: undecided',
      'Translate the labels: undecided',
    ])
  })

  it('is looked for nowhere without a folder, and not at all where a host records everything', async () => {
    const desk = new Desk()
    await desk.session(null)
    await worked(desk)
    expect((await desk.found())?.recordings).toEqual([])
    const store = memoryStore()
    await openLedger({ store }).session('s1', { profile: profiles.recommended })
    expect(await clientWork(() => store.read('s1'), { user: { home: desk.home, env: {} } })).toBeNull()
  })
})
