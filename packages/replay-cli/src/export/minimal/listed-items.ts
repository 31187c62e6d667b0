/** The items in the todo calls of a recording: an item can be left out of all its lists at once. */

import type { RecordingCall } from '@todo-ledger/core/recording'
import { type CaseRecording, callsOf, withCalls } from './case-recording.js'

/** The fields in which the todo tools that are known keep an item's text. */
const textFields = ['content', 'text', 'step', 'description', 'task', 'title', 'subject'] as const

/** The text of an entry of a list that may be an item; null for what can't be one. */
export function labelOf(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null) return null
  if (!('status' in entry) && !('done' in entry)) return null
  const field = textFields.find((name) => typeof Reflect.get(entry, name) === 'string')
  const text: unknown = field === undefined ? null : Reflect.get(entry, field)
  return typeof text === 'string' ? text : null
}

/** The texts of all items in a recording's lists, each once. */
export function itemsIn({ entries }: CaseRecording): readonly string[] {
  const labels = entries
    .flatMap(callsOf)
    .flatMap(({ input }) => listsIn(input).flatMap(([, list]) => list.map(labelOf)))
  return [...new Set(labels.filter((label) => label !== null))]
}

/** The recording with those items alone in its lists. */
export function withItems({ header, entries }: CaseRecording, items: readonly string[]): CaseRecording {
  const kept = new Set(items)
  return {
    header,
    entries: entries.map((entry) => {
      const calls = callsOf(entry)
      return calls.length === 0
        ? entry
        : withCalls(
            entry,
            calls.map((call) => withItemsOf(call, kept)),
          )
    }),
  }
}

function withItemsOf(call: RecordingCall, kept: ReadonlySet<string>): RecordingCall {
  const lists = listsIn(call.input)
  if (lists.length === 0 || typeof call.input !== 'object') return call
  const fewer = lists.map(([field, list]) => {
    const some = list.filter((entry) => {
      const label = labelOf(entry)
      return label === null || kept.has(label)
    })
    return [field, some] as const
  })
  return { ...call, input: { ...call.input, ...Object.fromEntries(fewer) } }
}

/** The fields of an input that are lists of items. */
function listsIn(input: unknown): readonly (readonly [field: string, list: readonly unknown[]])[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return []
  return Object.entries(input).filter(
    (field): field is [string, unknown[]] =>
      Array.isArray(field[1]) && field[1].some((each) => labelOf(each) !== null),
  )
}
