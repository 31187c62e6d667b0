import { profiles } from '@todo-ledger/core'
import { expect, test } from 'vitest'
import { neutralUnder } from './what-if-session.js'

const gated = profiles.todoManager.with({ evidenceRequired: true })

const list = (id: string, status: string) => ({
  id,
  name: 'todo',
  input: { items: [{ id: '1', text: 'Run the tests', status }] },
  ok: true,
})
const call = (id: string, name: string, input: object, output: string) => ({
  id,
  name,
  input,
  ok: true,
  output,
})

const edited = call('c2', 'Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }, 'updated')
const tested = call('c3', 'Bash', { command: 'npm test' }, '14 passing')

test('what a gate would have refused shows, and what it would have let in', async () => {
  const records = (...work: readonly object[]) => [
    { input: 'Please run the tests', trigger: 'user' },
    { turn: 1, calls: [list('c1', 'in_progress')] },
    { turn: 2, calls: work },
    { turn: 3, calls: [list('c4', 'completed')] },
    { end: true },
  ]
  const refused = await neutralUnder('todo-manager', records(edited), gated)
  expect(refused.attempts.map(({ whatIf }) => whatIf)).toEqual(['accepted', 'rejected'])
  expect(refused.attempts[1]?.violations?.[0]).toMatchObject({ rule: 'evidence-required' })
  const done = await neutralUnder('todo-manager', records(edited, tested), gated)
  expect(done.attempts.map(({ whatIf }) => whatIf)).toEqual(['accepted', 'accepted'])
})
