import { describe, expect, test } from 'vitest'
import { readRecording, table } from '../reading.js'
import { answered, cameBack, returned, sampleSession, sent, type TaskMessage, used } from './records.js'

const read = (messages: unknown, folder = '1772442000000', indent = 0): ReturnType<typeof readRecording> =>
  readRecording(JSON.stringify(messages, null, indent), `tasks/${folder}/api_conversation_history.json`)

describe('what the model saw', () => {
  test('calls with ids; the person edits the list', async () => {
    const list = (id: string, todos: string) => used(id, 'update_todo_list', { todos })
    const { steps } = await read([
      sent('<user_message>\nGo\n</user_message>'),
      answered('I plan.', list('c1', '[-] Build')),
      { ...sent(returned('c1', 'User edits todo:\n\n[-] Build\n[ ] Test')), ts: 1_772_442_000_500 },
      answered(list('c2', '[x] Build'), used('c3', 'write_to_file', { path: 'a', content: 'x' })),
      sent(
        returned('c2', 'User declined to update the todoList.'),
        returned('c3', '{"path":"a","operation":"created"}'),
      ),
    ])
    expect(table(steps, false)).toMatchInlineSnapshot(`
      "
      1772442000000: session roo
      1772442000000: input user: Go
      1772442000000: turn | message assistant: I plan. | call c1 update_todo_list {"todos":"[-] Build"} | result c1 true: User edits todo:

      [-] Build
      [ ] Test | turn-end
      1772442000000: turn | call c2 update_todo_list {"todos":"[x] Build"} | call c3 write_to_file {"path":"a","content":"x"} | result c2 false: User declined to update the todoList. | result c3 true: {"path":"a","operation":"created"} | turn-end | run-end
      "
    `)
  })

  test('calls with ids, results by their names, as Cline writes them where the model has tools', async () => {
    const step = '- [ ] Build'
    const { steps } = await read([
      sent('<task>\nGo\n</task>'),
      answered(
        'I look.',
        used('c1', 'use_subagents', { prompt_1: 'Look.', task_progress: step }),
        used('c2', 'read_file', { path: 'a' }),
        used('c3', 'c7f0mcp0ping', {}),
      ),
      sent(
        '[subagents] Result:\nSubagent results:\nTotal: 1',
        "[read_file for 'a'] Result:\nlet a",
        "[use_mcp_tool for 'pings'] Result:\npong",
      ),
      answered(used('c4', 'attempt_completion', { result: 'Done.' })),
      sent('[TASK RESUMPTION] It was interrupted.', '<user_message>\nMore\n</user_message>'),
      answered('Yes.'),
    ])
    expect(table(steps, false)).toMatchInlineSnapshot(`
      "
      1772442000000: session cline
      1772442000000: input user: Go
      1772442000000: turn | message assistant: I look. | call c1 use_subagents {"prompt_1":"Look."} | call c2 read_file {"path":"a"} | call c3 c7f0mcp0ping {} | result c1 null: Subagent results:
      Total: 1 | call c1 task_progress task_progress {"task_progress":"- [ ] Build"} | result c1 task_progress true:  | result c2 null: let a | result c3 null: pong | turn-end
      1772442000000: turn | message assistant: Done. | call c4 attempt_completion {"result":"Done."} | result c4 null:  | turn-end | run-end
      1772442000000: input user: More
      1772442000000: turn | message assistant: Yes. | turn-end | run-end
      "
    `)
  })

  test('in the shapes of the AI SDK', async () => {
    const { format, steps } = await read({
      version: 2,
      messages: [
        { role: 'user', content: '<task>Go</task>', ts: 1_772_442_000_000 },
        {
          role: 'assistant',
          ts: 1_772_442_001_000,
          content: [
            { type: 'tool-call', toolCallId: 'c1', toolName: 'update_todo_list', input: { todos: '[ ] a' } },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'update_todo_list',
              output: { type: 'text', value: 'Todo list updated successfully.' },
            },
          ],
        },
        { type: 'reasoning', encrypted_content: 'x' },
        { role: 'assistant', isSummary: true, content: 'Sum' },
      ],
    })
    expect(format).toBe('cline')
    expect(table(steps, false)).toMatchInlineSnapshot(`
      "
      1772442000000: session roo
      1772442000000: input user: Go
      1772442000000: turn | call c1 update_todo_list {"todos":"[ ] a"} | result c1 true: Todo list updated successfully. | turn-end | compaction: Sum | run-end
      "
    `)
  })
})

describe("a session of Cline's program", () => {
  const { messages, ...head } = sampleSession

  test.each([0, 2])('runs, turns, what its tools answer; indented by %d', async (indent) => {
    const { format, skipped, steps } = await read({ ...head, messages }, 'x', indent)
    expect([format, skipped, steps[0]?.session]).toEqual(['cline', [], '1772442000000_ab'])
    expect(steps[1]?.at.toISOString()).toBe('2026-03-02T09:00:00.100Z')
    expect(table(steps, false)).toMatchInlineSnapshot(`
      "
      1772442000000_ab: session cline
      1772442000000_ab: input user: Go
      1772442000000_ab: turn | message assistant: I look. | call c1 read_files {"files":[{"path":"a"}]} | call c2 read_files {"files":[{"path":"a"},{"path":"b"}]} | result c1 false: ENOENT | result c2 true: 1 | x
      ENOENT | turn-end
      1772442000000_ab: turn | call c3 run_commands {"commands":["true","exit 3"]} | result c3 false: 
      [Command exited with code 3] | turn-end
      1772442000000_ab: turn | call c4 editor {"path":"a","new_text":"y"} | call c5 editor {"path":5} | result c4 true: File created successfully at: a | result c5 false: {"error":"Invalid input"} | turn-end
      1772442000000_ab: turn | call c6 spawn_agent {"task":"Look."} | result c6 true: One line. | turn-end
      1772442000000_ab: turn | message assistant: Done. | turn-end | nag: [SYSTEM] You still have team obligations. Unfinished tasks: task_0001 (pending): x.
      1772442000000_ab: turn | message assistant: Hm. | turn-end | run-end
      1772442000000_ab: input user: More
      1772442000000_ab: turn | message assistant: Yes. | turn-end | run-end
      "
    `)
  })

  test('a sub-agent names the session that it works for; without its origin, by its id', async () => {
    const id = '1772442000000_ab__agent_1'
    const child = { ...head, agent: 'subagent', sessionId: id, origin: { parentThreadId: 'other' } }
    const parents = await Promise.all(
      [child, { ...child, origin: undefined }].map(async (one) => {
        const { steps } = await read({ ...one, messages: [sent('Look.'), answered('Yes.')] })
        return steps.flatMap((step) => (step.kind === 'session' ? [step.session, step.parent] : []))
      }),
    )
    expect(parents).toEqual([
      [id, 'other'],
      [id, '1772442000000_ab'],
    ])
  })

  test('the same session told again is another one', async () => {
    const text = JSON.stringify(sampleSession)
    const { steps } = await readRecording(`${text}\n${text}`, 'x.json')
    expect(new Set(steps.map(({ session }) => session))).toEqual(
      new Set(['1772442000000_ab', '1772442000000_ab (2)']),
    )
  })

  test('a todo tool of a server says the profile', async () => {
    const todos = [{ id: '1', content: 'Build', status: 'pending' }]
    const { lines } = await read({
      ...head,
      messages: [sent('Go'), answered(used('c1', 'todo_write', { todos })), cameBack('c1', 'ok')],
    })
    expect(lines[0]).toBe('session qwen')
  })
})

const call = (name: string, input: TaskMessage) => used('c1', name, input)
const result = (name: string, text: string) => `[${name} for 'x'] Result:\n${text}`
const task = (...messages: readonly TaskMessage[]) => [sent('<task>Go</task>'), ...messages]

describe('whether a call worked, as its result says', () => {
  test.each<[string, string, boolean | null]>([
    ['execute_command', 'Command executed.\nOutput:\nExit code: 1', null],
    ['execute_command', 'Command executed successfully (exit code 0).', true],
    ['execute_command', 'Command failed with exit code 127.\nOutput:\nx', false],
    [
      'execute_command',
      "Command executed in terminal within working directory '/x'. Exit code: 0\nOutput:\nx",
      true,
    ],
    [
      'execute_command',
      "Command executed in terminal  within working directory '/x'. Command execution was not successful, inspect the cause and adjust as needed.\nExit code: 1\nOutput:\nx",
      false,
    ],
    ['execute_command', 'Command terminated by signal SIGKILL.', false],
    ['execute_command', "Command is still running in the user's terminal.", null],
    ['execute_command', 'The user denied this operation.', false],
    ['write_to_file', 'The content was successfully saved to a.ts.', true],
    ['apply_diff', '<file_write_result>\n<path>a</path>\n<operation>modified</operation>', true],
    ['apply_diff', '{"status":"error","message":"The tool execution failed"}', false],
    ['replace_in_file', 'The tool execution failed with the following error:\n<error>\nx\n</error>', false],
    ['write_to_file', 'Tool [write_to_file] was not executed because a tool has already been used.', false],
    ['read_file', 'let a', null],
    ['search_files', '{"status":"denied"}', false],
  ])('%s: %s', async (name, text, ok) => {
    const { steps } = await read(task(answered(call(name, { path: 'x' })), sent(result(name, text))))
    expect(steps.flatMap((step) => (step.kind === 'result' ? [step.ok] : []))).toEqual([ok])
  })
})

describe('facts', () => {
  test.each<[string, readonly TaskMessage[], readonly string[]]>([
    [
      'what the program says is no input',
      task(answered('Hm.'), sent('[ERROR] You did not use a tool in your previous response!')),
      ['message assistant: Hm.'],
    ],
    [
      'a task that goes on starts a run',
      task(
        answered('Hm.'),
        sent('[TASK RESUMPTION] It was interrupted. New instructions:\n<user_message>\nOn\n</user_message>'),
        answered('Yes.'),
      ),
      ['message assistant: Hm.', 'input user: On', 'message assistant: Yes.'],
    ],
    [
      'a recommendation of a list is no reminder',
      [sent('<task>Go</task>', '# task_progress RECOMMENDED\n\nIt is recommended.'), answered('Hm.')],
      ['message assistant: Hm.'],
    ],
    [
      'a call that the next request does not answer was not made, and its list is none',
      task(
        answered(call('read_file', { path: 'a', task_progress: '- [ ] a' })),
        sent('[ERROR] Something'),
        answered('Hm.'),
      ),
      ['call c1 read_file {"path":"a"}', 'message assistant: Hm.'],
    ],
  ])('%s', async (_, messages, wanted) => {
    const { lines } = await read(messages)
    const told = lines.filter((line) => !/^(?:session|turn|run-end|input user: Go$)/.test(line))
    expect(told.map((line) => line.trim())).toEqual(wanted.map((line) => line.trim()))
  })

  test('a response that the person cut off ends the run', async () => {
    const cut = answered('I wi\n\n[Response interrupted by user]')
    const { lines } = await read(task(cut, sent('[TASK RESUMPTION]\n<user_message>Else</user_message>')))
    const told = ['message assistant: I wi', 'turn-end interrupted', 'run-end incomplete', 'input user: Else']
    expect(lines.slice(3, 7)).toEqual(told)
  })
})
