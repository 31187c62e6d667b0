import { evidence } from '@todo-ledger/audit'
import { memoryStore, openLedger, type Session, type TodoEvent } from '@todo-ledger/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { agents, toolsOf } from '../src/agents/index.js'
import { importRecording } from '../src/import-recording.js'
import { profileNamed } from '../src/profiles.js'
import { RecordedEntries, type SessionEntry } from '../src/recorded-entries.js'
import { RecordingFold } from '../src/recorded-events.js'
import type { RecordingStep } from '../src/recording.js'

const recording = { format: 'f', file: 'f.jsonl' }
const session = 's1'
const secret = 'DB_PASSWORD=Zk3v9QpL2x'
const begins: RecordingStep = {
  ...{ kind: 'session', session, profile: 'todo-write', parent: null, goal: null },
  ...{ at: new Date(0), source: { line: 1 } },
}

const status = fc.constantFrom('pending', 'in_progress', 'completed', 'done')
const todos = fc.array(fc.record({ content: fc.constantFrom('a', 'b', 'run npm test'), status }), {
  maxLength: 4,
})
const anyCall = fc.oneof(
  fc.record({ name: fc.constant('TodoWrite'), input: fc.record({ todos }) }),
  fc.record({
    name: fc.constant('Bash'),
    input: fc.constantFrom({ command: 'npm test' }, { command: 'ls' }),
  }),
)
const calls = fc.record({
  call: anyCall,
  /** How many steps later the result comes; null: never. */
  later: fc.option(fc.integer({ min: 1, max: 6 })),
  ok: fc.constantFrom(true, false, null),
})
const turns = fc.record({
  input: fc.boolean(),
  calls: fc.array(calls, { maxLength: 3 }),
  note: fc.constantFrom(null, 'message', 'nag', 'compaction'),
  interrupted: fc.boolean(),
})

/** A session in the order in which a file tells it, results wherever they come. */
const stories = fc.array(turns, { maxLength: 6 }).map((told): readonly RecordingStep[] => {
  const steps: RecordingStep[] = [begins]
  const due: { readonly at: number; readonly step: RecordingStep }[] = []
  const base = () => ({ session, at: new Date(steps.length * 1000), source: { line: steps.length + 1 } })
  const add = (step: RecordingStep): void => {
    steps.push(step)
    for (const each of due.filter(({ at }) => at === steps.length)) steps.push(each.step)
  }
  let isRunning = false
  for (const [index, turn] of told.entries()) {
    if (turn.input || !isRunning) {
      if (isRunning) add({ ...base(), kind: 'run-end', complete: true, waitingFor: null })
      add({ ...base(), kind: 'input', trigger: 'user', text: `go on ${index}` })
      isRunning = true
    }
    add({ ...base(), kind: 'turn' })
    for (const [number, { call: made, later, ok }] of turn.calls.entries()) {
      const call = `c${index}-${number}`
      if (later !== null)
        due.push({
          at: steps.length + 1 + later,
          step: { ...base(), kind: 'result', call, ok, output: secret },
        })
      add({ ...base(), kind: 'call', call, ...made })
    }
    if (turn.note === 'message') add({ ...base(), kind: 'message', role: 'assistant', text: 'said' })
    if (turn.note === 'nag') add({ ...base(), kind: 'nag', text: 'use your list' })
    if (turn.note === 'compaction') add({ ...base(), kind: 'compaction', summary: null })
    add({ ...base(), kind: 'turn-end', interrupted: turn.interrupted })
  }
  return steps
})

function ledger() {
  const store = memoryStore()
  return {
    store,
    ledger: openLedger({ store, evidence: evidence({ tools: toolsOf(agents) }) }),
  }
}

/** What a store holds, without what it adds for itself. */
async function storedIn(store: ReturnType<typeof memoryStore>): Promise<readonly TodoEvent[]> {
  const events: TodoEvent[] = []
  for await (const { hash: _, ...event } of store.read(session)) events.push(event)
  return events
}

async function imported(steps: readonly RecordingStep[]): Promise<readonly TodoEvent[]> {
  const { store, ledger: into } = ledger()
  const all = async function* () {
    yield* steps
  }
  await importRecording(all(), into, recording)
  return await storedIn(store)
}

/** What a host does that embeds the session and tells it each thing as it happens. */
async function live(steps: readonly RecordingStep[]): Promise<readonly TodoEvent[]> {
  const { store, ledger: into } = ledger()
  const profile = profileNamed('todo-write')
  if (profile === undefined) expect.fail()
  const { at, source } = begins
  const opened = await into.session(session, { profile, at, source, recorded: recording })
  const entries = new RecordedEntries(recording.file, {})
  for (const driven of [...steps.flatMap((step) => [...entries.take(step)]), ...entries.finish()])
    if (driven.kind === 'entry') await happen(opened, driven.entry)
  return await storedIn(store)
}

async function happen(opened: Session, entry: SessionEntry): Promise<unknown> {
  switch (entry.kind) {
    case 'input':
      return await opened.startRun(entry)
    case 'turn':
      return await opened.startTurn(entry)
    case 'todo-call':
      return await opened.turn()?.callTodoTool(entry.name, entry.input, entry)
    case 'call':
      return await opened.turn()?.recordCall(entry)
    case 'result':
      return await opened.recordResult(entry)
    case 'turn-end':
      return await opened.turn()?.end(entry)
    case 'run-end':
      return await opened.endRun(entry)
    case 'nag':
      return await opened.recordNag(entry)
    case 'compaction':
      return await opened.recordCompaction(entry)
    case 'message':
      return await opened.recordMessage(entry)
    default:
      return expect.fail(entry.kind)
  }
}

test('a recording that is folded, one that is imported, and a live host come to the same events', async () => {
  await fc.assert(
    fc.asyncProperty(stories, async (steps) => {
      const fold = new RecordingFold(recording, { redaction: {} })
      const folded = [...steps.flatMap((step) => [...fold.take(step)]), ...fold.finish()]
      const events = await imported(steps)
      expect(folded.map(({ event }) => event)).toEqual(events)
      expect(JSON.stringify(folded)).not.toContain(secret)
      expect(await live(steps)).toEqual(events)
    }),
    { numRuns: runs(150) },
  )
})
