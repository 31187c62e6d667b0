/** A watch follows what lies beside a recording, or in many files: the sub-agents' own files, a conversation's events. */

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { claudeCode, result, todoWrite, use } from './recordings.js'
import { Workplace } from './run-program.js'
import { RunningWatch } from './running-watch.js'

vi.setConfig({ testTimeout: 60_000 })

const place = new Workplace()
const at = (...names: readonly string[]): string => join(place.folder, ...names)

const records = claudeCode(
  [
    { user: 'Please' },
    { id: 'm1', model: [todoWrite('c1', ['Run the tests', 'in_progress'])] },
    { user: [result('c1', 'ok')] },
    {
      id: 'm2',
      model: [use('t1', 'Task', { description: 'Test', prompt: 'Run the tests', subagent_type: 'x' })],
    },
    { user: [result('t1', 'Done.')] },
    { id: 'm3', model: [todoWrite('c2', ['Run the tests', 'completed'])] },
    { user: [result('c2', 'ok')] },
  ],
  'one',
)
  .replace(
    /("tool_use_id":"t1".*)\}\n/,
    '$1,"toolUseResult":{"status":"completed","agentId":"a1","content":[{"type":"text","text":"Done."}]}}\n',
  )
  .trimEnd()
  .split('\n')
const work = claudeCode(
  [
    { user: 'Run the tests' },
    { id: 's1', model: [use('e1', 'Bash', { command: 'npm test' })] },
    { user: [result('e1', 'Tests  42 passed (42)')] },
  ],
  'one',
)
  .replaceAll('"isSidechain":false', '"isSidechain":true,"agentId":"a1"')
  .trimEnd()
  .split('\n')

const verdicts = (watch: RunningWatch): readonly unknown[] =>
  watch.of('completion').map(({ verdict }) => verdict)

test('the files of sub-agents, as they come', async () => {
  writeFileSync(at('one.jsonl'), '')
  using watch = new RunningWatch(place.folder, 'one.jsonl', '--json')
  const subagents = at('one', 'subagents')
  for (const record of records.slice(0, 4)) appendFileSync(at('one.jsonl'), `${record}\n`)
  await watch.until(() => watch.of('todos.updated').length === 1)
  mkdirSync(subagents, { recursive: true })
  for (const record of work) appendFileSync(join(subagents, 'agent-a1.jsonl'), `${record}\n`)
  for (const record of records.slice(4)) appendFileSync(at('one.jsonl'), `${record}\n`)
  await watch.until(() => verdicts(watch).includes('supported'))
  expect(await watch.interrupt()).toBe(0)
  expect(verdicts(watch)).not.toContain('unsupported')
})

test('at once what an audit finds', async () => {
  place.write('two.jsonl', `${records.join('\n')}\n`)
  place.write('one/subagents/agent-a1.jsonl', `${work.join('\n')}\n`)
  const { stdout } = await place.run('watch two.jsonl --once --json')
  const events: readonly { readonly type: string; readonly verdict?: string }[] = stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  const told = events.flatMap(({ type, verdict }) => (type === 'completion' ? [verdict] : []))
  const audit = await place.run('audit two.jsonl --json')
  const { sessions } = JSON.parse(audit.stdout)
  expect(told).toEqual(sessions[0].completions.map(({ verdict }: { verdict: string }) => verdict))
  expect(told).toEqual(['supported'])
})

test('a conversation that is kept an event a file, one of them half written', async () => {
  const events = readFileSync(
    new URL('../../../fixtures/openhands-events/session.jsonl', import.meta.url),
    'utf8',
  )
    .trim()
    .split('\n')
  const folder = at('conversation', 'events')
  mkdirSync(folder, { recursive: true })
  const file = (index: number): string =>
    join(folder, `event-${String(index).padStart(5, '0')}-0a1b2c3d.json`)
  const half = Math.floor(events.length / 2)
  for (const [index, event] of events.slice(0, half).entries()) writeFileSync(file(index), event)
  using watch = new RunningWatch(place.folder, 'conversation', '--json')
  await watch.until(() => watch.of('caught-up').length === 1)
  for (const [index, event] of events.entries()) {
    if (index < half) continue
    writeFileSync(file(index), event.slice(0, 40))
    appendFileSync(file(index), event.slice(40))
  }
  const { stdout } = await place.run('watch conversation --once --json')
  const judged = ['completion', 'finding', 'finding-gone', 'caught-up']
  const whole = stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
    .filter(({ type }) => !judged.includes(type))
  const followed = (): readonly unknown[] => watch.events.filter(({ type }) => !judged.includes(type))
  await watch.until(() => followed().length >= whole.length)
  expect(await watch.interrupt()).toBe(0)
  expect(followed()).toEqual(whole)
  expect(watch.stderr).toBe('')
})
