/** Reads the lines of a rollout into steps. What belongs to what: docs/sources/codex.md. */

import {
  arrayIn,
  isObject,
  type JsonObject,
  momentOf,
  objectIn,
  objectsOf,
  stringIn,
} from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'
import type { StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import { CodexConversation, type OnSkipped } from './conversation.js'
import { readGivenTexts } from './given-texts.js'
import { type CodexOutcome, codexUsage, isFinal, okOfStatus, outcomeOf, textOfContent } from './outcome.js'
import { outcomeOfPlan, plansInProgram } from './plans-in-program.js'

const linesOfNothing =
  /^(?:dynamic_tools_updated|ghost_snapshot|inter_agent_communication_metadata|realtime_item|security_risk_score|state|token_usage_record|turn_context|world_state)$/
const itemsOfNothing =
  /^(?:additional_tools|compaction|compaction_summary|compaction_trigger|context_compaction|ghost_snapshot|item_reference|other)$/
/** What else the program shows stands in the conversation, too, or is nothing of it. */
const eventsOfNothing =
  /_(?:delta|begin|end|request|response|notice|review_mode|reasoning|tool_call|input)$|^(?:agent_reasoning|collab|elicitation|environment|error|guardian|hook|image|item|mcp|model|patch|plan|raw_response|realtime|remote_skill|request|safety|session|shutdown|skills|stream|terminal|thread|token_usage|turn|undo|warning|background)/

/** Reads one rollout, a line at a time. */
export class RolloutReader {
  readonly #steps: RecordingStep[] = []
  readonly #onSkipped: OnSkipped
  readonly #fallback: string
  readonly #conversations = new Map<string, CodexConversation>()
  #conversation: CodexConversation | null = null
  /** The ids under which the session and the history that was copied into it are known. */
  readonly #names = new Set<string>()
  #isHead = true
  #isCompacted = false
  #at = new Date(0)
  readonly #plans = new Map<string, readonly string[]>()

  /** @param fallback the session's id where no line names one */
  constructor(fallback: string, onSkipped: OnSkipped) {
    this.#fallback = fallback
    this.#onSkipped = onSkipped
  }

  /** Reads one line; gives the steps that follow from it. */
  take(line: JsonObject, number: number): readonly RecordingStep[] {
    this.#at = momentOf(line['timestamp']) ?? this.#at
    const place: StepPlace = { at: this.#at, line: number }
    const type = stringIn(line, 'type')
    const payload = objectIn(line, 'payload')
    if (type === null) this.#onSkipped(number, 'a record without a type')
    else if (payload === null) this.#onSkipped(number, `a ${type.slice(0, 40)} line without a payload`)
    else if (type === 'session_meta') this.#takeMeta(payload)
    else if (type === 'response_item') this.#takeItem(payload, place)
    else if (type === 'event_msg') this.#takeEvent(payload, place)
    else if (type === 'compacted') this.#compact(stringIn(payload, 'message'), place)
    else if (type === 'inter_agent_communication') this.#takeMail(payload, place)
    else if (!linesOfNothing.test(type)) this.#unknown('record', type, number)
    return this.#steps.splice(0)
  }

  /** Ends what the file leaves open. */
  finish(): readonly RecordingStep[] {
    this.#conversation?.finish()
    return this.#steps.splice(0)
  }

  #unknown(what: string, type: string, line: number): void {
    this.#onSkipped(line, `unknown ${what} type ${JSON.stringify(type.slice(0, 40))}`)
  }

  /** A fork's head names the session, then those whose history it copies; later another name is another session. */
  #takeMeta(meta: JsonObject): void {
    const id = stringIn(meta, 'id')
    if (id === null || this.#names.has(id)) return
    if (this.#conversation === null || !this.#isHead) {
      this.#conversation?.finish()
      this.#names.clear()
      this.#begin(id, parentOf(meta))
    }
    this.#names.add(id)
  }

  #begin(id: string, parent: string | null): CodexConversation {
    this.#isHead = true
    const known = this.#conversations.get(id)
    this.#conversation = known ?? new CodexConversation(id, parent, this.#steps, this.#onSkipped)
    this.#conversations.set(id, this.#conversation)
    return this.#conversation
  }

  /** The session that a line of content belongs to. */
  #content(): CodexConversation {
    const session = this.#conversation ?? this.#begin(this.#fallback, null)
    this.#isHead = false
    return session
  }

  /** The same, for what is neither a compaction nor the count of its tokens. */
  #session(): CodexConversation {
    this.#isCompacted = false
    return this.#content()
  }

  #compact(summary: string | null, place: StepPlace): void {
    const session = this.#content()
    if (!this.#isCompacted) session.compact(summary, place)
    this.#isCompacted = true
  }

  #takeItem(item: JsonObject, place: StepPlace): void {
    const type = stringIn(item, 'type')
    switch (type) {
      case 'message':
        this.#takeMessage(item, place)
        break
      case 'agent_message':
        this.#takeMail(item, place)
        break
      case 'reasoning':
        this.#session().respond(place)
        break
      case 'function_call':
        this.#takeCall(item, nameOf(item), inputOf(item['arguments']), place)
        break
      case 'custom_tool_call': {
        const { input } = item
        this.#takeCall(item, nameOf(item), typeof input === 'string' ? { input } : (input ?? {}), place)
        break
      }
      case 'local_shell_call':
        this.#takeCall(item, 'local_shell', item['action'] ?? {}, place)
        break
      case 'tool_search_call':
        this.#takeCall(item, 'tool_search', inputOf(item['arguments']), place)
        break
      case 'web_search_call':
        this.#takeDone(item, 'web_search', item['action'] ?? {}, place)
        break
      case 'image_generation_call':
        this.#takeDone(item, 'image_generation', { prompt: stringIn(item, 'revised_prompt') }, place)
        break
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'tool_search_output':
      case 'local_shell_call_output':
        this.#takeOutput(stringIn(item, 'call_id'), outcomeOf(item['output'] ?? item['tools']), place)
        break
      case null:
        this.#onSkipped(place.line, 'an item without a type')
        break
      default:
        if (!itemsOfNothing.test(type)) this.#unknown('item', type, place.line)
    }
  }

  #takeMessage(item: JsonObject, place: StepPlace): void {
    const texts = textsOf(item['content'])
    if (item['role'] === 'assistant') this.#session().say(texts.join('\n'), place)
    if (item['role'] !== 'user') return
    const session = this.#session()
    const { words, report, ended } = readGivenTexts(texts)
    for (const child of ended) session.endAgent(child, place)
    if (report !== null) session.receiveMail(report, place)
    session.ask(words, 'model', place)
  }

  #takeMail(item: JsonObject, place: StepPlace): void {
    const text = textsOf(item['content']).join('\n')
    if (text !== '') this.#session().receiveMail(text, place)
  }

  /** What ran at the model's provider is done when its call is written. */
  #takeDone(item: JsonObject, name: string, input: unknown, place: StepPlace): void {
    this.#session().callDone(`line ${place.line}`, name, input, okOfStatus(item['status']), place)
  }

  /** A program that the model wrote can update the plan; it happens as a call of its own. */
  #takeCall(item: JsonObject, name: string, input: unknown, place: StepPlace): void {
    const session = this.#session()
    const ownId = item['type'] === 'local_shell_call' ? stringIn(item, 'id') : null
    const id = stringIn(item, 'call_id') ?? ownId ?? `line ${place.line}`
    if (!session.call(id, name, input, place)) return
    const program = name === 'exec' && isObject(input) ? stringIn(input, 'input') : null
    const { plans, unread } = plansInProgram(program ?? '')
    const calls = plans.map((_, index) => `${id} update_plan ${index + 1}`)
    for (const [index, plan] of plans.entries()) session.call(calls[index] ?? id, 'update_plan', plan, place)
    if (unread > 0) this.#onSkipped(place.line, 'a plan inside a program that is not written out there')
    this.#plans.set(id, calls)
  }

  #takeOutput(call: string | null, outcome: CodexOutcome, place: StepPlace): void {
    const session = this.#session()
    const tool = session.answer(call, outcome, place)
    const plans = this.#plans.get(call ?? '') ?? []
    this.#plans.delete(call ?? '')
    for (const plan of plans) session.answer(plan, outcomeOfPlan(outcome, plans.length), place)
    // `{"agent_id": …}` of a start, `{"status": {"<id>": {"completed": …}}}` of a wait.
    const isOfAgents = tool === 'spawn_agent' || tool === 'wait' || tool === 'wait_agent'
    const held = isOfAgents ? nestedJson(outcome.output) : null
    if (!isObject(held)) return
    const child = stringIn(held, 'agent_id') ?? stringIn(held, 'task_name')
    if (tool !== 'spawn_agent') endAgents(Object.entries(objectIn(held, 'status') ?? {}), session, place)
    else if (child !== null) session.startAgent(child, call, place)
  }

  #takeEvent(event: JsonObject, place: StepPlace): void {
    const type = stringIn(event, 'type')
    const call = stringIn(event, 'call_id')
    switch (type) {
      case 'user_message':
        if ((stringIn(event, 'kind') ?? 'plain') === 'plain')
          this.#session().ask(stringIn(event, 'message') ?? '', 'program', place)
        break
      case 'agent_message':
        this.#session().showAnswer(stringIn(event, 'message') ?? '', place)
        break
      case 'task_started':
      case 'turn_started':
        this.#session().startTask()
        break
      case 'task_complete':
      case 'turn_complete':
      case 'thread_rolled_back':
        this.#session().endTask()
        break
      case 'turn_aborted':
        this.#session().abortTask(place)
        break
      case 'token_count':
        this.#takeCount(event)
        break
      case 'context_compacted':
        this.#compact(null, place)
        break
      case 'exec_command_end':
      case 'patch_apply_end':
      case 'mcp_tool_call_end':
        this.#session().endCall(call, endOf(event), place)
        break
      case 'item_completed':
        this.#takeEndedItem(objectIn(event, 'item') ?? {}, place)
        break
      case 'sub_agent_activity':
        this.#takeActivity(event, place)
        break
      case 'collab_agent_spawn_end': {
        const child = stringIn(event, 'new_thread_id') ?? stringIn(event, 'agent_thread_id')
        if (child !== null) this.#session().startAgent(child, call, place)
        break
      }
      case 'collab_close_end':
        this.#session().endAgent(stringIn(event, 'receiver_thread_id') ?? '', place)
        break
      case 'collab_waiting_end': {
        const listed = objectsOf(arrayIn(event, 'agent_statuses'))
        const waited = listed.map(({ thread_id, status }): [string, unknown] => [String(thread_id), status])
        endAgents([...Object.entries(objectIn(event, 'statuses') ?? {}), ...waited], this.#session(), place)
        break
      }
      case null:
        this.#onSkipped(place.line, 'an event without a type')
        break
      default:
        if (!eventsOfNothing.test(type)) this.#unknown('event', type, place.line)
    }
  }

  /** The count of all tokens grows with each response; limits alone come with the same count again, or with none. */
  #takeCount(event: JsonObject): void {
    const info = objectIn(event, 'info') ?? event
    const { total_tokens: tokens } = objectIn(info, 'total_token_usage') ?? info
    if (typeof tokens === 'number')
      this.#content().count(tokens, codexUsage(objectIn(info, 'last_token_usage')))
  }

  /** In 0.169 the ends of calls stand in items (0.142 had events); messages do, too, and are taken from the conversation alone. */
  #takeEndedItem(item: JsonObject, place: StepPlace): void {
    const type = stringIn(item, 'type')
    if (type === 'SubAgentActivity') this.#takeActivity(item, place)
    if (type !== 'CommandExecution' && type !== 'FileChange' && type !== 'McpToolCall') return
    const { ok, output } = endOf({ ...item, result: null })
    const outcome = { ok: ok ?? okOfStatus(item['status']), output }
    this.#session().endCall(stringIn(item, 'id'), outcome, place)
  }

  /** What a sub-agent does; its thread is its session, and the call that started it is the item's id. */
  #takeActivity(activity: JsonObject, place: StepPlace): void {
    const session = this.#session()
    const { kind } = activity
    const thread = stringIn(activity, 'agent_thread_id')
    const call = stringIn(activity, 'event_id') ?? stringIn(activity, 'id')
    if (thread !== null && kind === 'started') session.startAgent(thread, call, place)
    if (thread !== null && (isFinal(kind) || kind === 'interrupted')) session.endAgent(thread, place)
  }
}

function endAgents(
  statuses: readonly (readonly [child: string, status: unknown])[],
  session: CodexConversation,
  place: StepPlace,
): void {
  for (const [child, status] of statuses) if (isFinal(status)) session.endAgent(child, place)
}

/** `source` says who started a session; of a sub-agent it names the parent. */
function parentOf(meta: JsonObject): string | null {
  const source = objectIn(meta, 'source') ?? {}
  const subagent = objectIn(source, 'subagent') ?? objectIn(source, 'sub_agent') ?? {}
  const spawned = objectIn(subagent, 'thread_spawn') ?? {}
  return stringIn(spawned, 'parent_thread_id') ?? stringIn(meta, 'parent_thread_id')
}

/** Tools of an MCP server are named with it: `mcp__server__tool`. */
function nameOf(item: JsonObject): string {
  const name = stringIn(item, 'name') ?? ''
  const space = stringIn(item, 'namespace') ?? ''
  if (!space.startsWith('mcp__') || name.startsWith(space)) return name
  return `${space}${space.endsWith('__') ? '' : '__'}${name}`
}

/** Arguments are JSON in a text; what is none stays a text. */
function inputOf(held: unknown): unknown {
  return typeof held === 'string' ? (nestedJson(held) ?? held) : isObject(held) ? held : {}
}

/** The texts of a message's content, blank ones left out. */
function textsOf(content: unknown): readonly string[] {
  const texts =
    typeof content === 'string'
      ? [content]
      : objectsOf(arrayIn({ content }, 'content')).flatMap((part) => stringIn(part, 'text') ?? [])
  return texts.filter((text) => text.trim() !== '')
}

/** How a call ended, as the program says it. */
function endOf(event: JsonObject): CodexOutcome {
  const result = objectIn(event, 'result')
  if (result !== null) {
    const fine = objectIn(result, 'Ok')
    const error = result['Err']
    if (fine === null)
      return { ok: error === undefined ? null : false, output: typeof error === 'string' ? error : '' }
    return {
      ok: fine['isError'] !== true && fine['is_error'] !== true,
      output: textOfContent(fine['content']),
    }
  }
  const { exit_code: code, success } = event
  const ok = typeof code === 'number' ? code === 0 : typeof success === 'boolean' ? success : null
  const printed = [stringIn(event, 'stdout'), stringIn(event, 'stderr')].filter((part) => part !== null)
  const output = stringIn(event, 'aggregated_output') ?? printed.join('\n')
  return { ok, output: ok === false && typeof code === 'number' ? `Exit code: ${code}\n${output}` : output }
}
