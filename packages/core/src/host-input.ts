/** What a host records in a session, and the answers it gets. Live hosts and importers use the same types. */

import type {
  Actor,
  ItemField,
  JsonValue,
  RecordedPlace,
  RunTrigger,
  TodoStatus,
  Violation,
  YieldTarget,
} from './events.js'

/** When and where a thing happened, and who did it. */
export interface Occurrence {
  /** Default: the ledger's clock. */
  readonly at?: Date
  /** The place in the recorded file, for an importer. */
  readonly source?: RecordedPlace
  /** Default: the turn's actor, else the ledger's, else nobody is named. */
  readonly actor?: Actor
}

export interface NamedOccurrence extends Occurrence {
  /**
   * The host's own name for what it records, unique in the session: the same id again is the same event and gets the
   * same answer, whatever became of the first one. Calls of tools have their call id for this.
   */
  readonly id?: string
}

/** Its `actor` is whoever says it: a program's word, such as a tracker's, the audit takes for no request. */
export interface RunInput extends NamedOccurrence {
  readonly trigger: RunTrigger
  /** Whose run it begins, if several agents share the list; default: the ledger's actor. */
  readonly agent?: Actor
  readonly text: string
}

export type RunStart = { readonly started: true } | { readonly started: false; readonly reason: 'budget' }

/** The recorded outcome of a todo call. It is a fact and takes precedence over the rules. */
export interface RecordedOutcome {
  /** Null: no result in the recording, so accepted, `unconfirmed`. */
  readonly ok: boolean | null
  readonly output: string
  /** The structured result beside the text, if the format has one. */
  readonly details?: unknown
}

/** If its `actor` is a person or a program, its completions are not claims of a model. */
export interface TodoCall extends Occurrence {
  /** The model's id of the call; a repeated id is the same call and gets the same answer. */
  readonly call?: string
  readonly name: string
  readonly input: unknown
  /** Absent: the profile decides. */
  readonly recorded?: RecordedOutcome
}

/** The model's mistakes are replies, never exceptions. */
export interface TodoReply {
  readonly ok: boolean
  /** What the model is to read. */
  readonly text: string
  /** Absent if it was accepted. */
  readonly violations?: readonly Violation[]
}

/** The answer to a todo call that is a turn of its own, and the reminders to put before it. */
export interface LoneReply {
  readonly reply: TodoReply
  readonly reminders: readonly string[]
}

export interface NewItem {
  readonly text: string
  /** Default: `pending`. */
  readonly status?: TodoStatus
  /** Why it is blocked. */
  readonly reason?: string | null
  readonly fields?: { readonly [field in ItemField]?: JsonValue }
}

/** A change of the item of a key; what is absent stays. */
export interface ItemEdit extends Partial<NewItem> {
  readonly key: string
}

/** Changes of the list, applied together or not at all. */
export interface ListEdit {
  readonly add?: readonly NewItem[]
  readonly edit?: readonly ItemEdit[]
  /** The keys of items. */
  readonly remove?: readonly string[]
  /** Keys of items that stay, in their new order; the others follow in their old order. */
  readonly order?: readonly string[]
  readonly goal?: string | null
}

/** Who changes the list, and what it may break. */
export interface ListEditing extends NamedOccurrence {
  /** A person or a program: an agent changes the list with its tools. */
  readonly actor: Actor
  /** The rules that it may break, by id; the event names those it does break. Default: none. */
  readonly waivedRules?: readonly string[] | 'all'
}

export type ListEdited =
  | {
      readonly ok: true
      /** The keys of the items that it added. */
      readonly added: readonly string[]
      readonly waived: readonly Violation[]
      /** The breaches of rules that only flag. */
      readonly flags: readonly Violation[]
    }
  | { readonly ok: false; readonly violations: readonly Violation[] }

/** A call of another tool. */
export interface ToolCall extends Occurrence {
  readonly call: string
  readonly name: string
  readonly input: unknown
}

export interface ToolResult extends Occurrence {
  readonly call: string
  /** Null if nothing says. */
  readonly ok: boolean | null
  readonly output?: string
}

export interface Message extends NamedOccurrence {
  /** Default: the model. */
  readonly role?: 'assistant' | 'user'
  readonly text: string
}

export interface Reminder extends NamedOccurrence {
  /** Default: `recorded`, for one that a recording shows. */
  readonly policy?: string
  readonly text: string
}

export interface Compaction extends NamedOccurrence {
  /** Null if it is not known. */
  readonly summary?: string | null
}

export interface Subagent extends NamedOccurrence {
  /** The child's session. */
  readonly child: string
  readonly call?: string | null
}

export interface TurnEnding extends NamedOccurrence {
  /** True if a crash or the user cut it off. */
  readonly interrupted?: boolean
}

export interface TurnOutcome {
  /** Nags to put before the tool results. */
  readonly reminders: readonly string[]
  /** Lines for the person who watches. */
  readonly watcher: readonly string[]
}

export interface RunEnding extends NamedOccurrence {
  /** The model's last answer. */
  readonly text?: string
  /** False when the answer was cut off. */
  readonly complete?: boolean
  /** What the session waits for, if it is parked. */
  readonly waitingFor?: string | null
}

/** What the host does after a run: start another one with the prompt, or give control back. */
export type RunOutcome =
  | {
      readonly action: 'continue'
      readonly prompt: string
      /** The line for the person who watches. */
      readonly watcher: string | null
    }
  | { readonly action: 'stop'; readonly yieldTo: YieldTarget; readonly reason: string | null }
