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

      ✗ UNSUPPORTED #2 Translate the labels
        why       Item 2 promises a change, but no change was made for it; the last
                  call before its mark edited …/app/sum.mjs (event 7). [warning
                  unsupported-completion]
        where     seq 14, turn 4, call c3
        timeline  listed in turn 1, completed in turn 4; nothing between that counts
        needs     a change made for it, before the mark

      ✓ 1 supported: #1

      info     skipped-in-progress: #2 at turn 4

      classes   1 of no known class, 1 change (0 of 1 supported)
      times     2 turns, 2 min from start to completion

    2 completions: 1 supported, 0 weak, 1 unsupported, 0 unknown · 0 errors, 1 warning, 1 info
    "
  `)
  expect(await audit(join(place.folder, 'nobody'))).toMatchInlineSnapshot(`
    "mcp:app
    recommended, 3 turns, 2 completions

      ? UNKNOWN #1 Mend the sum in sum.mjs
        why       Item 1 was marked as done, but the log has a gap: no other work
                  was seen: only todo calls come to this session (marked in event
                  7).
        where     seq 7, turn 2, call c2
        timeline  listed and started in turn 1, completed in turn 2; nothing between
                  that counts
        needs     the client's own recording of the session

      ? UNKNOWN #2 Translate the labels
        why       Item 2 promises a change, but the log has a gap: no other work was
                  seen: only todo calls come to this session (marked in event 10).
        where     seq 10, turn 3, call c3
        timeline  listed in turn 1, completed in turn 3; nothing between that counts
        needs     the client's own recording of the session

      classes   1 of no known class (0 of 1 supported), 1 change (0 of 1 supported)
      times     1 turn, 2 min from start to completion

    2 completions: 0 supported, 0 weak, 0 unsupported, 2 unknown · 0 errors, 0 warnings, 0 info
    "
  `)
})
