import { HostError, RuleViolationError } from '../src/errors.js'
import type { TodoEvent } from '../src/events.js'
import { stateAt } from '../src/history.js'
import type { NamedOccurrence, RunEnding, RunInput } from '../src/host-input.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import type { Profile } from '../src/profiles/profile.js'
import type { Session, Turn } from '../src/session.js'
import type { SessionState } from '../src/state.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { type AppendFault, failingStore } from './failing-store.js'
import { readAll } from './open-session.js'

/** One thing that a host does. */
export type Action =
  | { readonly do: 'startRun'; readonly input: RunInput }
  | { readonly do: 'startTurn' | 'compact' | 'nag' | 'message' | 'startSubagent' | 'endSubagent' }
  | { readonly do: 'todo' | 'work' | 'call' | 'result'; readonly number: number }
  | { readonly do: 'endTurn'; readonly interrupted: boolean }
  | { readonly do: 'endRun'; readonly ending: RunEnding }

/** Profiles that nag, continue, roll back and spend budgets, with calls of their tools, some of which are refused. */
export const systems: readonly {
  readonly profile: Profile
  readonly calls: readonly { readonly name: string; readonly input: unknown }[]
}[] = [
  {
    profile: profiles.todoManager,
    calls: [
      { name: 'todo', input: { items: [{ id: '1', text: 'a', status: 'in_progress' }] } },
      { name: 'todo', input: { items: [{ id: '1', text: '', status: 'pending' }] } },
    ],
  },
  {
    profile: profiles.loki.with({ autoContinue: true, maxAutoContinues: 2 }),
    calls: [
      { name: 'todo__init', input: { goal: 'g' } },
      { name: 'todo__add', input: { task: 'a' } },
      { name: 'todo__done', input: { id: 1 } },
    ],
  },
  {
    profile: profiles.wakeLoop.with({ maxWakeCycles: 1 }),
    calls: [
      { name: 'todo_write', input: { items: ['a', 'b'] } },
      { name: 'todo_update', input: { id: 1, status: 'blocked', reason: 'r' } },
      { name: 'todo_update', input: { id: 9, status: 'done' } },
    ],
  },
  {
    profile: profiles.todoListMiddleware,
    calls: [
      { name: 'write_todos', input: { todos: [{ content: 'a', status: 'in_progress' }] } },
      { name: 'write_todos', input: { todos: [{ content: 'b', status: 'in_progress' }] } },
    ],
  },
]

/** How a script is played. */
export interface Play {
  /** What goes wrong with the appends. */
  readonly faults: readonly (AppendFault | null)[]
  /** Whether the host names what it records. */
  readonly named: boolean
  /** Whether a call that failed between turns is made again by a process that was started anew. */
  readonly restarts: boolean
}

/** What came of a script, without ids. */
export interface Played {
  /** What each action was answered: values, or the code of what was wrong with it. */
  readonly answers: readonly unknown[]
  /** The log; an event's id reads as its seq. */
  readonly events: readonly unknown[]
  /** The last state of the session, and the same read from the log. */
  readonly states: readonly [SessionState, SessionState | null]
  /** The seqs that a listener was told, of a host that was never started anew. */
  readonly told: readonly number[]
  /** How many appends were asked for. */
  readonly appends: number
  /** How often a call failed and was made again. */
  readonly failures: number
}

/** A host that makes each call again, blindly, until it is answered. */
export async function playScript(system: number, script: readonly Action[], play: Play): Promise<Played> {
  const host = new ScriptedHost(system, play)
  await host.open()
  const answers: unknown[] = []
  for (const [index, action] of script.entries()) answers.push(await host.take(action, index))
  return host.played(answers)
}

class ScriptedHost {
  readonly #inner = memoryStore()
  readonly #store = failingStore(this.#inner)
  readonly #play: Play
  readonly #profile: Profile
  readonly #calls: (typeof systems)[number]['calls']
  readonly #told: number[] = []
  #failures = 0
  #now = Date.UTC(2026, 0, 5, 10)
  #ids = 0
  #session: Session | null = null
  #turn: Turn | null = null

  constructor(system: number, play: Play) {
    const { profile, calls } = systems[system % systems.length] ?? { profile: profiles.todoWrite, calls: [] }
    this.#profile = profile
    this.#calls = calls
    this.#play = play
    this.#store.faults.push(...play.faults)
  }

  async open(): Promise<void> {
    const ledger = openLedger({
      turnLeases: false,
      store: this.#store,
      clock: () => new Date(this.#now),
      ids: () => {
        this.#ids += 1
        return `e${this.#ids}`
      },
    })
    const session = await untilAnswered(() => ledger.session('s1', { profile: this.#profile }))
    session.on('event', ({ event, state }) => {
      this.#told.push(state.seq === event.seq ? event.seq : Number.NaN)
    })
    this.#session = session
    this.#turn = null
  }

  async take(action: Action, index: number): Promise<unknown> {
    this.#now += 1000
    const id = this.#play.named ? { id: `name ${index}` } : {}
    // A process that starts anew ends the turn that it finds, so only what stands between turns comes to the same.
    const restarts = this.#play.restarts && this.#turn === null && action.do !== 'startTurn'
    try {
      return await untilAnswered(
        () => this.#ask(action, id),
        async () => {
          this.#failures += 1
          if (restarts) await this.open()
        },
      )
    } catch (error) {
      if (isRefusal(error)) return error.code
      throw error
    }
  }

  async played(answers: readonly unknown[]): Promise<Played> {
    const session = this.#opened()
    const events = await readAll(this.#inner.read('s1'))
    const states = [session.state, await stateAt(this.#inner.read('s1'), 'end')] as const
    const { appends } = this.#store.asked
    const failures = this.#failures
    return { answers, events: withoutIds(events), states, told: this.#told, appends, failures }
  }

  #opened(): Session {
    if (this.#session === null) throw new Error('The host has no session open.')
    return this.#session
  }

  #ask(action: Action, id: NamedOccurrence): Promise<unknown> {
    const session = this.#opened()
    switch (action.do) {
      case 'startRun':
        return session.startRun({ ...action.input, ...id })
      case 'endRun':
        return session.endRun({ ...action.ending, ...id })
      case 'message':
        return session.recordMessage({ role: 'user', text: 'said', ...id })
      case 'nag':
        return session.recordNag({ text: 'nagged', ...id })
      case 'compact':
        return session.recordCompaction({ summary: 'short', ...id })
      case 'startSubagent':
        return session.startSubagent({ child: 's1/a', call: 'c', ...id })
      case 'endSubagent':
        return session.endSubagent({ child: 's1/a', ...id })
      case 'startTurn':
        return this.#startTurn(session, id)
      default:
        return this.#turn === null ? Promise.resolve('no turn') : this.#askTurn(this.#turn, action, id)
    }
  }

  async #startTurn(session: Session, id: NamedOccurrence): Promise<number> {
    const turn = await session.startTurn(id)
    this.#turn = turn
    return turn.number
  }

  async #askTurn(turn: Turn, action: Action, id: NamedOccurrence): Promise<unknown> {
    if (action.do === 'endTurn') {
      const outcome = await turn.end({ interrupted: action.interrupted, ...id })
      this.#turn = null
      return outcome
    }
    const number = 'number' in action ? action.number : 0
    const call = `c${number}`
    const { name, input } = this.#calls[number % this.#calls.length] ?? { name: '', input: null }
    if (action.do === 'todo') return turn.callTodoTool(name, input, { call })
    const work = { call, name: 'Bash', input: { command: 'make' } }
    if (action.do === 'work') return turn.recordTool({ ...work, ok: true, output: 'made' })
    if (action.do === 'call') return turn.recordCall(work)
    return turn.recordResult({ call, ok: true, output: 'made' })
  }
}

/** Asks until there is an answer. That the session refuses it is one. */
async function untilAnswered<T>(
  ask: () => Promise<T>,
  failed: () => Promise<void> = async () => {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (isRefusal(error) || attempt === 12) throw error
      await failed()
    }
  }
}

/** True where the session refused what it was asked, whatever the store does. */
function isRefusal(error: unknown): error is HostError | RuleViolationError {
  return error instanceof HostError || error instanceof RuleViolationError
}

/** The events as they tell of each other by seq, without what readers answered. */
function withoutIds(stored: readonly TodoEvent[]): readonly unknown[] {
  const events = stored
    .filter(({ type }) => type !== 'completion.read')
    .map((event, index) => ({ ...event, seq: index + 1 }))
  const seqs = new Map(events.map(({ id, seq }) => [id, `event ${seq}`]))
  if (seqs.size < events.length) throw new Error('Two events have one id.')
  return events.map(({ id, hash: _random, data, ...event }) => {
    const told: Record<string, unknown> = { ...data }
    if ('update' in data) told['update'] = seqs.get(data.update)
    if ('delivers' in data) told['delivers'] = data.delivers.map((each) => seqs.get(each))
    return { ...event, id: seqs.get(id), data: told }
  })
}
