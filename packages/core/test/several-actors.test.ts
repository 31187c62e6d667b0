import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import {
  type Actor,
  actorOf,
  openLedger,
  type Profile,
  profiles,
  type Session,
  type Turn,
} from '../src/index.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { collect } from '../src/testing/store-contract/store-under-test.js'
import { madeUp } from './made-up-secrets.js'

const names = ['lead', 'a', 'b', 'c'] as const
const actors: readonly Actor[] = names.map((id, index) => ({ kind: index === 0 ? 'agent' : 'sub-agent', id }))
const [lead, a, b] = actors as readonly [Actor, Actor, Actor]

async function begin(profile: Profile = profiles.recommended): Promise<Session> {
  const ledger = openLedger({ store: memoryStore(), redaction: false, clock: () => new Date(0) })
  const session = await ledger.session('s1', { profile })
  await session.startRun({ trigger: 'user', text: 'Begin', agent: lead })
  return session
}

/** What one actor does in a turn. */
type Step = 'work' | 'update' | 'read' | 'nothing'

/** A turn of each, in parts, so that those of others may come between. */
class Worker {
  readonly nags: string[] = []
  turn: Turn | null = null
  step = 0
  readonly #session: Session
  readonly #actor: Actor
  readonly #steps: readonly Step[]

  constructor(session: Session, actor: Actor, steps: readonly Step[]) {
    this.#session = session
    this.#actor = actor
    this.#steps = steps
  }

  get isDone(): boolean {
    return this.turn === null && this.step === this.#steps.length
  }

  async goOn(): Promise<void> {
    if (this.isDone) return
    if (this.turn === null) {
      this.turn = await this.#session.startTurn({ actor: this.#actor })
      return
    }
    const step = this.#steps[this.step]
    const call = `${this.#actor.id}-${this.step}`
    if (step === 'work') await this.turn.recordTool({ call, name: 'edit_file', input: { call }, ok: true })
    if (step === 'read') await this.turn.callTodoTool('list_todos', {}, { call })
    if (step === 'update') {
      const reply = await this.turn.callTodoTool(
        'add_todos',
        { items: [{ text: `From ${call}`, status: 'pending' }] },
        { call },
      )
      expect(reply.text).toContain(`From ${call}`)
    }
    const { reminders } = await this.turn.end()
    this.nags.push(`${this.step}: ${reminders.length}`)
    this.turn = null
    this.step += 1
  }
}

const someSteps = fc.array(fc.constantFrom<Step>('work', 'work', 'work', 'update', 'read', 'nothing'), {
  maxLength: 14,
})

/** An open item stands in the list from the beginning, whoever works alone. */
async function withItem(profile: Profile): Promise<Session> {
  const session = await begin(profile)
  await session.edit({ add: [{ text: 'Something' }] }, { actor: { kind: 'person', id: 'ann' } })
  return session
}

describe('several who work on one list', () => {
  it.each(['escalating', 'context'] as const)('are each reminded as if alone (%s)', async (reminders) => {
    const profile = profiles.recommended.with({ reminders })
    await fc.assert(
      fc.asyncProperty(
        fc.array(someSteps, { minLength: 2, maxLength: 4 }),
        fc.infiniteStream(fc.nat({ max: 3 })),
        async (plans, order) => {
          const together = await withItem(profile)
          const workers = plans.map((steps, index) => new Worker(together, actors[index] ?? lead, steps))
          for (const next of order) {
            if (workers.every(({ isDone }) => isDone)) break
            await workers[next % workers.length]?.goOn()
          }
          for (const [index, steps] of plans.entries()) {
            const alone = await withItem(profile)
            const worker = new Worker(alone, actors[index] ?? lead, steps)
            while (!worker.isDone) await worker.goOn()
            expect(workers[index]?.nags).toEqual(worker.nags)
          }
        },
      ),
      { numRuns: runs(12) },
    )
  })

  it('have turns of their own, open at once, each with its number from its start', async () => {
    const session = await begin()
    const ofLead = await session.startTurn({ actor: lead })
    const ofA = await session.startTurn({ actor: a })
    const ofB = await session.startTurn({ actor: b })
    expect([ofLead, ofA, ofB].map(({ number }) => number)).toEqual([1, 2, 3])
    expect(session.turns().map(({ number, actor }) => [number, actor])).toEqual([
      [1, lead],
      [2, a],
      [3, b],
    ])
    expect(session.turn({ actor: a })?.number).toBe(2)
    expect(session.turn()).toBeNull()
    await expect(session.startTurn({ actor: a })).rejects.toMatchObject({ code: 'turn-open' })
    await ofA.callTodoTool('add_todos', { items: [{ text: 'A', status: 'pending' }] })
    await ofLead.callTodoTool('add_todos', { items: [{ text: 'B', status: 'pending' }] })
    await ofA.end()
    expect((await session.startTurn({ actor: a })).number).toBe(4)
    await expect(ofA.end()).rejects.toMatchObject({ code: 'turn-over' })
    await ofLead.end()
    await ofB.end()
    // The main agent is done, and one that it sent goes on.
    await session.endRun({ actor: lead, text: 'Done' })
    expect(session.turn({ actor: a })?.number).toBe(4)
    await session.turn({ actor: a })?.end()
    expect((await session.startTurn({ actor: b })).number).toBe(5)
  })

  it('have a state at a turn that is the one behind its last event', async () => {
    const ledger = openLedger({ store: memoryStore(), snapshotInterval: 1 })
    const session = await ledger.session('s1', { profile: profiles.recommended })
    await session.startRun({ trigger: 'user', text: 'Begin', agent: lead })
    const first = await session.startTurn({ actor: a })
    const second = await session.startTurn({ actor: b })
    await second.callTodoTool('add_todos', { items: [{ text: 'B in 2', status: 'pending' }] })
    await second.end()
    const third = await session.startTurn({ actor: b })
    await first.callTodoTool('add_todos', { items: [{ text: 'A in 1', status: 'pending' }] })
    await first.end()
    await third.callTodoTool('add_todos', { items: [{ text: 'B in 3', status: 'pending' }] })
    await third.end()
    const textsAt = async (turn: number) =>
      (await ledger.stateAt('s1', { turn }))?.items.map(({ text }) => text)
    expect(await textsAt(0)).toEqual([])
    expect(await textsAt(2)).toEqual(['B in 2'])
    expect(await textsAt(1)).toEqual(['B in 2', 'A in 1'])
    expect(await textsAt(3)).toEqual(['B in 2', 'A in 1', 'B in 3'])
    expect(await textsAt(4)).toBeUndefined()
  })

  it('may each write once in a turn, where that is the rule, and take back nothing of another', async () => {
    const session = await begin(profiles.todoListMiddleware)
    const list = (text: string) => ({ todos: [{ content: text, status: 'in_progress' }] })
    const ofA = await session.startTurn({ actor: a })
    const early = await session.startTurn({ actor: b })
    expect(await ofA.callTodoTool('write_todos', list('of a'))).toMatchObject({ ok: true })
    expect(await early.callTodoTool('write_todos', list('of b'))).toMatchObject({
      violations: [{ rule: 'unseen-change' }],
    })
    await early.end()
    const ofB = await session.startTurn({ actor: b })
    expect(await ofB.callTodoTool('write_todos', list('of b'))).toMatchObject({ ok: true })
    // What a wrote would be taken back, had b not written on it.
    expect(await ofA.callTodoTool('write_todos', list('of a again'))).toMatchObject({ ok: false })
    expect(session.state.items.map(({ text }) => text)).toEqual(['of b'])
    expect(await ofB.callTodoTool('write_todos', list('of b again'))).toMatchObject({ ok: false })
    expect(session.state.items.map(({ text }) => text)).toEqual(['of a'])
  })

  it('each have a budget of their own, and runs of their own where they have any', async () => {
    const session = await begin(profiles.todoManager)
    const other: Actor = { kind: 'agent', id: 'peer' }
    await session.startRun({ trigger: 'user', text: 'You, too', agent: other })
    await session.endRun({ actor: other, text: 'Done' })
    await expect(session.endRun({ actor: other })).rejects.toMatchObject({ code: 'no-run' })
    const turn = await session.startTurn({ actor: lead })
    await turn.end()
    expect(await session.endRun({ actor: lead, text: 'Done' })).toMatchObject({ action: 'stop' })
  })

  it('what a call gave back is of who made it, also when nobody is named', async () => {
    const ledger = openLedger({ store: memoryStore() })
    const session = await ledger.session('s1', { profile: profiles.recommended })
    await session.startRun({ trigger: 'user', text: 'Begin' })
    const turn = await session.startTurn({ actor: a })
    await turn.recordCall({ call: 'c1', name: 'bash', input: {} })
    await turn.end()
    await session.startTurn({ actor: b })
    await session.recordResult({ call: 'c1', ok: true })
    expect((await collect(ledger.events('s1'))).at(-1)).toMatchObject({
      type: 'tool.returned',
      actor: a,
      turn: 1,
    })
  })
})

const coder: Actor = { kind: 'agent', id: 'coder' }
const tester: Actor = { kind: 'sub-agent', id: 'tester' }
const ann: Actor = { kind: 'person', id: 'ann' }

describe('an event says who did it', () => {
  it('the ledger’s own where nobody else is named; what is said to the agent is nobody’s unless it says whose', async () => {
    const ledger = openLedger({ store: memoryStore(), actor: coder, redaction: false })
    const session = await ledger.session('s1', { profile: profiles.todoWrite })
    await session.startRun({ trigger: 'user', text: 'Begin' })
    const turn = await session.startTurn()
    await turn.recordTool({ call: 'c1', name: 'bash', input: {}, ok: true })
    await turn.recordMessage({ text: 'Well' })
    await session.recordMessage({ role: 'user', text: 'Go on', actor: ann })
    await turn.end()
    await session.endRun({ text: 'Done' })
    const said = (await collect(ledger.events('s1'))).map((event) => {
      const { kind, id } = actorOf(event)
      return `${event.type}: ${event.actor === undefined ? '' : 'named '}${kind} ${id}`
    })
    expect(said).toEqual([
      'session.opened: named agent coder',
      'run.started: person user',
      'turn.started: named agent coder',
      'tool.called: named agent coder',
      'tool.returned: named agent coder',
      'message.recorded: named agent coder',
      'message.recorded: named person ann',
      'turn.ended: named agent coder',
      'message.recorded: named agent coder',
      'session.yielded: named agent coder',
    ])
  })

  it('in a turn its own', async () => {
    const ledger = openLedger({ store: memoryStore(), actor: coder })
    const session = await ledger.session('s1', { profile: profiles.todoWrite })
    await session.startRun({ trigger: 'user', text: 'Begin', actor: ann })
    const turn = await session.startTurn({ actor: tester })
    expect(turn.actor).toEqual(tester)
    await turn.recordCall({ call: 'c1', name: 'bash', input: {} })
    await turn.recordResult({ call: 'c1', ok: true })
    await turn.end()
    const actors = (await collect(ledger.events('s1'))).map(({ actor }) => actor?.id)
    expect(actors).toEqual(['coder', 'ann', 'tester', 'tester', 'tester', 'tester'])
  })

  it('without secrets, and with nothing beside kind and id', async () => {
    const ledger = openLedger({ store: memoryStore() })
    const session = await ledger.session('s1', { profile: profiles.todoWrite })
    const key = `ghp_${madeUp('base62', 36)}`
    expect(key).not.toBe('')
    const given = { kind: 'person', id: `ann ${key}`, mail: 'ann@example.org' } as const
    await session.startRun({ trigger: 'user', text: 'Begin', actor: given })
    const { actor } = (await collect(ledger.events('s1'))).at(-1) ?? {}
    expect(Object.keys(actor ?? {})).toEqual(['kind', 'id'])
    expect(actor?.id).not.toContain(key)
  })
})
