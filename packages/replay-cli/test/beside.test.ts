/** The files of a session's sub-agents that stand beside it are read for the evidence in them. */

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { called, claude, type Fields, returned, said } from './claude-records.js'
import { MemoryPlace } from './memory-place.js'

const place = new MemoryPlace()

/** A parent that leaves its only item, a test run, to a sub-agent. */
function parentOf(session: string, agentId: string): string {
  const list = (status: string): Fields => ({
    todos: [{ content: 'Run the tests', status, activeForm: '' }],
  })
  return claude(
    session,
    { version: '2.1.0' },
    said('Mend the dates.'),
    called(`${session}-1`, 'TodoWrite', list('in_progress')),
    returned(`${session}-1`, 'ok'),
    called(`${session}-2`, 'Task', { description: 'Mend', prompt: 'Fix src/date.ts.' }),
    returned(`${session}-2`, 'Done.', { status: 'completed', agentId }),
    called(`${session}-3`, 'TodoWrite', list('completed')),
    returned(`${session}-3`, 'ok'),
  )
}

/** The sub-agent's own file; the test run that it made last speaks for the item. */
function childOf(session: string, agentId: string, ...more: readonly Fields[]): string {
  return claude(
    session,
    { isSidechain: true, agentId },
    said('Fix src/date.ts.'),
    called(`${agentId}-1`, 'Read', { file_path: '/x/src/date.ts' }),
    returned(`${agentId}-1`, 'export const day = 1'),
    ...more,
    called(`${agentId}-2`, 'Edit', { file_path: '/x/src/date.ts', old_string: '1', new_string: '2' }),
    returned(`${agentId}-2`, 'The file has been updated.', { filePath: '/x/src/date.ts' }),
    called(`${agentId}-3`, 'Bash', { command: 'npm test' }),
    returned(`${agentId}-3`, 'Tests  12 passed (12)', {
      stdout: 'Tests  12 passed (12)',
      stderr: '',
      interrupted: false,
    }),
  )
}

/** The verdicts of what a command audits, and what it told. */
async function verdicts(words: string): Promise<{ verdicts: readonly string[]; told: string }> {
  const { stdout, stderr } = await place.run(`audit ${words} --json --fail-on never`)
  const { sessions }: { sessions: { session: string; completions: { verdict: string }[] }[] } =
    JSON.parse(stdout)
  return {
    verdicts: sessions.map(({ session, completions }) =>
      [session, ...completions.map(({ verdict }) => verdict)].join(' '),
    ),
    told: stderr,
  }
}

place.write('new/s1.jsonl', parentOf('s1', 'a1'))
place.write('new/s1/subagents/agent-a1.jsonl', childOf('s1', 'a1'))
place.write('new/s1/subagents/agent-a1.meta.json', '{"agentType":"general-purpose"}')
place.write('new/s2.jsonl', parentOf('s2', 'b1'))
place.write('new/s2/subagents/workflows/w1/agent-b1.jsonl', childOf('s2', 'b1'))
place.write('old/s3.jsonl', parentOf('s3', 'c1'))
place.write('old/agent-c1.jsonl', childOf('s3', 'c1'))
// What is no file is not waited for.
execFileSync('mkfifo', [join(place.folder, 'old/agent-pipe.jsonl')])
place.write('old/agent-d1.jsonl', childOf('s4', 'd1'))
place.write('old/agent-e1.jsonl', 'not a recording\n')
place.write('alone/s5.jsonl', parentOf('s5', 'f1'))
place.write('broken/s6.jsonl', parentOf('s6', 'g1'))
place.write('broken/s6/subagents/agent-g1.jsonl', `${childOf('s6', 'g1')}{"torn":`)

/** A Codex rollout whose plan is done by an agent that it starts. */
const codexLines = (id: string, meta: Fields, ...payloads: readonly Fields[]): string =>
  [
    { type: 'session_meta', payload: { id, ...meta } },
    ...payloads.map((payload) => ({ type: 'response_item', payload })),
  ]
    .map((line) => `${JSON.stringify({ timestamp: '2026-01-05T10:00:00Z', ...line })}\n`)
    .join('')
const codexCall = (id: string, name: string, input: Fields, output: string): readonly Fields[] => [
  { type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) },
  { type: 'function_call_output', call_id: id, output },
]
const codexPlan = (id: string, status: string): readonly Fields[] =>
  codexCall(id, 'update_plan', { plan: [{ step: 'Run the tests', status }] }, 'Plan updated')
const codexParent = codexLines(
  'p-1',
  {},
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Mend the dates.' }] },
  ...codexPlan('p1', 'in_progress'),
  ...codexCall('p2', 'spawn_agent', { message: 'Fix src/date.ts' }, '{"agent_id":"k-1"}'),
  ...codexCall('p3', 'wait', { ids: ['k-1'] }, '{"status":{"k-1":{"completed":"Done."}}}'),
  ...codexPlan('p4', 'completed'),
)
const codexChild = codexLines(
  'k-1',
  { source: { subagent: { thread_spawn: { parent_thread_id: 'p-1' } } } },
  {
    type: 'custom_tool_call',
    call_id: 'k1',
    name: 'apply_patch',
    input: '*** Begin Patch\n*** Update File: src/date.ts\n@@\n-1\n+2\n*** End Patch',
  },
  {
    type: 'custom_tool_call_output',
    call_id: 'k1',
    output: 'Exit code: 0\nOutput:\nSuccess. Updated the following files:\nM src/date.ts',
  },
  ...codexCall('k2', 'shell', { command: ['npm', 'test'] }, 'Exit code: 0\nOutput:\nTests  12 passed (12)'),
)
place.write('codex/rollout-2026-01-05T10-00-00-p-1.jsonl', codexParent)
place.write('codex/rollout-2026-01-05T10-00-07-k-1.jsonl', codexChild)

describe('beside a session', () => {
  test.each([
    ['in its folder', 'new/s1.jsonl', 's1 supported', ['new/s1/subagents/agent-a1.jsonl']],
    [
      'in a folder of its folder',
      'new/s2.jsonl',
      's2 supported',
      ['new/s2/subagents/workflows/w1/agent-b1.jsonl'],
    ],
    ['next to it, of its id', 'old/s3.jsonl', 's3 supported', ['old/agent-c1.jsonl']],
    ['not at all', 'alone/s5.jsonl', 's5 undecided', []],
    ['with a torn line', 'broken/s6.jsonl', 's6 supported', ['broken/s6/subagents/agent-g1.jsonl']],
  ])("a sub-agent's file stands %s", async (_, file, verdict, named) => {
    const { verdicts: found, told } = await verdicts(file)
    expect(found).toEqual([verdict])
    expect([...told.matchAll(/[\w/]+\/agent-\w+\.jsonl(?=[,\s])/g)].map(([name]) => name)).toEqual(named)
  })

  test('it is named on standard error', async () => {
    expect((await verdicts('new/s1.jsonl')).told).toBe(
      'reading the work of its sub-agents, too: new/s1/subagents/agent-a1.jsonl\n',
    )
  })

  test('what is skipped in it is told with its place', async () => {
    expect((await verdicts('broken/s6.jsonl')).told).toContain(
      'warning: broken/s6/subagents/agent-g1.jsonl:8: skipped: not JSON',
    )
  })

  test('of Codex: the rollout that is named for the agent that was started', async () => {
    const { verdicts: found, told } = await verdicts('codex/rollout-2026-01-05T10-00-00-p-1.jsonl')
    expect(found).toEqual(['p-1 supported'])
    expect(told).toContain('codex/rollout-2026-01-05T10-00-07-k-1.jsonl')
  })
})

test('of several files that are named one by one, too; one that is named itself is read once', async () => {
  const beside = await verdicts('new/s1.jsonl new/s2.jsonl')
  expect(beside.verdicts).toEqual(['s1 supported', 's2 supported'])
  const both = await verdicts('old/s3.jsonl old/agent-c1.jsonl')
  expect(both.verdicts).toEqual((await verdicts('old/agent-c1.jsonl old/s3.jsonl')).verdicts.toReversed())
  expect(both.verdicts[0]).toBe('s3 supported')
})
