import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, seed } from '../../../test/random.js'
import { taskLinesOf } from '../src/todo-sources/task-lines.js'
import { type SampleCall, told } from './todo-lists.js'

const write = (file_path: string, content: string): SampleCall => ({
  name: 'Write',
  input: { file_path, content },
})
const edit = (file_path: string, old_string: string, new_string: string): SampleCall => ({
  name: 'Edit',
  input: { file_path, old_string, new_string },
})
const read = (file_path: string, output: string): SampleCall => ({
  name: 'Read',
  input: { file_path },
  output,
})

describe('task lines', () => {
  it('of every mark, nested, numbered, bare; none in code, none that are no boxes', () => {
    const text = [
      '# Plan',
      '- [ ] **Read** the code',
      '  * [x] the parser <!-- done on Monday -->',
      '    - [-] its `dates`',
      '\t- [~] the writer',
      '1. [X] ~~Ask~~ Tell the team',
      '+ [!] Deploy',
      '- [ ] ~~Rewrite it all~~',
      '[ ] bare, as Roo Code writes it',
      '```sh',
      '- [ ] an example',
      '~~~',
      '- [ ] another example',
      '```',
      '- [link](http://x) is none',
      '- [x]neither',
      '- [ ]',
      '- [?] nor this',
      '## Later',
      '  - [ ] stands by itself',
    ].join('\r\n')
    expect(taskLinesOf(text).map(({ text: said, status }) => `${status}: ${said}`)).toMatchInlineSnapshot(`
      [
        "pending: Read the code",
        "completed: the parser",
        "in_progress: its \`dates\`",
        "in_progress: the writer",
        "completed: ~~Ask~~ Tell the team",
        "blocked: Deploy",
        "cancelled: Rewrite it all",
        "pending: bare, as Roo Code writes it",
        "pending: stands by itself",
      ]
    `)
  })

  it('never throw, and give texts without ends of lines', () => {
    const piece = fc.constantFrom(
      '- [ ] a',
      '[x] b',
      '  ',
      '\t',
      '```',
      '\n',
      '~~',
      '**',
      '<!--',
      '-->',
      '# c',
      '\u2028',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (pieces) => {
        for (const { text } of taskLinesOf(pieces.join(''))) {
          expect(text.trim()).not.toBe('')
          expect(text).not.toMatch(/\n/)
        }
      }),
      { seed },
    )
  })
})

describe('which file is a list', () => {
  const doc = '# How to\n- [ ] check one\n- [ ] check two\n'

  it('one whose name says so, when it is written; its write is no work', async () => {
    const { lists, work } = await told(
      ['markdown'],
      [write('/p/docs/todo-list.md', doc)],
      [edit('/p/a.ts', 'a', 'b')],
    )
    expect(lists).toEqual([['[ ] m1 check one', '[ ] m2 check two']])
    expect(work).toEqual(['c2'])
  })

  it('one whose name says so, when it is read; the read stays what it was', async () => {
    const shown = '     1→# How to\n     2→- [x] check one\n     3→- [ ] check two\n'
    const { lists, work } = await told(['markdown'], [read('/p/PLAN.md', shown)])
    expect(lists).toEqual([['[ ] m1 check two']])
    expect(work).toEqual(['c1'])
  })

  it('another, once a mark in it is changed; before that, its write is work', async () => {
    const { lists, work } = await told(
      ['markdown'],
      [write('/p/guide.md', doc)],
      [edit('/p/guide.md', '# How to', '# How')],
      [edit('/p/guide.md', '- [ ] check two', '- [x] check two')],
    )
    expect(lists).toEqual([['[ ] m1 check one', '[x] m2 check two']])
    expect(work).toEqual(['c1', 'c2'])
  })

  it('none that nobody ticks, and no list at all where nothing is asked for', async () => {
    expect((await told(['markdown'], [write('/p/README.md', doc)])).lists).toEqual([])
    const { lists, work, events } = await told([], [write('/p/PLAN.md', doc)])
    expect([lists, work]).toEqual([[], ['c1']])
    expect(events.some(({ type }) => type === 'todos.updated')).toBe(false)
  })

  it('of a file that is changed without its text being known, what the change says', async () => {
    const { lists } = await told(
      ['markdown'],
      [edit('/p/PLAN.md', '- [x] old\n- [ ] check one', '- [x] old\n- [x] check one\n- [ ] more')],
    )
    expect(lists).toEqual([['[x] m1 check one', '[ ] m2 more']])
  })

  it('several stand side by side, with the todo tool beside them; each replaces its own', async () => {
    const todo = (...texts: readonly string[]): SampleCall => ({
      name: 'TodoWrite',
      input: { todos: texts.map((content) => ({ content, status: 'pending', activeForm: content })) },
    })
    const { lists } = await told(
      ['markdown'],
      [todo('own one', 'own two')],
      [write('/p/PLAN.md', doc)],
      [write('/p/TODO.md', '- [ ] third')],
      [todo('own two', 'own three')],
      [write('/p/PLAN.md', '- [x] check two\n- [ ] sign the paper\n')],
    )
    expect(lists.slice(-2)).toEqual([
      ['[ ] 1 own two', '[ ] 2 own three', '[ ] m3 check one', '[ ] m4 check two', '[ ] m5 third'],
      ['[ ] 1 own two', '[ ] 2 own three', '[x] m4 check two', '[ ] m6 sign the paper', '[ ] m5 third'],
    ])
  })
})

describe('what changes a list', () => {
  const plan = write('/p/PLAN.md', '- [ ] one\n- [ ] two\n')

  it.each<readonly [string, SampleCall]>([
    [
      'MultiEdit',
      {
        name: 'MultiEdit',
        input: { file_path: '/p/PLAN.md', edits: [{ old_string: '[ ] one', new_string: '[x] one' }] },
      },
    ],
    [
      'opencode',
      { name: 'edit', input: { filePath: 'PLAN.md', oldString: '[ ] one', newString: '[x] one' } },
    ],
    [
      'str_replace_editor',
      {
        name: 'str_replace_editor',
        input: { command: 'str_replace', path: '/p/PLAN.md', old_str: '[ ] one', new_str: '[x] one' },
      },
    ],
    [
      'Cline',
      {
        name: 'replace_in_file',
        input: { path: 'PLAN.md', diff: '------- SEARCH\n- [ ] one\n=======\n- [x] one\n+++++++ REPLACE' },
      },
    ],
    [
      'Roo Code',
      {
        name: 'apply_diff',
        input: {
          path: 'PLAN.md',
          diff: '<<<<<<< SEARCH\n:start_line:1\n-------\n- [ ] one\n=======\n- [x] one\n>>>>>>> REPLACE\n<<<<<<< SEARCH\n- [ ] two\n=======\n- [x] two\n',
        },
      },
    ],
    [
      'a patch',
      {
        name: 'apply_patch',
        input: {
          input:
            '*** Begin Patch\n*** Update File: PLAN.md\n*** Move to: PLAN.md\n@@\n-- [ ] one\n+- [x] one\n - [ ] two\n*** End of File\n*** End Patch',
        },
      },
    ],
    [
      'a patch in a shell',
      {
        name: 'shell',
        input: {
          command: [
            'apply_patch',
            '*** Begin Patch\n*** Update File: PLAN.md\n@@\n-- [ ] one\n+- [x] one\n*** End Patch',
          ],
        },
      },
    ],
  ])('%s, and it is no work', async (_what, call) => {
    const { lists, work } = await told(['markdown'], [plan], [call])
    expect(lists.at(-1)).toEqual(['[x] m1 one', '[ ] m2 two'])
    expect(work).toEqual([])
  })

  it('a plan that is worked out is work too; ticking it off in a new copy of it is none', async () => {
    const text = (mark: string) =>
      `# Plan\nWhy it is done.\nHow it is done.\n- [${mark}] one\n\nWhat may go wrong.\n`
    const { lists, work } = await told(
      ['markdown'],
      [write('/p/PLAN.md', text(' '))],
      [write('/p/PLAN.md', text('x'))],
      [edit('/p/PLAN.md', 'wrong.\n', 'wrong.\n- [ ] two\nMore.\nAnd more.\nAnd still more.\n')],
    )
    expect(lists).toEqual([['[ ] m1 one'], ['[x] m1 one'], ['[x] m1 one', '[ ] m2 two']])
    expect(work).toEqual(['c1', 'c3'])
  })

  it('a write that failed changes nothing', async () => {
    const { lists, work } = await told(
      ['markdown'],
      [plan],
      [{ ...edit('PLAN.md', '[ ] one', '[x] one'), ok: false }],
    )
    expect(lists.length).toBe(1)
    expect(work).toEqual(['c2'])
  })

  it('what the model says ticks and adds, and takes nothing away', async () => {
    const { lists, events } = await told(
      ['markdown'],
      [plan],
      'So far:\n- [x] one\n- [ ] a new one',
      '- [ ] alone is no list',
    )
    expect(lists.at(-1)).toEqual(['[x] m1 one', '[ ] m2 two', '[ ] m3 a new one'])
    expect(lists.length).toBe(2)
    expect(events.filter(({ type }) => type === 'message.recorded').length).toBe(2)
  })

  it('what was done before the session came is not its own until it is opened again', async () => {
    const { lists } = await told(
      ['markdown'],
      [read('/p/PLAN.md', '- [x] old\n  - [ ] part\n- [ ] one\n')],
      [edit('/p/PLAN.md', '- [ ] one', '- [x] one')],
      [edit('/p/PLAN.md', '- [x] old', '- [ ] old')],
      [edit('/p/PLAN.md', '- [ ] old', '- [x] old')],
    )
    expect(lists).toEqual([
      ['[ ] m1 part', '[ ] m2 one'],
      ['[ ] m1 part', '[x] m2 one'],
      ['[ ] m3 old', '[ ] m1 part', '[x] m2 one'],
      ['[x] m3 old', '[ ] m1 part', '[x] m2 one'],
    ])
  })
})

it('in random sessions, the list after every update is what the file holds, read by a line of its own', async () => {
  const mark = fc.constantFrom(' ', 'x', '-')
  const texts = ['read the code', 'write the parser', 'add tests', 'run the tests', 'tell the team'] as const
  const statusOf: { readonly [mark: string]: string } = { ' ': ' ', x: 'x', '-': '>' }
  const step = fc.record({
    at: fc.nat(4),
    to: mark,
    by: fc.constantFrom('Write', 'Edit', 'patch'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const boxes = texts.map(() => ' ')
      const text = () => texts.map((said, index) => `- [${boxes[index]}] ${said}\n`).join('')
      const calls: SampleCall[] = [write('/p/PLAN.md', text())]
      // The independent reading: the marks as they stand in the file, where a call changed one.
      const expected = [boxes.map((box) => statusOf[box])]
      for (const { at, to, by } of steps) {
        const [said = '', before = ''] = [texts[at], `- [${boxes[at]}] ${texts[at]}`]
        if (boxes[at] !== to) {
          boxes[at] = to
          expected.push(boxes.map((box) => statusOf[box]))
        }
        const after = `- [${to}] ${said}`
        if (by === 'Write') calls.push(write('/p/PLAN.md', text()))
        else if (by === 'Edit') calls.push(edit('PLAN.md', before, after))
        else {
          const input = `*** Begin Patch\n*** Update File: PLAN.md\n@@\n-${before}\n+${after}\n*** End Patch`
          calls.push({ name: 'apply_patch', input: { input } })
        }
      }
      const { lists } = await told(['markdown'], ...calls.map((call) => [call]))
      expect(lists.map((list) => list.map((item) => item[1]))).toEqual(expected)
    }),
    { seed, numRuns: runs(60) },
  )
})
