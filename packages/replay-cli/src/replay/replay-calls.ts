/** The calls and messages of a session, in part: evidence names some of them, and only the audit's end says which. */

import type { SessionAudit } from '@todo-ledger/audit'
import type { EventOf, TodoEvent } from '@todo-ledger/core'
import type { CallReplay } from '../session-view/session-replay.js'
import { shortened } from './shortened.js'

/** As many UTF-16 units are kept of an input and of an output. */
const inputLimit = 1500
const outputLimit = 1500

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Keeps the beginnings of inputs and outputs. */
export class ReplayCalls {
  readonly #kept = new Map<number, Writable<CallReplay>>()
  readonly #open = new Map<string, Writable<CallReplay>>()

  /** Takes in one event; what is no call and no text is passed over. */
  observe(event: TodoEvent): void {
    switch (event.type) {
      case 'tool.called':
        this.#call(event)
        break
      case 'tool.returned':
        this.#return(event)
        break
      case 'message.recorded':
        this.#text(event, 'message', event.data.text)
        break
      case 'run.started':
        this.#text(event, 'report', event.data.text)
        break
      default:
        break
    }
  }

  /** Those that an audit's evidence or findings name, by seq. */
  namedBy({ completions, findings }: SessionAudit): readonly CallReplay[] {
    const named = new Set([
      ...completions.flatMap(({ evidence }) => evidence.map(({ seq }) => seq)),
      ...findings.flatMap(({ evidence }) => evidence),
    ])
    return [...this.#kept.values()].filter(({ seq }) => named.has(seq))
  }

  #call(event: EventOf<'tool.called'>): void {
    const { call, name, input } = event.data
    if (this.#open.has(call)) return
    const kept = { ...placeOf(event), tool: name, input: inputText(input), output: null, ok: null }
    this.#kept.set(event.seq, kept)
    this.#open.set(call, kept)
  }

  #return({ data: { call, ok, output } }: EventOf<'tool.returned'>): void {
    const kept = this.#open.get(call)
    if (kept === undefined) return
    kept.ok = ok
    kept.output = shortened(output, outputLimit)
  }

  #text(event: TodoEvent, tool: string, text: string): void {
    const output = shortened(text, outputLimit)
    this.#kept.set(event.seq, { ...placeOf(event), tool, input: '', output, ok: true })
  }
}

function placeOf({ seq, turn, source }: TodoEvent): Pick<CallReplay, 'seq' | 'turn' | 'source'> {
  return { seq, turn, ...(source === undefined ? {} : { source }) }
}

/** A call's input as people read it: a text as it is, anything else as indented JSON. */
function inputText(input: unknown): string {
  if (typeof input === 'string') return shortened(input, inputLimit)
  const json: string | undefined = JSON.stringify(input, shortStrings, 2)
  return shortened(json ?? '', inputLimit)
}

/** No single text of an input needs more than is kept of all of it. */
function shortStrings(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'string' ? shortened(value, inputLimit) : value
}
