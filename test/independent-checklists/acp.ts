/** Agents behind ACP: the entries of the plans that they told. */

import { type ChecklistScript, jsonLines } from './checklist.js'

/** The checklists of a stream, by itself or in envelopes. */
export const acpChecklists: ChecklistScript = (text) => {
  const lines = jsonLines(text)
  type Value = (typeof lines)[number]
  return lines
    .map((line: Value) => (line.message ?? line.data ?? line).params?.update)
    .map((update: Value) => update?.entries ?? update?.plan?.entries)
    .filter((entries: Value) => entries !== undefined)
    .map((entries: Value) => entries.map((each: Value) => `[${each.status}] ${each.content}`))
}
