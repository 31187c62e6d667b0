/** What a report's page is given: an index of its sessions, and each session in a block of its own. Read-only data. */

import type { Phase } from '@todo-ledger/core'
import type { SessionCounts } from './concerns.js'
import type { ConversationBlock } from './conversation.js'
import type { ListedItemReplay, SessionReplay } from './session-replay.js'

/** The id of the page's block that holds the index. */
export const indexBlock = 'report'

/** The id of the page's block that holds the session at a place of the index, from 0. */
export function sessionBlock(place: number): string {
  return `session-${place}`
}

/** The id of the page's block that holds some of the texts of that session, by the place of the block among those. */
export function textsBlock(place: number, block: number): string {
  return `texts-${place}-${block}`
}

/** The sessions of a page, in the order in which they were read. */
export interface ReportIndex {
  /** The program and its version. */
  readonly generator: string
  /** What was read, as a person named it. */
  readonly source: string
  /** True where secrets were taken out. */
  readonly redacted: boolean
  /** Its sessions. */
  readonly sessions: readonly ReportEntry[]
}

/** What the index says of one session; what counts in another session, or a baseline accepts, is not counted. */
export interface ReportEntry extends SessionCounts {
  /** What links name it by: its id, with a number behind it where another session of the page has the same. */
  readonly key: string
  /** The session's id. */
  readonly session: string
  /** The beginning of its first input, or null where it had none. */
  readonly title: string | null
  /** Its profile. */
  readonly profile: string
  /** The recorded file, or null for a live session. */
  readonly file: string | null
  /** The session that started it as a sub-agent, or null. */
  readonly parent: string | null
  /** When its latest event was, as ISO 8601 in UTC: the date of a session in every list of them. */
  readonly ended: string
  /** How many turns it has. */
  readonly turns: number
  /** How many items were ever on its list. */
  readonly items: number
}

/** A session in which what is alike in several versions of its list stands once. */
export interface PackedSession extends Omit<SessionReplay, 'lists' | 'conversation'> {
  /** Every listed item that differs from the others. */
  readonly listed: readonly ListedItemReplay[]
  /** Every version of the list; its items by their places in `listed`. */
  readonly lists: readonly PackedList[]
}

/** One version of the list. */
interface PackedList {
  /** The goal, or null. */
  readonly goal: string | null
  /** How far the list is. */
  readonly phase: Phase
  /** The items in their order, by their places in `listed`. */
  readonly items: readonly number[]
}

/** What a page holds of a session. */
export interface PageSession {
  /** The session. */
  readonly session: PackedSession
  /** Which of its texts stand in which of the blocks beside it. */
  readonly texts: readonly ConversationBlock[]
}

/** The session as the page holds it: a list of a hundred items has thousands of versions that hardly differ. */
export function packSession({ conversation: _, ...replay }: SessionReplay): PackedSession {
  const listed: ListedItemReplay[] = []
  const places = new Map<string, number>()
  const placeOf = (item: ListedItemReplay): number => {
    const { key, id, text, status, reason, parent } = item
    const name = JSON.stringify([key, id, text, status, reason, parent])
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, listed.length)
    return listed.push(item) - 1
  }
  const lists = replay.lists.map(({ goal, phase, items }) => ({ goal, phase, items: items.map(placeOf) }))
  return { ...replay, listed, lists }
}

/** The session with every version of its list. What is alike in several of them is the same object. */
export function unpackSession({ listed, lists, ...rest }: PackedSession): SessionReplay {
  return {
    ...rest,
    lists: lists.map(({ goal, phase, items }) => ({
      goal,
      phase,
      items: items.flatMap((item) => listed[item] ?? []),
    })),
  }
}
