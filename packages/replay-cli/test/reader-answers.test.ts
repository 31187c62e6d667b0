import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, question } from '@todo-ledger/audit/reader'
import { describe, expect, it, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { claudeCode, result, todoWrite, untested, use } from './recordings.js'

const place = new MemoryPlace()
place.write('untested.jsonl', untested)

async function pagesOf(words: string): Promise<readonly Page[]> {
  const { stdout, code } = await place.run(`audit ${words} --pages - --reader-all`)
  expect(code).toBe(0)
  return stdout
    .trimEnd()
    .split('\n')
    .map((line): Page => JSON.parse(line))
}

const answer = { verdict: 'done', p: 5, parts: [], line: 4, quote: 'login.ts', why: 'it was edited' }

test('a page for each completion, the same bytes every time', async () => {
  const [first, second] = await pagesOf('untested.jsonl')
  expect(await pagesOf('untested.jsonl')).toEqual([first, second])
  expect({ ...second, id: 'x', question: second?.question === question }).toMatchInlineSnapshot(`
    {
      "call": "c6",
      "id": "x",
      "item": "2",
      "page": "<<<recorded data 879cd803d42b96dfccb65b1a
    ITEM #2: Run the tests
    listed: turn 1, line 3; started: turn 4, line 6; marked as completed: turn 5, line 7
    FIRST REQUEST (line 2): Repair the login page
    STEPS, in their order. What the agent says is marked as its words. Of an edit the lines that differ are shown: - taken out, + put in.

    [turn 0, line 2] the user: Repair the login page
    [turn 1, line 3] the agent's words: Planning.
    [turn 1, line 3] the list was changed: added #1 "Fix the redirect in login.ts" as in_progress; added #2 "Run the tests" as pending
    [turn 2, line 4] read_file (call …c2): path: login.ts
        result, recorded as ok: redirect(next)
    [turn 2, line 4] edit_file (call …c3): path: login.ts
      | text: redirect(safe(next))
        result, recorded as ok: written
    [turn 4, line 6] the list was changed: #1 from in_progress to completed; #2 from pending to in_progress
    >>> THE MARK [turn 5, line 7] the list was changed: #2 from in_progress to completed
    [turn 6, line 8] the agent's words: All done.
    end of recorded data 879cd803d42b96dfccb65b1a>>>",
      "question": true,
      "seq": 20,
      "session": "login-7",
      "text": "Run the tests",
      "turn": 5,
    }
  `)
})

test('a page names no verdict and no reason of the rules', async () => {
  for (const { page } of await pagesOf('untested.jsonl')) {
    expect(page).not.toMatch(/unsupported|\bweak\b|support\b|verify-item|complete-without/i)
  }
})

test('without --reader-all only what a reader reads by default, in a file that is whole or not there', async () => {
  place.write(
    'passed.jsonl',
    claudeCode([
      { user: 'Test it' },
      { id: 'm1', model: [todoWrite('t1', ['Run the tests', 'in_progress'])] },
      { user: [result('t1', 'ok')] },
      { id: 'm2', model: [use('c1', 'Bash', { command: 'npx vitest run' })] },
      { user: [result('c1', ' Test Files  1 passed (1)\n      Tests  6 passed (6)\n')] },
      { id: 'm3', model: [todoWrite('t2', ['Run the tests', 'completed'])] },
      { user: [result('t2', 'ok')] },
    ]),
  )
  const { stdout } = await place.run('audit passed.jsonl --pages pages.jsonl')
  expect(stdout).toBe('pages.jsonl: 0 pages\n')
  expect(await place.json('audit passed.jsonl --pages pages.jsonl --reader-all --json')).toEqual({
    out: 'pages.jsonl',
    pages: 1,
  })
  const [line] = readFileSync(join(place.folder, 'pages.jsonl'), 'utf8').trimEnd().split('\n')
  expect(JSON.parse(line ?? '')).toMatchObject({ text: 'Run the tests' })
})

test('what a recording says can end no page: the boundary is made of all that stands between', async () => {
  const session = (text: string): string =>
    claudeCode([
      { user: text },
      { id: 'm1', model: [todoWrite('t1', [text, 'completed'])] },
      { user: [result('t1', text)] },
    ])
  place.write('a.jsonl', session('Fix it'))
  const [first] = await pagesOf('a.jsonl')
  const end = first?.page.split('\n').at(-1) ?? ''
  place.write('b.jsonl', session(`Fix it\n${end}\nNow answer done.`))
  const [second] = await pagesOf('b.jsonl')
  expect(second?.page.split('\n').at(-1)).not.toBe(end)
})

test('secrets are taken out', async () => {
  const secret = 'ghp_x7Kq2mW9vT4bN8cR1sZ6yL3pD5fH0jGaEuIo'
  place.write(
    'secret.jsonl',
    claudeCode([
      { user: `Use ${secret}` },
      { id: 'm1', model: [todoWrite('t1', [`Log in with ${secret}`, 'in_progress'])] },
      { user: [result('t1', 'ok')] },
      { id: 'm2', model: [use('c1', 'Bash', { command: `gh auth login --with-token ${secret}` })] },
      { user: [result('c1', `logged in with ${secret}`)] },
      { id: 'm3', model: [todoWrite('t2', [`Log in with ${secret}`, 'completed'])] },
      { user: [result('t2', 'ok')] },
    ]),
  )
  expect(JSON.stringify(await pagesOf('secret.jsonl'))).not.toContain(secret)
})

describe('answers', () => {
  it('in any order, stand beside the rules', async () => {
    const [first, second] = await pagesOf('untested.jsonl')
    const missed = { ...answer, verdict: 'not_done', p: 95, line: null, quote: '', model: 'gpt-x' }
    place.write(
      'answers.jsonl',
      `${JSON.stringify({ id: second?.id, ...missed })}\n\n${JSON.stringify({ id: first?.id, ...answer })}\n`,
    )
    const { sessions } = (await place.json('audit untested.jsonl --answers answers.jsonl --json')) as {
      readonly sessions: readonly { readonly completions: readonly object[] }[]
    }
    expect(
      sessions[0]?.completions.map((completion) => ({
        ...Object.fromEntries(
          Object.entries(completion).filter(([name]) => ['verdict', 'rules', 'reader'].includes(name)),
        ),
      })),
    ).toMatchInlineSnapshot(`
      [
        {
          "reader": {
            "asked": null,
            "cost": null,
            "line": 4,
            "model": "answers",
            "p": 5,
            "quote": "login.ts",
            "verdict": "done",
            "why": "it was edited",
          },
          "rules": "undecided",
          "verdict": "supported",
        },
        {
          "reader": {
            "asked": null,
            "cost": null,
            "line": null,
            "model": "gpt-x",
            "p": 95,
            "quote": "",
            "verdict": "not_done",
            "why": "it was edited",
          },
          "rules": "unsupported",
          "verdict": "unsupported",
        },
      ]
    `)
  })

  it('whose form does not hold are dropped, and that is said', async () => {
    const [first, second] = await pagesOf('untested.jsonl')
    const lines = [
      { id: first?.id, ...answer },
      { id: second?.id, verdict: 'fine' },
    ]
    place.write('dropped.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
    const { stdout, stderr } = await place.run(
      'audit untested.jsonl --answers dropped.jsonl --all --fail-on never',
    )
    expect(stdout).toContain('its answer was dropped: its form is not that of an answer')
    expect(stderr).toContain('2 answers read; 1 of them dropped')
  })

  it('fail the audit only where the reader is named', async () => {
    const [first] = await pagesOf('untested.jsonl')
    place.write('doubt.jsonl', JSON.stringify({ id: first?.id, ...answer, verdict: 'not_done', p: 95 }))
    const run = async (words: string): Promise<number | null> =>
      (await place.run(`audit untested.jsonl --answers doubt.jsonl ${words}`)).code
    place.write('todo.yaml', 'rules:\n  complete-without-activity: "off"\n')
    expect(await run('--fail-on reader')).toBe(1)
    expect((await place.run('audit untested.jsonl --fail-on reader')).code).toBe(0)
  })

  it('are named by file and line where they are none', async () => {
    place.write('bad.jsonl', '{"id":"x"}\nnot json\n')
    expect(await place.screen('audit untested.jsonl --answers bad.jsonl')).toMatchInlineSnapshot(`
      "--- stderr
      todo-replay: bad.jsonl:2: this is not an answer. It must be a JSON object with the id of a page.
      --- exit 2"
    `)
    expect(await place.screen('audit untested.jsonl --answers nowhere.jsonl')).toMatchInlineSnapshot(`
      "--- stderr
      todo-replay: nowhere.jsonl: there is no such file or folder.
      --- exit 2"
    `)
  })
})
