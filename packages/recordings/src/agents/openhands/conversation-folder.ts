/** Conversations that OpenHands keeps on disk, an event a file. Shapes: docs/sources/agents.md#conversation-folders. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isObject, type JsonObject, objectIn, objectsOf, parsedJson, stringIn } from '../../json.js'
import type { OpenedPath, ReadContext, RecordingStep, RecordReader } from '../../recording.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { eventReader, isEvent } from './format.js'

const eventName = /^event[-_](\d{5,15})[-_][\da-f-]{8,}\.json$/i
/** Files that are looked at to find out whether they are events. */
const mostLooked = 20
const largest = 32 * 1024 * 1024

/** Opens a conversation's folder, or its events': each event is a line, whose number is the event's. Null where a path is neither. */
export async function openConversation(path: string, context: ReadContext): Promise<OpenedPath | null> {
  const found = [path, join(path, 'events')].find(isEventFolder)
  if (found === undefined) return null
  // The conversation is called by its folder, also where that is the current one.
  const folder = resolve(found)
  const reader = eventReader({ ...context, file: folder }, spentIn(folder))
  return { steps: stepsOf(folder, reader, context), close: () => undefined }
}

function* stepsOf(
  folder: string,
  reader: RecordReader,
  { steps, skip }: ReadContext,
): Generator<RecordingStep, void, undefined> {
  let last = -1
  for (const { number, path } of eventsIn(folder)) {
    const event = jsonIn(path)
    if (number === last) skip(number, `${basename(path)} has the number of the event before`)
    else if (typeof event === 'string') skip(number, event)
    else reader.take(event, number)
    last = number
    yield* steps.splice(0)
  }
  reader.finish()
  yield* steps.splice(0)
}

/** Paths in which a folder of events stands in place of them and of what else says of the conversation. */
export function oncePerConversation(files: readonly string[]): readonly string[] {
  const holding = new Set(files.filter((file) => numberOf(file) !== null).map(dirname))
  const folders = [...holding].filter(isEventFolder)
  const within = new Set(
    folders.flatMap((folder) => {
      return basename(resolve(folder)) === 'events' ? [folder, dirname(folder)] : [folder]
    }),
  )
  const others = files.filter((file) => !(file.endsWith('.json') && within.has(dirname(file))))
  return folders.length === 0 ? files : [...others, ...folders].sort()
}

/** True where one of the first files holds an event. */
function isEventFolder(folder: string): boolean {
  return eventsIn(folder)
    .slice(0, mostLooked)
    .some(({ path }) => {
      const event = jsonIn(path)
      return typeof event !== 'string' && isEvent(event)
    })
}

/** The files that can hold events, in the order of their numbers; none where the folder can't be listed. */
function eventsIn(folder: string): readonly { readonly number: number; readonly path: string }[] {
  let names: readonly string[] = []
  try {
    names = readdirSync(folder).sort()
  } catch {
    return []
  }
  return names
    .flatMap((name) => {
      const path = join(folder, name)
      const number = numberOf(path)
      return number === null ? [] : [{ number, path }]
    })
    .sort((one, other) => one.number - other.number)
}

function numberOf(path: string): number | null {
  const found = eventName.exec(basename(path))
  return found === null ? null : Number(found[1])
}

/** The object in a file, or why there is none. */
function jsonIn(path: string): JsonObject | string {
  try {
    const entry = statSync(path)
    // A pipe would be waited for without end.
    if (!entry.isFile()) return 'it is no file'
    if (entry.size > largest) return `more than ${largest} bytes long`
    const text = readFileSync(path, 'utf8')
    const value = parsedJson(text)
    return isObject(value) ? value : text.trim() === '' ? 'the file is empty' : 'not JSON'
  } catch (error) {
    return `the file can't be read (${error instanceof Error && 'code' in error ? error.code : error})`
  }
}

/** What the responses of a conversation cost, as `base_state.json` beside its events says it. */
function spentIn(folder: string): ReadonlyMap<string, TokenUsage> {
  const state = jsonIn(join(basename(folder) === 'events' ? dirname(folder) : folder, 'base_state.json'))
  const stats = typeof state === 'string' ? null : objectIn(state, 'stats')
  const all = objectsOf(Object.values(objectIn(stats ?? {}, 'usage_to_metrics') ?? {}))
  return new Map(
    all.flatMap((metrics) => {
      const tokens = objectsOf(metrics['token_usages'])
      const costs = objectsOf(metrics['costs'])
      return tokens.flatMap((each, index) => {
        const response = stringIn(each, 'response_id')
        const usage = statedUsage({
          input: [each['prompt_tokens']],
          output: [each['completion_tokens']],
          cacheRead: [each['cache_read_tokens']],
          cacheWrite: [each['cache_write_tokens']],
          // A cost names no response: where each has one, they stand in the same order.
          cost: costs.length === tokens.length ? [costs[index]?.['cost']] : [],
        })
        return response === null || usage === null ? [] : [[response, usage] as const]
      })
    }),
  )
}
