/**
 * Reads the messages that the person saw into steps: `ui_messages.json`. Shapes: docs/sources/cline.md.
 *
 * - `api_req_started` is a request: what follows is one response. Its text holds what was sent, `request`, and so the
 *   results of the calls before it; newer versions of some leave it out, and nothing says how those calls ended.
 * - `tool`, `command`, `use_mcp_server`, `browser_action` are calls, asked for or said; where the message is `partial`,
 *   the call was never made. `command_output`, `mcp_server_response`, `browser_action_result` belong to the call before,
 *   `error` and `diff_error` say that it failed.
 * - `task_progress` has effect once the calls before it are over; `user_edit_todos` is what the person made of the list.
 * - `completion_result` and `plan_mode_respond` hand over to the person; `user_feedback` is what the person says.
 * - A message comes again with the same `ts` and more in it where the file was written amid the response.
 */

import { freeId } from '../../free-id.js'
import { type JsonObject, stringIn } from '../../json-value.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { withoutEnvironment } from './history-message.js'
import { type ClineTask, listParameter, listTalk } from './task.js'
import { UiCalls } from './ui-calls.js'
import { readUiMessage, toolIn, type UiMessage } from './ui-message.js'

const marks = /(?:REQ_APP|HAS_CHANGES)$/

/** Reads one task. It keeps the last message, and the ids of calls. */
export class UiReader {
  readonly #task: ClineTask
  readonly #session: RecordedSession
  readonly #ids = new Set<string>()
  readonly #calls = new UiCalls()
  #held: { readonly message: UiMessage; readonly line: number } | null = null
  /** The lists that wait for the calls before them to be over. */
  #lists: { readonly text: string; readonly place: StepPlace }[] = []
  #lastList: string | null = null
  #request = 'before the first request'
  #hasBegun = false
  #isYielded = false
  #isCancelled = false
  #last: StepPlace

  /** @param task what it is and where it goes */
  constructor(task: ClineTask) {
    this.#task = task
    this.#last = { at: task.began, line: 1 }
    const { id, parent, profile } = task
    this.#session = new RecordedSession({ id, parent, profile, goal: null }, task.steps)
  }

  /** Takes a message. It is emitted when another one comes, for until then it may come again, with more in it. */
  take(value: JsonObject, line: number): void {
    const message = readUiMessage(value)
    if (typeof message === 'string') {
      this.#task.onSkipped(line, message)
      return
    }
    const isSame =
      this.#held?.message.at.getTime() === message.at.getTime() && this.#held.message.kind === message.kind
    if (!isSame) {
      this.#emitHeld()
    }
    this.#held = { message, line }
  }

  /** Ends what the file leaves open: of calls that nothing is known of there is no result. */
  finish(): void {
    this.#emitHeld()
    this.#settle(null, true)
    if (this.#isCancelled) {
      this.#session.interrupt(this.#last)
    }
    this.#session.endRun()
  }

  #emitHeld(): void {
    const held = this.#held
    this.#held = null
    if (held !== null) {
      this.#last = { at: held.message.at, line: held.line }
      this.#emit(held.message, this.#last)
    }
  }

  #emit(message: UiMessage, place: StepPlace): void {
    const { kind, text } = message
    if (this.#calls.take(kind, text)) {
      return
    }
    if (!this.#hasBegun && (kind === 'text' || kind === 'task')) {
      this.#hasBegun = true
      this.#session.receive({ trigger: 'user', text, uuid: null, place })
    } else {
      this.#emitKind(message, place)
    }
  }

  #emitKind(message: UiMessage, place: StepPlace): void {
    const { kind, text, data, isAsk } = message
    switch (kind) {
      case 'api_req_started':
        this.#beginRequest(message, place)
        break
      case 'text':
      case 'plan_mode_respond':
      case 'act_mode_respond':
        this.#say(stringIn(data, 'response') ?? text, place)
        this.#isYielded ||= kind === 'plan_mode_respond'
        break
      case 'completion_result':
        if (!isAsk) {
          this.#say(text.replace(marks, ''), place)
          this.#call('attempt_completion', { result: text.replace(marks, '') }, place)
        }
        this.#isYielded = true
        break
      case 'user_feedback':
        this.#emitPerson(text, place)
        break
      case 'resume_task':
      case 'resume_completed_task':
        this.#resume(kind === 'resume_task')
        break
      case listParameter:
        this.#lists.push({ text, place })
        break
      case 'user_edit_todos':
        this.#calls.edit(data)
        break
      case 'condense_context':
      case 'sliding_window_truncation':
        this.#settle(null, false)
        this.#session.compact(message.summary, place)
        break
      default:
        this.#emitCall(message, place)
    }
  }

  #emitCall(message: UiMessage, place: StepPlace): void {
    const { kind, text, data, isPartial } = message
    if (isPartial) {
      return
    }
    switch (kind) {
      case 'tool': {
        const tool = toolIn(message)
        if (tool?.name === 'summarizeTask') {
          this.#settle(null, false)
          this.#session.compact(stringIn(data, 'content'), place)
        } else if (tool !== null) {
          this.#call(tool.name, tool.input, place)
        }
        break
      }
      case 'command':
        this.#call('execute_command', { command: text.replace(marks, '').trim() }, place)
        break
      case 'use_mcp_server':
        this.#call(stringIn(data, 'type') ?? 'use_mcp_tool', data, place)
        break
      case 'browser_action_launch':
        this.#call('browser_action', { action: 'launch', url: text }, place)
        break
      case 'browser_action':
        this.#call('browser_action', data, place)
        break
      case 'followup':
        this.#call('ask_followup_question', { question: stringIn(data, 'question') ?? text }, place)
        break
      case 'use_subagents':
        this.#call('use_subagents', data, place)
        break
    }
  }

  /** The program sends a request: what came before it is over, and what it sends says how. */
  #beginRequest({ data, at }: UiMessage, place: StepPlace): void {
    const request = stringIn(data, 'request')
    const { sent, talk } = withoutTalk(withoutEnvironment(request ?? ''))
    this.#settle(request === null ? null : sent, false)
    if (this.#isCancelled) {
      this.#session.interrupt(place)
    }
    this.#isCancelled = stringIn(data, 'cancelReason') === 'user_cancelled'
    if (listTalk(talk) === 'reminder') {
      this.#session.endTurn()
      this.#session.remind(talk, place)
    }
    this.#request = `request ${at.getTime()}`
    this.#session.spend(this.#request, requestUsage(data))
    this.#isYielded = false
  }

  #say(text: string, place: StepPlace): void {
    if (text.trim() !== '') {
      this.#session.respond(this.#request, place)
      this.#session.say('assistant', text, place)
    }
  }

  #call(name: string, input: JsonObject, place: StepPlace): void {
    const id = this.#newId(`${name} ${place.at.getTime()}`)
    this.#session.respond(this.#request, place)
    this.#session.call(id, name, input, place)
    this.#calls.begin(id, name)
  }

  /** The person's words answer a question, start a run, or are said amid the work. */
  #emitPerson(text: string, place: StepPlace): void {
    if (this.#calls.answer(text)) {
      this.#session.say('user', text, place)
    } else if (this.#isYielded || this.#session.isIdle) {
      this.#settle(null, false)
      this.#session.receive({ trigger: 'user', text, uuid: null, place })
      this.#isYielded = false
    } else if (text.trim() !== '') {
      this.#session.say('user', text, place)
    }
  }

  #resume(wasBroken: boolean): void {
    this.#settle(null, false)
    this.#isCancelled = false
    if (!this.#session.isIdle) {
      this.#session.endRun(wasBroken && !this.#isYielded ? { complete: false } : {})
    }
    this.#isYielded = true
  }

  /** The calls that are open are over. @param sent what the next request sends; @param isEnd true at the file's end */
  #settle(sent: string | null, isEnd: boolean): void {
    for (const { id, ok, output } of this.#calls.settle(sent, isEnd)) {
      this.#session.result(id, ok, output, null, this.#last)
    }
    for (const { text, place } of this.#lists.splice(0)) {
      this.#emitList(text, place)
    }
  }

  /** The program shows the list again where a tool brought none: the same list is no update. */
  #emitList(text: string, place: StepPlace): void {
    if (text === this.#lastList) {
      return
    }
    this.#lastList = text
    const id = this.#newId(`${listParameter} ${place.at.getTime()}`)
    this.#session.respond(this.#session.openResponse ?? this.#request, place)
    this.#session.call(id, listParameter, { [listParameter]: text }, place)
    this.#session.result(id, true, '', null, place)
  }

  #newId(base: string): string {
    const id = freeId(base, this.#ids)
    this.#ids.add(id)
    return id
  }
}

/** Where the field says that the service counts as OpenAI does, cached tokens are among the input; else beside it. */
function requestUsage({
  tokensIn,
  tokensOut,
  cacheReads,
  cacheWrites,
  cost,
  apiProtocol,
}: JsonObject): TokenUsage | null {
  const cached = apiProtocol === 'openai' ? [] : [cacheReads, cacheWrites]
  return statedUsage({
    input: [tokensIn, ...cached],
    output: [tokensOut],
    cacheRead: [cacheReads],
    cacheWrite: [cacheWrites],
    cost: [cost],
  })
}

/** What was sent, and what the program added of the list, which stands at its end. */
function withoutTalk(text: string): { readonly sent: string; readonly talk: string } {
  const at = text.search(/(?:^|\n)# ?(?:TODO LIST|task_progress)\b/)
  return at === -1 ? { sent: text, talk: '' } : { sent: text.slice(0, at), talk: text.slice(at).trim() }
}
