/** Small recordings for the tests. */

/** The lines of a file. */
export function lines(...records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

const list = (...items: readonly [text: string, status: string][]): object => ({
  items: items.map(([text, status], index) => ({ id: String(index + 1), text, status })),
})

/**
 * A session in the neutral form that fixes a bug, and ticks its tests with nothing run. Its second update is refused.
 */
export const untested: string = lines(
  { recording: 'todo-ledger/1', session: 'login-7', profile: 'todo-manager' },
  { input: 'Repair the login page', trigger: 'user', at: '2026-01-05T10:00:00Z' },
  {
    turn: 1,
    at: '2026-01-05T10:00:03Z',
    text: 'Planning.',
    calls: [
      {
        id: 'c1',
        name: 'todo',
        input: list(['Fix the redirect in login.ts', 'in_progress'], ['Run the tests', 'pending']),
        ok: true,
        output: 'done',
      },
    ],
  },
  {
    turn: 2,
    at: '2026-01-05T10:00:09Z',
    calls: [
      { id: 'c2', name: 'read_file', input: { path: 'login.ts' }, ok: true, output: 'redirect(next)' },
      {
        id: 'c3',
        name: 'edit_file',
        input: { path: 'login.ts', text: 'redirect(safe(next))' },
        ok: true,
        output: 'written',
      },
    ],
  },
  {
    turn: 3,
    at: '2026-01-05T10:00:15Z',
    calls: [
      {
        id: 'c4',
        name: 'todo',
        input: list(['Fix the redirect in login.ts', 'in_progress'], ['Run the tests', 'in_progress']),
        ok: false,
        output: 'Error: Only one task can be in_progress at a time',
      },
    ],
  },
  {
    turn: 4,
    at: '2026-01-05T10:00:20Z',
    calls: [
      {
        id: 'c5',
        name: 'todo',
        input: list(['Fix the redirect in login.ts', 'completed'], ['Run the tests', 'in_progress']),
        ok: true,
        output: 'done',
      },
    ],
  },
  {
    turn: 5,
    at: '2026-01-05T10:00:22Z',
    calls: [
      {
        id: 'c6',
        name: 'todo',
        input: list(['Fix the redirect in login.ts', 'completed'], ['Run the tests', 'completed']),
        ok: true,
        output: 'done',
      },
    ],
  },
  { turn: 6, at: '2026-01-05T10:00:25Z', text: 'All done.' },
  { end: true },
)

/** A session in the neutral form with a sub-agent that keeps no list, and nothing to complain of. */
export const delegated: string = lines(
  { recording: 'todo-ledger/1', session: 'docs-1', profile: 'todo-manager' },
  { input: 'Describe the build', trigger: 'user', at: '2026-01-06T09:00:00Z' },
  {
    turn: 1,
    calls: [
      { id: 'd1', name: 'todo', input: list(['Write BUILD.md', 'in_progress']), ok: true, output: 'done' },
    ],
  },
  {
    subagent: 'docs-1/reader',
    calls: [{ id: 'd2', name: 'read_file', input: { path: 'Makefile' }, ok: true, output: 'all:' }],
  },
  {
    turn: 2,
    at: '2026-01-06T09:00:09Z',
    calls: [
      {
        id: 'd3',
        name: 'write_file',
        input: { path: 'BUILD.md', text: '# Build' },
        ok: true,
        output: 'written',
      },
      { id: 'd4', name: 'todo', input: list(['Write BUILD.md', 'completed']), ok: true, output: 'done' },
    ],
  },
  { turn: 3, text: 'BUILD.md says how to build.' },
)

const claudeEnvelope = { sessionId: 'c0ffee', version: '2.0.31', cwd: '/work', isSidechain: false }

/** A session in Claude Code's form: each entry becomes a record with the envelope around it. */
export function claudeCode(
  entries: readonly (
    | { readonly user: unknown }
    | { readonly model: readonly object[]; readonly id: string }
  )[],
  session = 'c0ffee',
): string {
  return lines(
    ...entries.map((entry, index) => ({
      ...claudeEnvelope,
      sessionId: session,
      uuid: `u${index + 1}`,
      parentUuid: index === 0 ? null : `u${index}`,
      timestamp: new Date(Date.UTC(2026, 0, 7, 8, 0, index)).toISOString(),
      ...('user' in entry
        ? { type: 'user', message: { role: 'user', content: entry.user } }
        : { type: 'assistant', message: { role: 'assistant', id: entry.id, content: entry.model } }),
    })),
  )
}

/** A call in Claude Code's form. */
export function use(id: string, name: string, input: object): object {
  return { type: 'tool_use', id, name, input }
}

/** A result in Claude Code's form. */
export function result(id: string, content: string, isError = false): object {
  return { type: 'tool_result', tool_use_id: id, content, is_error: isError }
}

/** A call of TodoWrite. */
export function todoWrite(id: string, ...todos: readonly [content: string, status: string][]): object {
  return use(id, 'TodoWrite', {
    todos: todos.map(([content, status]) => ({ content, status, activeForm: content })),
  })
}
