import { describe, expect, test } from 'vitest'
import { call, ended, event, item, message, meta, output, read, told } from './records.js'

const head = [meta('s'), message('user', 'Go')]
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

describe('results', () => {
  test.each<[unknown, boolean | null, string | null]>([
    ['Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nok', true, null],
    ['Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nno', false, null],
    ['Chunk ID: a1\nWall time: 9 seconds\nProcess running with session ID 12\nOutput:\n', null, null],
    ['Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM a', true, null],
    ['Exit code: 101\nWall time: 0 seconds\nOutput:\n', false, null],
    ['{"output":"fine\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}', true, 'fine\n'],
    ['{"output":"bad","metadata":{"exit_code":124}}', false, 'Exit code: 124\nOutput:\nbad'],
    [
      '{"output":"Success. Updated the following files:\\nM a","metadata":{}}',
      true,
      'Success. Updated the following files:\nM a',
    ],
    [{ content: 'no', success: false }, false, 'no'],
    [
      [
        { type: 'input_text', text: 'seen' },
        { type: 'input_image', image_url: 'data:' },
      ],
      null,
      'seen\n[input_image]',
    ],
    ['Plan updated', true, null],
    ['failed to parse function arguments: EOF', false, null],
    ['apply_patch verification failed: no such line', false, null],
    ['exec command rejected by user', false, null],
    ['aborted by user after 1.2s', false, null],
    ['Output:\nProcess exited with code 0', null, null],
    ['total 4\nProcess exited with code 1', null, null],
    ['', null, null],
    ['{"a":1}', null, null],
    [null, null, ''],
    [7, null, ''],
  ])('%j: %s', async (text, ok, shown) => {
    const { steps } = await read([...head, call('c', 'exec_command', {}), output('c', text)])
    const result = steps.find(({ kind }) => kind === 'result')
    expect(result).toMatchObject({ ok, output: shown ?? text })
  })

  test.each([
    [
      'the event says it where the output does not',
      [event('exec_command_end', { call_id: 'c', exit_code: 3, stdout: 'x' }), output('c', 'x')],
      'c false: x',
    ],
    [
      'a server',
      [
        event('mcp_tool_call_end', {
          call_id: 'c',
          result: { Ok: { content: [{ type: 'text', text: 'y' }], isError: true } },
        }),
        output('c', 'y'),
      ],
      'c false: y',
    ],
    [
      'the output wins',
      [event('patch_apply_end', { call_id: 'c', success: true }), output('c', 'Exit code: 1\n')],
      'c false: Exit code: 1\n',
    ],
    [
      'an item tells how a command ended',
      [ended('CommandExecution', 'c', { exit_code: 3, status: 'failed' }), output('c', 'x')],
      'c false: x',
    ],
    [
      'an item tells how a patch ended',
      [ended('FileChange', 'c', { status: 'declined', stdout: '', stderr: 'no' }), output('c', 'x')],
      'c false: x',
    ],
    [
      'an item of a server',
      [ended('McpToolCall', 'c', { status: 'completed' }), output('c', 'y')],
      'c true: y',
    ],
  ])('%s', async (_, lines, result) => {
    expect(await told([...head, call('c', 'x', {}), ...lines], 'result')).toEqual([result])
  })
})

describe('calls', () => {
  test.each([
    ['arguments', call('c', 'shell', { command: ['ls'] }), 'c shell {"command":["ls"]}'],
    ['arguments that are torn', call('c', 'shell', '{"command":["l'), 'c shell "{\\"command\\":[\\"l"'],
    [
      'a server',
      item('function_call', { call_id: 'c', namespace: 'mcp__git__', name: 'log', arguments: '{}' }),
      'c mcp__git__log {}',
    ],
    [
      'a patch',
      item('custom_tool_call', { call_id: 'c', name: 'apply_patch', input: '*** Begin Patch' }),
      'c apply_patch {"input":"*** Begin Patch"}',
    ],
    [
      'the shell of old',
      item('local_shell_call', { call_id: 'c', action: { type: 'exec', command: ['ls'] } }),
      'c local_shell {"type":"exec","command":["ls"]}',
    ],
    [
      'a search',
      item('web_search_call', { status: 'completed', action: { query: 'q' } }),
      'line 3 web_search {"query":"q"}',
    ],
    ['a call without an id', item('function_call', { name: 'x', arguments: '{}' }), 'line 3 x {}'],
  ])('%s', async (_, made, words) => {
    expect(await told([...head, made], 'call')).toEqual([words])
  })

  test('the same id again is the same call', async () => {
    const twice = [call('c', 'x', {}), output('c', '1'), call('c', 'x', {}), output('c', '2')]
    expect(await told([...head, ...twice], 'turn', 'call', 'result')).toEqual(['turn', 'c x {}', 'c null: 1'])
  })

  test('arguments that nest too deep stay a text', async () => {
    const [step] = await told([...head, call('c', 'x', deep)], 'call')
    expect(step?.startsWith('c x "[[[')).toBe(true)
  })
})

describe('plans inside programs', () => {
  const program = (source: string): ReturnType<typeof item> =>
    item('custom_tool_call', { call_id: 'c', name: 'exec', input: source })
  const written = { plan: [{ step: "Ada's", status: 'completed' }] }

  test.each([
    ['JSON', `await tools.update_plan(${JSON.stringify(written)})`],
    [
      'names, quotes, commas',
      "tools.update_plan ( { plan: [ { step: 'Ada\\'s', 'status': `completed`, }, ], } )",
    ],
    ['comments', 'tools.update_plan({ // now\n plan: /* all */ [{ step: "Ada\'s", status: "completed" }] })'],
  ])('%s is read', async (_, source) => {
    const steps = await told(
      [
        ...head,
        program(source),
        item('custom_tool_call_output', {
          call_id: 'c',
          output: 'Script completed\nWall time 0.1 seconds\nOutput:\n',
        }),
      ],
      'call',
      'result',
    )
    expect(steps.slice(1)).toEqual([
      `c update_plan 1 update_plan ${JSON.stringify(written)}`,
      'c null: Script completed\nWall time 0.1 seconds\nOutput:\n',
      'c update_plan 1 true: ',
    ])
  })

  test.each([
    'tools.update_plan(plan)',
    'tools.update_plan({ plan: steps.map(done) })',
    `tools.update_plan({ plan: [{ step: \`$\{name}\`, status: "completed" }] })`,
    'tools.update_plan({ plan: [',
    'tools.update_plan(',
    `tools.update_plan(${deep})`,
    `tools.update_plan("${'\\'.repeat(100_001)}`,
  ])('%.60s is not written out: counted, never run', async (source) => {
    const { steps, skipped } = await read([...head, program(source)])
    expect(steps.filter(({ kind }) => kind === 'call')).toHaveLength(1)
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'a plan inside a program that is not written out there',
    ])
  })

  test.each([
    ['no plan at all', 'Script failed\nScript error:\nTypeError: tools.update_plan is not a function', false],
    [
      'a plan in plan mode',
      'Script failed\nupdate_plan is a TODO/checklist tool and is not allowed in it',
      false,
    ],
    [
      'an input of another shape',
      'Script failed\nScript error:\nfailed to parse function arguments: x',
      false,
    ],
    ['what came after the plan', 'Script failed\nScript error:\nError: bad', null],
    ['nothing', 'Script completed\nfailed to parse function arguments: x', true],
  ])('where %s failed, the plan was taken as far as is known', async (_, said, ok) => {
    const lines = [
      program(`tools.update_plan(${JSON.stringify(written)})`),
      item('custom_tool_call_output', { call_id: 'c', output: said }),
    ]
    const { steps } = await read([...head, ...lines])
    expect(steps.filter(({ kind }) => kind === 'result').at(-1)).toMatchObject({ ok })
  })

  test.each<[string, readonly (number | null)[], boolean | null]>([
    ['one failed', [3], false],
    ['all worked', [0, 0], true],
    ['some failed', [0, 3], null],
    ['one is not known', [0, null], null],
    ['nothing ran', [], null],
  ])('where %s of the commands inside, that is how it went', async (_, codes, ok) => {
    const inside = codes.map((code, index) => ended('CommandExecution', `exec-${index}`, { exit_code: code }))
    const lines = [
      program('await tools.exec_command(a)'),
      ...inside,
      item('custom_tool_call_output', { call_id: 'c', output: 'Script completed\n' }),
    ]
    const { steps, skipped } = await read([...head, ...lines])
    expect(steps.filter(({ kind }) => kind === 'result')).toMatchObject([{ ok }])
    expect(skipped).toEqual([])
  })
})
