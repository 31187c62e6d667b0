/** Reads what `codex exec --json` prints into steps. What belongs to what: docs/sources/agents.md#codex. */

import { textsIn } from '../../content-texts.js'
import { arrayIn, type JsonObject, objectIn, objectsOf, stringIn } from '../../json.js'
import type { StepPlace } from '../../recorded-session.js'
import { type CodexConversation, CodexReader } from './conversation.js'
import { type CodexOutcome, codexUsage, okOfStatus, withExitCode } from './outcome.js'

const execType =
  /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed))$/

export function isExecType(type: unknown): boolean {
  return typeof type === 'string' && execType.test(type)
}

/** Reads the output of one `codex exec --json`, or of several one after the other. */
export class ExecReader extends CodexReader {
  /** Ids of items begin anew with each start of the program. */
  #starts = 0
  #lists = 0
  #lastList = ''

  read(record: JsonObject, place: StepPlace): void {
    const type = stringIn(record, 'type')
    if (type === 'thread.started') this.#start(stringIn(record, 'thread_id') ?? undefined)
    else if (type === 'turn.started') this.#session().startTask()
    else if (type === 'turn.completed' || type === 'turn.failed') {
      this.#session().spend(codexUsage(objectIn(record, 'usage')))
      this.#session().endTask(type === 'turn.failed' ? false : null)
    } else if (isExecType(type)) {
      const item = objectIn(record, 'item')
      if (item === null) this.skip(place.line, 'a line without its item')
      else this.#takeItem(item, type === 'item.completed', place)
    } else if (type !== 'error') this.skipUnknown('record', type, place.line)
  }

  #session(): CodexConversation {
    return this.current ?? this.#start()
  }

  /** The program starts; with the same id it goes on with the session. */
  #start(id?: string): CodexConversation {
    this.#starts += 1
    const before = this.current
    before?.endTask()
    const session = this.beginSession(id)
    if (session !== before) this.#lastList = ''
    return session
  }

  #takeItem(item: JsonObject, isOver: boolean, place: StepPlace): void {
    const type = stringIn(item, 'type')
    const session = this.#session()
    const made = callOf(type, item)
    if (type === 'agent_message') {
      if (isOver) session.say(stringIn(item, 'text') ?? '', place)
    } else if (type === 'reasoning') session.respond(place)
    else if (type === 'todo_list') this.#takeList(item, session, place)
    else if (made === null) {
      if (!/^(?:error|plan|collab_tool_call)$/.test(type ?? '')) this.skipUnknown('item', type, place.line)
    } else if (type !== 'web_search' || isOver) {
      // What is searched for stands in the item only when it is over.
      const id = this.#nameOf(item, place)
      session.call(id, made.name, made.input, place)
      if (isOver) session.answer(id, made, place)
    }
  }

  /** The whole list comes with each change, and once more when the turn ends: only a change is an update. */
  #takeList(item: JsonObject, session: CodexConversation, place: StepPlace): void {
    const plan = objectsOf(item['items']).map((each) => ({
      step: stringIn(each, 'text') ?? '',
      status: each['completed'] === true ? 'completed' : 'pending',
    }))
    const list = JSON.stringify(plan)
    if (list === this.#lastList) return
    this.#lastList = list
    this.#lists += 1
    const id = `${this.#nameOf(item, place)} update ${this.#lists}`
    session.call(id, 'update_plan', { plan }, place)
    session.answer(id, { ok: true, output: '' }, place)
  }

  #nameOf(item: JsonObject, place: StepPlace): string {
    const id = stringIn(item, 'id') ?? `line ${place.line}`
    return this.#starts > 1 ? `${id} of start ${this.#starts}` : id
  }
}

/** The call that an item stands for, in the words of Codex's own tools; null where it stands for none. */
function callOf(
  type: string | null,
  item: JsonObject,
): (CodexOutcome & { name: string; input: unknown }) | null {
  const ok = okOfStatus(item['status'])
  switch (type) {
    case 'command_execution': {
      const { exit_code: code } = item
      const output = withExitCode(code, stringIn(item, 'aggregated_output') ?? '')
      const input = { command: stringIn(item, 'command') ?? '' }
      return { name: 'shell', input, ok: typeof code === 'number' ? code === 0 : ok, output }
    }
    case 'file_change':
      return { name: 'apply_patch', input: { files: arrayIn(item, 'changes') }, ok, output: '' }
    case 'mcp_tool_call': {
      const error = objectIn(item, 'error')
      const name = `mcp__${stringIn(item, 'server') ?? ''}__${stringIn(item, 'tool') ?? ''}`
      const printed = textsIn(objectIn(item, 'result')?.['content']).join('\n')
      const output = printed || (stringIn(error ?? {}, 'message') ?? '')
      return { name, input: item['arguments'] ?? {}, ok: error === null ? ok : false, output }
    }
    case 'web_search':
      return { name: 'web_search', input: { query: stringIn(item, 'query') ?? '' }, ok: true, output: '' }
    default:
      return null
  }
}
