/** Traced programs: the spans of tools, by when they began; one that ended in an error did nothing. */

import { type ChecklistScript, jsonLines } from './checklist.js'

/** The checklists of OTLP/JSON, one document or one a line. */
export const opentelemetryChecklists: ChecklistScript = (text) => {
  const lines = jsonLines(text)
  const documents = lines.length === 0 ? [JSON.parse(text)] : lines
  type Value = (typeof documents)[number]
  return documents
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .toSorted((one: Value, other: Value) => Number(one.startTimeUnixNano) - Number(other.startTimeUnixNano))
    .filter(
      ({ name, status }: Value) =>
        /^execute_tool (?:write_todos|update_plan)$/.test(name) && status.code !== 2,
    )
    .map(
      ({ attributes }: Value) =>
        attributes.find(({ key }: Value) => key === 'gen_ai.tool.call.arguments').value.stringValue,
    )
    .map((written: string) => JSON.parse(written))
    .map(({ todos, plan }: Value) =>
      (todos ?? plan).map((each: Value) => `[${each.status}] ${each.content ?? each.step}`),
    )
}
