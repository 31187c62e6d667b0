/** Which events a person wants to see. */

import type { Change, EventType, SessionState, TodoEvent } from '@todo-ledger/core'
import { eventVersions } from '@todo-ledger/core/store'
import { Failure } from '../failure.js'
import { didYouMean } from '../text/did-you-mean.js'

/** What is asked for; all of it must hold. */
export interface EventFilterOptions {
  /** Only updates that concern the item of this id. */
  readonly item: string | undefined
  /** Only events of these types, or of these kinds (`todos` for `todos.updated` and its like); separated by commas. */
  readonly types: string | undefined
}

/** Chooses events. One is needed for each session, for it remembers which items are gone. */
export class EventFilter {
  readonly #options: EventFilterOptions
  readonly #types: ReadonlySet<EventType> | null
  /** The ids by key, as they were before the event. */
  #ids: ReadonlyMap<string, string> = new Map()

  /** @throws Failure `usage` for a type that does not exist */
  constructor(options: EventFilterOptions) {
    this.#options = options
    this.#types = options.types === undefined ? null : typesOf(options.types)
  }

  /** True for an event that is asked for. @param state the state after it */
  wants(event: TodoEvent, state: SessionState): boolean {
    const { item } = this.#options
    const before = this.#ids
    if (item !== undefined && hasChanges(event)) {
      this.#ids = new Map(state.items.map(({ key, id }) => [key, id]))
    }
    if (this.#types !== null && !this.#types.has(event.type)) return false
    return item === undefined || concerns(event, item, [before, this.#ids])
  }
}

/** All types of events. */
export const eventTypes: readonly EventType[] = Object.keys(eventVersions).filter((name): name is EventType =>
  Object.hasOwn(eventVersions, name),
)

function typesOf(list: string): ReadonlySet<EventType> {
  const found = list.split(',').flatMap((given) => {
    const name = given.trim()
    const types = eventTypes.filter((type) => type === name || type.startsWith(`${name}.`))
    if (types.length > 0) return types
    throw new Failure(
      'usage',
      `There is no event type ${JSON.stringify(name)}.${didYouMean(name, eventTypes)} There are ${eventTypes.join(', ')}.`,
    )
  })
  return new Set(found)
}

function hasChanges(event: TodoEvent): boolean {
  return event.type === 'todos.updated' || event.type === 'todos.rolled-back'
}

function concerns(event: TodoEvent, item: string, ids: readonly ReadonlyMap<string, string>[]): boolean {
  switch (event.type) {
    case 'todos.updated':
    case 'todos.rolled-back':
      return event.data.changes.some((change) => changes(change, item, ids))
    case 'todos.rejected':
      return event.data.violations.some((violation) => violation.item === item)
    default:
      return false
  }
}

function changes(change: Change, item: string, ids: readonly ReadonlyMap<string, string>[]): boolean {
  if (change.type === 'goal-set') return false
  if (change.type === 'added' || change.type === 'removed') return change.id === item
  return ids.some((map) => map.get(change.key) === item)
}
