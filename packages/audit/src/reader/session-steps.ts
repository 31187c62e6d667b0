/** The steps of a session as a reader sees them, each cut at once: memory grows with their number, not with their length. */

import { type Change, isFromOutside, type SessionState, type TodoEvent } from '@todo-ledger/core'
import { itemOfKey } from '@todo-ledger/core/rules'
import { detached } from '../compact/detached.js'

/** One step of a session. */
export interface SessionStep {
  /** The seq of its event; for a call that of `tool.called`. */
  readonly seq: number
  /** The turn in which it happened. */
  readonly turn: number
  /** Its line in the recorded file, or null for a live session. */
  readonly line: number | null
  /** What it is. */
  readonly kind: 'call' | 'agent' | 'user' | 'list' | 'reminder' | 'compaction'
  /** The tool of a call or a list; else empty. */
  readonly tool: string
  /** The recorded id of a call; else empty. */
  readonly call: string
  /** What went in, cut: the input of a call, what was said, what of the list changed. */
  readonly input: string
  /** What came back of a call, cut; null where the log does not hold it. */
  readonly output: string | null
  /** What the host recorded of a call; null where nobody says. */
  readonly ok: boolean | null
}

/** So many characters are kept of an input and of an output: more than the largest page shows of one. */
const kept = 1600

/** Fields that hold the text that an edit replaces. */
const former = /^(?:old_?(?:string|str|text|content)|search|find)$/i

/** So much of it is kept. */
const longestFormer = 160

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

  /**
   * Takes in one event; those that are no step are passed over.
   * @param state the state after it; it is read at once and not kept
   */
  observe(event: TodoEvent, state: SessionState): void {
    switch (event.type) {
      case 'tool.called': {
        const { call, name, input } = event.data
        this.#places.set(call, this.#steps.length)
        this.#add(event, { kind: 'call', tool: name, call, input: this.#textOf(input) })
        break
      }
      case 'tool.returned': {
        const { call, ok, output } = event.data
        const place = this.#places.get(call) ?? -1
        const step = this.#steps[place]
        if (step !== undefined) this.#steps[place] = { ...step, ok, output: this.#cut(output) }
        break
      }
      case 'message.recorded':
        // What a tracker says stands in the updates that follow.
        if (event.actor?.kind !== 'program')
          this.#add(event, { kind: 'agent', input: this.#cut(event.data.text) })
        break
      case 'run.started':
        if (event.actor?.kind !== 'program')
          this.#add(event, { kind: 'user', input: this.#cut(event.data.text) })
        break
      case 'nag.issued':
        this.#add(event, { kind: 'reminder', input: this.#cut(event.data.text) })
        break
      case 'context.compacted':
        this.#add(event, { kind: 'compaction', input: this.#cut(event.data.summary ?? '') })
        break
      case 'todos.updated': {
        const { call, changes, query } = event.data
        const tool = (isFromOutside(event) ? event.actor?.id : undefined) ?? event.data.tool
        const lines = query ? [] : changes.flatMap((change) => changeText(change, state))
        for (const change of changes) this.#describe(change, event.seq)
        if (lines.length > 0)
          this.#add(event, { kind: 'list', tool, call, input: this.#cut(lines.join('; ')) })
        break
      }
      default:
        break
    }
  }

  #describe(change: Change, seq: number): void {
    const notes =
      change.type === 'added'
        ? change.fields?.notes
        : change.type === 'field-set' && change.field === 'notes'
          ? change.to
          : undefined
    if (notes === undefined || !('key' in change)) return
    const known = this.#descriptions.get(change.key) ?? []
    known.push({ seq, text: typeof notes === 'string' ? this.#cut(notes) : '' })
    this.#descriptions.set(change.key, known)
  }

  #add(
    { seq, turn, source }: TodoEvent,
    step: Pick<SessionStep, 'kind' | 'input'> & Partial<Pick<SessionStep, 'tool' | 'call'>>,
  ): void {
    const place = { seq, turn, line: source?.line ?? null }
    this.#steps.push({ tool: '', call: '', output: null, ok: null, ...place, ...step })
  }

  #textOf(input: unknown): string {
    if (typeof input === 'string') return this.#cut(input)
    if (typeof input !== 'object' || input === null) return this.#cut(String(input ?? ''))
    // Each field on a line of its own: an edit reads as it was made, not as escaped JSON.
    const lines = Object.entries(input).flatMap(([name, value]) => {
      if (value === false || value === null || value === '') return []
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
      // What an edit takes away says where it is made; what it puts there says what it does.
      return [`${name}: ${former.test(name) ? cutText(this.#cut(text), longestFormer) : this.#cut(text)}`]
    })
    return detached(cutText(lines.join('\n'), kept))
  }

  #cut(text: string): string {
    // A secret that the cut goes through would no longer be known as one.
    return detached(cutText(this.#redact(cutText(text, 4 * kept)), kept))
  }
}

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

/** Leaving out less than the note on it takes saves nothing. */
const leastLeftOut = 40

/** A text of about so many characters: its head and its tail, with how much is left out between them. */
export function cutText(text: string, most: number): string {
  if (text.length <= most + leastLeftOut) return text
  const head = Math.ceil(most * 0.62)
  const tail = most - head
  const left = text.length - head - tail
  return `${text.slice(0, head)} […${left} characters left out…] ${text.slice(text.length - tail)}`
}
