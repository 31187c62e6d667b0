// A neutral recording of any length, always the same one.

import { seeded } from '../bench/recording.mjs'

const things =
  'cache,parser,login page,rate limiter,search index,retry queue,upload form,audit log,csv import,role check'
const areas = ['core', 'api', 'web', 'worker', 'cli']
const verbs = ['Add', 'Fix', 'Refactor', 'Test', 'Run the tests of', 'Verify', 'Investigate', 'Update']

/** The lines of a session of so many turns: lists of 5 to 30 items, of which one turn in five completes some. */
export function* longSession(turns) {
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
      list[0].status = 'in_progress'
      return [written()]
    }
    const many = random() < 0.1 ? 3 : 1
    for (const done of open.slice(0, many)) done.status = 'completed'
    const next = open[many]
    if (next !== undefined) next.status = 'in_progress'
    return [written()]
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

  yield { recording: 'todo-ledger/1', session: `usual ${turns}`, profile: 'claude-code' }
  yield { at: '2026-01-01T00:00:00Z', input: 'Work through the whole plan.' }
  for (let turn = 1; turn <= turns; turn += 1) {
    const at = new Date(Date.UTC(2026, 0, 1) + turn * 20_000).toISOString()
    const text = turn % 7 === 0 ? { text: pick(['All tests pass.', 'Now the next one.', 'Done.']) } : {}
    yield { at, turn, ...text, calls: turn % 5 === 1 ? update() : [work(), work()] }
  }
  yield { end: true }
}
