import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

function printed(name: string): string {
  const example = fileURLToPath(new URL(`../examples/${name}`, import.meta.url))
  return execFileSync(process.execPath, [example], { encoding: 'utf8' })
}

it('a gate refuses what the recorded work does not show, tells what is missing, and lets go', () => {
  const lines = printed('evidence-gate.mjs').split('\n')
  const refusals = lines.filter((line) => line.includes("can't be completed yet"))
  expect(refusals.map((line) => /Item \d+ \("[^"]+"\)/.exec(line)?.[0])).toEqual([
    'Item 2 ("Run the tests")',
    'Item 3 ("Deploy to production")',
    'Item 3 ("Deploy to production")',
  ])
  expect(refusals[0]).toContain(
    'nothing of the kind was run before the mark; the last call before it edited src/date-parser.js. Do what "Run the tests" asks for',
  )
  expect(lines).toContain('(4/4 completed)')
  expect(lines).toContain('item 3 is flagged: evidence-required')
})

it('the five described systems run in a small agent loop', () => {
  expect(printed('five-systems.mjs')).toMatchInlineSnapshot(`
    "== todo-manager
    user: Add a login page
    todo -> [>] #1: Design the form
    [ ] #2: Wire it up

    (0/2 completed)
    write_file -> done
    write_file -> done
    write_file -> done
    <reminder>Update your todos.</reminder>
    >>> Supervisor reminder: Update todo list!
    todo -> Error: Item 2: text required
    answer: Half of it is there.
    yields to idle (open todos, no continuation)
    == todo-write
    user: Write a summary
    todo -> Error: Item 1: invalid status 'doing'
    todo -> [>] #1: Read the sources

    (0/1 completed)
    read_file -> done
    todo -> [x] #1: Read the sources

    (1/1 completed)
    answer: Summary: …
    yields to dormant (no open todos)
    == loki
    user: Refactor the authentication module
    todo__init -> {"status":"ok"}
    todo__add -> {"status":"ok","id":1}
    todo__add -> {"status":"ok","id":2}
    write_file -> done
    todo__done -> {"status":"ok","id":1}
    answer: One is done.
    📋 Auto-continuing (1/3): 1 incomplete todo(s) remain
    continuation: [SYSTEM REMINDER - TODO CONTINUATION]
    You have incomplete tasks in your todo list. Continue with the next pending item.
    Call tools immediately. Do not explain what you will do.

    Goal: Refactor the authentication module
    Progress: 1/2 completed
      ✓ 1. Extract password validation
      ○ 2. Add unit tests
    todo__done -> {"status":"ok","id":2}
    answer: All is done.
    yields to dormant (no open todos)
    == wake-loop
    user: Clean up after the incident
    todo_write -> {"ids":[1,2]}
    answer: Planned.
    continuation: You still have open todos — keep working and close each with todo_update(id, "done") as you finish:
      [1] Roll back the deploy
      [2] Write the post-mortem
    (todo_list shows the full list at any time.)
    write_file -> done
    todo_update -> [1] Roll back the deploy (done)
    answer: Rolled back.
    continuation: You still have open todos — keep working and close each with todo_update(id, "done") as you finish:
      [2] Write the post-mortem
    (todo_list shows the full list at any time.)
    todo_update -> [2] Write the post-mortem (blocked: waiting on the on-call)
    answer: The rest is blocked.
    yields to dormant (no open todos)
    == todo-list-middleware
    user: Translate the page
    write_todos -> {"todos":[{"content":"Translate","status":"in_progress"},{"content":"Proofread","status":"pending"}]}
    write_file -> done
    answer: It is translated.
    continuation: Your todo list still has unfinished items. Call write_todos to bring it up to date: complete what is done, and say what is left.
    write_todos -> {"todos":[{"content":"Translate","status":"completed"},{"content":"Proofread","status":"in_progress"}]}
    answer: Proofreading is left to you.
    yields to idle (corrected once)
    "
  `)
})
