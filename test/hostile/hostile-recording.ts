/** A recorded session that holds payloads in every field that a text can stand in. */

/** Turns that each payload gets. */
const turnsOfPayload = 3

/**
 * A session in the neutral form: each payload is the text, the id, the reason, the owner and so on of an item, a tool's
 * name, input and output, a message, a reminder and a summary, and stands in what is refused.
 * @param session the session's id; a payload may be one
 */
export function hostileRecording(payloads: readonly string[], session = 'hostile'): string {
  const [first = ''] = payloads
  const lines: object[] = [
    { recording: 'todo-ledger/1', session, profile: 'recommended', goal: first },
    ...payloads.flatMap((payload, index) => linesOf(payload, index * turnsOfPayload + 1)),
    { end: true },
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function linesOf(payload: string, turn: number): readonly object[] {
  const call = (name: string): string => `${name}${turn}${payload}`
  const id = `${turn}${payload}`
  const fields = { owner: payload, notes: payload, priority: payload, estimate: payload }
  const items = (status: string): object => ({
    items: [
      { id, text: `Run the tests ${payload}`, status, ...fields },
      { id: `b${id}`, text: payload, status: 'blocked', reason: payload, parent: id, dependencies: [id] },
    ],
  })
  const update = (name: string, status: string, ok: boolean, output: string): object => ({
    id: call(name),
    name: 'write_todos',
    input: items(status),
    ok,
    output,
  })
  const input = { [payload]: payload, command: payload, file_path: payload, url: payload }
  return [
    { input: payload, trigger: 'user', at: '2026-01-05T10:00:00Z' },
    { turn, text: payload, calls: [update('a', 'in_progress', true, payload)] },
    { nag: payload },
    {
      turn: turn + 1,
      text: payload,
      calls: [
        { id: call('b'), name: 'Edit', input, ok: true, output: payload },
        { id: call('c'), name: `t${payload}`, input, ok: false, output: payload },
        update('d', payload, false, payload),
      ],
    },
    { compacted: true, summary: payload },
    {
      subagent: `hostile/${id}`,
      text: payload,
      calls: [{ id: call('f'), name: payload || 'x', input: payload, output: payload }],
    },
    { turn: turn + 2, text: payload, calls: [update('e', 'completed', true, payload)] },
  ]
}
