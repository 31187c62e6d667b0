/** Keeps the whole texts of a session while its events pass, deflated. */

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { TodoEvent } from '@todo-ledger/core'
import { Conversation, type TextBlocks, type TextEntry } from '../session-view/conversation.js'
import { grouped } from '../text/count.js'
import { borderAt } from '../text/cut.js'

/** How much of a conversation is kept, and how. */
export interface ConversationChoice {
  /** As many UTF-16 units of a text; of a longer one the middle is left out, and it says so. All when absent. */
  readonly limit?: number
  readonly json: (texts: readonly TextEntry[]) => string
}

/** All of it. */
export const wholeConversation: ConversationChoice = { json: JSON.stringify }

/** A block holds about as many UTF-16 units: it is read within a blink, and larger ones deflate no better. */
const usualBlock = 256 * 1024

export class ConversationRecorder implements TextBlocks {
  readonly #choice: ConversationChoice
  readonly #blockUnits: number
  readonly #full: { readonly end: number; readonly bytes: Uint8Array }[] = []
  #texts: TextEntry[] = []
  #units = 0

  constructor(choice: ConversationChoice, blockUnits: number = usualBlock) {
    this.#choice = choice
    this.#blockUnits = blockUnits
  }

  /** What was kept so far, to be read. */
  get conversation(): Conversation {
    return new Conversation(this, inflateRawSync)
  }

  /** The block that is not full yet is open to what comes. */
  get ends(): readonly number[] {
    const ends = this.#full.map(({ end }) => end)
    return this.#texts.length === 0 ? ends : [...ends, Number.MAX_SAFE_INTEGER]
  }

  readonly deflated = (block: number): Uint8Array => this.#full[block]?.bytes ?? this.#deflate()

  /** Takes in one event; what has no text is passed over. */
  observe(event: TodoEvent): void {
    const texts = textsOf(event)
    if (texts === null) return
    const [input, output] = texts.map((text) => (text === null ? null : this.#cut(text)))
    this.#texts.push([event.seq, input ?? null, output ?? null])
    this.#units += (input?.length ?? 0) + (output?.length ?? 0)
    if (this.#units < this.#blockUnits) return
    this.#full.push({ end: event.seq, bytes: this.#deflate() })
    this.#texts = []
    this.#units = 0
  }

  #deflate(): Uint8Array {
    return deflateRawSync(this.#choice.json(this.#texts))
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

/** What an event holds of text: what a call was given, and what was said or came back; null where it holds none. */
export function textsOf(event: TodoEvent): readonly [input: string | null, output: string | null] | null {
  switch (event.type) {
    case 'run.started':
    case 'message.recorded':
    case 'nag.issued':
      return [null, event.data.text]
    case 'continuation.issued':
      return [null, event.data.prompt]
    case 'context.compacted':
      return event.data.summary === null ? null : [null, event.data.summary]
    case 'todos.updated':
    case 'todos.rejected':
      return [inputText(event.data.input), event.data.reply]
    case 'tool.called':
      return [inputText(event.data.input), null]
    case 'tool.returned':
      return [null, event.data.output]
    default:
      return null
  }
}

/** What a call was given as people read it: a text as it is, anything else as indented JSON. */
function inputText(input: unknown): string {
  if (typeof input === 'string') return input
  try {
    return jsonOf(input)
  } catch {
    return jsonOf(input, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
  }
}

function jsonOf(input: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  const json: string | undefined = JSON.stringify(input, replacer, 2)
  return json ?? ''
}
