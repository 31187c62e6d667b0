// Neutral recordings of any length, always the same ones, in the shapes that an audit's cost may grow with.

const things =
  'cache,parser,login page,rate limiter,search index,retry queue,upload form,audit log,csv import,role check'
const areas = ['core', 'api', 'web', 'worker', 'cli']
const verbs = ['Add', 'Fix', 'Refactor', 'Test', 'Run the tests of', 'Verify', 'Investigate', 'Update']

/** What a shape does differently, in words. */
export const shapes = {
  usual: 'lists of 5 to 30 items, one after the other, each started and completed',
  unstarted: 'nothing is ever in progress: items are ticked, several at once, in one request',
  growing: 'one list of tasks that grows to the end (claude-code)',
  nagged: 'a reminder before each update, and items reworded again and again',
}

/** The lines of a session of so many turns; one turn in five updates the list. */
export function* longSession(shape, turns) {
  const random = seeded(7)
  const pick = (list) => list[Math.floor(random() * list.length)]
  let made = 0
  const item = () => {
    made += 1
    const [thing, area] = [pick(things.split(',')), pick(areas)]
    return {
      text: `${pick(verbs)} the ${thing} (${area} ${made})`,
      status: 'pending',
      thing,
      area,
      id: `${made}`,
    }
  }
  let calls = 0
  const call = (name, input, output = 'ok', ok = true) => ({ id: `c${++calls}`, name, input, ok, output })
  let list = []
  const written = () =>
    call('TodoWrite', {
      todos: list.map(({ text, status }) => ({ content: text, activeForm: text, status })),
    })

  function update() {
    const open = list.filter(({ status }) => status !== 'completed')
    if (open.length === 0) {
      list = Array.from({ length: 5 + Math.floor(random() * 26) }, item)
      if (shape !== 'unstarted') list[0].status = 'in_progress'
      return [written()]
    }
    const many = shape === 'unstarted' || random() < 0.1 ? 3 : 1
    for (const done of open.slice(0, many)) done.status = 'completed'
    const next = open[many]
    if (next !== undefined && shape === 'nagged')
      next.text += random() < 0.5 ? ' and all its tests' : ' again'
    if (next !== undefined && shape !== 'unstarted') next.status = 'in_progress'
    return [written()]
  }

  function updateTasks() {
    const done = list.at(-2)
    list.push(item())
    const { text, id } = list.at(-1)
    const created = call(
      'TaskCreate',
      { subject: text, description: text },
      `Task #${id} created successfully: ${text}`,
    )
    const started = call('TaskUpdate', { taskId: id, status: 'in_progress' }, `Updated task #${id} status`)
    const ended =
      done && call('TaskUpdate', { taskId: done.id, status: 'completed' }, `Updated task #${done.id} status`)
    return ended ? [created, started, ended] : [created, started]
  }

  function work() {
    const item =
      random() < 0.4 ? (list.find(({ status }) => status === 'in_progress') ?? list.at(-1)) : undefined
    const { thing, area } = item ?? { thing: pick(things.split(',')), area: pick(areas) }
    const file_path = `/repo/src/${area}/${thing.replace(' ', '-')}.ts`
    const kind = random()
    if (kind < 0.35) return call('Read', { file_path }, `export const ${area} = '${thing}'\n`.repeat(8))
    if (kind < 0.7)
      return call('Edit', { file_path, old_string: 'const a = 1', new_string: `const ${area}${calls} = 2` })
    if (kind < 0.9)
      return call('Bash', { command: pick(['npm test', 'npx tsc --noEmit', 'git status']) }, '12 passed')
    return call('Grep', { pattern: thing, path: '/repo/src' }, file_path)
  }

  yield { recording: 'todo-ledger/1', session: `${shape} ${turns}`, profile: 'claude-code' }
  yield { at: '2026-01-01T00:00:00Z', input: 'Work through the whole plan.' }
  for (let turn = 1; turn <= turns; turn += 1) {
    const updates = turn % 5 === 1
    if (updates && shape === 'nagged') yield { nag: 'The todo list has not been updated for a while.' }
    const at = new Date(Date.UTC(2026, 0, 1) + turn * 20_000).toISOString()
    const text = turn % 7 === 0 ? { text: pick(['All tests pass.', 'Now the next one.', 'Done.']) } : {}
    const its = updates ? (shape === 'growing' ? updateTasks() : update()) : [work(), work()]
    yield { at, turn, ...text, calls: its }
  }
  yield { end: true }
}

/** Numbers from 0 to 1, always the same ones. */
function seeded(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
