/**
 * A profile with lists from elsewhere beside its own: its tools, rules, replies and reminders stay what they are, and
 * the list also holds what the others hold. A tool that replaces the whole list replaces its own part of it alone.
 */

import type { WantedItem } from '../decide/intent.js'
import type { SessionState } from '../state.js'
import { listOf, listsAround } from './list-tag.js'
import type { Profile, ProfileSettings, Reading } from './profile.js'

/** The sign between a profile's name and those beside it. */
export const besideSign = '+'

/**
 * The profile with others beside it. Its name says them all: `todo-write+beads`.
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

/** The state with the profile's own items alone. */
function ownPart(state: SessionState): SessionState {
  const items = state.items.filter((item) => listOf(item) === null)
  return items.length === state.items.length ? state : { ...state, items }
}

/** The reading with the items of the others left as they are. */
function aroundOthers(reading: Reading, state: SessionState): Reading {
  const { intent } = reading
  if (intent.kind !== 'replace' || state.items.every((item) => listOf(item) === null)) return reading
  const { fresh: _, ...rest } = intent
  const items: readonly WantedItem[] = listsAround(state.items, null, intent.items)
  return { ...reading, intent: { ...rest, items, numbered: false } }
}
