/** The messages of one task as steps. What belongs to what: docs/sources/agents.md#cline-and-roo-code. */

import { textsIn } from '../../content-texts.js'
import { callsIn, resultsIn } from '../../formats/chat-messages/message.js'
import { UniqueIds } from '../../ids.js'
import { isObject, type JsonObject, objectIn, stringIn } from '../../json.js'
import { RecordedSession, type SessionIdentity, type StepPlace } from '../../recorded-session.js'
import type { ReadContext } from '../../recording.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { isToolName, namedResultsIn, outcomeOf, textBetween } from './tool-text.js'

interface OpenCall {
  readonly id: string
  readonly name: string
  /** The id by which a result names it. */
  readonly named: string | null
  readonly list: string | null
}

/** Cline's parameter of any tool, emitted as a call of its own. */
const listParameter = 'task_progress'
/** By these tools the model hands over to the person. */
const handsOver = /^(?:attempt_completion|plan_mode_respond)$/
/** What the program puts into a request: where the editor stands, and when. */
const environment = /<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g
/** Cline writes it as the person's system does: `1/5/2026, 10:30:07 AM (Europe/Berlin, UTC+1:00)`, where that is English. */
const localTime = /# Current Time\s+([\d/]+, [\d:]+ [AP]M) \([^()\n]{0,60}UTC([+-])(\d{1,2}):(\d\d)\)/
const ownTalk = /^\s*(?:\[ERROR\]|\[NOTE\]|\[\[NOTE\]|\[SYSTEM\]|\[TASK RESUMPTION\])/
const interrupted = '[Response interrupted by user]'
const continued = /^\s*This session is being continued from a previous conversation/
/** What it says of the tasks of a team that are open. */
const teamReminder = /^\s*\[SYSTEM\] You still have team obligations/
/** What Cline says of its list; where it only recommends one, or asks for the first one, that is no reminder. */
const listTalk = /^\s*#\s*(?:TODO LIST|task_progress)\b/i
const invitation = /^[^\n]*(?:RECOMMENDED|CREATION REQUIRED|Optional)/i
/** What the person says stands between these. */
const wrappers = ['task', 'user_message', 'feedback', 'answer']

/** The list that a call of any of Cline's tools brings. */
function listIn(input: unknown): string | null {
  const text = isObject(input) ? stringIn(input, listParameter) : null
  return text === null || text.trim() === '' ? null : text
}

export class Task {
  readonly #session: RecordedSession
  readonly #context: ReadContext
  readonly #open: OpenCall[] = []
  readonly #ids = new UniqueIds()
  #place: StepPlace
  #count = 0

  constructor(identity: Omit<SessionIdentity, 'profile'>, began: Date, context: ReadContext) {
    // A task without a list has no todos, so its rules are of no matter.
    const choice = { todoTools: context.todoTools, otherwise: 'cline' }
    this.#session = new RecordedSession({ ...identity, profile: null }, context.steps, choice)
    this.#place = { at: began, line: 1 }
    this.#context = context
  }

  take(record: JsonObject, line: number): void {
    const role = stringIn(record, 'role')
    const isReasoning = role === null && record['type'] === 'reasoning'
    if (!isReasoning && !/^(?:user|assistant|tool|system)$/.test(role ?? '')) {
      const unknown = `unknown role ${JSON.stringify(role?.slice(0, 40))}`
      this.#context.skip(line, role === null ? 'a message without a role' : unknown)
      return
    }
    const texts = textsIn(record['content'])
    this.#count += 1
    this.#place = { at: momentIn(record, texts) ?? this.#place.at, line }
    const isSummary = record['isSummary'] === true
    // What the program shows the person, and the model never saw.
    const isShown = objectIn(record, 'metadata')?.['displayOnly'] === true
    if (isSummary || record['isTruncationMarker'] === true) {
      const summary = isSummary ? texts.map(withoutEnvironment).join('\n') : ''
      this.#session.compact(summary || null, this.#place)
    } else if (isShown) return
    else if (role === 'assistant') this.#takeResponse(record, texts)
    else if (role === 'user' || role === 'tool') this.#takeRequest(record, texts)
  }

  /** Ends what the file leaves open. A call whose result never came brings its list all the same. */
  finish(): void {
    const open = [...this.#open]
    this.#leaveOpen()
    for (const call of open) this.#emitList(call, false)
    this.#session.finish()
  }

  #takeResponse(record: JsonObject, texts: readonly string[]): void {
    const session = this.#session
    const place = this.#place
    this.#leaveOpen()
    session.respond(`message ${this.#count}`, place)
    session.spend(`message ${this.#count}`, usageOf(objectIn(record, 'metrics') ?? {}))
    for (const text of texts) {
      const all = text.trim()
      const said = all.endsWith(interrupted) ? all.slice(0, -interrupted.length).trimEnd() : all
      if (said !== '') session.say('assistant', said, place)
    }
    for (const { call, name, input } of callsIn(record)) {
      const id = this.#newId(call ?? `${name} in message ${this.#count}`)
      const handed = handsOver.test(name) && isObject(input) ? (input['result'] ?? input['response']) : null
      if (listIn(input) !== null) session.decide('cline')
      if (typeof handed === 'string' && handed.trim() !== '') session.say('assistant', handed.trim(), place)
      session.call(id, name, withoutList(input), place)
      this.#open.push({ id, name, named: call, list: listIn(input) })
    }
    if (texts.some((text) => text.trimEnd().endsWith(interrupted))) session.interrupt(place)
  }

  /** A call that nothing answers was never made; the model's last word was said all the same. */
  #leaveOpen(): void {
    for (const { id, name } of this.#open.splice(0))
      if (handsOver.test(name)) this.#session.result(id, null, '', this.#place)
  }

  /** What the model was sent: the results of its calls, what the person said, what the program added. */
  #takeRequest(record: JsonObject, all: readonly string[]): void {
    const texts = all.map(withoutEnvironment).filter((text) => text !== '')
    const byId = resultsIn(record['content']).filter(({ call }) => call !== null)
    let isAnswer = byId.length > 0
    for (const { call, stated, output } of byId) {
      const found = this.#open.find(({ named }) => named === call)
      const came = withoutEnvironment(output)
      const [own] = namedResultsIn(came).results
      if (found === undefined)
        this.#context.skip(this.#place.line, 'a result of a call that is not in the task')
      else this.#settle(found, stated !== false, own?.output ?? came)
    }
    const { before, results } = namedResultsIn(texts.filter((text) => !listTalk.test(text)).join('\n\n'))
    for (const { name, output } of results) {
      // A tool of a server is called by a name of its own, and answered by that of the tool that stands for all of them.
      const found =
        this.#open.find((call) => call.name === name) ??
        (name === 'use_mcp_tool' ? this.#open.find((call) => !isToolName(call.name)) : undefined)
      if (found === undefined) continue
      isAnswer = true
      this.#settle(found, true, output)
    }
    for (const text of texts) if (listTalk.test(text) && !invitation.test(text)) this.#remind(text)
    // The results of one response can stand in several messages.
    if (!isAnswer) this.#leaveOpen()
    if (results.length === 0 || before.trim() !== '') this.#hear(before.trim(), isAnswer)
  }

  /** @param mayHaveWorked false where its result is said to be an error */
  #settle(call: OpenCall, mayHaveWorked: boolean, came: string): void {
    this.#open.splice(this.#open.indexOf(call), 1)
    const { ok, output } = outcomeOf(call.name, came)
    const worked = call.name === 'update_todo_list' ? ok !== false : ok
    this.#session.result(call.id, mayHaveWorked && worked, output, this.#place)
    this.#emitList(call, true)
    const said = handsOver.test(call.name) ? (textBetween(came, wrappers)?.inner ?? '') : ''
    if (said !== '') this.#receive(said)
  }

  /** The list that a tool brought. It has effect once the tool is over. */
  #emitList({ id, list }: OpenCall, isOver: boolean): void {
    if (list === null) return
    const call = this.#newId(`${id} ${listParameter}`)
    this.#session.respond(this.#session.openResponse ?? `message ${this.#count}`, this.#place)
    this.#session.call(call, listParameter, { [listParameter]: list }, this.#place)
    if (isOver) this.#session.result(call, true, '', this.#place)
  }

  #hear(text: string, isAnswer: boolean): void {
    if (continued.test(text)) this.#session.compact(text, this.#place)
    else if (teamReminder.test(text)) this.#remind(text)
    else {
      const own = textBetween(text, ['user_input']) ?? textBetween(text, wrappers)
      const isOwn = ownTalk.test(text)
      const said = own?.inner ?? (isOwn ? '' : text)
      if (said === '') return
      if (isAnswer && (isOwn || own?.tag !== 'task')) this.#session.say('user', said, this.#place)
      else this.#receive(said)
    }
  }

  #receive(text: string): void {
    this.#session.receive({ text, place: this.#place })
  }

  #remind(text: string): void {
    this.#session.endTurn()
    this.#session.remind(text, this.#place)
  }

  /** Some models use an id again in each response: an id that was emitted before is another call's. */
  #newId(base: string): string {
    return this.#ids.give(base)
  }
}

/** The prompt's cached tokens are among it. */
function usageOf(metrics: JsonObject): TokenUsage | null {
  const { prompt, completion, cached } = objectIn(metrics, 'tokens') ?? {}
  return statedUsage({ input: [prompt], output: [completion], cacheRead: [cached], cost: [metrics['cost']] })
}

function withoutEnvironment(text: string): string {
  return text.replace(environment, '').trim()
}

function withoutList(input: unknown): unknown {
  if (!isObject(input)) return input
  const { [listParameter]: _, ...rest } = input
  return rest
}

/** `ts` in milliseconds; else the time that the environment gives. */
function momentIn({ ts }: JsonObject, texts: readonly string[]): Date | null {
  const [, time, sign, hours = '', minutes] = localTime.exec(texts.join('\n')) ?? []
  const zone = `GMT${sign}${hours.padStart(2, '0')}${minutes}`
  const moment = new Date(
    typeof ts === 'number' ? ts : time === undefined ? NaN : Date.parse(`${time} ${zone}`),
  )
  return Number.isNaN(moment.getTime()) ? null : moment
}
