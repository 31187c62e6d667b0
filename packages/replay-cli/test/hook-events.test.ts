/** What each hook is recorded as. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HookedLedgers, HookTexts, todos } from './claude-code-hooks.js'
import { runInMemory } from './memory-host.js'

const ledgers = new HookedLedgers()
const texts = new HookTexts('s1')
const bash = { command: 'npm test' }

test('tasks have the ids that Claude Code gives them', async () => {
  const { all, show } = ledgers.make()
  const create = { subject: 'Write the parser', description: 'In src' }
  const update = { taskId: '4', status: 'in_progress' }
  await all(
    texts.after('c1', 'TaskCreate', create, { task: { id: '4', subject: 'Write the parser' } }),
    texts.after('c2', 'TaskUpdate', update, { success: true, taskId: '4' }),
  )
  expect(await show()).toMatchInlineSnapshot(`
    "s1
    turn 1, event 5, claude-code, executing

    [>] #4: Write the parser

    (0/1 completed)"
  `)
})

test('an input that comes while calls are under way cuts them off; their results are recorded all the same', async () => {
  const { all, log } = ledgers.make()
  await all(
    texts.prompt('First'),
    texts.before('c1', 'Bash', bash),
    texts.prompt('Second'),
    texts.after('c1', 'Bash', bash, { stdout: 'ok', stderr: '' }),
    texts.batch(['c1', 'Bash', bash, 'ok']),
    texts.prompt('<task-notification><task-id>b1</task-id></task-notification>'),
  )
  expect(await log()).toMatchInlineSnapshot(`
    "s1
      t0         session.opened      claude-code, live
      t0         run.started         user: First
      t1         turn.started
      t1         tool.called         Bash: npm test
      t1         turn.ended          interrupted
      t1         session.yielded     dormant: no open todos
      t1         run.started         user: Second
      t1         tool.returned       ok, execute (a check): ok
      t1         run.started         external: <task-notification><task-id>b1</task-id></task-notification>"
  `)
})

test('a sub-agent is a session of its own, and its parent says so', async () => {
  const { all, ledger } = ledgers.make()
  const agent = new HookTexts('s1', '/nowhere/s1.jsonl', 'a7')
  const task = { description: 'Look', prompt: 'Find the parser' }
  await all(
    texts.prompt('Find it'),
    texts.before('c1', 'Agent', task),
    agent.event('SubagentStart'),
    agent.before('k1', 'Grep', { pattern: 'parse' }),
    agent.after('k1', 'Grep', { pattern: 'parse' }, { content: 'src/parser.js' }),
    agent.batch(['k1', 'Grep', { pattern: 'parse' }, 'src/parser.js']),
    agent.event('SubagentStop', { last_assistant_message: 'In src.' }),
    texts.after('c1', 'Agent', task, { agentId: 'a7', content: [{ type: 'text', text: 'In src.' }] }),
    texts.batch(['c1', 'Agent', task, 'In src.']),
    texts.stop('It is in src.'),
  )
  const logOf = async (id: string) => (await runInMemory(['log', ledger, '--session', id])).stdout
  expect(await logOf('s1')).toMatchInlineSnapshot(`
    "s1
        1    t0         session.opened      claude-code, live
        2    t0         run.started         user: Find it
        3    t1         turn.started
        4    t1         tool.called         Agent: Look
        5    t1         subagent.started    s1/a7
        6    t1         subagent.ended      s1/a7
        7    t1         tool.returned       ok, delegate: In src.
        8    t1         turn.ended
        9    t2         turn.started
       10    t2         message.recorded    assistant: It is in src.
       11    t2         turn.ended
       12    t2         session.yielded     dormant: no open todos
    "
  `)
  expect(await logOf('s1/a7')).toMatchInlineSnapshot(`
    "s1/a7
        1    t0         session.opened      claude-code, live, sub-agent of s1
        2    t0         run.started         external:
        3    t1         turn.started
        4    t1         tool.called         Grep: parse
        5    t1         tool.returned       ok, read: src/parser.js
        6    t1         turn.ended
        7    t2         turn.started
        8    t2         message.recorded    assistant: In src.
        9    t2         turn.ended
       10    t2         session.yielded     dormant: no open todos
    "
  `)
})

test('an agent in the background is known by what its call returns', async () => {
  const { all, log } = ledgers.make()
  const task = { description: 'Look', prompt: 'Find the parser' }
  const launched = { isAsync: true, status: 'async_launched', agentId: 'a8' }
  await all(
    texts.before('c1', 'Agent', task),
    texts.before('c2', 'Agent', task),
    texts.after('c2', 'Agent', task, launched),
  )
  expect(await log()).toMatchInlineSnapshot(`
    "s1
      t0         session.opened      claude-code, live
      t0         run.started         unknown:
      t1         turn.started
      t1         tool.called         Agent: Look
      t1         tool.called         Agent: Look
      t1         subagent.started    s1/a8
      t1         tool.returned       ok, delegate: {"isAsync":true,"status":"async_launched","agentId":"a8"}"
  `)
})

test('every hook twice at once, as where two settings name it, is every hook once', async () => {
  const { hook, log } = ledgers.make()
  const list = todos('> Fix the parser')
  for (const input of [
    texts.prompt('Begin'),
    texts.before('c1', 'Bash', bash),
    texts.after('c1', 'Bash', bash, { stdout: 'ok', stderr: '' }),
    texts.after('c2', 'TodoWrite', list, {}),
    texts.batch(['c1', 'Bash', bash, 'ok'], ['c2', 'TodoWrite', list, 'Todos have been modified']),
    texts.stop('Done.'),
    texts.event('SessionEnd', { reason: 'other' }),
  ]) {
    expect(await Promise.all([hook(input), hook(input)])).toEqual(['', ''])
  }
  expect(await log()).toMatchInlineSnapshot(`
    "s1
      t0         session.opened      claude-code, live
      t0         run.started         user: Begin
      t1         turn.started
      t1         tool.called         Bash: npm test
      t1         tool.returned       ok, execute (a check): ok
      t1         todos.updated       TodoWrite: + #1 Fix the parser (in_progress)
      t1         turn.ended
      t2         turn.started
      t2         message.recorded    assistant: Done.
      t2         turn.ended
      t2         session.yielded     idle: open todos, no continuation"
  `)
})

test('what is no work begins no session', async () => {
  const { all, ledger } = ledgers.make()
  await all(
    texts.event('SessionStart', { source: 'startup' }),
    texts.stop('Hello.'),
    texts.event('PreCompact', { trigger: 'auto' }),
    texts.event('SessionEnd', { reason: 'other' }),
    texts.event('Notification', { message: 'Waiting' }),
  )
  expect((await runInMemory(['sessions', ledger, '--json'])).stdout).toContain('there is no session in it')
})

test('compaction, failed calls, and a program that was ended amid its work', async () => {
  const { all, log } = ledgers.make()
  await all(
    texts.prompt('Begin'),
    texts.before('c1', 'Bash', bash),
    texts.failed('c1', 'Bash', bash, 'Exit code 1\n3 failed'),
    texts.batch(['c1', 'Bash', bash, 'Exit code 1\n3 failed']),
    texts.event('PreCompact', { trigger: 'auto' }),
    texts.event('SessionStart', { source: 'compact' }),
    texts.before('c2', 'Bash', bash),
    texts.event('SessionStart', { source: 'resume' }),
    texts.event('StopFailure', { error: 'rate_limit' }),
  )
  expect(await log()).toMatchInlineSnapshot(`
    "s1
      t0         session.opened      claude-code, live
      t0         run.started         user: Begin
      t1         turn.started
      t1         tool.called         Bash: npm test
      t1         tool.returned       failed, execute (a check): Exit code 1 ⏎ 3 failed
      t1         turn.ended
      t1         context.compacted
      t2         turn.started
      t2         tool.called         Bash: npm test
      t2         turn.ended          interrupted
      t2         session.yielded     dormant: no open todos"
  `)
})

test('what was said beside the calls, and what came of a call that was refused, comes from the transcript', async () => {
  const transcript = join(ledgers.folder, 'told.jsonl')
  const at = { sessionId: 's1', timestamp: '2026-01-05T10:00:00Z' }
  const records = [
    {
      ...at,
      type: 'assistant',
      uuid: 'u1',
      message: { id: 'm1', content: [{ type: 'text', text: 'I test.' }] },
    },
    {
      ...at,
      type: 'assistant',
      uuid: 'u2',
      message: { id: 'm1', content: [{ type: 'tool_use', id: 'c1', name: 'Bash', input: bash }] },
    },
    {
      ...at,
      type: 'user',
      uuid: 'u3',
      message: { content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'No.', is_error: true }] },
    },
  ]
  const torn = '{"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","id":"c1"'
  writeFileSync(transcript, `${[torn, ...records.map((record) => JSON.stringify(record))].join('\n')}\n`)
  const told = new HookTexts('s1', transcript)
  const { all, log } = ledgers.make()
  await all(told.before('c1', 'Bash', bash), told.batch(['c1', 'Bash', bash, 'No.']))
  expect(await log()).toMatchInlineSnapshot(`
    "s1
      t0         session.opened      claude-code, live
      t0         run.started         unknown:
      t1         turn.started
      t1         tool.called         Bash: npm test
      t1         tool.returned       failed, execute (a check): No.
      t1         message.recorded    assistant: I test.
      t1         turn.ended"
  `)
})
