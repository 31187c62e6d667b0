import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { steppingClock } from '@todo-ledger/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { widthOf } from '../src/text/wrap.js'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { lines, untested } from './recordings.js'

const fixture = (name: string): string => fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url))
const place = new MemoryPlace()
place.write('untested.jsonl', untested)

test('one session: verdicts, times, calls, nags with what followed them, and what the list cost', async () => {
  const { stdout } = await runInMemory(['stats', fixture('nag-ignored/session.jsonl')])
  expect(stdout.replaceAll(fixture(''), 'fixtures/')).toMatchInlineSnapshot(`
    "choir-rota-7
    fixtures/nag-ignored/session.jsonl
    todo-manager, 10 turns, 71 s

      completions    1: 0 supported (0 %), 1 undecided
      times          2 turns, 12 s from start to completion
      list           begun in turn 1
      findings       0 errors, 0 warnings, 1 info
      todo calls     2 accepted, 0 refused
      nags           4: 0 led to an update, 4 ignored
      continuations  none
      cost           914 of the 1,776 characters that the log holds are the list's:
                     51.5 %

      Ignored
      - turn 6, line 9: nag “<reminder>Update your todos.</reminder>”, then 1 call
        of other tools and no update
      - turn 7, line 11: nag “<reminder>Update your todos.</reminder>”, then 1 call
        of other tools and no update
      - turn 8, line 13: nag “<reminder>Update your todos.</reminder>”, then 1 call
        of other tools and no update
      - turn 9, line 15: nag “<reminder>Update your todos.</reminder>”, then nothing
    "
  `)
})

const list = (text: string) => ({ items: [{ id: '1', text, status: 'in_progress' }] })

/** A session whose every text is known, and so is what its list costs. */
const known = (texts: readonly string[], nag: string, answers: boolean): string =>
  lines(
    { recording: 'todo-ledger/1', session: 's', profile: 'todo-manager' },
    { input: 'Go on', trigger: 'user' },
    ...texts.map((text, index) => ({
      turn: index + 1,
      calls: [{ id: `c${index}`, name: 'todo', input: list(text), ok: true, output: 'ok' }],
    })),
    { nag },
    ...(answers
      ? [
          {
            turn: texts.length + 1,
            calls: [{ id: 'last', name: 'todo', input: list('end'), ok: true, output: 'ok' }],
          },
        ]
      : [
          {
            turn: texts.length + 1,
            calls: [{ id: 'last', name: 'read', input: { path: 'a' }, ok: true, output: 'b' }],
          },
        ]),
    { turn: texts.length + 2, text: 'Over.' },
  )

test('every character is counted once, and a nag that no update follows is ignored', async () => {
  const word = fc.stringMatching(/^[a-z"é漢]{1,12}$/)
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { minLength: 1, maxLength: 6 }),
      word,
      fc.boolean(),
      async (texts, nag, answers) => {
        const input = known(texts, nag, answers)
        const { stdout } = await runInMemory(['stats', '-', '--json'], { input })
        const { total, sessions } = JSON.parse(stdout)
        const updates = [...texts, ...(answers ? ['end'] : [])].map(
          (text) => JSON.stringify(list(text)).length,
        )
        const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
        expect(total.cost.byKind).toMatchObject({ updates: sum(updates), nags: nag.length, refused: 0 })
        const others = answers ? [] : [JSON.stringify({ path: 'a' }), 'b']
        expect(total.cost.seen - total.cost.characters).toBe(['Go on', 'Over.', ...others].join('').length)
        expect(total.nags).toMatchObject({ all: 1, ignored: answers ? 0 : 1 })
        expect(sessions[0].reminders[0]).toMatchObject({ kind: 'nag', text: nag, ignored: !answers })
        const { sessions: number, ...numbers } = total
        expect([number, sessions[0]]).toMatchObject([1, numbers])
      },
    ),
    { numRuns: runs(30) },
  )
})

test('many sessions: a table that fits, those whose lists cost most first, and the total', async () => {
  for (let index = 0; index < 34; index += 1) {
    const texts = Array.from({ length: 1 + (index % 5) }, (_, turn) =>
      'x'.repeat(1 + ((index * 37 + turn * 11) % 90)),
    )
    place.write(
      `many/${'folder-with-a-name/'.repeat(index % 6)}session-${index}.jsonl`,
      known(texts, 'Update your todos.', index % 3 === 0).replace('"session":"s"', `"session":"s${index}"`),
    )
  }
  const folder = `${place.folder}/many`
  const { stdout } = await runInMemory(['stats', folder])
  const wide = stdout.split('\n').filter((line) => widthOf(line) > 80 && !line.includes(folder))
  expect(wide).toEqual([])
  const [table = ''] = stdout.split('\nTotal')
  const costs = [...table.matchAll(/^ .*\D([\d,]+)$/gm)].map(([, cost]) => Number(cost?.replace(',', '')))
  expect(costs).toHaveLength(30)
  expect(costs).toEqual(costs.toSorted((one, other) => other - one))
  expect(stdout).toContain('  and 4 more sessions: --json has all')
  expect(stdout).toMatch(/^Total 34 sessions/m)
  expect(stdout).toContain('nags           34: 12 led to an update, 22 ignored')
  expect(stdout).toContain('    and 12 more: --json has all')
})

test('a live session: nags, heeded and ignored, and the signs of trouble', async () => {
  const path = join(place.folder, 'live.db')
  const ledger = openLedger({ store: sqliteStore(path), clock: steppingClock() })
  const session = await ledger.session('s1', {
    profile: profiles.recommended.with({ reminders: 'escalating' }),
  })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  const turns = 'wwwwwwwwww' + 'aww' + 'aww' + 'awwwww' + 'u' + 'www'
  for (const [index, kind] of [...turns].entries()) {
    const turn = await session.startTurn()
    await turn.recordTool({ call: `c${index}`, name: 'Bash', input: {}, ok: true, output: '' })
    if (kind === 'a') await turn.callTodoTool('add_todos', { items: [{ text: `Item ${index}` }] })
    if (kind === 'u') await turn.callTodoTool('update_todo', { id: '1', notes: 'half' })
    await turn.end()
  }
  await ledger.close()
  const { stdout } = await place.run('stats live.db')
  expect(stdout).toMatch(/nags +3: 1 led to an update, 2 ignored/)
  expect(stdout).toContain('Signs of trouble')
  const json = JSON.parse((await place.run('stats live.db --json')).stdout)
  expect(json.sessions[0].signs).toMatchObject([{ kind: 'list-only-grows', turn: 17 }])
})

test('a list that comes late, and items that are ticked all at once, are told apart', async () => {
  const items = (status: string) => ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, text: id, status }))
  const todo = (turn: number, status: string) => ({
    turn,
    calls: [{ id: `t${turn}`, name: 'todo', input: { items: items(status) }, ok: true, output: 'ok' }],
  })
  const read = (turn: number) => ({
    turn,
    calls: [{ id: `r${turn}`, name: 'read', input: { path: 'a' }, ok: true, output: 'b' }],
  })
  const head = { recording: 'todo-ledger/1', session: 'late', profile: 'todo-manager' }
  const session = lines(head, read(1), read(2), read(3), todo(4, 'pending'), todo(5, 'completed'))
  place.write('late.jsonl', session)
  expect((await place.run('stats late.jsonl')).stdout.replace(/\s+/g, ' ')).toContain(
    'begun in turn 4, after 3 calls of other tools; 5 ticked in one turn at most',
  )
  const { sessions } = JSON.parse((await place.run('stats late.jsonl --json')).stdout)
  expect(sessions[0].list).toEqual({ firstTurn: 4, callsBefore: 3, mostAtOnce: 5 })
})
