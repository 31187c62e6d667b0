/** A small trajectory of ATIF with something of everything. */

const at = (second: number): string => `2026-01-05T10:00:0${second}.000Z`
const agent = { name: 'a', version: '1' }
const todos = (status: string): object => ({ items: [{ text: 'Build it', status }] })

/** ATIF, with a sub-agent's trajectory in it. */
export const sampleAtif: object = {
  schema_version: 'ATIF-v1.7',
  session_id: 's',
  trajectory_id: 's',
  agent,
  extra: { todo_ledger: { session: 's', profile: 'todo-manager', goal: 'All of it' } },
  steps: [
    { step_id: 1, timestamp: at(0), source: 'user', message: [{ type: 'text', text: 'Go' }] },
    {
      step_id: 2,
      timestamp: at(1),
      source: 'agent',
      message: 'I look – ✓',
      metrics: { prompt_tokens: 10, completion_tokens: 2, cost_usd: 0.1 },
      tool_calls: [
        { tool_call_id: 'c1', function_name: 'todo', arguments: todos('pending') },
        { tool_call_id: 'c2', function_name: 'task', arguments: { input: 'x' } },
      ],
      observation: {
        results: [
          { source_call_id: 'c1', content: 'ok', extra: { todo_ledger: { ok: true, details: { a: 1 } } } },
          { source_call_id: 'c2', content: 'no', extra: { exit_code: 1 } },
          { source_call_id: 'c2', subagent_trajectory_ref: [{ trajectory_id: 'b', session_id: 'b' }] },
        ],
      },
    },
    {
      step_id: 3,
      timestamp: at(2),
      source: 'system',
      message: 'A sum.',
      extra: { context_management: { type: 'compaction' }, todo_ledger: { subagents: [{ session: 'z' }] } },
    },
  ],
  subagent_trajectories: [
    {
      schema_version: 'ATIF-v1.7',
      trajectory_id: 'b',
      agent,
      steps: [{ step_id: 1, timestamp: at(1), source: 'agent', message: 'Done.' }],
    },
  ],
}
