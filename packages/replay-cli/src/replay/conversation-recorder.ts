/** Keeps the whole texts of a session while its events pass, deflated. */

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { TodoEvent } from '@todo-ledger/core'
import {
  type BlockTexts,
  Conversation,
  type ConversationBlock,
  type KeptConversation,
} from '../session-view/conversation.js'
import { grouped } from '../text/count.js'
import { borderAt } from '../text/cut.js'

/** How much of a conversation is kept, and how. */
export interface ConversationChoice {
  /** As many UTF-16 units of a text; of a longer one the middle is left out, and it says so. All when absent. */
  readonly limit?: number
  /** Writes the texts of a block. */
  readonly json: (texts: BlockTexts) => string
}

/** All of it. */
export const wholeConversation: ConversationChoice = { json: JSON.stringify }

/** A block holds about as many UTF-16 units: it is read within a blink, and larger ones deflate no better. */
const usualBlock = 256 * 1024

type Entry = [seq: number, input: string | null, output: string | null]

interface FullBlock extends ConversationBlock {
  readonly bytes: Uint8Array
}

/** Keeps the texts of a session. */
export class ConversationRecorder implements KeptConversation {
  readonly #choice: ConversationChoice
  readonly #blockUnits: number
  readonly #full: FullBlock[] = []
  /** The seqs of calls without a result, by their ids. */
  readonly #open = new Map<string, number>()
  #texts = new Map<number, Entry>()
  #late: number[] = []
  #units = 0
  #written: FullBlock | null = null

  /** @param choice how much is kept, and how; @param blockUnits as many UTF-16 units fill a block */
  constructor(choice: ConversationChoice, blockUnits: number = usualBlock) {
    this.#choice = choice
    this.#blockUnits = blockUnits
  }

  /** What was kept so far, to be read. */
  get conversation(): Conversation {
    return new Conversation(this, inflateRawSync)
  }

  get blocks(): readonly ConversationBlock[] {
    return this.#all.map(({ from, to, late = [] }) => ({ from, to, ...(late.length === 0 ? {} : { late }) }))
  }

  deflated(place: number): Uint8Array {
    return this.#all[place]?.bytes ?? new Uint8Array()
  }

  /** Takes in one event; what has no text is passed over. */
  observe(event: TodoEvent): void {
    switch (event.type) {
      case 'run.started':
      case 'message.recorded':
      case 'nag.issued':
        this.#keep(event.seq, null, event.data.text)
        break
      case 'continuation.issued':
        this.#keep(event.seq, null, event.data.prompt)
        break
      case 'context.compacted':
        if (event.data.summary !== null) this.#keep(event.seq, null, event.data.summary)
        break
      case 'todos.updated':
      case 'todos.rejected':
        this.#keep(event.seq, inputText(event.data.input), event.data.reply)
        break
      case 'tool.called': {
        const { call, input } = event.data
        if (this.#open.has(call)) break
        this.#open.set(call, event.seq)
        this.#keep(event.seq, inputText(input), null)
        break
      }
      case 'tool.returned': {
        const seq = this.#open.get(event.data.call)
        if (seq === undefined) break
        this.#open.delete(event.data.call)
        this.#keep(seq, null, event.data.output)
        break
      }
      default:
        break
    }
  }

  get #all(): readonly FullBlock[] {
    this.#written ??= this.#texts.size === 0 ? null : this.#write()
    return this.#written === null ? this.#full : [...this.#full, this.#written]
  }

  #keep(seq: number, input: string | null, output: string | null): void {
    const given = input === null ? null : this.#cut(input)
    const said = output === null ? null : this.#cut(output)
    const known = this.#texts.get(seq)
    if (known !== undefined) known[2] = said
    else {
      const last = this.#full.at(-1)
      if (last !== undefined && seq <= last.to) this.#late.push(seq)
      this.#texts.set(seq, [seq, given, said])
    }
    this.#units += (given?.length ?? 0) + (said?.length ?? 0)
    this.#written = null
    if (this.#units < this.#blockUnits) return
    this.#full.push(this.#write())
    this.#texts = new Map()
    this.#late = []
    this.#units = 0
  }

  #write(): FullBlock {
    const entries = [...this.#texts.values()]
    const before = this.#full.at(-1)?.to ?? 0
    const to = entries.reduce((last, [seq]) => Math.max(last, seq), before)
    const bytes = deflateRawSync(this.#choice.json(entries))
    return { from: before + 1, to, late: [...this.#late], bytes }
  }

  /** A text, or its beginning and its end with what was left out between them in words. */
  #cut(text: string): string {
    const { limit = Number.POSITIVE_INFINITY } = this.#choice
    if (text.length <= limit) return text
    const beginning = borderAt(text, Math.floor((limit * 3) / 4))
    const end = borderAt(text, text.length - Math.floor(limit / 4))
    const left = grouped(end - beginning)
    return `${text.slice(0, beginning)}\n\n[… ${left} characters are left out here: todo-replay debug shows them …]\n\n${text.slice(end)}`
  }
}

/** What a call was given as people read it: a text as it is, anything else as indented JSON. */
function inputText(input: unknown): string {
  if (typeof input === 'string') return input
  const json: string | undefined = JSON.stringify(
    input,
    (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    2,
  )
  return json ?? ''
}
