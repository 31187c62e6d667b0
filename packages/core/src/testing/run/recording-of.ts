/** Writes a log as a neutral recording, which `todo-replay` opens. Source: the design, "The neutral recording". */

import type { TodoEvent } from '../../events.js'

/** A line of a recording. */
type Line = { readonly [field: string]: unknown }

/** A turn while its events come. */
interface OpenTurn {
  readonly turn: number
  readonly at: string
  readonly texts: string[]
  readonly calls: Map<string, { [field: string]: unknown }>
  /** The calls whose updates stand. */
  readonly updates: Set<string>
}

const noTurn: Pick<OpenTurn, 'calls' | 'updates'> = { calls: new Map(), updates: new Set() }

/**
 * The events of one session as JSON Lines. What was accepted, refused and reminded is told as the fact that it is, so
 * that whoever opens it sees what happened and not what today's rules would make of it.
 * @param events the log, from `session.opened` on; an empty text where there is none
 */
export function recordingOf(events: readonly TodoEvent[]): string {
  const writer = new RecordingWriter()
  for (const event of events) writer.take(event)
  return writer.finish()
}

class RecordingWriter {
  private readonly lines: Line[] = []
  private turn: OpenTurn | null = null

  take(event: TodoEvent): void {
    const at = event.at.toISOString()
    switch (event.type) {
      case 'session.opened': {
        const { profile, goal, parent } = event.data
        const more = { ...(goal === null ? {} : { goal }), ...(parent === null ? {} : { parent }) }
        this.lines.push({ recording: 'todo-ledger/1', session: event.session, profile, ...more })
        return
      }
      case 'turn.started':
        this.flush()
        this.turn = { turn: event.turn, at, texts: [], calls: new Map(), updates: new Set() }
        return
      case 'todos.updated':
      case 'todos.rejected': {
        const { call, tool, input, reply } = event.data
        this.call(call, { id: call, name: tool, input, ok: event.type === 'todos.updated', output: reply })
        if (event.type === 'todos.updated' && !event.data.query) this.turn?.updates.add(call)
        return
      }
      case 'tool.called':
        this.call(event.data.call, { id: event.data.call, name: event.data.name, input: event.data.input })
        return
      case 'tool.returned': {
        const { call, ok, output } = event.data
        const open = this.turn?.calls.get(call)
        if (open !== undefined) Object.assign(open, { ok, output })
        return
      }
      case 'message.recorded':
        if (event.data.role === 'assistant') this.turn?.texts.push(event.data.text)
        return
      default:
        this.between(event, at)
    }
  }

  finish(): string {
    this.flush()
    if (this.lines.length > 0) this.lines.push({ end: true })
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  }

  /** What stands on a line of its own between turns. A turn's end is none: what was said after it is still its text. */
  private between(event: TodoEvent, at: string): void {
    switch (event.type) {
      case 'run.started':
        this.add({ input: event.data.text, trigger: event.data.trigger, at })
        return
      case 'nag.issued':
        this.add({ nag: event.data.text, at })
        return
      case 'context.compacted':
        this.add({ compacted: true, ...(event.data.summary === null ? {} : event.data), at })
        return
      case 'subagent.started':
        this.add({
          subagent: event.data.child,
          ...(event.data.call === null ? {} : { call: event.data.call }),
          at,
        })
        return
      case 'session.yielded':
        if (event.data.to === 'waiting') this.park(at)
        return
      case 'todos.rolled-back':
        this.voidUpdates()
        return
      default:
        return
    }
  }

  /** A parked run is that of the last turn: the line stands right behind it, before what came between. */
  private park(at: string): void {
    this.flush()
    const last = this.lines.findLastIndex((line) => 'turn' in line)
    this.lines.splice(last + 1, 0, { yield: 'waiting', at })
  }

  /** The form has no word for a roll-back: an update that was voided counts for nothing, as a refused one does. */
  private voidUpdates(): void {
    const { calls, updates } = this.turn ?? noTurn
    for (const id of updates) Object.assign(calls.get(id) ?? {}, { ok: false })
    updates.clear()
  }

  private add(line: Line): void {
    this.flush()
    this.lines.push(line)
  }

  private call(id: string, call: { [field: string]: unknown }): void {
    this.turn?.calls.set(id, call)
  }

  private flush(): void {
    if (this.turn === null) return
    const { turn, at, texts, calls } = this.turn
    const text = texts.length === 0 ? {} : { text: texts.join('\n') }
    this.lines.push({ turn, at, ...text, ...(calls.size === 0 ? {} : { calls: [...calls.values()] }) })
    this.turn = null
  }
}
