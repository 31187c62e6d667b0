import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@todo-ledger/audit/reader'
import { afterAll, describe, expect, it, test } from 'vitest'
import type { AuditedSession } from '../src/audit/followed-session.js'
import { Output } from '../src/output.js'
import { AnswerRecord } from '../src/reader/answers.js'
import { type Asking, askingReader } from '../src/reader/page-reader.js'
import { type Reader, type ReaderReply, ReaderTrouble } from '../src/reader/reader.js'
import { ReaderOffer } from '../src/reader/reader-options.js'
import { readerNamed } from '../src/reader/readers.js'
import { MemoryPlace } from './memory-place.js'
import { untested } from './recordings.js'

const place = new MemoryPlace()
place.write('untested.jsonl', untested)
const state = { XDG_STATE_HOME: join(place.folder, 'state') }
const answers = join(place.folder, 'state', 'todo-replay', 'answers')
const done = {
  verdict: 'done',
  p: 4,
  parts: [],
  line: 4,
  quote: 'redirect(safe(next))',
  why: 'it was edited',
}
const missed = { verdict: 'not_done', p: 96, parts: [], line: null, quote: '', why: 'no test was run' }

/** A reader in a file: done for what was edited, not done for the tests; it says in a file that it was asked. */
place.write(
  'read.mjs',
  `import { appendFileSync } from 'node:fs'
let text = ''
for await (const piece of process.stdin) text += piece
const { text: item, page } = JSON.parse(text)
appendFileSync('${join(place.folder, 'asked.txt')}', item + '\\n')
if (page.includes('redirect') === false) process.exit(3)
console.log(JSON.stringify(item === 'Run the tests' ? ${JSON.stringify(missed)} : ${JSON.stringify(done)}))
`,
)
const reader = "'command:node ./read.mjs'"
const asked = (): number => {
  const file = join(place.folder, 'asked.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').length : 0
}

test('each page is asked once, the answers stand on record, and an audit without a reader shows them', async () => {
  const run = (words: string) =>
    place.run(`audit untested.jsonl --all --fail-on never ${words}`, { env: state })
  const first = await run(`--reader ${reader} --reader-all`)
  expect(first.stderr.replaceAll(place.folder, '<folder>')).toMatchInlineSnapshot(`
    "note: pages of completions go to the command node ./read.mjs, without secrets: 2 pages of the first session, about 2 thousand tokens
    note: 2 pages read by command:node ./read.mjs
    "
  `)
  expect(first.stdout).toContain('reader    not done: no test was run')
  expect(asked()).toBe(2)
  const second = await run(`--reader ${reader} --reader-all`)
  expect(second.stderr).toContain('0 pages read')
  expect(second.stderr).toContain('2 on record')
  expect(second.stdout).toBe(first.stdout)
  const third = await run('')
  expect({ stdout: third.stdout, stderr: third.stderr }).toEqual({ stdout: first.stdout, stderr: '' })
  expect(asked()).toBe(2)
  expect((await run('--reader none')).stdout).not.toContain('reader    ')
  rmSync(answers, { recursive: true })
})

test.each([
  ['', 2],
  ['--reader-all --reader-budget 1', 1],
])('%s: %i pages are asked', async (words, expected) => {
  const before = asked()
  await place.run(`audit untested.jsonl --reader ${reader} ${words}`, { env: state })
  expect(asked() - before).toBe(expected)
  rmSync(answers, { recursive: true, force: true })
})

test('a reader that the settings name is asked by audit each time, which says so, and by nothing else', async () => {
  place.write('settings.json', JSON.stringify({ reader: 'command:node ./read.mjs' }))
  const run = async (words: string) => {
    const before = asked()
    const { stderr } = await place.run(`${words} --config settings.json`, { env: state })
    return { stderr, asked: asked() - before }
  }
  expect((await run('report untested.jsonl --out report.html')).asked).toBe(0)
  expect((await run('audit untested.jsonl --reader none')).asked).toBe(0)
  const first = await run('audit untested.jsonl')
  expect(first.asked).toBe(2)
  expect(first.stderr).toMatch(
    /go to the command node .\/read.mjs, without secrets: .*about \d+ thousand tokens/,
  )
  rmSync(answers, { recursive: true, force: true })
})

describe('what an audit without a reader offers', () => {
  const session = (verdict: string) => ({ audit: { completions: [{ verdict, rules: verdict }] } })
  const offered = (verdicts: readonly string[], path: string, config?: string): string | null => {
    const offer = new ReaderOffer()
    // Only what it looks at.
    for (const verdict of verdicts) offer.add(session(verdict) as unknown as AuditedSession)
    const text = offer.text(['a b.jsonl'], 'todo-replay', { PATH: path }, config)
    return text === null ? null : `${text.sentence} ${text.command}`
  }
  place.write('bin/codex', '')
  place.write('bin/gemini', '')
  const bin = join(place.folder, 'bin')

  it('is a reader by name of what is there, and what it takes', () => {
    expect(offered(['undecided', 'weak', 'supported', 'unknown'], bin)).toMatchInlineSnapshot(
      `"1 completion undecided: only the meaning of what was done decides. A reader can tell (or gemini), from 2 pages, at most about 8 thousand tokens: todo-replay audit 'a b.jsonl' --reader codex"`,
    )
    expect(offered(['undecided'], '/nowhere')).toMatch(
      /\(NAME: claude, codex, gemini, MODEL@URL, command:…\), .* --reader NAME$/,
    )
  })

  it('can be typed as it stands, with the settings of the audit', () => {
    expect(offered(['undecided'], '/nowhere', 'my settings.json')).toMatch(
      /todo-replay audit 'a b\.jsonl' --config 'my settings\.json' --reader NAME$/,
    )
  })
})

test.each([
  'audit untested.jsonl --reader nobody',
  'audit untested.jsonl --reader claud',
  'audit untested.jsonl --reader command:',
  'audit untested.jsonl --reader gpt-5@https://api.example.com/v1',
  'audit untested.jsonl --reader claude --reader-budget lots',
  'audit untested.jsonl --reader-budget 3',
  'audit untested.jsonl --reader none --reader-budget 3',
  'audit untested.jsonl --reader-all',
  'audit untested.jsonl --reader none --reader-all',
  'audit untested.jsonl --answers a.jsonl --reader-all',
  'audit untested.jsonl --reader claude --answers a.jsonl',
  'audit untested.jsonl --reader claude',
])('%s', async (words) => {
  expect(await place.screen(words, { env: { ...state, PATH: '/nowhere' } })).toMatchSnapshot()
})

test('a codex that ends well without an answer is asked again, as any that fails', async () => {
  place.write('silent/codex', '#!/bin/sh\nexit 0\n')
  chmodSync(join(place.folder, 'silent', 'codex'), 0o755)
  const codex = readerNamed('codex', { PATH: `${join(place.folder, 'silent')}:${process.env['PATH'] ?? ''}` })
  const about = { id: 'p', session: 's', item: '1', call: 'c', seq: 1, turn: 1, text: 'Fix it' }
  const page: Page = { ...about, page: 'what was done', question: 'Was it done?' }
  const trouble = await codex.ask(page, new AbortController().signal).catch((error: unknown) => error)
  expect(trouble).toBeInstanceOf(ReaderTrouble)
  expect(trouble).toMatchObject({ message: 'codex wrote no answer.', isFinal: false })
})

describe('asking', () => {
  const page = (id: string): Page => ({
    id,
    session: 's',
    item: id,
    call: 'c',
    seq: 1,
    turn: 1,
    text: 'Fix it',
    page: `[turn 1, line 4] Edit: redirect(safe(next)) ${id}`,
    question: 'Was it done?',
  })

  /** Asks about pages; `replies` are what the reader does, one after the other. */
  async function ask(
    pages: readonly Page[],
    replies: readonly (ReaderReply | Error)[],
    changed: Partial<Asking> = {},
  ): Promise<{ readonly readings: object; readonly waited: readonly number[]; readonly out: number }> {
    let next = 0
    let out = 0
    let most = 0
    const waited: number[] = []
    const scripted: Reader = {
      name: 'scripted',
      where: 'nowhere',
      async ask() {
        out += 1
        most = Math.max(most, out)
        await Promise.resolve()
        out -= 1
        const reply = replies[Math.min(next, replies.length - 1)]
        next += 1
        if (reply instanceof Error) throw reply
        if (reply === undefined) throw new Error('asked too often')
        return reply
      },
    }
    const { stdout, stderr, stdin } = process
    const silent = Object.assign(Object.create(stderr), { write: () => true, isTTY: false })
    const output = new Output({
      stdout: Object.assign(Object.create(stdout), { write: () => true }),
      stderr: silent,
      stdin,
      env: {},
      cwd: () => '/',
    })
    const asking = askingReader(
      {
        reader: scripted,
        record: null,
        store: null,
        all: true,
        budget: { pages: 1000, dollars: 1000 },
        atOnce: 1,
        now: () => new Date(0),
        wait: async (milliseconds) => waited.push(milliseconds),
        ...changed,
      },
      output,
    )
    let readings = {}
    const session = {
      audit: { completions: pages.map(() => ({ rules: { verdict: 'weak' } })) },
      pages,
      withReadings: (read: ReadonlyMap<string, object>) => {
        readings = Object.fromEntries(read)
        return {}
      },
    }
    // Only what the reader looks at.
    await asking.read(session as unknown as AuditedSession)
    asking.end()
    return { readings, waited, out: most }
  }
  const good: ReaderReply = { answer: done, model: 'm', cost: 0.5 }

  it('goes on after failures, and waits as long as the provider wants', async () => {
    const { readings, waited } = await ask(
      [page('a')],
      [new ReaderTrouble('busy', { retryAfter: 7 }), new ReaderTrouble('broken'), good],
    )
    expect(readings).toMatchObject({
      a: { verdict: 'done', model: 'm', asked: '1970-01-01T00:00:00.000Z', cost: 0.5 },
    })
    expect(waited).toEqual([7000, 8000])
  })

  it('gives a page up after four failures, and reads the others', async () => {
    const broken = new ReaderTrouble('broken')
    const { readings, waited } = await ask([page('a'), page('b')], [broken, broken, broken, broken, good])
    expect(readings).toMatchObject({
      a: { dropped: 'scripted gave no answer: broken' },
      b: { verdict: 'done' },
    })
    expect(waited).toEqual([2000, 8000, 30_000])
  })

  it('asks once more where the quote does not hold, then drops the answer', async () => {
    const bad = { ...good, answer: { ...done, quote: 'never said' } }
    expect((await ask([page('a')], [bad, good])).readings).toMatchObject({ a: { verdict: 'done' } })
    expect((await ask([page('a')], [bad, bad])).readings).toEqual({
      a: { dropped: 'the quote does not stand at line 4' },
    })
  })

  it('ends at once where asking again can’t help', async () => {
    await expect(ask([page('a')], [new ReaderTrouble('no key', { isFinal: true })])).rejects.toThrow('no key')
  })

  it('has at most so many pages out at once, and stops at its budget', async () => {
    const pages = ['a', 'b', 'c', 'd', 'e', 'f'].map(page)
    expect((await ask(pages, [good], { atOnce: 3 })).out).toBe(3)
    const { readings } = await ask(pages, [good], { budget: { pages: 1000, dollars: 1 } })
    expect(Object.keys(readings)).toEqual(['a', 'b'])
  })

  it('keeps what came before it was broken off', async () => {
    const record = new AnswerRecord(join(place.folder, 'broken-off'))
    await expect(
      ask([page('a'), page('b')], [good, new ReaderTrouble('no key', { isFinal: true })], {
        record,
        store: record,
      }),
    ).rejects.toThrow()
    const again = new AnswerRecord(join(place.folder, 'broken-off'))
    expect(again.answerTo(page('a'))).toMatchObject({ id: 'a', model: 'm', cost: 0.5 })
    expect(again.answerTo(page('b'))).toBeUndefined()
    // A line that was cut off says nothing, and what comes behind it counts.
    const [file = ''] = readdirSync(join(place.folder, 'broken-off'))
    writeFileSync(
      join(place.folder, 'broken-off', file),
      `{"digest":"x\n${readFileSync(join(place.folder, 'broken-off', file), 'utf8')}`,
    )
    expect(new AnswerRecord(join(place.folder, 'broken-off')).answerTo(page('a'))).toMatchObject({ id: 'a' })
  })
})

describe('a model at an address', () => {
  const requests: {
    readonly url: string
    readonly headers: IncomingMessage['headers']
    readonly body: string
  }[] = []
  const servers: Server[] = []
  afterAll(() => {
    for (const server of servers) server.close()
  })

  async function serving(
    answer: (
      body: string,
      times: number,
    ) => readonly [status: number, value: object, headers?: Record<string, string>],
  ): Promise<string> {
    let times = 0
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const piece of request) body += String(piece)
      requests.push({ url: request.url ?? '', headers: request.headers, body })
      times += 1
      const [status, value, headers = {}] = answer(body, times)
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(value))
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  }
  const answerTo = (body: string): string => JSON.stringify(body.includes('ITEM #2') ? missed : done)

  it('is asked by OpenAI’s interface, and again when it is busy', async () => {
    const url = await serving((body, times) =>
      times === 1
        ? [429, { error: { message: 'busy' } }, { 'retry-after': '0' }]
        : [
            200,
            {
              id: 'x',
              object: 'chat.completion',
              created: 1,
              model: 'local',
              choices: [
                { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: answerTo(body) } },
              ],
              usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
            },
          ],
    )
    const { stdout, stderr } = await place.run(
      `audit untested.jsonl --all --reader local@${url}/v1 --reader-all --fail-on never`,
      { env: { ...state, TODO_REPLAY_READER_KEY: 'key-1' } },
    )
    expect(stdout).toContain('no test was run\n              96 % likely not wholly done, says local')
    expect(stderr).toContain(`pages of completions go to ${url}`)
    const [first] = requests
    expect(first?.url).toBe('/v1/chat/completions')
    expect(first?.headers.authorization).toBe('Bearer key-1')
    expect(JSON.parse(first?.body ?? '{}')).toMatchObject({
      model: 'local',
      response_format: { type: 'json_schema' },
    })
    rmSync(answers, { recursive: true, force: true })
  })
})
