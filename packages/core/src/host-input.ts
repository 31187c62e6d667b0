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

/** What the model is to read. Its mistakes are replies, never exceptions; without violations it was accepted. */
export interface TodoReply {
  readonly ok: boolean
  readonly text: string
  readonly violations?: readonly Violation[]
}

interface NewItem {
  readonly text: string
  /** Default: `pending`. */
  readonly status?: TodoStatus
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

/** `added`: the keys of the new items; `flags`: the breaches of rules that only flag. */
export type ListEdited =
  | ({ readonly ok: true; readonly added: readonly string[] } & Record<
      'waived' | 'flags',
      readonly Violation[]
    >)
  | { readonly ok: false; readonly violations: readonly Violation[] }

/** A call of another tool. */
export interface ToolCall extends Occurrence {
  readonly call: string
  readonly name: string
  readonly input: unknown
}

export interface ToolResult extends Occurrence {
  readonly call: string
  readonly ok: boolean | null
  readonly output?: string
}

/** Default role: the model. */
export type Message = NamedOccurrence & { readonly role?: 'assistant' | 'user'; readonly text: string }

/** Default policy: `recorded`, for one that a recording shows. */
export type Reminder = NamedOccurrence & { readonly policy?: string; readonly text: string }

/** Null if the summary is not known. */
export type Compaction = NamedOccurrence & { readonly summary?: string | null }

/** `child`: the session of the sub-agent. */
export type Subagent = NamedOccurrence & { readonly child: string; readonly call?: string | null }

/** `interrupted`: true if a crash or the user cut it off. */
export type TurnEnding = NamedOccurrence & { readonly interrupted?: boolean }

export interface RunEnding extends NamedOccurrence {
  readonly text?: string
  readonly complete?: boolean
  readonly waitingFor?: string | null
}

/** What the host does after a run: start another one with the prompt, or give control back. `watcher`: for the person who watches. */
export type RunOutcome =
  | { readonly action: 'continue'; readonly prompt: string; readonly watcher: string | null }
  | { readonly action: 'stop'; readonly yieldTo: YieldTarget; readonly reason: string | null }
