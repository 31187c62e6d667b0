import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { claudeCode, delegated, result, todoWrite, untested, use } from './recordings.js'
import { Workplace } from './run-program.js'
import { type PrintedEvent, RunningWatch } from './running-watch.js'

vi.setConfig({ testTimeout: 60_000 })

const place = new Workplace()
place.write('untested.jsonl', untested)
const at = (name: string): string => join(place.folder, name)
const judgements = ['completion', 'finding']
const ofSource = ['waiting', 'restarted', 'caught-up']

/** What happened, without what an audit says on the way, and where. */
const plain = (events: readonly PrintedEvent[]): readonly PrintedEvent[] =>
  events
    .filter(({ type }) => ![...judgements, ...ofSource].includes(type))
    .map(({ summary: _, ...event }) => event)

/** The verdict of each completion that was told last. */
function standing(events: readonly PrintedEvent[]): readonly string[] {
  const verdicts = new Map<unknown, unknown>()
  for (const { type, call, item, verdict } of events)
    if (type === 'completion') verdicts.set(`${call} ${item}`, verdict)
  return [...verdicts].map(([name, verdict]) => `${name}: ${verdict}`).toSorted()
}

async function once(name: string): Promise<readonly PrintedEvent[]> {
  const { stdout, stderr } = await place.run(`watch ${name} --once --json`)
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

test('once: every event with --json', async () => {
  const events = await once('untested.jsonl')
  expect(events.map(({ type, turn }) => `${type} ${turn ?? ''}`.trim())).toMatchInlineSnapshot(`
    [
      "session.opened 0",
      "run.started 0",
      "todos.updated 1",
      "todos.rejected 3",
      "todos.updated 4",
      "completion 4",
      "todos.updated 5",
      "completion 5",
      "finding 5",
      "finding 5",
      "session.yielded 6",
      "caught-up",
    ]
  `)
  expect(
    events.find(({ type, verdict }) => type === 'completion' && verdict === 'unsupported'),
  ).toMatchInlineSnapshot(`
    {
      "before": null,
      "call": "c6",
      "item": "2",
      "needs": [],
      "seq": 20,
      "session": "login-7",
      "source": {
        "call": "c6",
        "line": 7,
      },
      "text": "Run the tests",
      "turn": 5,
      "type": "completion",
      "verdict": "unsupported",
      "why": "Item 2 asks for "Run the tests", but nothing of the kind was run before the mark; the last call before it edited login.ts.",
    }
  `)
})

test('a file that does not exist yet is waited for, and read byte by byte as it is written', async () => {
  using watch = new RunningWatch(place.folder, 'bytes.jsonl', '--json')
  await watch.until(({ events }) => events.length > 0)
  expect(watch.events).toEqual([
    { type: 'waiting', source: 'bytes.jsonl', reason: 'there is no such file yet' },
  ])
  for (const byte of Buffer.from(untested)) {
    appendFileSync(at('bytes.jsonl'), Buffer.of(byte))
    if (byte === 0x0a) await breathe()
  }
  const whole = await once('untested.jsonl')
  await watch.until(({ events }) => standing(events).length === standing(whole).length)
  expect(plain(watch.events)).toEqual(plain(whole))
  expect(standing(watch.events)).toEqual(standing(whole))
  expect(await watch.interrupt()).toBe(0)
  expect(watch.stderr).toBe('')
})

test('a completion is judged when it is ticked, and half a line is not an event', async () => {
  using watch = new RunningWatch(place.folder, 'ticked.jsonl', '--json')
  const lines = untested.split('\n')
  const ticks = lines.findIndex((line) => line.includes('"c6"'))
  const [before, half] = [lines.slice(0, ticks).join('\n'), lines[ticks] ?? '']
  place.write('ticked.jsonl', `${before}\n${half.slice(0, 80)}`)
  await watch.until((seen) => seen.of('completion').length === 1)
  expect(watch.of('todos.updated').at(-1)).toMatchObject({ call: 'c5' })
  appendFileSync(at('ticked.jsonl'), `${half.slice(80)}\n`)
  await watch.until((seen) => seen.of('completion').length === 2)
  expect(watch.of('completion').at(-1)).toMatchObject({ item: '2', verdict: 'unsupported', call: 'c6' })
  await watch.until((seen) => seen.of('finding').length > 0)
  // The run goes on: that the list is done, or not, says nothing yet.
  expect(watch.of('session.yielded')).toEqual([])
  expect(await watch.interrupt()).toBe(0)
})

test('a document that is written anew with each message', async () => {
  const chat = fileURLToPath(new URL('../../../fixtures/gemini-chat/session.json', import.meta.url))
  const document: { readonly messages: readonly unknown[] } = JSON.parse(readFileSync(chat, 'utf8'))
  const { messages } = document
  const write = (count: number): void =>
    writeFileSync(
      at('chat.json'),
      JSON.stringify({ ...document, messages: messages.slice(0, count) }, null, 2),
    )
  write(messages.length)
  const whole = await once('chat.json')
  write(2)
  using watch = new RunningWatch(place.folder, 'chat.json', '--json')
  await watch.until((seen) => seen.of('caught-up').length > 0)
  for (let count = 3; count < messages.length; count += 1) {
    write(count)
    await breathe()
  }
  // Half of it, as it is found while it is written.
  const text = readFileSync(chat)
  writeFileSync(at('chat.json'), text.subarray(0, text.length / 2))
  writeFileSync(at('chat.json'), text)
  await watch.until(({ events }) => standing(events).length === standing(whole).length)
  const named = (events: readonly PrintedEvent[]) =>
    plain(events).map(({ type, turn, call }) => [type, turn, call])
  expect(named(watch.events)).toEqual(named(whole))
  expect(standing(watch.events)).toEqual(standing(whole))
  expect(await watch.interrupt()).toBe(0)
})

let attempts = 0
test('a ledger that another process writes, from before it exists', async () => {
  attempts += 1
  const ledger = `from-before-${attempts}.db`
  using watch = new RunningWatch(place.folder, ledger, '--json')
  await watch.until((seen) => seen.of('waiting').length === 1)
  await place.run(`import untested.jsonl --ledger ${ledger}`)
  const whole = await once('untested.jsonl')
  await watch.until(({ events }) => standing(events).length >= standing(whole).length)
  place.write('delegated.jsonl', delegated)
  await place.run(`import delegated.jsonl --ledger ${ledger}`)
  await watch.until((seen) => seen.of('completion').some(({ session }) => session === 'docs-1'))
  // Its sub-agent's session may be stored, or printed, a moment later.
  await watch.until((seen) => seen.of('session.opened').length === 3)
  const types = (events: readonly PrintedEvent[]) =>
    plain(events)
      .filter(({ session, type }) => session === 'login-7' && type !== 'session.yielded')
      .map(({ type, turn, call }) => [type, turn, call])
  expect(types(watch.events)).toEqual(types(whole))
  expect(watch.of('session.opened').map(({ session }) => session)).toEqual([
    'login-7',
    'docs-1',
    'docs-1/reader',
  ])
  expect(await watch.interrupt()).toBe(0)
})

test.each(['-', 'held.pipe'])(
  '%s that a writer holds open does not keep a watch from ending',
  async (source) => {
    const beginning = untested.slice(0, untested.indexOf('{"turn":4'))
    if (source !== '-') execFileSync('mkfifo', [at(source)])
    using watch = new RunningWatch(place.folder, source, '--json')
    const writer = source === '-' ? null : await open(at(source), 'w')
    if (writer === null) watch.write(beginning)
    else await writer.write(beginning)
    await watch.until((seen) => seen.of('todos.rejected').length === 1)
    expect(await watch.interrupt()).toBe(0)
    await writer?.close()
  },
)

test('as lines: what was, the list, and what comes', async () => {
  const session = claudeCode([
    { user: 'Mend the gauge' },
    { id: 'm1', model: [todoWrite('t1', ['Fix src/gauge.ts', 'in_progress'], ['Run the tests', 'pending'])] },
    { user: [result('t1', 'ok')] },
    {
      id: 'm2',
      model: [use('e1', 'Edit', { file_path: '/work/src/gauge.ts', old_string: 'a', new_string: 'b' })],
    },
    { user: [result('e1', 'edited')] },
    {
      id: 'm3',
      model: [todoWrite('t2', ['Fix src/gauge.ts', 'completed'], ['Run the tests', 'in_progress'])],
    },
    { user: [result('t2', 'ok')] },
    { id: 'm4', model: [todoWrite('t3', ['Fix src/gauge.ts', 'completed'], ['Run the tests', 'completed'])] },
    { user: [result('t3', 'ok')] },
  ])
  const lines = session.split(/(?<=\n)/)
  using watch = new RunningWatch(place.folder, 'lines.jsonl')
  await watch.until(({ stderr }) => stderr !== '')
  writeFileSync(at('lines.jsonl'), lines.slice(0, 3).join(''))
  await watch.until(({ stdout }) => stdout.includes('3 events before'))
  for (const line of lines.slice(3)) {
    appendFileSync(at('lines.jsonl'), line)
    await breathe()
  }
  await watch.until(({ stdout }) => stdout.includes('✗ unsupported'))
  expect(await watch.interrupt()).toBe(0)
  expect(watch.stderr).toMatchInlineSnapshot(`
    "note: lines.jsonl: there is no such file yet; waiting
    "
  `)
  expect(watch.stdout.split('3 events before')[0]).toMatchInlineSnapshot(`
    "c0ffee
    turn 1, event 4, claude-code, executing

    [>] #1: Fix src/gauge.ts
    [ ] #2: Run the tests

    (0/2 completed)
    "
  `)
  expect(watch.stdout).toMatch(/✗ unsupported {7}#2 Run the tests/)
})

test.each([
  ['watch nothing.jsonl --once'],
  ['watch folder'],
  ['watch notes.txt'],
  ['watch notes.txt --once'],
  ['watch empty.jsonl --once'],
  ['watch untested.jsonl --once --session other'],
  ['watch mysql://host/db'],
])('%s is a mistake', async (words) => {
  place.makeFolder('folder')
  place.write('empty.jsonl', '')
  place.write('notes.txt', 'Buy milk\n'.repeat(250))
  expect((await place.screen(words)).replace(/ \(neutral, .*\)/, '')).toMatchSnapshot()
})
