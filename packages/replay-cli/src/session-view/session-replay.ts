/** A whole session, ready to be stepped through: what the terminal debugger and the page show. Plain read-only data. */

import type { SessionAudit } from '@todo-ledger/audit'
import type {
  Actor,
  Change,
  Effect,
  JsonValue,
  Phase,
  RecordedPlace,
  TodoStatus,
  Violation,
} from '@todo-ledger/core'
import type { ItemLifeChange } from '@todo-ledger/core/history'
import type { TokenUsage } from '@todo-ledger/recordings'
import type { Conversation } from './conversation.js'
import type { SessionUsage } from './usage.js'

/** A session with every turn, every version of its list, every item's life and its audit. All its texts are foreign. */
export interface SessionReplay {
  /** The session's id. */
  readonly session: string
  /** Its profile. */
  readonly profile: string
  /** The recorded file as it was named, or null for a live session. */
  readonly file: string | null
  /** The name of the file's format, or null for a live session. */
  readonly format: string | null
  /** The session that started it as a sub-agent, or null. */
  readonly parent: string | null
  /** When it began, as ISO 8601 in UTC. */
  readonly began: string
  /** When its last event happened. */
  readonly ended: string
  /** Its turns in order; the first is turn 0, what came before the first response. The place in it is the turn's number. */
  readonly turns: readonly TurnReplay[]
  /** Every version of the list, in order; the first is empty. */
  readonly lists: readonly ListVersion[]
  /** Every item that was ever on the list, by the order in which they came into it. */
  readonly items: readonly ItemReplay[]
  /** The calls and messages that the audit's evidence and findings name, by seq. */
  readonly calls: readonly CallReplay[]
  /**
   * What the audit says. What counts in a session that was read before, for this one holds a copy of it, is marked; the
   * summary's verdicts leave it out.
   */
  readonly audit: SessionAudit
  /** What counts elsewhere; absent where nothing does. */
  readonly copied?: CopiedReplay
  /** What it cost; absent where the recording does not say. */
  readonly usage?: SessionUsage
  /** The whole texts of its events, read when they are asked for; absent where they are not kept. */
  readonly conversation?: Conversation
}

/** What a session holds as a copy of another's history, as a fork or a resumed session does. */
export interface CopiedReplay {
  /** How many of its completions. */
  readonly completions: number
  /** The sessions in which they count. */
  readonly sessions: readonly string[]
}

/** One turn. */
export interface TurnReplay {
  /** Its number, from 1; 0 for what came before the first. */
  readonly turn: number
  /** When it began, as ISO 8601 in UTC. */
  readonly at: string
  /** The seq of its first event, and of its last. */
  readonly seqs: readonly [number, number]
  /** The list at its end, by its place in `lists`. */
  readonly list: number
  /** Whose it is, where somebody is named. */
  readonly actor?: Actor
  /** The list before it, by its place in `lists`, where turns of others were under way meanwhile; else that of the turn before. */
  readonly before?: number
  /** What its response cost; absent where the recording does not say. */
  readonly usage?: TokenUsage
  /** What happened in it, in order. */
  readonly events: readonly ReplayEvent[]
}

/** What kind of thing happened, as the timeline marks it. */
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

/** One thing that happened in a turn. */
export interface ReplayEvent {
  /** The kind of thing. */
  readonly kind: ReplayEventKind
  /** The seq of its event; for a call that of `tool.called`. */
  readonly seq: number
  /** What happened, in a few words, cut. */
  readonly text: string
  /** Where it stands in the recorded file, for an imported session. */
  readonly source?: RecordedPlace
  /** Who did it, where that is somebody else than whose turn it is. */
  readonly actor?: Actor
  /** The tool, for a call, an update or a rejection. */
  readonly tool?: string
  /** What a call did. */
  readonly effect?: Effect
  /** True for a call that was a check. */
  readonly verify?: boolean
  /** Whether a call worked; null where the log does not say. */
  readonly ok?: boolean | null
  /** What an update or a roll-back did to the list. */
  readonly changes?: readonly Change[]
  /** Why an update was refused, or what it was flagged for. */
  readonly violations?: readonly Violation[]
}

/** One version of the list. */
export interface ListVersion {
  /** The goal, or null. */
  readonly goal: string | null
  /** How far the list is. */
  readonly phase: Phase
  /** The items in their order. */
  readonly items: readonly ListedItemReplay[]
}

/** One item as it stands in a version of the list. */
export interface ListedItemReplay {
  /** The item's internal key. */
  readonly key: string
  /** Its id, as people and models see it. */
  readonly id: string
  /** Its text. */
  readonly text: string
  /** Its status. */
  readonly status: TodoStatus
  /** Why it is blocked, or null. */
  readonly reason: string | null
  /** The id of the item that it is a part of, or null. */
  readonly parent: string | null
  /** Who gave it its status, where somebody is named. */
  readonly actor?: Actor
}

/** The whole life of an item. */
export interface ItemReplay {
  /** The item's internal key. */
  readonly key: string
  /** Its last id. */
  readonly id: string
  /** Its last text. */
  readonly text: string
  /** Its last status. */
  readonly status: TodoStatus
  /** The status that it had in the list before this log begins, null where nobody says; absent for an item that was new. */
  readonly before?: TodoStatus | null
  /** What happened to it, in order. */
  readonly life: readonly LifeReplay[]
  /** How it left the list, or null while it is on it. */
  readonly left: {
    /** The turn. */
    readonly turn: number
    /** The seq of the update. */
    readonly seq: number
    /** True where it was open, and nothing said why it went. */
    readonly silently: boolean
  } | null
}

/** One thing that happened to an item. */
export interface LifeReplay {
  /** The turn. */
  readonly turn: number
  /** The seq of the update. */
  readonly seq: number
  /** When, as ISO 8601 in UTC. */
  readonly at: string
  /** The tool that did it, or null for a roll-back. */
  readonly tool: string | null
  /** The recorded id of the call, or null for a roll-back. */
  readonly call: string | null
  /** Where it stands in the recorded file, for an imported session. */
  readonly source?: RecordedPlace
  /** Who did it, where somebody is named. */
  readonly actor?: Actor
  /** The item's status after it; of an item that went the one that it had. */
  readonly status: TodoStatus
  /** What changed: it came, it went, or which part of it. A position counts from 0. */
  readonly what: ItemLifeChange['what']
  /** The value before; null where there was none. */
  readonly from: JsonValue
  /** The value after; null where there is none. */
  readonly to: JsonValue
}

/** A call or a message that evidence or a finding names. */
export interface CallReplay {
  /** The seq of its event, as the evidence names it. */
  readonly seq: number
  /** The turn. */
  readonly turn: number
  /** Where it stands in the recorded file, for an imported session. */
  readonly source?: RecordedPlace
  /** The tool; `message` for a text. */
  readonly tool: string
  /** What it was given, as text, cut. */
  readonly input: string
  /** What came back, cut; for a text what was said. Null where the log holds no result. */
  readonly output: string | null
  /** Whether it worked; null where the log does not say. */
  readonly ok: boolean | null
}
