import { lines } from './recordings.js'

/** A session in the neutral form that ticks so many items one by one; every second is a test that was not run. */
export function manyCompletions(number: number): string {
  const todos = (done: number): object => ({
    todos: Array.from({ length: number }, (_, index) => ({
      id: `${index + 1}`,
      content:
        index % 2 === 0 ? `Fix the parser in src/module${index}.ts` : `Run the tests of module${index}`,
      status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
    })),
  })
  const update = (done: number): object => ({
    id: `t${done}`,
    name: 'todowrite',
    input: todos(done),
    ok: true,
    output: 'ok',
  })
  const work = (index: number): readonly object[] =>
    index % 2 === 0
      ? [
          {
            id: `w${index}`,
            name: 'edit',
            input: { filePath: `src/module${index}.ts` },
            ok: true,
            output: 'ok',
          },
        ]
      : []
  return lines(
    { recording: 'todo-ledger/1', session: 'many', profile: 'opencode' },
    { input: 'Mend all parsers', trigger: 'user', at: '2026-01-05T10:00:00Z' },
    { turn: 1, calls: [update(0)] },
    ...Array.from({ length: number }, (_, index) => ({
      turn: index + 2,
      calls: [...work(index), update(index + 1)],
    })),
    { turn: number + 2, text: 'All done.' },
  )
}
