/** Which conversation and which agent a span belongs to, by what stands around it. */

import { type Span, textAttribute } from './span.js'

/** What is known of a span that others may stand in. */
interface Known {
  readonly parent: string | null
  readonly conversation: string | null
  readonly agent: string | null
  readonly call: string | null
}

/** Where a span belongs. */
export interface Belonging {
  /** The conversation: by the span, by one around it, by its trace, or the trace itself. */
  readonly conversation: string
  /** The agent at work, or null where nobody says. */
  readonly agent: string | null
  /** The agent that this one works for, where it stands inside another one; else null. */
  readonly parent: string | null
  /** The tool call that the agent was started by, or null. */
  readonly call: string | null
}

/** As many spans are known at a time; those of a single file's tracer are rarely more. */
const mostKnown = 100_000
/** Spans inside each other go no deeper; also a circle of parents ends here. */
const deepest = 200

/** Remembers spans by their ids. */
export class SpanTree {
  readonly #known = new Map<string, Known>()
  readonly #conversations = new Map<string, string>()

  /** Notes a span. */
  note(span: Span): void {
    const conversation = textAttribute(span, 'gen_ai.conversation.id')
    const agent = textAttribute(span, 'gen_ai.agent.id') ?? textAttribute(span, 'gen_ai.agent.name')
    const call = span.operation === 'tool' ? textAttribute(span, 'gen_ai.tool.call.id') : null
    this.#known.set(keyOf(span.trace, span.id), { parent: span.parent, conversation, agent, call })
    if (conversation !== null && !this.#conversations.has(span.trace)) {
      this.#conversations.set(span.trace, conversation)
    }
    for (const map of [this.#known, this.#conversations]) {
      const [oldest] = map.size > mostKnown ? map.keys() : []
      if (oldest !== undefined) map.delete(oldest)
    }
  }

  /** Where a span belongs, as far as the spans that were noted say. */
  belonging(span: Span): Belonging {
    const around = [...this.#outwards(span)]
    const named = around.find(({ conversation }) => conversation !== null)?.conversation
    const conversation = named ?? this.#conversations.get(span.trace) ?? span.trace
    const inner = around.findIndex(({ agent }) => agent !== null)
    const agent = around[inner]?.agent ?? null
    const outer = around.findIndex(
      (each, index) => index > inner && each.agent !== null && each.agent !== agent,
    )
    if (inner === -1 || outer === -1) return { conversation, agent, parent: null, call: null }
    const call = around.slice(inner, outer + 1).find((each) => each.call !== null)?.call ?? null
    return { conversation, agent, parent: around[outer]?.agent ?? null, call }
  }

  /** The span and those around it, from the inside out. */
  *#outwards(span: Span): Iterable<Known> {
    let id: string | null = span.id
    for (let depth = 0; id !== null && depth < deepest; depth += 1) {
      const known = this.#known.get(keyOf(span.trace, id))
      if (known === undefined) return
      yield known
      id = known.parent
    }
  }
}

function keyOf(trace: string, span: string): string {
  return `${trace} ${span}`
}
