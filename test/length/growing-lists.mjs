// Neutral recordings of lists that grow, always the same ones, in the ways in which a list's cost may grow with it.

/** Each shape's lines for a list that grows to so many items, and what it is in words. */
export const growing = {
  rewritten: {
    means: 'a list of n items rewritten whole n times, one item further each time: n × n items of input',
    lengths: [125, 250, 500, 1_000],
    lines: rewritten,
    inputOf: (n) => n * n,
  },
  tasks: {
    means: 'n tasks made one by one, each then started and completed: 3 n calls of one item',
    lengths: [500, 1_000, 2_000, 4_000],
    lines: (n) => tasks(n, () => ({})),
    inputOf: (n) => 3 * n,
  },
  'waiting tasks': {
    means: 'the same, each task waiting for the one before it',
    lengths: [500, 1_000, 2_000, 4_000],
    lines: (n) => tasks(n, (id) => (id > 1 ? { addBlockedBy: [`${id - 1}`] } : {})),
    inputOf: (n) => 3 * n,
  },
  'deleted tasks': {
    means: 'n tasks made first, then deleted one by one from the front',
    lengths: [500, 1_000, 2_000, 4_000],
    lines: deletedTasks,
    inputOf: (n) => 2 * n,
  },
}

function opening(shape, profile = 'claude-code') {
  return [
    { recording: 'todo-ledger/1', session: shape, profile },
    { at: '2026-01-01T00:00:00Z', input: 'Work through the whole plan.' },
  ]
}

function* rewritten(n) {
  yield* opening(`rewritten ${n}`)
  for (let turn = 1; turn <= n; turn += 1) {
    const todos = Array.from({ length: n }, (_, index) => {
      const text = `Move module ${index + 1} to the new interface`
      const status = index + 1 < turn ? 'completed' : index + 1 === turn ? 'in_progress' : 'pending'
      return { content: text, activeForm: text, status }
    })
    yield { turn, calls: [{ id: `c${turn}`, name: 'TodoWrite', input: { todos }, ok: true, output: 'ok' }] }
  }
  yield { end: true }
}

function* tasks(n, fieldsOf) {
  yield* opening(`tasks ${n}`)
  let turn = 0
  let calls = 0
  const made = (name, input, output) => ({ id: `c${++calls}`, name, input, ok: true, output })
  // Half of the list stands before the first is worked on: the work goes on in the middle of it.
  for (let step = 1; step <= n + Math.floor(n / 2); step += 1) {
    const its = []
    if (step <= n) {
      const subject = `Move module ${step} to the new interface`
      its.push(made('TaskCreate', { subject, description: subject }, `Task #${step} created successfully`))
      const fields = fieldsOf(step)
      if (Object.keys(fields).length > 0)
        its.push(made('TaskUpdate', { taskId: `${step}`, ...fields }, `Updated task #${step}`))
    }
    const worked = step - Math.floor(n / 2)
    if (worked > 0) {
      const taskId = `${worked}`
      its.push(made('TaskUpdate', { taskId, status: 'in_progress' }, `Updated task #${taskId} status`))
      its.push(made('TaskUpdate', { taskId, status: 'completed' }, `Updated task #${taskId} status`))
    }
    turn += 1
    yield { turn, calls: its }
  }
  yield { end: true }
}

function* deletedTasks(n) {
  yield* opening(`deleted tasks ${n}`)
  let turn = 0
  for (let id = 1; id <= n; id += 1) {
    const subject = `Move module ${id} to the new interface`
    const call = { id: `c${id}`, name: 'TaskCreate', input: { subject, description: subject } }
    turn += 1
    yield { turn, calls: [{ ...call, ok: true, output: `Task #${id} created successfully` }] }
  }
  for (let id = 1; id <= n; id += 1) {
    const input = { taskId: `${id}`, status: 'deleted' }
    turn += 1
    yield { turn, calls: [{ id: `d${id}`, name: 'TaskUpdate', input, ok: true, output: 'Deleted' }] }
  }
  yield { end: true }
}
