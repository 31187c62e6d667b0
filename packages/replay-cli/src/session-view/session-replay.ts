/** A whole session as data: what debugger and page step through. Its texts are foreign. */

import type { SessionAudit } from '@todo-ledger/audit'
import type {
  Actor,
  Change,
  Effect,
  Phase,
  RecordedPlace,
  TodoItem,
  TodoStatus,
  Violation,
} from '@todo-ledger/core'
import type { ItemLeft, ItemLife, ItemLifeChange } from '@todo-ledger/core/history'
import type { TokenUsage } from '@todo-ledger/recordings'
import { grouped } from '../text/count.js'
import type { SessionCounts } from './concerns.js'
import type { Conversation, StepTexts } from './conversation.js'

/** Times are ISO 8601 in UTC. */
export interface SessionReplay {
  readonly session: string
  /** The beginning of its first input, or null where it had none. */
  readonly title: string | null
  readonly profile: string
  /** The recorded file as it was named, and its format; null for a live session. */
  readonly file: string | null
  readonly format: string | null
  readonly parent: string | null
  readonly began: string
  readonly ended: string
  /** By their numbers; turn 0 is what came before the first response. */
  readonly turns: readonly TurnReplay[]
  /** Every item as it ever stood on the list: a list of a hundred items has thousands of versions that hardly differ. */
  readonly listed: readonly ListedItem[]
  /** Every version of the list; the first is empty. */
  readonly lists: readonly ListVersion[]
  /** Every item that was ever on the list, in the order in which they came. */
  readonly items: readonly ItemReplay[]
  /** The beginnings of the texts that the audit names, by seq: of the others the conversation has them, where it is kept. */
  readonly calls: readonly StepTexts[]
  /** What counts in another session, which this one holds a copy of, is marked, and left out of the summary's verdicts. */
  readonly audit: SessionAudit
  /** How many completions count in other sessions, and in which; absent where none does. */
  readonly copied?: { readonly completions: number; readonly sessions: readonly string[] }
  readonly usage?: SessionUsage
  readonly conversation?: Conversation
}

export interface TurnReplay {
  readonly turn: number
  readonly at: string
  readonly seqs: readonly [number, number]
  /** The list at its end, by its place in `lists`. */
  readonly list: number
  /** Whose it is, where somebody is named. */
  readonly actor?: Actor
  readonly usage?: TokenUsage
  readonly events: readonly ReplayEvent[]
}

/** As the timeline marks what happened. */
export type ReplayEventKind =
  | 'input'
  | 'message'
  | 'call'
  | 'update'
  | 'rejection'
  | 'roll-back'
  | 'nag'
  | 'continuation'
  | 'compaction'
  | 'subagent'
  | 'yield'
  | 'redaction'

export interface ReplayEvent {
  readonly kind: ReplayEventKind
  readonly seq: number
  /** What happened, in a few words, cut. */
  readonly text: string
  readonly source?: RecordedPlace
  /** Who did it, where that is somebody else than whose turn it is. */
  readonly actor?: Actor
  /** The tool of a call, an update or a rejection. */
  readonly tool?: string
  /** Of a call: what it did, whether that was a check, whether it worked (null where nobody says), the seq of its result. */
  readonly effect?: Effect
  readonly verify?: boolean
  readonly ok?: boolean | null
  readonly returned?: number
  /** What an update or a roll-back did to the list. */
  readonly changes?: readonly Change[]
  /** Why an update was refused, or what it was flagged for. */
  readonly violations?: readonly Violation[]
}

export interface ListVersion {
  readonly goal: string | null
  readonly phase: Phase
  /** Its items in their order, by their places in `listed`. */
  readonly items: readonly number[]
}

export type ListedItem = Pick<TodoItem, 'key' | 'id' | 'text' | 'status' | 'reason' | 'parent' | 'actor'>

export interface ItemReplay extends Pick<ItemLife, 'key' | 'id' | 'text' | 'status'> {
  /** Its status in the list before this log begins, null where nobody says; absent for an item that was new. */
  readonly before?: TodoStatus | null
  readonly life: readonly LifeReplay[]
  /** How it left the list; null while it is on it. */
  readonly left: Pick<ItemLeft, 'turn' | 'seq' | 'silently'> | null
}

export interface LifeReplay extends Omit<ItemLifeChange, 'at'> {
  readonly at: string
}

/** What turns cost together, and how many they are of which the recording says it. */
export interface TurnsUsage extends TokenUsage {
  readonly turns: number
}

/** What the turns cost that began while an item was in progress; of several that were, the turn counts for each. */
export interface ItemUsage extends TurnsUsage {
  readonly key: string
  readonly id: string
}

/** What a session cost, in all and by its items in the order in which they were first in progress. */
export interface SessionUsage extends TurnsUsage {
  readonly items: readonly ItemUsage[]
}

/** Tokens in words: `12,345 in (9,000 cached), 678 out, $0.12`. */
export function usageText({ input, output, cacheRead, cost }: TokenUsage): string {
  const cached = cacheRead === 0 ? '' : ` (${grouped(cacheRead)} cached)`
  return [
    `${grouped(input)} in${cached}`,
    `${grouped(output)} out`,
    ...(cost === null ? [] : [`$${cost < 0.1 ? cost.toFixed(4) : cost.toFixed(2)}`]),
  ].join(', ')
}

/** The id of the page's block that holds the index. */
export const indexBlock = 'report'

/** The id of the page's block that holds the session at a place of the index, from 0. */
export function sessionBlock(place: number): string {
  return `session-${place}`
}

/** The id of the page's block that holds one of the blocks of that session's texts. */
export function textsBlock(place: number, block: number): string {
  return `texts-${place}-${block}`
}

/** The sessions of a page, in the order in which they were read. */
export interface ReportIndex {
  readonly generator: string
  readonly source: string
  readonly redacted: boolean
  readonly sessions: readonly ReportEntry[]
}

/** What the index says of one session; what counts in another session, or a baseline accepts, is not counted. */
export interface ReportEntry extends SessionCounts {
  /** What links name it by: its id, with a number behind it where another session of the page has the same. */
  readonly key: string
  readonly session: string
  /** The beginning of its first input, or null where it had none. */
  readonly title: string | null
  readonly profile: string
  /** The recorded file, or null for a live session. */
  readonly file: string | null
  readonly parent: string | null
  /** When its latest event was, as ISO 8601 in UTC: the date of a session in every list of them. */
  readonly ended: string
  readonly turns: number
  readonly items: number
}

/** What a page holds of a session, with the ends of the blocks of its texts. */
export interface PageSession {
  readonly session: Omit<SessionReplay, 'conversation'>
  readonly texts: readonly number[]
}
