import { afterAll, expect, test } from 'vitest'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'

const place = new MemoryPlace()
const { folder } = place
const before = process.cwd()
process.chdir(folder)
afterAll(() => process.chdir(before))

/** A recorded session: an item that is worked on for four turns, and then done. */
function recording(session: string): string {
  const turn = (number: number, status: string, more: readonly object[] = []) => ({
    turn: number,
    at: `2026-01-05T10:0${number}:00Z`,
    calls: [
      {
        id: `c${number}`,
        name: 'todo',
        input: {
          items: [
            { id: '1', text: 'Write it', status },
            { id: '2', text: 'Test it', status: 'pending' },
          ],
        },
      },
      ...more,
    ],
  })
  const write = { id: 'w', name: 'Write', input: { file_path: 'a.ts', content: 'a' }, ok: true, output: '' }
  const lines = [
    { recording: 'todo-ledger/1', session, profile: 'todo-manager' },
    { input: 'Write it, please.', trigger: 'user', at: '2026-01-05T10:00:00Z' },
    turn(1, 'in_progress'),
    turn(2, 'in_progress', [write]),
    turn(3, 'in_progress'),
    turn(4, 'completed'),
  ]
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

async function screen(words: string): Promise<string> {
  const { stdout, stderr, code } = await runInMemory(words.split(' '))
  return `${stdout}${stderr}--- exit ${code}`
}

place.makeFolder('some')
place.write('some/one.jsonl', recording('one'))
place.write('some/two.jsonl', recording('two'))

async function imported(name: string): Promise<void> {
  await screen(`import some --ledger ${name}`)
  await screen(`anchor ${name} --out anchors.txt`)
}

test('says what would be pruned, and does it when it is told to', async () => {
  await imported('todos.db')
  expect(await screen('prune todos.db --keep-turns 2 --session one')).toMatchInlineSnapshot(`
    "one: 9 events up to the end of turn 2 would be pruned, 2 turns left
    todos.db: 9 events of 1 session would be pruned; --apply does it
    --- exit 0"
  `)
  expect(await screen('verify todos.db')).not.toContain('pruned')
  expect(
    await screen('prune todos.db --keep-turns 2 --archive archive.jsonl --apply'),
  ).toMatchInlineSnapshot(`
    "one: 9 events up to the end of turn 2 pruned, 2 turns left
    two: 9 events up to the end of turn 2 pruned, 2 turns left
    todos.db: 18 events of 2 sessions pruned
    --- exit 0"
  `)
  expect(await screen('prune todos.db --keep-turns 2')).toMatchInlineSnapshot(`
    "todos.db: 0 events of 0 sessions would be pruned; --apply does it
    --- exit 0"
  `)
  expect(await screen('verify todos.db --anchor @anchors.txt')).toMatchInlineSnapshot(`
    "todos.db
    36 events of 2 sessions

      file       whole, by SQLite’s own check
      hashes     every event is as it was written
      anchor     The first 34 events are those that were anchored.
      redacted   one: turns up to 2 pruned, events 2–10
                 two: turns up to 2 pruned, events 2–10
      sequence   2 sessions replayed, every event can follow the one before
      rules      no rule in force disagrees with the log

    Nothing is wrong.
    --- exit 0"
  `)
})

test('what is left is told as what it is, and the archive holds the rest', async () => {
  await imported('left.db')
  await screen('prune left.db --keep-turns 2 --session one --archive archive.jsonl --apply')
  expect(await screen('show left.db --session one --turn 1')).toMatchInlineSnapshot(`
    "todo-replay: The first turns of session "one" were pruned. What it was before the end of turn 2 (event 10) is not known any more; ask for that turn or a later one.
    --- exit 2"
  `)
  expect(await screen('show left.db --session one --turn 2')).toMatchInlineSnapshot(`
    "one
    turn 2, event 10, todo-manager, executing

    [>] #1: Write it
    [ ] #2: Test it

    (0/2 completed)
    --- exit 0"
  `)
  expect(await screen('audit left.db --session one')).toMatchInlineSnapshot(`
    "one
    some/one.jsonl
    todo-manager, 4 turns, 1 completion
    turns up to 2 were pruned: what was done in them is not known

      ? UNKNOWN #1 Write it
        why       Item 1 promises a change, but the log has a gap: the item was in
                  the list before the turns that are left; what was done in those
                  that were pruned is not known (marked in line 6).
        where     some/one.jsonl:6, turn 4, call c4
        timeline  listed and started in turn 1, completed in turn 4; nothing between
                  that counts
        needs     a change made for it, before the mark

      info     ended-with-open-items: #2 at turn 4

      classes   1 change (0 of 1 supported), 1 verify (1 open)
      times     3 turns from start to completion

    1 completion: 0 supported, 0 weak, 0 unsupported, 1 unknown · 0 errors, 0 warnings, 1 info
    --- exit 0"
  `)
  expect(await screen('log left.db --session one')).toMatchInlineSnapshot(`
    "one
        1    t0     :1  session.opened      todo-manager, read from some/one.jsonl (neutral)
        2    t0     :2  event.erased        a run.started whose contents were pruned
        3    t1     :3  event.erased        a turn.started whose contents were pruned
        4    t1     :3  event.erased        a todos.updated whose contents were pruned
        5    t1     :3  event.erased        a turn.ended whose contents were pruned
        6    t2     :4  event.erased        a turn.started whose contents were pruned
        7    t2     :4  event.erased        a todos.updated whose contents were pruned
        8    t2     :4  event.erased        a tool.called whose contents were pruned
        9    t2     :4  event.erased        a tool.returned whose contents were pruned
       10    t2     :4  event.erased        a turn.ended whose contents were pruned
       11    t3     :5  turn.started
       12    t3     :5  todos.updated       todo: no change
       13    t3     :5  turn.ended
       14    t4     :6  turn.started
       15    t4     :6  todos.updated       todo: #1 in_progress → completed
       16    t4     :6  turn.ended
       17    t4     :6  session.yielded     idle: open todos, no continuation
       18    t4         session.redacted    the contents of events 2–10 erased: Its first turns were pruned.
    --- exit 0"
  `)
  expect(await screen('export left.db --session one --until 3 --as fork')).toMatchInlineSnapshot(`
    "todo-replay: The first turns of session "one" were pruned, and a fork would lack them. Fork from an archive of it.
    --- exit 2"
  `)
  expect(await screen('show archive.jsonl --turn 1')).toContain('Write it')
  expect((await screen('audit archive.jsonl')).replaceAll('archive.jsonl', 'some/one.jsonl')).toBe(
    await screen('audit some/one.jsonl'),
  )
})

test.each([
  'prune kept.db',
  'prune kept.db --older-than yesterday',
  'prune kept.db --keep-turns 1 --session none',
  'prune some/one.jsonl --keep-turns 1',
  'prune kept.db --keep-turns 1 --archive kept.db --apply',
  'prune kept.db --keep-turns 1 --archive nowhere/archive.jsonl --apply',
])('%s is refused, and changes nothing', async (words) => {
  await imported('kept.db')
  const before = await screen('verify kept.db --json')
  expect(await screen(words)).toMatchSnapshot()
  expect(await screen('verify kept.db --json')).toBe(before)
})

test('by age: what is younger stays', async () => {
  await imported('aged.db')
  expect(await screen('prune aged.db --older-than 2026-01-05T10:03:00Z')).toMatchInlineSnapshot(`
    "one: 9 events up to the end of turn 2 would be pruned, 2 turns left
    two: 9 events up to the end of turn 2 would be pruned, 2 turns left
    aged.db: 18 events of 2 sessions would be pruned; --apply does it
    --- exit 0"
  `)
  expect(await screen('prune aged.db --older-than 99999d')).toContain('0 events of 0 sessions')
})
