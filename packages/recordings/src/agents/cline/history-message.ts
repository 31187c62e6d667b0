/** A message as the model saw it, narrowed to what a reader needs: `api_conversation_history.json`. Shapes: docs/sources/cline.md. */

import { type ChatCall, callsIn, resultsIn, textsIn } from '../../formats/chat-messages/blocks.js'
import { isObject, type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { listParameter, listTool } from './task.js'
import { isToolName, readTagged } from './tool-text.js'

/** A result that names its call by id. */
export interface IdResult {
  /** The call's id. */
  readonly call: string
  /** False where it says that it failed; null where it says nothing. */
  readonly stated: false | null
  /** What came back. */
  readonly output: string
}

/** A message. */
export interface HistoryMessage {
  /** Who says it; `summary` stands for what was condensed; `nothing` is no part of the talk. */
  readonly role: 'user' | 'assistant' | 'summary' | 'nothing'
  /** When, or null. */
  readonly at: Date | null
  /** What is said, a text a block. */
  readonly texts: readonly string[]
  /** The calls in it. */
  readonly calls: readonly ChatCall[]
  /** The results in it that name a call by id. */
  readonly results: readonly IdResult[]
  /** What the response cost; absent where it does not say. */
  readonly usage?: TokenUsage | null
}

/** What the program puts into a request: where the editor stands, and when. */
const environment = /<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g

/** Narrows a message; a text says why it can't be read. */
export function readHistoryMessage(value: JsonObject): HistoryMessage | string {
  const role = stringIn(value, 'role')
  const { content } = value
  const raw = textsIn(content)
  const base = { at: momentIn(value, raw), texts: raw.map(withoutEnvironment), calls: [], results: [] }
  if (value['isSummary'] === true || value['isTruncationMarker'] === true) {
    return { ...base, role: 'summary', texts: value['isSummary'] === true ? base.texts : [] }
  }
  // What the program shows the person, and the model never saw.
  if (objectIn(value, 'metadata')?.['displayOnly'] === true) {
    return { ...base, role: 'nothing' }
  }
  switch (role) {
    case 'assistant': {
      const tagged = raw.map(readTagged)
      const calls = tagged.flatMap((each) => each.calls.map((call) => ({ call: null, ...call })))
      return {
        ...base,
        role,
        texts: tagged.map(({ said }) => said).filter((said) => said !== ''),
        calls: [...callsIn(value), ...calls],
        usage: usageOf(objectIn(value, 'metrics')),
      }
    }
    case 'user':
    case 'tool':
      return { ...base, role: 'user', texts: base.texts.filter(isSaid), results: idResults(content) }
    case 'system':
      return { ...base, role: 'nothing' }
    case null:
      return value['type'] === 'reasoning' ? { ...base, role: 'nothing' } : 'a message without a role'
    default:
      return `unknown role ${JSON.stringify(role.slice(0, 40))}`
  }
}

/** The prompt's cached tokens are among it. */
function usageOf(metrics: JsonObject | null): TokenUsage | null {
  if (metrics === null) return null
  const { prompt, completion, cached } = objectIn(metrics, 'tokens') ?? {}
  return statedUsage({ input: [prompt], output: [completion], cacheRead: [cached], cost: [metrics['cost']] })
}

/** A text of a request without what the program says of the editor. */
export function withoutEnvironment(text: string): string {
  return text.replace(environment, '').trim()
}

function isSaid(text: string): boolean {
  return text !== ''
}

function idResults(content: unknown): readonly IdResult[] {
  return resultsIn(content).flatMap(({ call, stated, output }) =>
    call === null
      ? []
      : [{ call, stated: stated === false ? false : null, output: withoutEnvironment(output) }],
  )
}

/** True for a message that is surely of these programs: its tools, its texts. */
export function isHistoryMessage(value: JsonObject): boolean {
  const role = stringIn(value, 'role')
  if (role !== 'user' && role !== 'assistant') {
    return false
  }
  const texts = textsIn(value['content'])
  const isOurs = texts.some((text) => /^\s*<task>|<environment_details>|\[TASK RESUMPTION\]/.test(text))
  const called =
    role === 'assistant' ? [...callsIn(value), ...texts.flatMap((text) => readTagged(text).calls)] : []
  return isOurs || called.some(({ name }) => isToolName(name) && name !== 'edit' && name !== 'web_search')
}

/** How a list is written: by a tool of its own, or by a parameter of any tool. */
export type ListKind = 'tool' | 'parameter'

/** How the message writes its list; null where it has none. */
export function listOfHistory(value: JsonObject): ListKind | null {
  const message = readHistoryMessage(value)
  const calls = typeof message === 'string' ? [] : message.calls
  const isTool = calls.some(({ name }) => name === listTool)
  const isParameter = calls.some(({ input }) => progressIn(input) !== null)
  return isTool ? 'tool' : isParameter ? 'parameter' : null
}

/** The list that a call of any of Cline's tools brings; null where it brings none. */
export function progressIn(input: unknown): string | null {
  const text = isObject(input) ? stringIn(input, listParameter) : null
  return text === null || text.trim() === '' ? null : text
}

/** The input without the list. */
export function withoutProgress(input: unknown): unknown {
  if (!isObject(input) || !(listParameter in input)) {
    return input
  }
  const { [listParameter]: _, ...rest } = input
  return rest
}

/** `ts` in milliseconds; else the time that the environment gives. */
function momentIn(value: JsonObject, texts: readonly string[]): Date | null {
  const at = momentOfMilliseconds(value['ts'])
  return at ?? texts.map(momentInEnvironment).find((moment) => moment !== null) ?? null
}

/** A moment in milliseconds since 1970; null where it is none. */
export function momentOfMilliseconds(value: unknown): Date | null {
  const moment = typeof value === 'number' ? new Date(value) : null
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment
}

const isoTime = /ISO 8601 UTC format: (\d{4}-\d\d-\d\dT[\d:.]{5,12}Z)/
/** Cline writes it as the person's system does: `1/5/2026, 10:30:07 AM (Europe/Berlin, UTC+1:00)`, where that is English. */
const localTime =
  /# Current Time\s+(\d{1,2})\/(\d{1,2})\/(\d{4}), (\d{1,2}):(\d\d):(\d\d) ([AP])M \([^()\n]{0,60}UTC([+-])(\d{1,2}):(\d\d)\)/

function momentInEnvironment(text: string): Date | null {
  const iso = isoTime.exec(text)?.[1]
  if (iso !== undefined) {
    return momentOfMilliseconds(Date.parse(iso))
  }
  const [, month, day, year, hour, minute, second, half, sign, offsetHours, offsetMinutes] =
    localTime.exec(text) ?? []
  if (offsetMinutes === undefined) {
    return null
  }
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1)
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute), Number(second))
  return momentOfMilliseconds(local - offset * 60_000)
}

/** A field of an object in an object, as text; null where there is none. */
export function innerText(value: JsonObject, field: string, inner: string): string | null {
  const found = objectIn(value, field)
  return found === null ? null : stringIn(found, inner)
}
