/**
 * A log as the lines of a neutral recording: JSON Lines, one object a line, as docs/sources/neutral-recording.md describes
 * it. What was accepted, refused and reminded is recorded as the fact that it is.
 */

import type {
  EventOf,
  ItemAdded,
  JsonValue,
  RuleMode,
  RunTrigger,
  TodoEvent,
  TodoStatus,
  TodosUpdatedData,
  YieldTarget,
} from './events.js'

export { runTriggers } from './events.js'

/** A profile as a recording of its sessions carries it, for programs that do not have it. */
export interface ProfileDeclaration {
  readonly source: string
  /** The names of its todo tools. */
  readonly tools: readonly string[]
  readonly rules: readonly {
    readonly id: string
    readonly mode: RuleMode
    readonly options?: { readonly [key: string]: JsonValue }
  }[]
}

/** The `details` of a call under a profile that is declared: which list it led to. */
export interface DeclaredResult {
  readonly list: readonly {
    readonly id: string
    readonly text: string
    readonly status: TodoStatus
    readonly reason?: string
    /** The id of the item that it is a part of. */
    readonly parent?: string
    readonly dependencies?: readonly string[]
  }[]
  readonly goal: string | null
}

/** The first line. */
export interface RecordingHeader {
  readonly recording: 'todo-ledger/1'
  readonly session: string
  readonly profile: string
  readonly declares?: ProfileDeclaration
  readonly goal?: string
  readonly parent?: string
}

export interface TimedRecordingLine {
  /** As ISO 8601; the time of the line before when absent. */
  readonly at?: string
}

export interface RecordingCall {
  readonly id: string
  readonly name: string
  readonly input?: unknown
  /** Absent or null on a todo call: the profile decides; on another call: nobody knows. */
  readonly ok?: boolean | null
  readonly output?: string
  /** The structured result beside the text, where the host has one that the profile reads. */
  readonly details?: unknown
}

export type InputLine = TimedRecordingLine & { readonly input: string; readonly trigger?: RunTrigger }

/** One model response with its calls. A turn without calls ends its run. */
export interface TurnLine extends TimedRecordingLine {
  readonly turn: number
  readonly text?: string
  readonly calls?: readonly RecordingCall[]
  /** False where the response was cut off. */
  readonly complete?: boolean
}

export interface SubagentLine extends TimedRecordingLine {
  readonly subagent: string
  readonly call?: string
  readonly text?: string
  /** Absent where its log is not at hand. */
  readonly calls?: readonly RecordingCall[]
}

export type NagLine = TimedRecordingLine & { readonly nag: string }
export type CompactionLine = TimedRecordingLine & { readonly compacted: true; readonly summary?: string }
/** Where control went when the run of the last turn ended; right behind that turn. */
export type YieldLine = TimedRecordingLine & { readonly yield: YieldTarget }

type RecordingEntry = InputLine | TurnLine | SubagentLine | NagLine | CompactionLine | YieldLine
export type RecordingLine = RecordingHeader | RecordingEntry | { readonly end: true }

export function recordingLineText(line: RecordingLine): string {
  return `${JSON.stringify(line)}\n`
}

/** A session whose profile is carried in its recording. */
interface DeclaredSession {
  readonly profile: ProfileDeclaration
  /** The list that an update led to. */
  readonly resultOf: (event: EventOf<'todos.updated'>) => DeclaredResult | undefined
}

/** A turn while its events come. */
interface OpenTurn {
  readonly turn: number
  readonly at: string
  readonly texts: string[]
  readonly calls: Map<string, RecordingCall>
  /** The calls whose updates stand. */
  readonly updates: Set<string>
  isParked: boolean
}

/**
 * Makes lines of the events of one session as they come. A turn's line is given when the next turn or run begins or
 * control goes back, for what is said after the turn and results that come late are still the turn's.
 */
export class RecordingLines {
  readonly #declared: DeclaredSession | null
  #turn: OpenTurn | null = null
  /** What came after the turn that is held. */
  #after: RecordingEntry[] = []
  #began = false

  constructor(declared: DeclaredSession | null = null) {
    this.#declared = declared
  }

  /** Takes the next event, from `session.opened` on, and gives the lines that it completes. */
  take(event: TodoEvent): readonly RecordingLine[] {
    const at = event.at.toISOString()
    switch (event.type) {
      case 'session.opened': {
        this.#began = true
        const { profile, goal, parent } = event.data
        const { session } = event
        const declares = this.#declared === null ? {} : { declares: this.#declared.profile }
        return [{ recording: 'todo-ledger/1', session, profile, ...declares, ...present({ goal, parent }) }]
      }
      case 'run.started': {
        const { text: input, trigger } = event.data
        return [...this.#release(), { input, trigger, at }]
      }
      case 'turn.started': {
        const lines = this.#release()
        const { turn } = event
        this.#turn = { turn, at, texts: [], calls: new Map(), updates: new Set(), isParked: false }
        return lines
      }
      case 'session.yielded':
        if (event.data.to === 'waiting' && this.#turn !== null) this.#turn.isParked = true
        return this.#release(at)
      case 'nag.issued':
        this.#after.push({ nag: event.data.text, at })
        return []
      case 'context.compacted':
        this.#after.push({ compacted: true, ...present({ summary: event.data.summary }), at })
        return []
      case 'subagent.started': {
        const { child, call } = event.data
        this.#after.push({ subagent: child, ...present({ call }), at })
        return []
      }
      default:
        if (this.#turn !== null) this.#observe(this.#turn, event)
        return []
    }
  }

  /** What is still held, and the last line; nothing where nothing came. */
  finish(): readonly RecordingLine[] {
    return this.#began ? [...this.#release(), { end: true }] : []
  }

  /** What belongs to the turn that is open, or was last. */
  #observe({ calls, texts, updates }: OpenTurn, event: TodoEvent): void {
    switch (event.type) {
      case 'todos.updated':
      case 'todos.rejected': {
        const { call: id, tool: name, input, reply: output } = event.data
        const ok = event.type === 'todos.updated'
        const details = ok ? this.#detailsOf(event) : undefined
        calls.set(id, { id, name, input, ok, output, ...(details === undefined ? {} : { details }) })
        if (ok && !event.data.query) updates.add(id)
        return
      }
      case 'todos.rolled-back':
        // The form has no word for it: an update that was voided counts for nothing, as a refused one does.
        for (const id of updates) change(calls, id, { ok: false })
        updates.clear()
        return
      case 'tool.called': {
        const { call: id, name, input } = event.data
        calls.set(id, { id, name, input })
        return
      }
      case 'tool.returned': {
        const { call: id, ok, output } = event.data
        change(calls, id, { ok, output })
        return
      }
      case 'message.recorded':
        if (event.data.role === 'assistant') texts.push(event.data.text)
    }
  }

  #detailsOf(event: EventOf<'todos.updated'>): object | undefined {
    if (this.#declared === null) return carriedItemsOf(event.data)
    return event.data.query ? undefined : this.#declared.resultOf(event)
  }

  /** The turn that is held and what came after it. A parked run's line stands right behind its turn. */
  #release(yieldedAt = ''): RecordingLine[] {
    const [held, after] = [this.#turn, this.#after]
    this.#after = []
    this.#turn = null
    if (held === null) return after
    const { turn, at, texts, calls, isParked } = held
    const line: TurnLine = {
      turn,
      at,
      ...(texts.length === 0 ? {} : { text: texts.join('\n') }),
      ...(calls.size === 0 ? {} : { calls: [...calls.values()] }),
    }
    const parked: RecordingLine[] = isParked ? [{ yield: 'waiting', at: yieldedAt }] : []
    return [line, ...parked, ...after]
  }
}

function change(calls: Map<string, RecordingCall>, id: string, came: Partial<RecordingCall>): void {
  const call = calls.get(id)
  if (call !== undefined) calls.set(id, { ...call, ...came })
}

/** The fields that are not null. */
function present<Name extends string>(
  fields: { readonly [name in Name]: string | null },
): {
  readonly [name in Name]?: string
} {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  return Object.fromEntries(given) as { readonly [name in Name]?: string } // what is null is gone
}

/** The structured result of a first call: the list before of `TodoWrite`, the status before of `TaskUpdate`. */
function carriedItemsOf({ tool, changes }: TodosUpdatedData): object | undefined {
  const carried = changes.filter(
    (each): each is ItemAdded => each.type === 'added' && each.before !== undefined,
  )
  const [first] = carried
  if (first === undefined) return undefined
  if (tool === 'TaskUpdate') return { statusChange: { from: first.before, to: first.status } }
  return { oldTodos: carried.map(({ id, text, before }) => ({ id, content: text, status: before })) }
}
