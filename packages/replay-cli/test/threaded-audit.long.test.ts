import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { lines, untested } from './recordings.js'
import { Workplace } from './run-program.js'
import { familyFolder } from './session-families.js'

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url))
const place = new Workplace()

// The program is run many times, and starts threads of its own.
vi.setConfig({ testTimeout: 120_000 })

for (const { path, content } of familyFolder(24)) place.write(`families/${path}`, content)
place.write('families/k/empty.jsonl', '')
place.write('families/k/other.json', '{"a":1}')
place.write('families/k/half.jsonl', `${untested}{"turn":`)
// Claude Code's reader leaves broken lines out: more of them than are told one by one.
place.write(
  'families/k/holes.jsonl',
  lines(
    {
      type: 'user',
      sessionId: 'h',
      uuid: 'u1',
      parentUuid: null,
      timestamp: '2026-01-05T10:00:00Z',
      message: { role: 'user', content: 'Hi' },
    },
    {
      type: 'assistant',
      sessionId: 'h',
      uuid: 'u2',
      parentUuid: 'u1',
      timestamp: '2026-01-05T10:00:01Z',
      message: { role: 'assistant', id: 'm1', content: [{ type: 'text', text: 'Hello' }] },
    },
  ) + 'broken\n'.repeat(30),
)
// An own rule that walks from sub-agent to sub-agent, as far as there are logs.
place.write(
  'deep.mjs',
  `export default { id: 'deep', severity: 'info', doc: 'How deep the sub-agents go.', check(session) {
    const deep = (work) => Math.max(0, ...work.map((piece) => {
      const inner = piece.kind === 'call' && piece.child !== null ? session.child(piece.child) : undefined
      return inner === undefined ? 0 : 1 + deep(inner)
    }))
    const { turn, seq } = session.end
    return [{ turn, seq, message: 'Depth ' + deep(session.work) }]
  } }`,
)
place.write(
  'settings.yaml',
  'ownRules: [./deep.mjs]\nrules:\n  instant-flip: off\n  verify-item-without-check: warning\n',
)

test.each([
  ['text, under another profile', 'audit families --all --profile todo-write'],
  ['the fixtures', `audit ${fixtures}`],
  ['the numbers', 'stats families --json'],
])('one thread and three say the same: %s', async (_, words) => {
  const one = await place.run(`${words} --jobs 1`)
  const three = await place.run(`${words} --jobs 3`)
  expect(three).toEqual(one)
  expect(one.stdout.length).toBeGreaterThan(2000)
})

test('a sub-agent in a file of its own is known to its parent in any thread, and a rule may walk on from there', async () => {
  const one = await place.run('audit families --json --config settings.yaml --jobs 1')
  const three = await place.run('audit families --json --config settings.yaml --jobs 3')
  expect(three).toEqual(one)
  expect(one.stderr).toContain('k/empty.jsonl: not read: the file is empty')
  expect(one.stderr).toMatch(/k\/holes\.jsonl: \d+ more pieces skipped, on lines/)
  const depths = [...one.stdout.matchAll(/"message": "Depth (\d)"/g)].map(([, depth]) => depth)
  expect([...new Set(depths)].sort()).toEqual(['0', '1', '2'])
  expect(one.code).toBe(1)
})

test('a file that ends its thread is reported, and the rest is read as ever', async () => {
  const session = (name: string, text: string) =>
    lines(
      { recording: 'todo-ledger/1', session: name, profile: 'todo-manager' },
      { input: 'Go', trigger: 'user' },
      {
        turn: 1,
        calls: [
          {
            id: `${name}1`,
            name: 'todo',
            input: { items: [{ id: '1', text, status: 'pending' }] },
            ok: true,
            output: '',
          },
        ],
      },
      {
        turn: 2,
        calls: [{ id: `${name}2`, name: 'Task', input: { prompt: 'Help' }, ok: true, output: 'Helped.' }],
      },
      { subagent: `${name}/agent`, call: `${name}2` },
      { turn: 3, text: 'Over.' },
    )
  for (let index = 0; index < 12; index += 1) {
    place.write(
      `deadly/s${index + 10}.jsonl`,
      session(`s${index + 10}`, index === 3 || index === 7 ? 'Die' : 'Live'),
    )
  }
  place.write('deadly/t.jsonl', untested)
  place.write(
    'deadly.mjs',
    `export default { id: 'deadly', severity: 'info', doc: 'Ends the process.', check(session) {
      if (session.items.some(({ text }) => text === 'Die')) process.exit(7)
      return []
    } }`,
  )
  const { stdout, stderr, code } = await place.run('audit deadly --rules deadly.mjs --jobs 2 --json')
  const read: { sessions: { session: string }[] } = JSON.parse(stdout)
  const expected = Array.from({ length: 12 }, (_, index) => `s${index + 10}`).filter(
    (name) => name !== 's13' && name !== 's17',
  )
  expect(read.sessions.map((each) => each.session)).toEqual([...expected, 'login-7'])
  expect(
    stderr
      .replace(/ \(TODO.*/g, '')
      .split('\n')
      .sort(),
  ).toMatchInlineSnapshot(`
    [
      "",
      "warning: 2 files could not be read",
      "warning: deadly/s13.jsonl: not read: a fault of todo-replay itself: the thread that read it ended: it left with 7",
      "warning: deadly/s17.jsonl: not read: a fault of todo-replay itself: the thread that read it ended: it left with 7",
    ]
  `)
  expect(code).toBe(3)
})

test('how many threads is a number', async () => {
  expect(await place.screen('audit families --jobs 0')).toMatchInlineSnapshot(`
    "--- stderr
    todo-replay: Option '--jobs <n>' argument '0' is invalid. It must be a number of threads, such as 4.
      todo-replay audit --help says how it is called.
    --- exit 2"
  `)
})
