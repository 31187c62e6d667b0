import type { TodoEvent } from '../src/events.js'
import type { Profile } from '../src/profiles/profile.js'
import type { HostStep, StepCall } from '../src/testing/drive-session.js'
import { driveSession, workTurn } from '../src/testing/drive-session.js'

/** A list as a test writes it: an item is a mark (space, `>` or `x`), a space, and its text. */
export type ListLine = `${' ' | '>' | 'x'} ${string}`

const statuses: ReadonlyMap<string, string> = new Map([
  [' ', 'pending'],
  ['>', 'in_progress'],
  ['x', 'completed'],
])

/** The log of a session in which each list is written in a turn of its own. */
export function written(
  profile: Profile,
  ...lists: readonly (readonly ListLine[])[]
): Promise<readonly TodoEvent[]> {
  return driven(
    profile,
    lists.map((list) => [list]),
  )
}

/** The log of a session whose turns write these lists, one call each. */
export async function driven(
  profile: Profile,
  turns: readonly (readonly (readonly ListLine[])[])[],
): Promise<readonly TodoEvent[]> {
  const tool = profile.tools[0]?.name ?? ''
  const listName = profile.name === 'todo-manager' ? 'items' : 'todos'
  const todo = (line: ListLine) => {
    const content = line.slice(2)
    return { content, text: content, status: statuses.get(line.slice(0, 1)) ?? '', activeForm: content }
  }
  const call = (list: readonly ListLine[]): StepCall => ({
    ...{ kind: 'todo', tool, asksAgain: false },
    input: { [listName]: list.map(todo) },
  })
  const steps = turns.map((lists): HostStep => ({ ...workTurn, calls: lists.map(call) }))
  const { events } = await driveSession(profile, steps)
  return events
}
