import type { EventOf, EventStore, Profile, RecordedOutcome, Session, TodoReply } from '@todo-ledger/core'
import { type LedgerOptions, memoryStore, openLedger } from '@todo-ledger/core'
import { profileNamed } from '@todo-ledger/recordings'
import { codex } from '@todo-ledger/recordings/agents'
import { steppingClock } from '../../core/test/open-session.js'
import { evidence } from '../src/evidence.js'

/** A host whose todo tool is Codex's `update_plan`; every list and every call is a turn of its own. */
export class GatedHost {
  readonly session: Session
  readonly store: EventStore
  readonly #recorded: RecordedOutcome | undefined
  #calls = 0
  #last: EventOf<'todos.updated'>['data'] | null = null

  constructor(session: Session, recorded?: RecordedOutcome, store: EventStore = memoryStore()) {
    this.session = session
    this.store = store
    this.#recorded = recorded
    session.on('event', ({ event }) => {
      if (event.type === 'todos.updated') this.#last = event.data
    })
  }

  /** A live host under `codex` with the gate as usual, or under another profile with its tool. */
  static async open(
    profile: Profile = codex.profile.with({ evidenceRequired: true }),
    options: Partial<LedgerOptions> = {},
  ): Promise<GatedHost> {
    const store = options.store ?? memoryStore()
    const ledger = openLedger({
      turnLeases: false,
      clock: steppingClock(),
      evidence: evidence(),
      profileNamed,
      ...options,
      store,
    })
    const host = new GatedHost(await ledger.session('s1', { profile }), undefined, store)
    await host.begin()
    return host
  }

  /** The same session in a new process, with the profile that the log names. */
  async reopened(options: Partial<LedgerOptions> = {}): Promise<GatedHost> {
    const ledger = openLedger({
      turnLeases: false,
      clock: steppingClock(),
      evidence: evidence(),
      profileNamed,
      ...options,
      store: this.store,
    })
    const host = new GatedHost(await ledger.session('s1'), undefined, this.store)
    host.#calls = this.#calls
    return host
  }

  begin(): Promise<unknown> {
    return this.session.startRun({ trigger: 'user', text: 'Please do it.' })
  }

  /** The list, item by item: `completed Run the tests`. */
  async list(...items: readonly string[]): Promise<TodoReply> {
    const turn = await this.session.startTurn()
    const recorded = this.#recorded === undefined ? {} : { recorded: this.#recorded }
    const reply = await turn.callTodoTool('update_plan', planOf(items), {
      call: this.#nextCall(),
      ...recorded,
    })
    await turn.end()
    return reply
  }

  async bash(command: string, output = '', ok = true): Promise<void> {
    await this.#work('Bash', { command }, output, ok)
  }

  async edit(path: string): Promise<void> {
    await this.#work('Edit', { file_path: path, old_string: 'a', new_string: 'b' }, 'updated', true)
  }

  async callWithoutResult(command: string): Promise<void> {
    const turn = await this.session.startTurn()
    await turn.recordCall({ call: this.#nextCall(), name: 'Bash', input: { command } })
    await turn.end()
  }

  statuses(): readonly string[] {
    return this.session.state.items.map(({ status }) => status)
  }

  /** The update that was accepted last. */
  lastUpdate(): Promise<EventOf<'todos.updated'>['data']> {
    return this.#last === null ? Promise.reject(new Error('no update')) : Promise.resolve(this.#last)
  }

  async #work(name: string, input: unknown, output: string, ok: boolean): Promise<void> {
    const turn = await this.session.startTurn()
    await turn.recordTool({ call: this.#nextCall(), name, input, ok, output })
    await turn.end()
  }

  #nextCall(): string {
    this.#calls += 1
    return `c${this.#calls}`
  }
}

/** The input of `update_plan`. */
function planOf(items: readonly string[]): { readonly plan: readonly object[] } {
  return {
    plan: items.map((item) => {
      const [status = '', ...words] = item.split(' ')
      return { status, step: words.join(' ') }
    }),
  }
}
