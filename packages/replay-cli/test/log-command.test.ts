import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('untested.jsonl', untested)
place.write('delegated.jsonl', delegated)

test('the events, one a line', async () => {
  expect(await place.screen('log untested.jsonl')).toMatchInlineSnapshot(`
    "login-7
        1    t0     :1  session.opened      todo-manager, read from untested.jsonl (neutral)
        2    t0     :2  run.started         user: Repair the login page
        3    t1     :3  turn.started
        4    t1     :3  message.recorded    assistant: Planning.
        5    t1     :3  todos.updated       todo: + #1 Fix the redirect in login.ts (in_progress); + #2 Run the tests
        6    t1     :3  turn.ended
        7    t2     :4  turn.started
        8    t2     :4  tool.called         read_file: login.ts
        9    t2     :4  tool.returned       ok, read: redirect(next)
       10    t2     :4  tool.called         edit_file: login.ts
       11    t2     :4  tool.returned       ok, write: written
       12    t2     :4  turn.ended
       13    t3     :5  turn.started
       14    t3     :5  todos.rejected      todo refused: Error: Only one task can be in_progress at a time [recorded-refusal]
       15    t3     :5  turn.ended
       16    t4     :6  turn.started
       17    t4     :6  todos.updated       todo: #1 in_progress → completed; #2 pending → in_progress
       18    t4     :6  turn.ended
       19    t5     :7  turn.started
       20    t5     :7  todos.updated       todo: #2 in_progress → completed
       21    t5     :7  turn.ended
       22    t6     :8  turn.started
       23    t6     :8  message.recorded    assistant: All done.
       24    t6     :8  turn.ended
       25    t6     :8  session.yielded     dormant: no open todos
    --- exit 0"
  `)
})

test('--json', async () => {
  const { events } = (await place.json('log untested.jsonl --json')) as { events: readonly unknown[] }
  expect(events).toHaveLength(25)
  expect(events[13]).toMatchInlineSnapshot(`
    {
      "at": "2026-01-05T10:00:15.000Z",
      "call": "c4",
      "seq": 14,
      "source": {
        "call": "c4",
        "line": 5,
      },
      "summary": "todo refused: Error: Only one task can be in_progress at a time [recorded-refusal]",
      "tool": "todo",
      "turn": 3,
      "type": "todos.rejected",
      "violations": [
        {
          "expected": "accepted",
          "fix": "Nothing to mend: the recording is a fact.",
          "item": null,
          "message": "Error: Only one task can be in_progress at a time",
          "received": "refused",
          "rule": "recorded-refusal",
        },
      ],
    }
  `)
  expect(await place.json('log delegated.jsonl --json')).toMatchObject({
    sessions: [{ session: 'docs-1' }, { session: 'docs-1/reader' }],
  })
})
