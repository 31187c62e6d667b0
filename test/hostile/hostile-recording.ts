/** Recorded sessions that hold payloads in every field that a text can stand in. */

/** So many payloads share a list: more items than four times as many are refused. */
const inOneList = 5

/**
 * A session in the neutral form: each payload is the text, the id, the reason, the owner and so on of an item, a tool's
 * name, input and output, a message, a reminder, a summary and a sub-agent, and stands in what is refused.
 * @param session the session's id
 */
export function hostileRecording(payloads: readonly string[], session = 'hostile'): string {
  const lines: object[] = [headOf(session, payloads[0] ?? '')]
  for (let start = 0; start < payloads.length; start += inOneList) {
    const group = payloads.slice(start, start + inOneList)
    lines.push(...linesOf(group, start, lines.filter((line) => 'turn' in line).length))
  }
  return text([...lines, { end: true }])
}

/** A session of one turn, for each payload one: it is the session's id and goal, and what a person typed first. */
export function hostileSession(payload: string, place: number): string {
  return text([
    headOf(`${place}${payload}`, payload),
    { input: payload, trigger: 'user' },
    {
      turn: 1,
      calls: [update(`a${place}`, [{ id: `${place}`, text: payload, status: 'pending' }], payload)],
    },
    { end: true },
  ])
}

function headOf(session: string, goal: string): object {
  return { recording: 'todo-ledger/1', session, profile: 'recommended', goal }
}

function text(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function update(id: string, items: readonly object[], output: string, ok = true): object {
  return { id, name: 'write_todos', input: { items }, ok, output }
}

/** The list is written, each payload gets a turn of its own, and the list is ticked and reworded. */
function linesOf(group: readonly string[], start: number, turnsBefore: number): readonly object[] {
  const listed = group.map((payload, index) => ({ payload, id: `${start + index}${payload}` }))
  const items = (status: string, more: string): readonly object[] =>
    listed.flatMap(({ payload, id }) => [
      {
        id,
        text: `Run the tests ${payload}`,
        status,
        ...fieldsOf(`${payload}${more}`),
      },
      // What a tool contradicts is shown with its quotations; of the others only their meaning decides.
      { id: `l${id}`, text: 'Run the linter', status },
      {
        id: `b${id}`,
        text: `${payload}${more}`,
        status: 'blocked',
        reason: `${payload}${more}`,
        parent: id,
        dependencies: [id],
      },
    ])
  const written = group.join(' ')
  const first = turnsBefore + 1
  const at = new Date(Date.UTC(2026, 0, 5, 10) + first * 60_000).toISOString()
  return [
    ...group.map((payload) => ({ input: payload, trigger: 'user', at })),
    { turn: first, calls: [update(`a${start}`, items('in_progress', ''), written)] },
    ...listed.flatMap(({ payload, id }, index) => workOn(payload, id, first + 1 + index)),
    {
      turn: first + group.length + 1,
      calls: [lint(start, group), update(`z${start}`, items('completed', ' again'), written)],
    },
  ]
}

/** A check that fails right before the mark. */
function lint(start: number, group: readonly string[]): object {
  const output = `Exit code 1\n${group.join('\n')}\n✖ 1 problem (1 error, 0 warnings)`
  return { id: `y${start}`, name: 'Bash', input: { command: 'npx eslint .' }, ok: false, output }
}

function fieldsOf(payload: string): object {
  return { owner: payload, notes: payload, priority: payload, estimate: payload }
}

/** A turn of a payload: an edit, a check, a tool that fails and an update that is refused; then what stands outside of turns. */
function workOn(payload: string, id: string, turn: number): readonly object[] {
  const input = { [payload]: payload, command: payload, file_path: payload, url: payload }
  const call = (letter: string): string => `${letter}${id}`
  return [
    {
      turn,
      text: payload,
      calls: [
        { id: call('b'), name: 'Edit', input, ok: true, output: payload },
        // A run that says that it passed is evidence, and so its output is shown.
        {
          id: call('c'),
          name: 'Bash',
          input: { command: `npm test ${payload}` },
          ok: true,
          output: `${payload}\nTests  3 passed (3)`,
        },
        { id: call('d'), name: `t${payload}`, input, ok: false, output: payload },
        update(call('e'), [{ id, text: payload, status: payload }], payload, false),
      ],
    },
    { nag: payload },
    { compacted: true, summary: payload },
    {
      subagent: `hostile/${id}`,
      text: payload,
      calls: [{ id: call('f'), name: payload || 'x', input: payload, output: payload }],
    },
  ]
}
