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
  /** When it happened; default: the ledger's clock. */
  readonly at?: Date
  /** The place in the recorded file, for an importer. */
  readonly source?: RecordedPlace
  /** Who does it; default: the turn's actor, else the ledger's, else nobody is named. */
  readonly actor?: Actor
}

/** What a host records, under a name of its own if it likes. */
export interface NamedOccurrence extends Occurrence {
  /**
   * The host's own name for what it records, unique in the session: the same id again is the same event and gets the
   * same answer, whatever became of the first one. Calls of tools have their call id for this.
   */
  readonly id?: string
}

/**
 * An input that starts a run. Its `actor` is whoever says it: a person, where that is a user; a program's word, such as a
 * tracker's, the audit takes for no request.
 */
export interface RunInput extends NamedOccurrence {
  readonly trigger: RunTrigger
  /** Whose run it begins, if several agents share the list; default: the ledger's actor. */
  readonly agent?: Actor
  readonly text: string
}

/** Whether an input began a run. */
export type RunStart =
  | { readonly started: true }
  /** The wake budget is spent. */
  | { readonly started: false; readonly reason: 'budget' }

/** The recorded outcome of a todo call. It is a fact and takes precedence over the rules. */
export interface RecordedOutcome {
  /** True: accepted there. False: refused there. Null: no result in the recording, so accepted, `unconfirmed`. */
  readonly ok: boolean | null
  /** What the tool answered, as text; empty if there is none. */
  readonly output: string
  /** The structured result beside the text, if the format has one. */
  readonly details?: unknown
}

/** One call of a todo tool. If its `actor` is a person or a program, its completions are not claims of a model. */
export interface TodoCall extends Occurrence {
  /** The model's id of the call; a repeated id is the same call and gets the same answer. */
  readonly call?: string
  readonly name: string
  readonly input: unknown
  /** The outcome in the recording; absent: the profile decides. */
  readonly recorded?: RecordedOutcome
}

/** The answer to a todo call. The model's mistakes are replies, never exceptions. */
export interface TodoReply {
  readonly ok: boolean
  /** What the model is to read. */
  readonly text: string
  /** What was wrong; absent if it was accepted. */
  readonly violations?: readonly Violation[]
}

/** The answer to a todo call that is a turn of its own. */
export interface LoneReply {
  readonly reply: TodoReply
  /** Nags to put before the answer. */
  readonly reminders: readonly string[]
}

/** A change of one item of the list. */
export interface ItemEdit {
  readonly key: string
  /** The new text; absent: unchanged. */
  readonly text?: string
  /** The new status; absent: unchanged. */
  readonly status?: TodoStatus
  /** Why it is blocked; absent: unchanged. */
  readonly reason?: string | null
  readonly fields?: { readonly [field in ItemField]?: JsonValue }
}

/** An item that somebody adds to the list. */
export interface NewItem {
  readonly text: string
  /** Its status; default: `pending`. */
  readonly status?: TodoStatus
  readonly reason?: string | null
  readonly fields?: { readonly [field in ItemField]?: JsonValue }
}

/** Changes of the list, applied together or not at all. */
export interface ListEdit {
  /** Items to add at the list's end. */
  readonly add?: readonly NewItem[]
  /** Items to change, each by its key: to reword, to block, to close. */
  readonly edit?: readonly ItemEdit[]
  readonly remove?: readonly string[]
  /** Keys of items that stay, in their new order; the others follow in their old order. */
  readonly order?: readonly string[]
  /** The new goal; absent: unchanged. */
  readonly goal?: string | null
}

/** Who changes the list, and what it may break. */
export interface ListEditing extends NamedOccurrence {
  /** Who does it: a person or a program. An agent changes the list with its tools. */
  readonly actor: Actor
  /** The rules that it may break, by id, or all; the event names those it does break. Default: none. */
  readonly waivedRules?: readonly string[] | 'all'
}

/** The result of an edit. */
export type ListEdited =
  | {
      readonly ok: true
      /** The keys of the items that it added. */
      readonly added: readonly string[]
      /** The breaches that were let pass. */
      readonly waived: readonly Violation[]
      /** The breaches of rules that only flag. */
      readonly flags: readonly Violation[]
    }
  | { readonly ok: false; readonly violations: readonly Violation[] }

/** A list that another host kept, as a call of one of the profile's tools would give it. */
export interface ListToAdopt extends NamedOccurrence {
  readonly name: string
  readonly input: unknown
  /** The rules that it may break, by id, or all. */
  readonly waivedRules: readonly string[] | 'all'
}

/** The result of taking over a list. */
export type Adoption =
  | {
      readonly ok: true
      /** The breaches that were let pass; empty if there were none. */
      readonly waived: readonly Violation[]
    }
  | { readonly ok: false; readonly violations: readonly Violation[] }

/** A call of another tool. */
export interface ToolCall extends Occurrence {
  readonly call: string
  readonly name: string
  /** The tool's input as the model gave it. */
  readonly input: unknown
}

/** The result of another tool. */
export interface ToolResult extends Occurrence {
  /** The model's id of the call. */
  readonly call: string
  /** Whether it worked; null if nothing says. */
  readonly ok: boolean | null
  readonly output?: string
}

/** A message. Its `actor` is who says it; the audit does not take a program's message for a request. */
export interface Message extends NamedOccurrence {
  /** Who said it; default: the model. */
  readonly role?: 'assistant' | 'user'
  readonly text: string
}

/** A reminder in a recording, or one that the host gave itself. */
export interface Reminder extends NamedOccurrence {
  /** What it is given for; default: `recorded`, for one that a recording shows. */
  readonly policy?: string
  /** What the model read. */
  readonly text: string
}

/** The host compacted the conversation. */
export interface Compaction extends NamedOccurrence {
  /** The summary that replaces what was compacted; null if it is not known. */
  readonly summary?: string | null
}

/** A child session. */
export interface Subagent {
  readonly child: string
  /** The call that started it, or null if it is not known. */
  readonly call?: string | null
}

/** How a turn ended. */
export interface TurnEnding extends NamedOccurrence {
  /** True if a crash or the user cut it off. */
  readonly interrupted?: boolean
}

/** What the host does after a turn. */
export interface TurnOutcome {
  /** Nags to put before the tool results. */
  readonly reminders: readonly string[]
  /** Lines for the person who watches. */
  readonly watcher: readonly string[]
}

/** A change of a stored conversation. */
export interface ConversationChange extends NamedOccurrence {
  /** The host's name of the conversation; a session may have several. */
  readonly conversation: string
  /** How many of the last entries to remove first; default: none. */
  readonly removed?: number
  /** The entries to add then, in the host's own format. */
  readonly added?: readonly unknown[]
}

/** How a run ended. */
export interface RunEnding extends NamedOccurrence {
  /** The model's last answer. */
  readonly text?: string
  /** False when the answer was cut off. */
  readonly complete?: boolean
  /** What the session waits for, if it is parked. */
  readonly waitingFor?: string
}

/** What the host does after a run: start another one with the prompt, or give control back. */
export type RunOutcome =
  | {
      readonly action: 'continue'
      /** The input of that run. */
      readonly prompt: string
      /** The line for the person who watches, or null. */
      readonly watcher: string | null
    }
  | { readonly action: 'stop'; readonly yieldTo: YieldTarget; readonly reason: string | null }
