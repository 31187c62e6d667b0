/** Messages of Cline and Roo Code tasks for tests. */

export type TaskMessage = { readonly [field: string]: unknown }

/** What the model saw. */
export function sent(...content: readonly (string | TaskMessage)[]): TaskMessage {
  return { role: 'user', content: content.map(asBlock) }
}

export function answered(...content: readonly (string | TaskMessage)[]): TaskMessage {
  return { role: 'assistant', content: content.map(asBlock) }
}

export function used(id: string, name: string, input: unknown): TaskMessage {
  return { type: 'tool_use', id, name, input }
}

function asBlock(block: string | TaskMessage): TaskMessage {
  return typeof block === 'string' ? { type: 'text', text: block } : block
}

const environment =
  '<environment_details>\n# Current Time\n3/2/2026, 9:00:07 AM (Europe/Berlin, UTC+1:00)\n</environment_details>'

export function returned(id: string, content: string, more: TaskMessage = {}): TaskMessage {
  return { type: 'tool_result', tool_use_id: id, content, ...more }
}

/** A Cline task with something of everything. */
export const sampleHistory: readonly TaskMessage[] = [
  sent('<task>\nGo\n</task>', environment),
  answered('I plan – ✓', used('c1', 'read_file', { path: 'a.ts', task_progress: '- [ ] Build\n- [ ] Test' })),
  sent("[read_file for 'a.ts'] Result:", 'let a', environment),
  answered(used('c2', 'execute_command', { command: 'make', task_progress: '- [x] Build\n- [ ] Test' })),
  sent(
    "[execute_command for 'make'] Result:\nCommand failed with exit code 2.\nOutput:\nno rule",
    '# TODO LIST UPDATE REQUIRED - You MUST include the task_progress parameter in your NEXT tool call.',
  ),
  answered(used('c3', 'attempt_completion', { result: 'Done.' })),
  sent('[attempt_completion] Result:\nThe user has provided feedback.\n<feedback>\nMore\n</feedback>'),
  answered('Yes.'),
]

/** A session of Cline's program. */
const sessionHead: TaskMessage = {
  version: 1,
  updated_at: '2026-03-02T08:00:00.000Z',
  agent: 'lead',
  sessionId: '1772442000000_ab',
  origin: { source: 'cli', sessionId: '1772442000000_ab' },
}
const told = (query: string, result: string, error?: string): TaskMessage => ({
  query,
  result,
  ...(error === undefined ? { success: true } : { error, success: false }),
})
export const cameBack = (id: string, content: unknown, more: TaskMessage = {}): TaskMessage => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, name: 'x', content, ...more }],
  ts: 1_772_442_000_500,
})
const sessionMessages: readonly TaskMessage[] = [
  { ...sent('<user_input mode="act">Go</user_input>'), ts: 1_772_442_000_100 },
  answered(
    'I look.',
    used('c1', 'read_files', { files: [{ path: 'a' }] }),
    used('c2', 'read_files', { files: [{ path: 'a' }, { path: 'b' }] }),
  ),
  cameBack('c1', [told('a', '', 'ENOENT')]),
  cameBack('c2', [told('a', '1 | x'), told('b', '', 'ENOENT')]),
  answered(used('c3', 'run_commands', { commands: ['true', 'exit 3'] })),
  cameBack('c3', [
    told('true', ''),
    told('exit 3', '[Command exited with code 3]', 'Command exited with code 3'),
  ]),
  answered(used('c4', 'editor', { path: 'a', new_text: 'y' }), used('c5', 'editor', { path: 5 })),
  cameBack('c4', JSON.stringify(told('edit:a', 'File created successfully at: a'))),
  cameBack('c5', '{"error":"Invalid input"}', { is_error: true }),
  answered(used('c6', 'spawn_agent', { task: 'Look.' })),
  cameBack('c6', '{"text":"One line.","iterations":2,"finishReason":"completed"}'),
  answered('Done.'),
  sent('[SYSTEM] You still have team obligations. Unfinished tasks: task_0001 (pending): x.'),
  answered('Hm.'),
  sent('<user_input mode="plan">More</user_input>'),
  answered('Yes.'),
  { ...answered('It was cut off.'), metadata: { displayOnly: true, displayRole: 'error' } },
]

export const sampleSession: TaskMessage = { ...sessionHead, messages: sessionMessages }
