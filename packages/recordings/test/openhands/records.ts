/** Events of OpenHands' SDK for tests. */

export type TestEvent = { readonly [field: string]: unknown }

const time = (id: number): string => `2025-11-04T14:00:${String(id).padStart(2, '0')}.123456`

/** An event of the SDK. */
export function event(id: number, kind: string, source: string, more: TestEvent = {}): TestEvent {
  return { id: `e${id}`, timestamp: time(id), source, ...more, kind }
}

export function text(content: string): readonly TestEvent[] {
  return [{ type: 'text', text: content }]
}

export function acted(id: number, tool: string, input: TestEvent, more: TestEvent = {}): TestEvent {
  const call = {
    tool_name: tool,
    tool_call_id: `c${id}`,
    tool_call: { id: `c${id}`, name: tool, arguments: '{}' },
  }
  const done = { thought: [], action: { ...input, kind: 'SomeAction' }, llm_response_id: `r${id}` }
  return event(id, 'ActionEvent', 'agent', { ...done, ...call, ...more })
}

export function observed(id: number, cause: number, content: string, more: TestEvent = {}): TestEvent {
  const found = { content: text(content), is_error: false, ...more }
  const call = { tool_name: 'x', tool_call_id: `c${cause}`, action_id: `e${cause}` }
  return event(id, 'ObservationEvent', 'environment', { ...call, observation: found })
}

const tasks = [
  { id: '1', title: 'Build – ✓', status: 'in_progress', notes: 'n' },
  { id: '2', title: 'Test', status: 'todo', notes: '' },
]

/** With something of everything, as the SDK writes it. */
export const sampleEvents: readonly TestEvent[] = [
  event(0, 'SystemPromptEvent', 'agent', {
    system_prompt: { type: 'text', text: 'You are OpenHands.' },
    tools: [],
  }),
  event(1, 'MessageEvent', 'user', { llm_message: { role: 'user', content: text('Go') } }),
  acted(2, 'task_tracker', { command: 'plan', task_list: tasks }, { thought: text('I plan.') }),
  observed(3, 2, 'Updated', { command: 'plan', task_list: tasks, kind: 'TaskTrackerObservation' }),
  acted(4, 'terminal', { command: 'make', timeout: null }, { llm_response_id: 'both' }),
  acted(5, 'file_editor', { command: 'view', path: 'a' }, { llm_response_id: 'both' }),
  observed(6, 4, 'no rule', { exit_code: 2, kind: 'TerminalObservation' }),
  observed(7, 5, 'let a', { kind: 'FileEditorObservation' }),
  event(8, 'Condensation', 'environment', { summary: 'Sum', forgotten_event_ids: [] }),
  acted(
    9,
    'terminal',
    {},
    { action: null, tool_call: { id: 'c9', name: 'terminal', arguments: '{"command":7}' } },
  ),
  event(10, 'AgentErrorEvent', 'agent', { tool_call_id: 'c9', error: 'no text' }),
  event(11, 'MessageEvent', 'agent', { llm_message: { role: 'assistant', content: text('Done?') } }),
  event(12, 'MessageEvent', 'user', { llm_message: { role: 'user', content: text('Yes') } }),
  acted(13, 'finish', { message: 'Done.' }),
  observed(14, 13, 'Done.'),
  event(15, 'ConversationStateUpdateEvent', 'environment', { key: 'stats', value: {} }),
]
