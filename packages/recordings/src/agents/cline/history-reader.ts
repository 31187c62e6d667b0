/** Reads the messages that the model saw into steps: `api_conversation_history.json`. Shapes: docs/sources/cline.md. */

import { freeId } from '../../free-id.js'
import { isObject, type JsonObject } from '../../json-value.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import { type HistoryMessage, progressIn, readHistoryMessage, withoutProgress } from './history-message.js'
import { outcomeOf } from './outcome.js'
import { answerOf, personsWords } from './session-file.js'
import { type ClineTask, handsOver, listParameter, listTalk, listTool } from './task.js'
import { teamTaskTool } from './team-tasks.js'
import { between, isToolName, readResults } from './tool-text.js'

export { isHistoryMessage } from './history-message.js'

/** A call that waits for its result. */
interface OpenCall {
  readonly id: string
  readonly name: string
  /** The id by which a result names it; null where it was written as tags. */
  readonly named: string | null
  /** The list that it brings, or null. */
  readonly progress: string | null
}

/** What the program says in the person's name, and what stands for what was condensed. */
const ownTalk = /^\s*(?:\[ERROR\]|\[NOTE\]|\[\[NOTE\]|\[SYSTEM\]|\[TASK RESUMPTION\])/
/** What the program says of the tasks of a team that are open. */
const reminder = /^\s*\[SYSTEM\] You still have team obligations/
const continued = /^\s*This session is being continued from a previous conversation/
/** What the person says stands between these. */
const wrappers: readonly string[] = ['task', 'user_message', 'feedback', 'answer']

/** Reads one task. It keeps the ids of calls that wait for a result. */
export class HistoryReader {
  readonly #task: ClineTask
  readonly #session: RecordedSession
  readonly #open: OpenCall[] = []
  readonly #ids = new Set<string>()
  #at: Date
  #count = 0
  #line = 1

  /** @param task what it is and where it goes */
  constructor(task: ClineTask) {
    this.#task = task
    this.#at = task.began
    const { id, parent, profile } = task
    this.#session = new RecordedSession({ id, parent, profile, goal: null }, task.steps)
  }

  /** Takes the next message. */
  take(value: JsonObject, line: number): void {
    const message = readHistoryMessage(value)
    if (typeof message === 'string') {
      this.#task.onSkipped(line, message)
      return
    }
    this.#at = message.at ?? this.#at
    this.#count += 1
    this.#line = line
    const place: StepPlace = { at: this.#at, line }
    if (message.role === 'assistant') {
      this.#emitResponse(message, place)
    } else if (message.role === 'summary') {
      this.#session.compact(message.texts.join('\n') || null, place)
    } else if (message.role === 'user') {
      this.#emitRequest(message, place)
    }
  }

  /** Ends what the file leaves open. A call whose result never came brings its list all the same. */
  finish(): void {
    const place: StepPlace = { at: this.#at, line: this.#line }
    for (const call of this.#open.splice(0)) {
      if (handsOver(call.name)) {
        this.#session.result(call.id, null, '', null, place)
      }
      this.#emitList(call, false, place)
    }
    this.#session.endRun()
  }

  #emitResponse(message: HistoryMessage, place: StepPlace): void {
    const session = this.#session
    this.#leaveOpen(place)
    session.respond(`message ${this.#count}`, place)
    session.spend(`message ${this.#count}`, message.usage ?? null)
    for (const text of message.texts) {
      session.say('assistant', text, place)
    }
    for (const { call, name, input } of message.calls) {
      const id = this.#newId(call ?? `${name} in message ${this.#count}`)
      const handed = handsOver(name) && isObject(input) ? (input['result'] ?? input['response']) : null
      if (typeof handed === 'string' && handed.trim() !== '') {
        session.say('assistant', handed.trim(), place)
      }
      session.call(id, name, withoutProgress(input), place)
      this.#open.push({ id, name, named: call, progress: progressIn(input) })
    }
  }

  /** A call that nothing answers was never made; the model's last word was said all the same. */
  #leaveOpen(place: StepPlace): void {
    for (const call of this.#open.splice(0).filter(({ name }) => handsOver(name))) {
      this.#session.result(call.id, null, '', null, place)
    }
  }

  /** What the model was sent: the results of its calls, what the person said, what the program added. */
  #emitRequest({ texts, results }: HistoryMessage, place: StepPlace): void {
    let isAnswer = results.length > 0
    for (const { call, stated, output } of results) {
      const found = this.#open.find(({ named }) => named === call)
      const [own] = readResults(output).results
      if (found === undefined) {
        this.#task.onSkipped(place.line, 'a result of a call that is not in the task')
      } else {
        this.#settle(found, stated, own?.output ?? output, place)
      }
    }
    const { before, results: named } = readResults(
      texts.filter((text) => listTalk(text) === null).join('\n\n'),
    )
    for (const { name, output } of named) {
      const found = this.#open.find((call) => call.name === name) ?? this.#serverCall(name)
      if (found !== undefined) {
        isAnswer = true
        this.#settle(found, null, output, place)
      }
    }
    for (const text of texts.filter((text) => listTalk(text) === 'reminder')) {
      this.#session.endTurn()
      this.#session.remind(text, place)
    }
    // The results of one response can stand in several messages.
    if (!isAnswer) {
      this.#leaveOpen(place)
    }
    if (named.length === 0 || before.trim() !== '') {
      this.#emitPerson(before.trim(), isAnswer, place)
    }
  }

  /** A tool of a server is called by a name of its own, and answered by that of the tool that stands for all of them. */
  #serverCall(name: string): OpenCall | undefined {
    return name === 'use_mcp_tool' ? this.#open.find((call) => !isToolName(call.name)) : undefined
  }

  #settle(call: OpenCall, stated: false | null, output: string, place: StepPlace): void {
    this.#open.splice(this.#open.indexOf(call), 1)
    const answer = answerOf(call.name, output)
    const found = stated ?? answer?.ok ?? outcomeOf(call.name, output)
    const came = answer?.output ?? output
    const isTodoCall = call.name === listTool || call.name === teamTaskTool.name
    this.#session.result(call.id, isTodoCall ? found !== false : found, came, null, place)
    this.#emitList(call, true, place)
    const said = handsOver(call.name) ? (between(output, wrappers)?.inner ?? '') : ''
    if (said !== '') {
      this.#session.receive({ trigger: 'user', text: said, uuid: null, place })
    }
  }

  /** The list that a tool brought. It has effect once the tool is over. */
  #emitList({ id, progress }: OpenCall, isOver: boolean, place: StepPlace): void {
    if (progress === null) {
      return
    }
    const call = this.#newId(`${id} ${listParameter}`)
    this.#session.respond(this.#session.openResponse ?? `message ${this.#count}`, place)
    this.#session.call(call, listParameter, { [listParameter]: progress }, place)
    if (isOver) {
      this.#session.result(call, true, '', null, place)
    }
  }

  #emitPerson(text: string, isAnswer: boolean, place: StepPlace): void {
    if (continued.test(text)) {
      this.#session.compact(text, place)
      return
    }
    if (reminder.test(text)) {
      this.#session.endTurn()
      this.#session.remind(text, place)
      return
    }
    const words = personsWords(text)
    const own = words === null ? between(text, wrappers) : { tag: 'user_input', inner: words }
    const isOwn = ownTalk.test(text)
    const said = own?.inner ?? (isOwn ? '' : text)
    if (said === '') {
      return
    }
    if (isAnswer && (isOwn || own?.tag !== 'task')) {
      this.#session.say('user', said, place)
    } else {
      this.#session.receive({ trigger: 'user', text: said, uuid: null, place })
    }
  }

  /** Some models use an id again in each response: an id that was emitted before is another call's. */
  #newId(base: string): string {
    const id = freeId(base, this.#ids)
    this.#ids.add(id)
    return id
  }
}
