import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seed } from '../../../test/random.js'
import { requestOf } from '../src/todo-sources/beads/bd-command.js'
import { BeadsOutput } from '../src/todo-sources/beads/shown-issues.js'
import { type SampleCall, told, toldOf } from './todo-lists.js'

const bash = (command: string, output = '', ok = true): SampleCall => ({
  name: 'Bash',
  input: { command },
  output,
  ok,
})
const create = bash(
  'bd create "Fix the dates" -p 1',
  '✓ Created issue: bd-a1\n  Title: Fix the dates\n  Priority: P1\n',
)

describe('commands of bd', () => {
  it.each([
    [
      'bd create "A b" -t bug -p P1 -d "long text" --json',
      { kind: 'create', title: 'A b', id: null, fields: { priority: '1' } },
    ],
    [
      'bd --json create --title=T --parent bd-1 --deps blocks:bd-2,discovered-from:bd-3,bd-4',
      { kind: 'create', title: 'T', id: null, fields: { parent: 'bd-1', dependsOn: ['bd-2', 'bd-4'] } },
    ],
    [
      'bd --db /x/y.db update bd-1 bd-2 -s blocked',
      { kind: 'change', ids: ['bd-1', 'bd-2'], status: 'blocked', reason: null, fields: {} },
    ],
    [
      'bd update bd-1 --claim --title New',
      { kind: 'change', ids: ['bd-1'], status: 'in_progress', reason: null, fields: { title: 'New' } },
    ],
    ['bd close bd-1 -r Fixed', { kind: 'close', ids: ['bd-1'], status: null, reason: 'Fixed', fields: {} }],
    ['bd close -f bd-1', { kind: 'close', ids: ['bd-1'], status: null, reason: null, fields: {} }],
    [
      'bd dep add bd-1 bd-2',
      { kind: 'change', ids: ['bd-1'], status: null, reason: null, fields: { dependsOn: ['bd-2'] } },
    ],
    [
      'bd dep add bd-1 bd-2 --type parent-child',
      { kind: 'change', ids: ['bd-1'], status: null, reason: null, fields: { parent: 'bd-2' } },
    ],
    ['bd delete bd-1 --force', { kind: 'delete', ids: ['bd-1'], status: null, reason: null, fields: {} }],
    ['bd delete bd-1', null],
    ['bd create X --dry-run', null],
    ['bd sync', null],
    ['bd ready --json', { kind: 'look', ids: [] }],
  ])('%s', (line, request) => {
    const words = [...line.matchAll(/(\S*?)"([^"]*)"|(\S+)/g)].map(
      ([, before = '', quoted, word]) => word ?? before + (quoted ?? ''),
    )
    expect(requestOf(words)).toEqual(request)
  })
})

describe('what beads prints', () => {
  it.each([
    [
      'ready',
      '\n📋 Ready work (1 issues with no blockers):\n\n1. [P1] [task] my-app-a3f.2: Do: this\n',
      'my-app-a3f.2 Do: this',
    ],
    ['list', '○ bd-1 [● P2] [task] - A title - with a hyphen\n', 'bd-1 A title - with a hyphen'],
    ['show', '○ bd-1 · A title   [● P2 · OPEN]\n', 'bd-1 A title'],
    ['create', '✓ Created issue: bd-1\n  Title: A title\n  Priority: P2\n', 'bd-1 A title'],
    ['JSON in a text', 'Tip: x\n[\n {"id":"bd-1","title":"A }] \\" title"}\n]\nmore', 'bd-1 A }] " title'],
    ['nested JSON', '{"closed":[{"id":"bd-1","title":"T"}],"unblocked":[]}', 'bd-1 T'],
  ])('%s', (_what, output, issue) => {
    expect(new BeadsOutput(output).issues.map(({ id, title }) => `${id} ${title}`)).toEqual([issue])
  })

  it('never throws', () => {
    const piece = fc.constantFrom(
      '{',
      '[',
      '"',
      '\\',
      '\n',
      '}',
      ']',
      '{"id":"bd-1","title":"x"}',
      'Created issue: bd-1',
      ': ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
        const output = new BeadsOutput(pieces.join(''))
        expect(output.issues.length).toBeLessThan(50)
        expect(['done', 'failed', 'unsaid']).toContain(output.outcomeOf('bd-1'))
      }),
      { seed },
    )
  })
})

describe('the list', () => {
  it('holds what is created, claimed and closed; looking is no work and adds nothing', async () => {
    const { lists, work } = await told(
      ['beads'],
      [bash('bd ready', '1. [P1] [bug] bd-7: Old bug\n')],
      [create],
      [bash('bd update bd-7 --claim')],
      [bash('bd close bd-7')],
    )
    expect(lists).toEqual([
      ['[ ] bd-a1 Fix the dates'],
      ['[ ] bd-a1 Fix the dates', '[>] bd-7 Old bug'],
      ['[ ] bd-a1 Fix the dates', '[x] bd-7 Old bug'],
    ])
    expect(work).toEqual([])
  })

  it('what is called together with other work stays work', async () => {
    const { lists, work } = await told(
      ['beads'],
      [create],
      [bash('npm test && bd close a1', 'ok\n✓ Closed bd-a1: Closed')],
    )
    expect(lists.at(-1)).toEqual(['[x] bd-a1 Fix the dates'])
    expect(work).toEqual(['c2'])
  })

  it('what beads refused is not closed, and what it did before the line failed is', async () => {
    const { lists } = await told(
      ['beads'],
      [create],
      [
        bash(
          'bd close bd-a1',
          'cannot close bd-a1: blocked by open issues [bd-b2] (use --force to override)',
        ),
      ],
      [bash('bd close bd-a1', 'Error: no database', false)],
      [bash('bd close bd-a1 && npm test', '✓ Closed bd-a1: Closed\nFAIL', false)],
    )
    expect(lists).toEqual([['[ ] bd-a1 Fix the dates'], ['[x] bd-a1 Fix the dates']])
  })

  it('what is closed as a duplicate was given up, not done', async () => {
    const { lists } = await told(
      ['beads'],
      [create],
      [bash('bd close bd-a1 --reason "Duplicate of bd-3"')],
      [bash('bd reopen bd-a1')],
    )
    expect(lists.slice(1)).toEqual([['[-] bd-a1 Fix the dates'], ['[ ] bd-a1 Fix the dates']])
  })

  it('an issue whose id is seen later is the same one', async () => {
    const { lists } = await told(
      ['beads'],
      [bash('ID=$(bd create "Quiet" --silent)')],
      [bash('bd list --json', '[{"id":"bd-q9","title":"Quiet","status":"open"}]')],
      [bash('bd close bd-q9')],
    )
    expect(lists).toEqual([['[ ] new-1 Quiet'], ['[x] new-1 Quiet']])
  })

  /** What each issue was before the session, as the events tell it. */
  const befores = async (...turns: Parameters<typeof told>[1][]): Promise<unknown> => {
    const { events } = await told(['beads'], ...turns)
    const changes = events.flatMap((event) => (event.type === 'todos.updated' ? event.data.changes : []))
    return changes.flatMap((change) =>
      change.type === 'added' ? [[change.id, change.before === undefined ? 'new' : change.before]] : [],
    )
  }

  it.each([
    ['bd show, as text', '◐ bd-1 · A title   [● P2 · IN_PROGRESS]', 'in_progress'],
    ['bd list, as text', '○ bd-1 [● P2] [task] - A title\n✓ bd-2 [● P2] [task] - Old', 'pending'],
    ['bd ready', '1. [P1] [task] bd-1: A title', 'pending'],
    ['JSON', '[{"id":"bd-1","title":"A title","status":"closed"}]', 'completed'],
    ['JSON without a status', '[{"id":"bd-1","title":"A title"}]', 'new'],
    ['nothing of it', '', 'new'],
  ])('what was shown first was there before: %s', async (_what, shown, before) => {
    expect(
      await befores([bash('bd list', shown)], [bash('bd update bd-1 --priority 1')], [bash('bd close bd-1')]),
    ).toEqual([['bd-1', before]])
  })

  it('what a change prints is no status from before, and what is made or taken up here is new', async () => {
    const closed = '[{"id":"bd-1","title":"T","status":"closed"}]'
    expect(await befores([bash('bd close bd-1 --json', closed)])).toEqual([['bd-1', 'new']])
    expect(await befores([create], [bash('bd list', '○ bd-a1 [● P1] [task] - Fix the dates')])).toEqual([
      ['bd-a1', 'new'],
    ])
    expect(await befores([bash('bd update bd-1 --claim')])).toEqual([['bd-1', 'new']])
    expect(
      await befores([bash('bd show bd-1', '○ bd-1 · T   [● P2 · OPEN]')], [bash('bd update bd-1 --claim')]),
    ).toEqual([['bd-1', 'pending']])
  })

  it('what was open when it was shown, and is closed at once, is to be done in this log', async () => {
    expect(
      await befores([bash('bd show bd-1', '○ bd-1 · T   [● P2 · OPEN]')], [bash('bd close bd-1')]),
    ).toEqual([['bd-1', 'new']])
    expect(
      await befores([bash('bd show bd-1', '◐ bd-1 · T   [● P2 · IN_PROGRESS]')], [bash('bd close bd-1')]),
    ).toEqual([['bd-1', 'in_progress']])
  })

  it("the MCP server's tools, and a call without ids", async () => {
    const tool = (name: string, input: unknown, output = ''): SampleCall => ({ name, input, output })
    const { lists, work } = await told(
      ['beads'],
      [tool('mcp__beads__create', { title: 'T', priority: 1 }, '{"id":"x-1","title":"T"}')],
      [tool('mcp__plugin_beads_beads__update', { issue_id: 'x-1', status: 'in_progress' })],
      [bash('bd close')],
    )
    expect(lists).toEqual([['[ ] x-1 T'], ['[>] x-1 T'], ['[x] x-1 T']])
    expect(work).toEqual([])
  })

  it('of the fixture after every update is what grep finds in it', async () => {
    const file = fileURLToPath(new URL('../../../fixtures/beads-closed/session.jsonl', import.meta.url))
    const text = readFileSync(file, 'utf8')
    const { lists } = await toldOf(['beads'], text)
    // Independent of our readers: each command in the file, and what it does by its verb.
    const status = new Map<string, string>()
    const expected: string[][] = []
    for (const line of text.split('\n')) {
      for (const [, verb, rest = ''] of line.matchAll(/bd (update|close) ((?:kayak-\w+ ?)+)/g)) {
        if (!line.includes('"command"')) continue
        for (const id of rest.trim().split(' ')) status.set(id, verb === 'close' ? 'x' : '>')
        expected.push([...status].map(([id, mark]) => `${id} ${mark}`))
      }
      const [, made] = /Created issue: (kayak-\w+)/.exec(line) ?? []
      if (made !== undefined) expected.push([...status.set(made, ' ')].map(([id, mark]) => `${id} ${mark}`))
    }
    expect(
      lists.map((list) =>
        list.map((item) => `${item.split(' ').find((word) => word.includes('kayak'))} ${item[1]}`),
      ),
    ).toEqual(expected)
  })
})
