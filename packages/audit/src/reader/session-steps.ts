/** The steps of a session as a reader sees them, without secrets and boilerplate. Memory grows with their number, not with their length. */

import { type Change, isFromOutside, type SessionState, type TodoEvent } from '@todo-ledger/core'
import { itemOfKey } from '@todo-ledger/core/rules'
import { inputText, outputText } from './step-text.js'

/** One step of a session. */
export interface SessionStep {
  /** The seq of its event; for a call that of `tool.called`. */
  readonly seq: number
  readonly turn: number
  /** Its line in the recorded file, or null for a live session. */
  readonly line: number | null
  /** `report`: a sub-agent or a background task reports back. */
  readonly kind: 'call' | 'agent' | 'user' | 'report' | 'list' | 'reminder' | 'compaction'
  /** The tool of a call or a list; else empty. */
  readonly tool: string
  /** The recorded id of a call; else empty. */
  readonly call: string
  /** The input of a call, what was said, or what of the list changed. */
  readonly input: string
  /** What came back of a call; null where the log does not hold it. */
  readonly output: string | null
  /** What the host recorded of a call; null where nobody says. */
  readonly ok: boolean | null
}

/** Gathers the steps of a session from its events, in their order. */
export class SessionSteps {
  readonly #steps: SessionStep[] = []
  readonly #places = new Map<string, number>()
  readonly #descriptions = new Map<string, { readonly seq: number; readonly text: string }[]>()
  readonly #redact: (text: string) => string

  /** @param redact takes secrets out of a text, before it is cut */
  constructor(redact: (text: string) => string) {
    this.#redact = redact
  }

  /** The steps so far, in order. */
  get steps(): readonly SessionStep[] {
    return this.#steps
  }

  /** What the list says of an item beside its text, as it stood at a seq; empty where it says nothing. @param key its key */
  descriptionAt(key: string, seq: number): string {
    return this.#descriptions.get(key)?.findLast((each) => each.seq <= seq)?.text ?? ''
  }

  /** Takes in one event; those that are no step are passed over. @param state the state after it; it is read at once and not kept */
  observe(event: TodoEvent, state: SessionState): void {
    const isOfProgram = event.actor?.kind === 'program'
    switch (event.type) {
      case 'tool.called': {
        const { call, name, input } = event.data
        this.#places.set(call, this.#steps.length)
        this.#add(event, 'call', inputText(input, this.#redact), { tool: name, call })
        break
      }
      case 'tool.returned': {
        const { call, ok, output } = event.data
        const place = this.#places.get(call) ?? -1
        const step = this.#steps[place]
        if (step !== undefined) this.#steps[place] = { ...step, ok, output: this.#text(output) }
        break
      }
      case 'message.recorded':
        // What a tracker says is in the updates that follow.
        if (!isOfProgram) this.#add(event, 'agent', this.#text(event.data.text))
        break
      case 'run.started': {
        const { text, trigger } = event.data
        const isReport = trigger === 'wake' || notification.test(text)
        if (!isOfProgram) this.#add(event, isReport ? 'report' : 'user', this.#text(text))
        break
      }
      case 'nag.issued':
        this.#add(event, 'reminder', this.#text(event.data.text))
        break
      case 'context.compacted':
        this.#add(event, 'compaction', this.#text(event.data.summary ?? ''))
        break
      case 'todos.updated': {
        const { call, changes, query } = event.data
        const tool = (isFromOutside(event) ? event.actor?.id : undefined) ?? event.data.tool
        const lines = query ? [] : changes.flatMap((change) => changeText(change, state))
        for (const change of changes) this.#describe(change, event.seq)
        if (lines.length > 0) this.#add(event, 'list', this.#text(lines.join('; ')), { tool, call })
        break
      }
      default:
        break
    }
  }

  #text(text: string): string {
    return outputText(text, this.#redact)
  }

  #describe(change: Change, seq: number): void {
    const isSet = change.type === 'field-set' && change.field === 'notes'
    if (change.type !== 'added' && !isSet) return
    const notes = change.type === 'added' ? change.fields?.notes : change.to
    if (notes === undefined) return
    const text = typeof notes === 'string' ? this.#text(notes) : ''
    this.#descriptions.set(change.key, [...(this.#descriptions.get(change.key) ?? []), { seq, text }])
  }

  #add(
    { seq, turn, source }: TodoEvent,
    kind: SessionStep['kind'],
    input: string,
    { tool, call } = { tool: '', call: '' },
  ): void {
    const line = source?.line ?? null
    this.#steps.push({ seq, turn, line, kind, tool, call, input, output: null, ok: null })
  }
}

const notification = /^\s*<task-notification>/

function changeText(change: Change, { items }: SessionState): readonly string[] {
  switch (change.type) {
    case 'added':
      return [`added #${change.id} "${change.text}" as ${change.status}`]
    case 'status-set':
      return [
        `#${itemOfKey(items, change.key)?.id ?? change.key} from ${change.from} to ${change.to}${change.reason === null ? '' : `, because ${change.reason}`}`,
      ]
    case 'reworded':
      return [`"${change.from}" reworded to "${change.to}"`]
    case 'removed':
      return [`removed #${change.id} "${change.text}", which was ${change.status}`]
    default:
      return []
  }
}
