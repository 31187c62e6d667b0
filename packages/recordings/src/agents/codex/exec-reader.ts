/** Reads what `codex exec --json` prints into steps. What belongs to what: docs/sources/codex.md. */

import { arrayIn, type JsonObject, momentOf, objectIn, objectsOf, stringIn } from '../../json-value.js'
import type { StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import { isFinal } from './agent-status.js'
import { CodexConversation } from './conversation.js'
import { codexUsage } from './events.js'
import { type CodexOutcome, textOfContent } from './outcome.js'

const typesOfNothing: ReadonlySet<string> = new Set([
  'error',
  'item.plan.delta',
  'request_user_input',
  'warning',
])
const itemsOfNothing: ReadonlySet<string> = new Set(['error', 'plan'])

/** True for the types of lines that this output has. */
export function isExecType(type: string | null): boolean {
  return /^(?:thread\.started|session\.created|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed))$/.test(
    type ?? '',
  )
}

/** Reads the output of one `codex exec --json`, or of several one after the other. */
export class ExecReader {
  readonly #steps: RecordingStep[] = []
  readonly #onSkipped: (line: number, reason: string) => void
  readonly #fallback: string
  readonly #conversations = new Map<string, CodexConversation>()
  #conversation: CodexConversation | null = null
  #id: string | null = null
  #at = new Date(0)
  /** Ids of items begin anew with each start of the program. */
  #starts = 0
  #lists = 0
  #lastList = ''

  /** @param fallback the session's id where no line names one; @param onSkipped is given what can't be read or placed */
  constructor(fallback: string, onSkipped: (line: number, reason: string) => void) {
    this.#fallback = fallback
    this.#onSkipped = onSkipped
  }

  /** Reads one line; gives the steps that follow from it. */
  take(record: JsonObject, line: number): readonly RecordingStep[] {
    const type = stringIn(record, 'type')
    this.#at = momentOf(record['timestamp']) ?? this.#at
    const place: StepPlace = { at: this.#at, line }
    switch (type) {
      case 'thread.started':
      case 'session.created':
        this.#start(stringIn(record, 'thread_id') ?? stringIn(record, 'session_id') ?? this.#fallback)
        break
      case 'turn.started':
        this.#current().startTask()
        break
      case 'turn.completed':
      case 'turn.failed':
        this.#current().spend(codexUsage(objectIn(record, 'usage')))
        this.#current().endTask(type === 'turn.failed' ? false : null)
        break
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        this.#takeItem(objectIn(record, 'item'), type === 'item.completed', place)
        break
      default:
        if (!typesOfNothing.has(type ?? '')) {
          const what =
            type === null
              ? 'a record without a type'
              : `unknown record type ${JSON.stringify(type.slice(0, 40))}`
          this.#onSkipped(line, what)
        }
    }
    return this.#steps.splice(0)
  }

  /** Ends what the output leaves open. */
  finish(): readonly RecordingStep[] {
    this.#conversation?.finish()
    return this.#steps.splice(0)
  }

  #current(): CodexConversation {
    return this.#conversation ?? this.#start(this.#fallback)
  }

  /** The program starts; with the same id it goes on with the session. */
  #start(id: string): CodexConversation {
    this.#starts += 1
    this.#conversation?.finish()
    if (this.#id !== id) {
      this.#id = id
      this.#lastList = ''
    }
    this.#conversation =
      this.#conversations.get(id) ??
      new CodexConversation({ id, parent: null, profile: 'codex', goal: null }, this.#steps, this.#onSkipped)
    this.#conversations.set(id, this.#conversation)
    return this.#conversation
  }

  #takeItem(item: JsonObject | null, isOver: boolean, place: StepPlace): void {
    const type = item === null ? null : (stringIn(item, 'type') ?? stringIn(item, 'item_type'))
    if (item === null || type === null) {
      this.#onSkipped(place.line, item === null ? 'a line without its item' : 'an item without a type')
      return
    }
    const session = this.#current()
    switch (type) {
      case 'agent_message':
      case 'assistant_message':
        if (isOver) {
          session.say(stringIn(item, 'text') ?? '', place)
        }
        break
      case 'reasoning':
        session.respond(place)
        break
      case 'todo_list':
        this.#takeList(item, session, place)
        break
      default:
        this.#takeCall(type, item, isOver, session, place)
    }
  }

  /** The whole list comes with each change, and once more when the turn ends: only a change is an update. */
  #takeList(item: JsonObject, session: CodexConversation, place: StepPlace): void {
    const plan = objectsOf(arrayIn(item, 'items')).map((each) => ({
      step: stringIn(each, 'text') ?? '',
      status: each['completed'] === true ? 'completed' : 'pending',
    }))
    const list = JSON.stringify(plan)
    if (list === this.#lastList) {
      return
    }
    this.#lastList = list
    this.#lists += 1
    const id = `${this.#nameOf(item, place)} update ${this.#lists}`
    session.call(id, 'update_plan', { plan }, place)
    session.answer(id, { ok: true, output: '' }, place)
  }

  #takeCall(
    type: string,
    item: JsonObject,
    isOver: boolean,
    session: CodexConversation,
    place: StepPlace,
  ): void {
    const made = callOf(type, item)
    if (made === null) {
      if (!itemsOfNothing.has(type)) {
        this.#onSkipped(place.line, `unknown item type ${JSON.stringify(type.slice(0, 40))}`)
      }
      return
    }
    if (type === 'web_search' && !isOver) {
      return // What is searched for stands in the item only when it is over.
    }
    const id = this.#nameOf(item, place)
    session.call(id, made.name, made.input, place)
    if (isOver) {
      session.answer(id, made.outcome, place)
      if (type === 'collab_tool_call') {
        takeAgents(item, id, session, place)
      }
    }
  }

  #nameOf(item: JsonObject, place: StepPlace): string {
    const id = stringIn(item, 'id') ?? `line ${place.line}`
    return this.#starts > 1 ? `${id} of start ${this.#starts}` : id
  }
}

/** The call that an item stands for, in the words of Codex's own tools; null where it stands for none. */
function callOf(
  type: string,
  item: JsonObject,
): { readonly name: string; readonly input: unknown; readonly outcome: CodexOutcome } | null {
  const status = stringIn(item, 'status')
  const ok = status === 'failed' || status === 'declined' ? false : status === 'completed' ? true : null
  switch (type) {
    case 'command_execution': {
      const code = item['exit_code']
      const printed = stringIn(item, 'aggregated_output') ?? ''
      const output =
        typeof code === 'number' && code !== 0 ? `Exit code: ${code}\nOutput:\n${printed}` : printed
      const input = { command: stringIn(item, 'command') ?? '' }
      return { name: 'shell', input, outcome: { ok: typeof code === 'number' ? code === 0 : ok, output } }
    }
    case 'file_change':
      return { name: 'apply_patch', input: { files: arrayIn(item, 'changes') }, outcome: { ok, output: '' } }
    case 'mcp_tool_call': {
      const error = objectIn(item, 'error')
      const output =
        textOfContent(objectIn(item, 'result')?.['content']) || (stringIn(error ?? {}, 'message') ?? '')
      const name = `mcp__${stringIn(item, 'server') ?? ''}__${stringIn(item, 'tool') ?? ''}`
      return { name, input: item['arguments'] ?? {}, outcome: { ok: error === null ? ok : false, output } }
    }
    case 'web_search':
      return {
        name: 'web_search',
        input: { query: stringIn(item, 'query') ?? '' },
        outcome: { ok: true, output: '' },
      }
    case 'collab_tool_call': {
      const input = { prompt: stringIn(item, 'prompt'), agents: arrayIn(item, 'receiver_thread_ids') }
      return { name: stringIn(item, 'tool') ?? 'spawn_agent', input, outcome: { ok, output: '' } }
    }
    default:
      return null
  }
}

function takeAgents(item: JsonObject, call: string, session: CodexConversation, place: StepPlace): void {
  const receivers = arrayIn(item, 'receiver_thread_ids').filter((id) => typeof id === 'string')
  if (stringIn(item, 'tool') === 'spawn_agent') {
    for (const child of receivers) {
      session.startAgent(child, call, place)
    }
  }
  for (const [child, state] of Object.entries(objectIn(item, 'agents_states') ?? {})) {
    if (isFinal(state) || stringIn(item, 'tool') === 'close_agent') {
      session.endAgent(child, place)
    }
  }
}
