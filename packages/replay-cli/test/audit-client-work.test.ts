import { join } from 'node:path'
import { openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'

const place = new MemoryPlace()
const start = Date.parse('2026-07-01T10:00:00Z')

/** A list that an MCP server kept, and what Claude Code recorded of the calls and the work between them. */
async function writeSession(): Promise<void> {
  const lines: string[] = []
  let now = start
  const record = (id: string, name: string, input: object, output: string) => {
    const line = (type: string, content: object) =>
      lines.push(
        JSON.stringify({
          ...{ type, uuid: `${type}-${id}`, sessionId: 'one', cwd: '/work/app' },
          ...{
            timestamp: new Date(now).toISOString(),
            message: { id: `m-${id}`, role: type, content: [content] },
          },
        }),
      )
    line('assistant', { type: 'tool_use', id, name, input })
    line('user', { type: 'tool_result', tool_use_id: id, content: output })
    now += 60_000
  }
  const ledger = openLedger({
    store: sqliteStore(join(place.folder, 'todos.db')),
    clock: () => new Date(now),
  })
  const session = await ledger.session('mcp:app', {
    profile: profiles.recommended,
    todoCallsOnly: { folder: '/work/app' },
  })
  const todo = async (call: string, name: string, input: object) => {
    const { reply } = await session.callTodoTool({ name, input, call })
    record(call, `mcp__todo-ledger__${name}`, input, reply.text)
  }
  await todo('c1', 'write_todos', {
    items: [{ text: 'Mend the sum in sum.mjs', status: 'in_progress' }, { text: 'Translate the labels' }],
  })
  const input = { file_path: '/work/app/sum.mjs', old_string: 'a - b', new_string: 'a + b' }
  record('e1', 'Edit', input, 'The file /work/app/sum.mjs has been updated.')
  await todo('c2', 'update_todo', { id: '1', status: 'completed' })
  await todo('c3', 'update_todo', { id: '2', status: 'completed' })
  await ledger.close()
  place.write('home/.claude/projects/-work-app/one.jsonl', `${lines.join('\n')}\n`)
}

test('a list of an MCP server is judged by the recording of its client, where there is one', async () => {
  await writeSession()
  const audit = async (home: string) => {
    const { stdout, stderr } = await place.run('audit todos.db --fail-on never', { env: { HOME: home } })
    return `${stderr.replaceAll(place.folder, '…')}${stdout}`
  }
  expect(await audit(join(place.folder, 'home'))).toMatchInlineSnapshot(`
    "note: the other work of mcp:app stands in …/home/.claude/projects/-work-app/one.jsonl (Claude Code)
    mcp:app
    recommended, 4 turns, 2 completions

      ○ 2 undecided: #1, #2

      info     skipped-in-progress: #2 at turn 4

    2 completions: 0 supported, 0 weak, 0 unsupported, 2 undecided, 0 unknown · 0 errors, 0 warnings, 1 info
    2 completions undecided: only the meaning of what was done decides. A reader can
    tell (NAME: claude, codex, gemini, MODEL@URL, command:…), from 2 pages, at most
    about 8 thousand tokens:
      todo-replay audit todos.db --reader NAME
    "
  `)
  expect(await audit(join(place.folder, 'nobody'))).toMatchInlineSnapshot(`
    "mcp:app
    recommended, 3 turns, 2 completions

      ? UNKNOWN #1 Mend the sum in sum.mjs
        why       The log has a gap where item 1 may have been done: only todo calls
                  come to this session.
        where     seq 7, turn 2, call c2
        timeline  listed and started in turn 1, completed in turn 2; no tool states
                  anything of it

      ? UNKNOWN #2 Translate the labels
        why       The log has a gap where item 2 may have been done: only todo calls
                  come to this session.
        where     seq 10, turn 3, call c3
        timeline  listed in turn 1, completed in turn 3; no tool states anything of
                  it

      info     skipped-in-progress: #2 at turn 3

    2 completions: 0 supported, 0 weak, 0 unsupported, 0 undecided, 2 unknown · 0 errors, 0 warnings, 1 info
    "
  `)
})
