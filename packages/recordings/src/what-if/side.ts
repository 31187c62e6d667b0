/** The session under the new profile. It keeps as much of its log as another one needs to go on from it. */

import { evidence } from '@todo-ledger/audit'
import {
  type EventStore,
  openLedger,
  type Profile,
  type Rule,
  type Session,
  type TodoEvent,
  type Turn,
  transientStore,
} from '@todo-ledger/core'
import { evidenceRequired } from '@todo-ledger/core/rules'
import type { ReadRange } from '@todo-ledger/core/store'
import { agentTools } from '../agents/index.js'
import { Counterparts } from './counterparts.js'

/** How a side begins. */
export interface SideOptions {
  /** The session's id. */
  readonly session: string
  /** The profile. */
  readonly profile: Profile
  /** Own rules that it sets. */
  readonly rules: readonly Rule[]
  /** The goal that the host gave, or null. */
  readonly goal: string | null
  /** When the session began. */
  readonly at: Date
}

/** A live session over a store in memory. */
export class Side {
  /** The session. */
  readonly session: Session
  /** Which of its items is which recorded one. */
  readonly counterparts: Counterparts
  /** The turn under way, or null. */
  turn: Turn | null = null
  readonly #options: SideOptions
  readonly #kept: TodoEvent[]

  /** Made by `open` alone. */
  constructor(session: Session, counterparts: Counterparts, options: SideOptions, kept: TodoEvent[]) {
    this.session = session
    this.counterparts = counterparts
    this.#options = options
    this.#kept = kept
  }

  /** Opens a side; one that goes on from another begins where that one stands, and leaves it as it is. */
  static async open(options: SideOptions, from?: Side): Promise<Side> {
    const kept = from === undefined ? [] : [...from.#kept]
    const { session: id, profile, rules, goal, at } = options
    let ids = kept.length
    const ledger = openLedger({
      store: keepingStore(kept, profile.rules.some(judgesEvidence)),
      evidence: evidence({ tools: agentTools }),
      rules,
      clock: () => at,
      turnLeases: false,
      ids: () => {
        ids += 1
        return `${id}#${ids}`
      },
    })
    const session = await ledger.session(id, { profile, goal, at })
    return new Side(session, new Counterparts(from?.counterparts), options, kept)
  }

  /** A side of its own that goes on from this one. */
  branch(): Promise<Side> {
    return Side.open(this.#options, this)
  }
}

/** A store of one session. What tools were given and gave back is not kept, unless decisions depend on it. */
function keepingStore(kept: TodoEvent[], keepsWork: boolean): EventStore {
  const byId = new Map(kept.map((event) => [event.id, event]))
  return {
    ...transientStore(),
    append(_session, events, { expectedSeq }) {
      const all = keepsWork ? events : events.map(thin)
      kept.push(...all)
      for (const event of all) byId.set(event.id, event)
      return Promise.resolve({ lastSeq: expectedSeq + events.length, events })
    },
    async *read(_session: string, { from = 1, to = kept.length, id }: ReadRange = {}) {
      const named = id === undefined ? undefined : byId.get(id)
      if (id === undefined) yield* kept.slice(from - 1, to)
      else if (named !== undefined) yield named
    },
  }
}

function judgesEvidence({ id, mode }: Profile['rules'][number]): boolean {
  return id === evidenceRequired.id && mode !== 'off'
}

function thin(event: TodoEvent): TodoEvent {
  if (event.type === 'tool.called') return { ...event, data: { ...event.data, input: null } }
  if (event.type === 'tool.returned') return { ...event, data: { ...event.data, output: '' } }
  return event
}
