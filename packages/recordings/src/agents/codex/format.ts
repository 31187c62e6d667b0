/** The sessions of Codex: rollouts, and what `codex exec --json` prints, distinguished by their lines: docs/sources/agents.md#codex. */

import { textsIn } from '../../content-texts.js'
import { isObject, type JsonObject, objectIn, parsedJson, stringIn } from '../../json.js'
import type { StepPlace } from '../../recorded-session.js'
import type { RecordingFormat } from '../../recording.js'
import { type CodexConversation, CodexReader } from './conversation.js'
import { ExecReader, isExecType } from './exec.js'
import { type CodexOutcome, codexUsage, isFinal, okOfEnd, okOfStatus, outcomeOf } from './outcome.js'
import { outcomeOfPlan, plansInProgram } from './plans-in-program.js'

export const codex: RecordingFormat = {
  name: 'codex',
  hasUniqueCalls: true,
  certaintyOf: sureOf,
  reader(context) {
    let reader: CodexReader | null = null
    return {
      take(record, line) {
        const Reader = isExecType(record['type']) ? ExecReader : RolloutReader
        reader ??= new Reader(context, 'codex')
        reader.take(record, line)
      },
      finish: () => reader?.finish(),
    }
  },
}

const rolloutType = /^(?:session_meta|turn_context|response_item|event_msg|compacted)$/

/** Sure where a line is a rollout's; nearly sure where it is one of an output. */
function sureOf(record: JsonObject): number {
  const { type } = record
  if (typeof type === 'string' && rolloutType.test(type) && objectIn(record, 'payload') !== null) return 1
  if (!isExecType(type)) return 0
  return stringIn(record, 'thread_id') !== null || objectIn(record, 'item') !== null ? 0.9 : 0.6
}

const linesOfNothing =
  /^(?:dynamic_tools_updated|ghost_snapshot|inter_agent_communication(?:_metadata)?|realtime_item|security_risk_score|state|token_usage_record|turn_context|world_state)$/
const calls = /^(?:function|custom_tool|local_shell|tool_search)_call$/
const outputs = /^(?:function_call|custom_tool_call|local_shell_call|tool_search)_output$/
const ends = /^(?:exec_command|patch_apply|mcp_tool_call)_end$/
const itemsOfNothing =
  /^(?:additional_tools|agent_message|compaction|compaction_summary|compaction_trigger|context_compaction|ghost_snapshot|item_reference|other)$/

class RolloutReader extends CodexReader {
  /** The ids under which the session and the history that was copied into it are known. */
  readonly #names = new Set<string>()
  #isHead = true
  /** The calls of `update_plan` inside the call of a program. */
  readonly #plans = new Map<string, readonly string[]>()

  read(record: JsonObject, place: StepPlace): void {
    const type = stringIn(record, 'type')
    const payload = objectIn(record, 'payload')
    if (type !== null && payload === null) {
      this.skip(place.line, `a ${type.slice(0, 40)} line without a payload`)
    } else if (payload !== null && type === 'session_meta') this.#takeMeta(payload)
    else if (payload !== null && type === 'response_item') this.#takeItem(payload, place)
    else if (payload !== null && type === 'event_msg') this.#takeEvent(payload, place)
    else if (payload !== null && type === 'compacted')
      this.#session().compact(stringIn(payload, 'message'), place)
    else if (type === null || !linesOfNothing.test(type)) this.skipUnknown('record', type, place.line)
  }

  /** A fork's head names the session, then those whose history it copies; later another name is another session. */
  #takeMeta(meta: JsonObject): void {
    const id = stringIn(meta, 'id')
    if (id === null || this.#names.has(id)) return
    if (this.current === null || !this.#isHead) {
      this.current?.endTask()
      this.#names.clear()
      this.#isHead = true
      this.beginSession(id, parentOf(meta))
    }
    this.#names.add(id)
  }

  #session(): CodexConversation {
    this.#isHead = false
    return this.current ?? this.beginSession()
  }

  #takeItem(item: JsonObject, place: StepPlace): void {
    const type = stringIn(item, 'type')
    if (type === 'message') this.#takeMessage(item, place)
    else if (type === 'reasoning') this.#session().respond(place)
    else if (type === 'web_search_call' || type === 'image_generation_call') {
      // What ran at the model's provider is done when its call is written.
      const input = item['action'] ?? { prompt: stringIn(item, 'revised_prompt') }
      const name = type.replace(/_call$/, '')
      this.#session().callDone(`line ${place.line}`, name, input, okOfStatus(item['status']), place)
    } else if (type !== null && calls.test(type)) {
      this.#takeCall(item, stringIn(item, 'name') ?? type.replace(/_call$/, ''), place)
    } else if (type !== null && outputs.test(type)) {
      const outcome = outcomeOf(item['output'] ?? item['tools'])
      this.#takeOutput(stringIn(item, 'call_id') ?? '', outcome, place)
    } else if (type === null || !itemsOfNothing.test(type)) {
      this.skipUnknown('item', type, place.line)
    }
  }

  #takeMessage({ role, content }: JsonObject, place: StepPlace): void {
    const texts = textsIn(content)
    if (role === 'assistant') this.#session().say(texts.join('\n'), place)
    if (role !== 'user') return
    const session = this.#session()
    const reports = texts.filter((text) => text.trimStart().startsWith('<subagent_notification>'))
    for (const report of reports) {
      const held = parsedJson(report.slice(report.indexOf('>') + 1, Math.max(0, report.lastIndexOf('</'))))
      const agent = isObject(held) ? (stringIn(held, 'agent_id') ?? stringIn(held, 'agent_path')) : null
      if (isObject(held) && agent !== null && isFinal(held['status'])) session.endAgent(agent, place)
      session.receiveMail(report, place)
    }
    const words = texts.filter((text) => !reports.includes(text) && !isOfProgram(text.trim()))
    session.ask(words.join('\n'), place)
  }

  /** A program that the model wrote can update the plan; it happens as a call of its own. */
  #takeCall(item: JsonObject, name: string, place: StepPlace): void {
    const session = this.#session()
    const id = stringIn(item, 'call_id') ?? stringIn(item, 'id') ?? `line ${place.line}`
    const program = stringIn(item, 'input')
    const input = program === null ? inputOf(item['arguments'] ?? item['action']) : { input: program }
    if (!session.call(id, ofServer(name, item), input, place)) return
    const { plans, unread } = plansInProgram(name === 'exec' ? (program ?? '') : '')
    const calls = plans.map((_, index) => `${id} update_plan ${index + 1}`)
    for (const [index, plan] of plans.entries()) session.call(calls[index] ?? id, 'update_plan', plan, place)
    if (unread > 0) this.skip(place.line, 'a plan inside a program that is not written out there')
    this.#plans.set(id, calls)
  }

  #takeOutput(call: string, outcome: CodexOutcome, place: StepPlace): void {
    const session = this.#session()
    const tool = session.answer(call, outcome, place)
    if (tool === undefined) this.skip(place.line, 'the result of a call that is not in the file')
    const plans = this.#plans.get(call) ?? []
    this.#plans.delete(call)
    for (const plan of plans) session.answer(plan, outcomeOfPlan(outcome, plans.length), place)
    // `{"agent_id": …}` of a start, `{"status": {"<id>": {"completed": …}}}` of a wait.
    const held = /^(?:spawn_agent|wait|wait_agent)$/.test(tool ?? '') ? parsedJson(outcome.output) : null
    if (!isObject(held)) return
    const child = stringIn(held, 'agent_id') ?? stringIn(held, 'task_name')
    if (tool === 'spawn_agent' && child !== null) session.startAgent(child, call, place)
    for (const [agent, status] of Object.entries(objectIn(held, 'status') ?? {})) {
      if (isFinal(status)) session.endAgent(agent, place)
    }
  }

  /** What else the program shows stands in the conversation, too, or is nothing of it. */
  #takeEvent(event: JsonObject, place: StepPlace): void {
    const type = stringIn(event, 'type') ?? ''
    const call = stringIn(event, 'call_id') ?? ''
    if (/^(?:task|turn)_started$/.test(type)) this.#session().startTask()
    else if (/^(?:(?:task|turn)_complete|thread_rolled_back)$/.test(type)) this.#session().endTask()
    else if (type === 'turn_aborted') this.#session().abortTask(place)
    else if (type === 'token_count') this.#takeCount(event)
    else if (ends.test(type)) this.#session().endCall(call, okOfEnd(event))
    else if (type === 'item_completed') this.#takeEndedItem(objectIn(event, 'item') ?? {}, place)
    else if (type === 'sub_agent_activity') this.#takeActivity(event, place)
  }

  /** The count of all tokens grows with each response; limits alone come with the same count again, or with none. */
  #takeCount(event: JsonObject): void {
    const info = objectIn(event, 'info') ?? event
    const { total_tokens: tokens } = objectIn(info, 'total_token_usage') ?? info
    if (typeof tokens === 'number') {
      this.#session().count(tokens, codexUsage(objectIn(info, 'last_token_usage')))
    }
  }

  /** In 0.169 the ends of calls stand in items (0.142 had events); messages do, too, and are taken from the conversation alone. */
  #takeEndedItem(item: JsonObject, place: StepPlace): void {
    const type = stringIn(item, 'type') ?? ''
    if (type === 'SubAgentActivity') this.#takeActivity(item, place)
    if (/^(?:CommandExecution|FileChange|McpToolCall)$/.test(type)) {
      this.#session().endCall(stringIn(item, 'id') ?? '', okOfEnd(item))
    }
  }

  /** What a sub-agent does; its thread is its session, and the call that started it is the item's id. */
  #takeActivity(activity: JsonObject, place: StepPlace): void {
    const { kind } = activity
    const thread = stringIn(activity, 'agent_thread_id')
    if (thread === null) return
    const call = stringIn(activity, 'event_id') ?? stringIn(activity, 'id')
    if (kind === 'started') this.#session().startAgent(thread, call, place)
    if (isFinal(kind) || kind === 'interrupted') this.#session().endAgent(thread, place)
  }
}

/** `source` says who started a session; of a sub-agent it names the parent. */
function parentOf(meta: JsonObject): string | null {
  const source = objectIn(meta, 'source') ?? {}
  const subagent = objectIn(source, 'subagent') ?? objectIn(source, 'sub_agent') ?? {}
  const spawned = objectIn(subagent, 'thread_spawn') ?? {}
  return stringIn(spawned, 'parent_thread_id') ?? stringIn(meta, 'parent_thread_id')
}

/** Tools of an MCP server are named with it: `mcp__server__tool`. */
function ofServer(name: string, item: JsonObject): string {
  const space = stringIn(item, 'namespace') ?? ''
  if (!space.startsWith('mcp__') || name.startsWith(space)) return name
  return `${space.replace(/__$/, '')}__${name}`
}

/** Arguments are JSON in a text; what is none stays a text. */
function inputOf(held: unknown): unknown {
  return typeof held === 'string' ? (parsedJson(held) ?? held) : isObject(held) ? held : {}
}

const tagBegin = /^<([a-z][a-z_ -]{1,60}?)(?: [^>]{0,200})?>/i
const wordsOfProgram =
  /^(?:# AGENTS\.md instructions\b|<INSTRUCTIONS>|<\/?image\b|Another language model started to solve this problem|Warning: The maximum number of unified exec)/

/** What the program puts under the user's role: a text in a tag from its begin to its end, or in one of its known forms. */
function isOfProgram(text: string): boolean {
  const tag = tagBegin.exec(text.slice(0, 300))?.[1]
  const isWrapped = tag !== undefined && [tag, tag.split(' ')[0]].some((name) => text.endsWith(`</${name}>`))
  return isWrapped || wordsOfProgram.test(text.slice(0, 200))
}
