import { describe, expect, test } from 'vitest'
import { call, count, event, line, message, meta, output, thought, told } from './records.js'

const asked = (text: string): readonly ReturnType<typeof message>[] => [
  message('user', text),
  event('user_message', { message: text }),
]
const answer = message('assistant', 'Yes.')
const [go, on] = [asked('Go'), asked('On')]
const notified =
  '<subagent_notification>\n{"agent_id":"a","status":{"completed":"Done"}}\n</subagent_notification>'
const began = event('task_started')
const ended = event('task_complete')

describe('runs', () => {
  test.each([
    ['a task', [began, ...go, answer, ended], ['user: Go', 'run over']],
    [
      'its newer name',
      [event('turn_started'), ...go, answer, event('turn_complete')],
      ['user: Go', 'run over'],
    ],
    [
      'two tasks',
      [began, ...go, answer, ended, began, ...on, answer],
      ['user: Go', 'run over', 'user: On', 'run over'],
    ],
    [
      'a task that is never ended',
      [began, ...go, answer, began, ...on, answer],
      ['user: Go', 'run over', 'user: On', 'run over'],
    ],
    [
      'a task that is never ended, in a thread that is rolled back',
      [began, ...go, answer, event('thread_rolled_back', { num_turns: 1 }), ...on, answer],
      ['user: Go', 'run over', 'user: On', 'run over'],
    ],
    [
      'an idle thread that is rolled back',
      [event('thread_rolled_back', { num_turns: 2 }), ...go, answer],
      ['user: Go', 'run over'],
    ],
    [
      'settings amid a task',
      [began, ...go, line('turn_context', { model: 'x' }), answer],
      ['user: Go', 'run over'],
    ],
    [
      'words amid a task',
      [began, ...go, answer, ...asked('Wait'), answer],
      ['user: Go', 'user: Wait', 'run over'],
    ],
    ['no tasks', [...go, answer, ...on, answer], ['user: Go', 'run over', 'user: On', 'run over']],
    [
      'the event first',
      [event('user_message', { message: 'Go' }), message('user', 'Go'), answer],
      ['user: Go', 'run over'],
    ],
    ['the item alone', [message('user', 'Go'), answer], ['user: Go', 'run over']],
    [
      'the same words in the next task',
      [...asked('Go on'), answer, ended, ...asked('Go on'), answer],
      ['user: Go on', 'run over', 'user: Go on', 'run over'],
    ],
    [
      'an aborted task',
      [
        began,
        ...go,
        thought,
        event('turn_aborted', { reason: 'interrupted' }),
        message('user', '<turn_aborted>\nx\n</turn_aborted>'),
      ],
      ['user: Go', 'run cut'],
    ],
    ['a cut call', [began, ...go, call('c', 'exec_command', {})], ['user: Go', 'run cut']],
    ['a task without words', [began, answer, ended], ['unknown: ', 'run over']],
    ['another agent', [began, message('user', notified), answer], [`external: ${notified}`, 'run over']],
  ])('%s', async (_, lines, runs) => {
    const steps = await told([meta('s'), ...lines], 'input', 'message', 'run-end')
    expect(steps.filter((step) => !step.startsWith('assistant'))).toEqual(runs)
  })

  test.each([
    '<environment_context>\n  <cwd>/x</cwd>\n</environment_context>',
    '<user_instructions>\nBe kind.\n</user_instructions>',
    '# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nBe kind.\n</INSTRUCTIONS>',
    '<skill>\n<name>x</name>\n</skill>',
    '<user_shell_command>\n<command>ls</command>\n</user_shell_command>',
    '<a_wrapper_of_tomorrow>\nx\n</a_wrapper_of_tomorrow>',
  ])('%s is no input', async (text) => {
    expect(await told([meta('s'), message('user', text), message('user', 'Go'), answer], 'input')).toEqual([
      'user: Go',
    ])
  })
})

describe('compactions', () => {
  test.each([
    ['both lines', [line('compacted', { message: 'So far.' }), count(1), event('context_compacted')]],
    ['the line alone', [line('compacted', { message: 'So far.' })]],
    ['the event first', [line('compacted', { message: 'So far.' }), event('context_compacted')]],
  ])('%s: one', async (_, lines) => {
    const steps = await told(
      [meta('s'), message('user', 'Go'), answer, ...lines, thought],
      'compaction',
      'turn',
    )
    expect(steps).toEqual(['turn', 'compacted: So far.', 'turn'])
  })
})

describe('sub-agents', () => {
  const spawned = [
    call('c1', 'spawn_agent', { message: 'Look' }),
    output('c1', '{"agent_id":"a1","nickname":"Kant"}'),
  ]
  test.each([
    [
      'waited for',
      [
        call('c2', 'wait', { ids: ['a1'] }),
        output('c2', '{"status":{"a1":{"completed":"Seen."}},"timed_out":false}'),
      ],
      'subagent-end a1 null',
    ],
    [
      'told of',
      [
        message(
          'user',
          '<subagent_notification>{"agent_id":"a1","status":{"errored":"x"}}</subagent_notification>',
        ),
      ],
      'subagent-end a1 null',
    ],
    [
      'still at work',
      [call('c2', 'wait', { ids: ['a1'] }), output('c2', '{"status":{"a1":"running"},"timed_out":true}')],
      null,
    ],
  ])('%s', async (_, lines, end) => {
    const steps = await told(
      [meta('s'), message('user', 'Go'), ...spawned, ...lines],
      'subagent-start',
      'subagent-end',
    )
    expect(steps).toEqual(['subagent-start a1 c1', ...(end === null ? [] : [end])])
  })

  test('of version 0.169: the thread is the session, whatever name the model calls it by', async () => {
    const activity = (kind: string, id: string) =>
      event('item_completed', {
        item: { type: 'SubAgentActivity', id, kind, agent_thread_id: 'a1', agent_path: '/root/look' },
      })
    const steps = await told(
      [
        meta('s'),
        message('user', 'Go'),
        call('c1', 'spawn_agent', { message: 'Look', task_name: 'look' }),
        activity('started', 'c1'),
        output('c1', '{"task_name":"/root/look"}'),
        activity('completed', 'subagent-completed-1'),
      ],
      'subagent-start',
      'subagent-end',
    )
    expect(steps).toEqual(['subagent-start a1 c1', 'subagent-end a1 null'])
  })
})
