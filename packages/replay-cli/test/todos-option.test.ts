import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url))
const place = new MemoryPlace()
for (const name of ['markdown-plan', 'honest-session']) {
  cpSync(join(fixtures, name, 'session.jsonl'), join(place.folder, `all/${name}.jsonl`))
}
const plan = 'all/markdown-plan.jsonl'

interface Audited {
  readonly profile: string
  readonly completions: readonly { readonly item: string; readonly verdict: string }[]
}

/** What the audit says of each session: its profile, and its completions by verdict. */
async function auditOf(words: string): Promise<readonly string[]> {
  const { stdout } = await place.run(`audit ${words} --json --fail-on never`)
  const { sessions }: { sessions: readonly Audited[] } = JSON.parse(stdout)
  return sessions.map(({ profile, completions }) =>
    [profile, ...completions.map(({ item, verdict }) => `${item} ${verdict}`)].join(', '),
  )
}

const ofThePlan =
  'claude-code+markdown-list, m1 undecided, m2 undecided, m3 undecided, m4 undecided, m5 unsupported'
test('off unless it is asked for', async () => {
  expect(await auditOf(plan)).toEqual(['claude-code'])
  expect(await auditOf(`${plan} --todos markdown`)).toEqual([ofThePlan])
})

test('imported with them, a ledger holds them: it is audited, resumed and driven again as it is', async () => {
  await place.run(`import ${plan} --todos markdown --ledger todos.db`)
  expect(await auditOf('todos.db')).toEqual([ofThePlan])
  expect((await place.run('audit todos.db --todos markdown --fail-on never')).stderr).toBe(
    'note: todos outside a todo tool are taken when a recording is imported: of todos.db nothing changes\n',
  )
  expect((await place.run('verify todos.db')).code).toBe(0)
  const again = await place.run(`import ${plan} --todos markdown --ledger todos.db --json`)
  expect(JSON.parse(again.stdout).added).toBe(0)
  const whatIf = await place.run('what-if todos.db --profile todo-manager --json')
  const driven = JSON.parse(whatIf.stdout)
  expect(driven.final.items.map(({ status }: { status: string }) => status)).toEqual(
    Array(5).fill('completed'),
  )
})
