/** A trajectory of SWE-agent for tests, with something of everything. */

const item = (role: string, message_type: string, content: unknown, more: object = {}): object => ({
  role,
  content,
  agent: 'main',
  message_type,
  ...more,
})

const plan = { plan: [{ step: 'Build – ✓', status: 'in_progress' }] }
const call = (id: string, name: string, input: unknown): object => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
})

export const sampleTrajectory: { readonly [field: string]: unknown } = {
  trajectory: [
    {
      action: 'make',
      observation: 'no rule',
      response: 'I build.',
      thought: 'I build.',
      execution_time: 0.1,
      state: { working_dir: '/x' },
      query: [{ role: 'user', content: 'Go' }],
    },
  ],
  history: [
    item('system', 'system_prompt', 'You are an agent.'),
    item('user', 'demonstration', 'See how', { is_demo: true }),
    item('user', 'observation', [{ type: 'text', text: 'Go' }]),
    item('assistant', 'action', 'I plan.', {
      thought: 'I plan.',
      tool_calls: [call('c1', 'update_plan', plan)],
    }),
    item('tool', 'observation', 'Plan updated', { tool_call_ids: ['c1'] }),
    item('assistant', 'action', 'I build.\n```\nmake\n```', { thought: 'I build.', action: 'make\n' }),
    item('user', 'observation', 'no rule'),
    item('assistant', 'thought', 'Done.'),
  ],
  info: { exit_status: 'submitted' },
  environment: 'swe_main',
}
