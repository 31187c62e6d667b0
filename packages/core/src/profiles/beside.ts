/**
 * A profile with lists from elsewhere beside its own: its tools, rules, replies and reminders stay what they are, and
 * the list also holds what the others hold. A tool that replaces the whole list replaces its own part of it alone.
 */

import type { WantedItem } from '../decide.js'
import type { JsonValue } from '../events.js'
import type { SessionState, TodoItem } from '../state.js'
import type { Profile, ProfileSettings, Reading } from './profile.js'
import { property } from './read-input.js'

/** The sign between a profile's name and those beside it. */
export const besideSign = '+'

/**
 * The profile with others beside it. Its name says them all: `todo-write+markdown-list`.
 * @param profile whose todo tool the session has; @param others profiles whose items carry a list's tag
 */
export function beside<Settings extends ProfileSettings>(
  profile: Profile<Settings>,
  others: readonly Profile[],
): Profile<Settings> {
  const more = others.filter(({ name }) => !profile.name.split(besideSign).includes(name))
  if (more.length === 0) return profile
  const toolsOf = new Map(more.flatMap((other) => other.tools.map(({ name }) => [name, other] as const)))
  return Object.freeze({
    ...profile,
    name: [profile.name, ...more.map(({ name }) => name)].join(besideSign),
    tools: [...profile.tools, ...more.flatMap(({ tools }) => tools)],
    read: (call) =>
      toolsOf.get(call.tool)?.read(call) ??
      aroundOthers(profile.read({ ...call, state: ownPart(call.state) }), call.state),
    reply: (answer) =>
      toolsOf.get(answer.tool)?.reply(answer) ?? profile.reply({ ...answer, state: ownPart(answer.state) }),
    with: (settings) => beside(profile.with(settings), more),
  } satisfies Profile<Settings>)
}

function ownPart(state: SessionState): SessionState {
  const items = state.items.filter((item) => listOf(item) === null)
  return items.length === state.items.length ? state : { ...state, items }
}

function aroundOthers(reading: Reading, state: SessionState): Reading {
  const { intent } = reading
  if (intent.kind !== 'replace' || state.items.every((item) => listOf(item) === null)) return reading
  const { fresh: _, ...rest } = intent
  return {
    ...reading,
    intent: { ...rest, items: listsAround(state.items, null, intent.items), numbered: false },
  }
}

const tag = 'todoList'

export function listTag(list: string): JsonValue {
  return { [tag]: list }
}

/** The list that an item stands in; null where it stands in that of the profile's own todo tool. */
export function listOf(item: TodoItem): string | null {
  const list = property(item.metadata, tag)
  return typeof list === 'string' ? list : null
}

/**
 * All lists with one of them replaced, in the order in which they began; a list that is new comes last.
 * @param before the items of all lists; @param list which one is replaced, null for that of the todo tool itself
 */
export function listsAround(
  before: readonly TodoItem[],
  list: string | null,
  items: readonly WantedItem[],
): readonly WantedItem[] {
  const lists = new Set([...before.map(listOf), list])
  return [...lists].flatMap((name): readonly WantedItem[] =>
    name === list
      ? items
      : before
          .filter((item) => listOf(item) === name)
          .map(({ id, text, status }) => ({ id, ownId: true, text, status })),
  )
}
