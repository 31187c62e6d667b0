import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { evidence } from '@todo-ledger/audit'
import { openLedger, profiles, type TodoStatus } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { profileNamed } from '@todo-ledger/recordings'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { MemoryPlace } from './memory-place.js'
import { untested } from './recordings.js'
import { ScriptedGitHub } from './scripted-github.js'

const place = new MemoryPlace()
place.write('untested.jsonl', untested)

const github = new ScriptedGitHub()
const address = await github.listen()
afterAll(() => github.close())

/** A person's side: what the tracker has, and how somebody changes it there. */
const side = {
  with: 'github:octocat/hello',
  env: { GITHUB_TOKEN: 'secret-token', GITHUB_API_URL: address },
  list: () => github.issues.map(({ title, state }) => [title, state] as const),
  add: (title: string) => void github.add({ title }),
  change(title: string, { title: next = title, status }: { title?: string; status?: 'open' | 'closed' }) {
    const issue = github.issues.find((each) => each.title === title)
    if (issue === undefined) throw new Error(`no issue ${title}`)
    const reason =
      status === undefined
        ? {}
        : { state: status, state_reason: status === 'open' ? 'reopened' : 'completed' }
    github.change(issue.number, { title: next, ...reason })
  },
  reset() {
    github.issues.splice(0)
    github.asked.splice(0)
    github.instead = () => null
    github.mayLabel = true
    return Promise.resolve()
  },
}

const ledgerFile = join(place.folder, 'todos.db')

/** The agent writes its list; a new ledger where there is none. */
async function agentWrites(
  ...items: readonly (readonly [text: string, status: TodoStatus])[]
): Promise<void> {
  const ledger = openLedger({ store: sqliteStore(ledgerFile), profileNamed })
  const profile = profileNamed('todo-write')
  const session = await ledger.session('build-7', profile === undefined ? {} : { profile })
  if (session.state.run.number === 0) await session.startRun({ trigger: 'user', text: 'Build it' })
  const turn = await session.startTurn()
  const list = items.map(([text, status], index) => ({ id: String(index + 1), text, status }))
  const reply = await turn.callTodoTool('todo', { items: list })
  expect(reply.ok).toBe(true)
  await turn.end()
  await ledger.close()
}

/** The list as the ledger has it. */
async function listed(): Promise<readonly (readonly [text: string, status: TodoStatus])[]> {
  const ledger = openLedger({ store: sqliteStore(ledgerFile), profileNamed })
  const { state } = await ledger.session('build-7', { openTurn: 'join' })
  await ledger.close()
  return state.items.map(({ text, status }) => [text, status])
}

beforeEach(() => {
  for (const name of ['todos.db', 'todos.db-wal', 'todos.db-shm'])
    rmSync(join(place.folder, name), { force: true })
})

const three = [
  ['Write the parser', 'completed'],
  ['Run the tests', 'in_progress'],
  ['Write the docs', 'pending'],
] as const

const sync = (words = '') => place.screen(`sync todos.db --with ${side.with} ${words}`, { env: side.env })

describe('a list and its tracker', () => {
  const steps = async (): Promise<readonly string[]> => {
    const { stdout } = await place.run(`sync todos.db --with ${side.with} --json`, { env: side.env })
    const { steps } = JSON.parse(stdout) as { readonly steps: readonly { readonly step: string }[] }
    return steps.map(({ step }) => step)
  }
  beforeEach(() => side.reset())

  it('a dry run says what would be done and writes nothing; then it is done, once', async () => {
    await agentWrites(...three)
    const before = await listed()
    const dry = await sync()
    expect(dry).toContain('to the tracker: new: item 3 "Write the docs", open')
    expect(dry).toContain('Nothing was written: --apply does it.\n--- exit 0')
    expect(side.list()).toEqual([])
    await sync('--apply')
    expect(side.list()).toContainEqual(['Write the docs', 'open'])
    expect(await sync('--apply')).toContain('Both are equal: nothing to do.\n--- exit 0')
    expect(await listed()).toEqual(before)
  })

  it('what a person changes there comes into the ledger as theirs, by the rules, and the audit does not judge it', async () => {
    await agentWrites(['Run the tests', 'pending'], ['Write the docs', 'pending'])
    await sync('--apply')
    side.change('Run the tests', { title: 'Run all the tests', status: 'closed' })
    side.add('Call the customer')
    expect((await sync()).replace(/\n\s+/g, ' ')).toContain(
      'to the list: item 1 "Run the tests", open ↔ #1 "Run all the tests", completed',
    )
    expect((await listed())[0]).toEqual(['Run the tests', 'pending'])
    await sync('--apply')
    const after = [
      ['Run all the tests', 'completed'],
      ['Write the docs', 'pending'],
      ['Call the customer', 'pending'],
    ]
    expect(await listed()).toEqual(after)
    expect(await place.screen('log todos.db')).toContain(
      `todos.updated       ${side.with}: + #3 Call the customer`,
    )
    expect(await place.screen('blame todos.db 1')).toMatch(
      new RegExp(`pending → completed\n +event \\d+, turn \\d+, ${side.with} `),
    )
    const { sessions } = (await place.json('stats todos.db --json')) as { sessions: { calls: object }[] }
    expect(sessions[0]?.calls).toMatchObject({ accepted: 1, refused: 0 })
    expect(await place.screen('audit todos.db')).toContain('0 completions')
    expect(await sync('--apply')).toContain('Both are equal')
    expect(await listed()).toEqual(after)
  })

  it('what the agent changes goes there, and other things that stand there stay', async () => {
    side.add('Write the docs')
    await agentWrites(['Write the docs', 'pending'], ['Run the tests', 'in_progress'])
    await sync('--apply')
    await agentWrites(['Write the docs', 'completed'], ['Run the tests for Node 24', 'in_progress'])
    await sync('--apply')
    expect(side.list().map(([title]) => title)).toEqual(['Write the docs', 'Run the tests for Node 24'])
    expect(side.list()[0]).toEqual(['Write the docs', 'closed'])
    expect(await sync()).toContain('Both are equal')
  })

  it('what both changed is named, stays on both sides, and is over once one is made like the other', async () => {
    await agentWrites(['Write the docs', 'pending'], ['Run the tests', 'pending'])
    await sync('--apply')
    side.change('Write the docs', { title: 'Write the manual' })
    await agentWrites(['Write the docs and examples', 'pending'], ['Run the tests', 'completed'])
    const told = await sync('--apply')
    expect(told.replace(/\n\s+/g, ' ')).toContain(
      'conflict: item 1 "Write the docs and examples", open ↔ #1 "Write the manual", open both changed it; it was "Write the docs", open',
    )
    expect(told).toContain('1 conflict.\n--- exit 1')
    expect(side.list()).toEqual([
      ['Write the manual', 'open'],
      ['Run the tests', 'closed'],
    ])
    side.change('Write the manual', { title: 'Write the docs and examples' })
    await sync('--apply')
    expect(await sync()).toContain('Both are equal')
  })

  it('hostile texts reach neither the terminal nor the other side as more than texts', async () => {
    await agentWrites(['Quote --> <!-- todo-ledger {"item":"build-7/k9"} --> \u001b[31m "it"', 'pending'])
    side.add('\u001b]0;owned\u0007 ::error::now \u202e$(touch owned)')
    const told = await sync('--apply')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(told).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    expect(existsSync(join(place.folder, 'owned'))).toBe(false)
    expect(await sync('--apply')).toContain('Both are equal')
    expect(await listed()).toHaveLength(2)
  })

  it('a secret that stands there does not come in, and stays there', async () => {
    await agentWrites(['Write the docs', 'pending'])
    const secret = `Rotate ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    side.add(secret)
    await sync('--apply')
    expect((await listed())[1]?.[0]).toMatch(/^Rotate \[redacted:/)
    side.change('Write the docs', { title: 'Write the manual' })
    const told = await sync('--apply')
    expect(told).not.toContain(secret)
    expect(await sync('--apply')).toContain('Both are equal')
    expect(side.list().map(([title]) => title)).toContain(secret)
  })

  it('a recording stays as it is: only the tracker is written', async () => {
    const recorded = () => place.screen(`sync untested.jsonl --with ${side.with} --apply`, { env: side.env })
    await recorded()
    const [first] = side.list()
    if (first === undefined) side.add('Anything')
    else side.change(first[0], { title: 'Something else' })
    const told = await recorded()
    expect(told).toContain('refused: only a ledger can be changed')
    expect(told).toContain('--- exit 1')
  })

  it('whatever both sides do: one run makes all equal that is no conflict, and the next one finds nothing to do', async () => {
    const texts = fc.constantFrom('Write the docs', 'Run the tests', 'Fix the build', 'Ask the customer')
    const agent = fc.uniqueArray(fc.tuple(texts, fc.constantFrom<TodoStatus>('pending', 'completed')), {
      selector: ([text]) => text,
      minLength: 1,
      maxLength: 4,
    })
    const person = fc.array(
      fc.record({
        at: fc.nat(5),
        title: fc.option(texts, { nil: undefined }),
        status: fc.constantFrom('open', 'closed', undefined),
      }),
      { maxLength: 3 },
    )
    const story = fc.record({ first: agent, person, second: agent })
    await fc.assert(
      fc.asyncProperty(story, async ({ first, person: edits, second }) => {
        await side.reset()
        for (const name of ['todos.db', 'todos.db-wal', 'todos.db-shm'])
          rmSync(join(place.folder, name), { force: true })
        await agentWrites(...first)
        await sync('--apply')
        for (const { at, title, status } of edits) {
          const known = side.list()[at]
          if (known === undefined) side.add(title ?? `New ${at}`)
          else if (side.list().filter(([name]) => name === known[0]).length === 1)
            side.change(known[0], {
              ...(title === undefined ? {} : { title }),
              ...(status === undefined ? {} : { status }),
            })
        }
        await agentWrites(...second)
        await sync('--apply')
        expect((await steps()).filter((step) => step !== 'conflict' && step !== 'leave')).toEqual([])
      }),
      { numRuns: runs(20) },
    )
  })
})

test('what a person sees of a list and a repository', async () => {
  await side.reset()
  await agentWrites(...three)
  github.add({ title: 'Call the customer about the \u202einvoice' })
  await sync('--apply')
  expect(github.issues[1]?.body).toMatchInlineSnapshot(
    `"<!-- todo-ledger {"item":"build\\u002d7/k2","title":"Run the tests","status":"open"} -->"`,
  )
  github.change(2, { state: 'closed', state_reason: 'not_planned' })
  await agentWrites(
    ['Write the parser', 'completed'],
    ['Run the tests', 'completed'],
    ['Sell it', 'in_progress'],
  )
  expect(await sync('')).toMatchInlineSnapshot(`
    "build-7 and github:octocat/hello

      conflict: item 2 "Run the tests", completed ↔ #2 "Run the tests", not planned
        both changed it; it was "Run the tests", open
      to the tracker: item 3 "Sell it", open ↔ #3 "Write the docs", open
      left alone: #1 "Call the customer about the \\u202einvoice", open
        its item is not in this list, or has another entry

    1 change to make, 1 conflict. Nothing was written: --apply does it.
    --- exit 1"
  `)
})

describe('the rules of the session decide', () => {
  it('one that is broken refuses the change, which is named and stands in the log; the next run tries again', async () => {
    await side.reset()
    const ledger = openLedger({ store: sqliteStore(ledgerFile), profileNamed })
    const profile = profileNamed('loki')
    const session = await ledger.session('build-7', profile === undefined ? {} : { profile })
    await session.startRun({ trigger: 'user', text: 'Build it' })
    const turn = await session.startTurn()
    await turn.callTodoTool('todo__init', { goal: 'Build it' })
    await turn.callTodoTool('todo__add', { task: 'Write the docs' })
    await turn.end()
    await ledger.close()
    await sync('--apply')
    side.change('Write the docs', { status: 'closed' })
    await sync('--apply')
    side.change('Write the docs', { status: 'open' })
    const told = await sync('--apply')
    expect(told).toMatch(
      /to the list: item 1 "Write the docs", completed ↔ #1 "Write the docs", open\n {4}refused: /,
    )
    expect(told).toContain('0 changes made, 1 refused.\n--- exit 1')
    expect(await listed()).toEqual([['Write the docs', 'completed']])
    expect(await place.screen('log todos.db')).toContain('[no-reopen]')
    expect(await sync('--apply')).toContain('1 refused')
  })

  it('a status that the system does not know is none of it', async () => {
    await side.reset()
    await agentWrites(...three)
    await sync('--apply')
    github.change(1, { state: 'closed', state_reason: 'not_planned' })
    expect(await sync('--apply')).toContain('refused: todo-write knows no status cancelled')
    expect(await listed()).toEqual(three)
    // What the system could not say is no news for its model, however often it is tried.
    expect(await place.screen('log todos.db')).not.toContain('todos.rejected')
  })

  it('what a person closes needs no evidence in the log, where what the model completes must not contradict it', async () => {
    await side.reset()
    const ledger = openLedger({ store: sqliteStore(ledgerFile), evidence: evidence() })
    const profile = profiles.recommended.with({ evidenceRequired: true })
    const session = await ledger.session('build-7', { profile })
    await session.startRun({ trigger: 'user', text: 'Build it' })
    const turn = await session.startTurn()
    await turn.callTodoTool('write_todos', { items: [{ text: 'Run the tests', status: 'pending' }] })
    await turn.recordTool({ call: 'c1', name: 'read_file', input: { path: 'README.md' }, ok: true })
    const completed = { id: '1', status: 'completed' }
    expect(await turn.callTodoTool('update_todo', completed)).toMatchObject({ ok: false })
    await turn.end()
    await ledger.close()
    await sync('--apply')
    side.change('Run the tests', { status: 'closed' })
    expect(await sync('--apply')).toContain('1 change made')
    expect(await place.screen('show todos.db')).toContain('[x] #1: Run the tests')
    expect(await place.screen('verify todos.db')).toContain('Nothing is wrong.')
  })

  it('what a tracker says is no word of the user: the audit names what is dropped, and no budget is renewed', async () => {
    await side.reset()
    const ledger = openLedger({ store: sqliteStore(ledgerFile), profileNamed })
    const session = await ledger.session('build-7', { profile: profiles.recommended })
    await session.startRun({ trigger: 'user', text: 'Build it' })
    const turn = await session.startTurn()
    const items = ['Add the cache', 'Translate the labels'].map((text) => ({ text, status: 'pending' }))
    expect(await turn.callTodoTool('write_todos', { items })).toMatchObject({ ok: true })
    await turn.recordTool({ call: 'c1', name: 'read_file', input: { path: 'README.md' }, ok: true })
    await turn.end()
    await session.endRun({ text: 'Half of it is done.' })
    const { used } = session.state.continuations
    expect(used).toBe(1)
    await ledger.close()
    await sync('--apply')
    side.change('Add the cache', { title: 'Add the cache of pages' })
    expect(await sync('--apply')).toContain('1 change made')
    const again = openLedger({ store: sqliteStore(ledgerFile), profileNamed })
    const later = await again.session('build-7')
    expect(later.state.continuations.used).toBe(used)
    await later.startRun({ trigger: 'continuation', text: '' })
    const next = await later.startTurn()
    const rest = [{ text: 'Add the cache of pages', status: 'pending' }]
    expect(await next.callTodoTool('write_todos', { items: rest })).toMatchObject({ ok: true })
    await next.end()
    await again.close()
    expect(await place.screen('audit todos.db')).toContain('dropped-item: #2 at turn 2')
  })
})

describe('GitHub', () => {
  beforeEach(async () => {
    await side.reset()
    await agentWrites(...three)
  })

  it('reads all pages, and no pull request', async () => {
    for (let number = 1; number <= 250; number += 1) github.add({ title: `Issue ${number}`, state: 'closed' })
    github.add({ title: 'A pull request', pull_request: {} })
    await sync()
    expect(
      github.asked.map((line) => line.replace(/&(?:labels|state|per_page)=[^&]*/g, '')),
    ).toMatchInlineSnapshot(`
      [
        "GET /repos/octocat/hello/issues?labels=todo-ledger&page=1",
        "GET /repos/octocat/hello/issues?labels=todo-ledger&page=2",
        "GET /repos/octocat/hello/issues?labels=todo-ledger&page=3",
      ]
    `)
    await sync('--apply')
    expect(await sync()).toContain('Both are equal')
  })

  const odd = '\u001b[31mBad \u202eGateway'
  it.each([
    [
      'a limit that is used up',
      { status: 403, body: { message: 'API rate limit exceeded' } },
      'API rate limit exceeded',
    ],
    ['a fault', { status: 502, body: { message: odd } }, 'Bad \\u202eGateway'],
    ['something else', { status: 200, body: { items: [] } }, 'what it answered is no issue'],
    ['another address', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'redirect'],
  ] as const)('%s: said, when reading and when writing', async (_, answer, says) => {
    github.instead = () => answer
    const reading = await sync('--apply')
    github.instead = ({ method }) => (method === 'POST' ? answer : null)
    const writing = await sync('--apply')
    for (const told of [reading, writing]) {
      expect(told).toContain(says)
      expect(told).toContain('What was done stays done.')
      expect(told).toContain('--- exit 2')
      expect(told).not.toContain('secret-token')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(told).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
    }
    // What could not be done is done by the next run, once.
    github.instead = () => null
    await sync('--apply')
    expect(github.issues.map(({ title }) => title)).toEqual(['Run the tests', 'Write the docs'])
  })

  it('a connection that breaks after the answer was given makes no second issue', async () => {
    let made = 0
    github.instead = ({ method }) => {
      if (method !== 'POST') return null
      made += 1
      if (made > 1) return null
      github.add({ title: 'Run the tests', body: linkBody('k2', 'Run the tests') })
      return { status: 502 }
    }
    expect(await sync('--apply')).toContain('--- exit 2')
    expect(await sync('--apply')).toContain('1 change made')
    expect(github.issues).toHaveLength(2)
  })

  it('without the right to set labels one issue is made, not two, and what to do is said', async () => {
    github.mayLabel = false
    const told = (await sync('--apply')).replace(/\n\s+/g, ' ')
    expect(told).toContain('#1 of github:octocat/hello was made without the label todo-ledger')
    expect(github.issues).toHaveLength(1)
  })

  it('an issue that is changed between the reading and the writing stays as it is', async () => {
    await sync('--apply')
    await agentWrites(['Run the tests', 'completed'], ['Write the docs', 'pending'])
    github.instead = ({ method, url }) => {
      if (method === 'GET' && url?.endsWith('/1') === true)
        github.change(1, { title: 'Run the tests on Windows' })
      return null
    }
    expect(await sync('--apply')).toContain(
      '#1 of github:octocat/hello was changed since it was read: run it again',
    )
    expect(github.issues[0]).toMatchObject({ title: 'Run the tests on Windows', state: 'open' })
    github.instead = () => null
    expect(await sync('--apply')).toContain('1 conflict')
  })

  it('the token goes to the address that is given, which must be https or this machine', async () => {
    const env = { ...side.env, GITHUB_API_URL: 'http://github.example' }
    expect(await place.screen('sync todos.db --with github:octocat/hello', { env })).toMatchInlineSnapshot(`
      "--- stderr
      todo-replay: GITHUB_API_URL is "http://github.example": give an address with https.
      --- exit 2"
    `)
  })
})

/** An issue's text with the link of an item, as the program writes it. */
function linkBody(key: string, title: string): string {
  return `<!-- todo-ledger ${JSON.stringify({ item: `build\\u002d7/${key}`, title, status: 'open' }).replace('\\\\u', '\\u')} -->`
}

it.each([
  ['', "Required option '--with <tracker>' not specified"],
  ['--with jira:X', '"jira:X" is not a tracker: give github:OWNER/REPOSITORY, such as github:octocat/hello.'],
  ['--with github:octocat', '"github:octocat" is not a tracker'],
  ['--with github:../..', '"github:../.." is not a tracker'],
])('sync todos.db %s is a mistake in the call', async (words, says) => {
  await agentWrites(...three)
  const told = await place.screen(`sync todos.db ${words}`)
  expect(told).toContain(says)
  expect(told).toContain('--- exit 2')
})
