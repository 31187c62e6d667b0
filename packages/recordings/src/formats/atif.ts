/**
 * Trajectories of the Agent Trajectory Interchange Format, as Harbor and others write them: a document, or one a line.
 * What belongs to what: docs/sources/formats.md#atif-the-agent-trajectory-interchange-format.
 */

import { idOfFile, UniqueIds } from '../ids.js'
import { arrayIn, type JsonObject, momentOf, objectIn, objectsOf, stringIn } from '../json.js'
import { RecordedSession, type StepPlace } from '../recorded-session.js'
import type { ReadContext, RecordingFormat } from '../recording.js'
import { statedUsage } from '../token-usage.js'
import { textIn } from './chat-messages/message.js'
import { saysRefused, withoutTodos } from './chat-messages/profile-of.js'

interface PlacedStep {
  readonly step: JsonObject
  readonly line: number
}

export const atif: RecordingFormat = {
  name: 'atif',
  lists: new Set(['steps', 'subagent_trajectories']),
  certaintyOf: (record) => (stringIn(record, 'schema_version')?.startsWith('ATIF-v1') === true ? 1 : 0),
  reader(context) {
    const ids = new UniqueIds()
    /** The steps of the trajectory that is read, and its session. */
    let held: PlacedStep[] | null = null
    let session = ''
    const finish = (): void => {
      if (held !== null) emitSteps(session, null, held, context)
      held = null
    }
    /** A trajectory that stands in another one is a record; what stands in it comes after it. */
    const takeEmbedded = (value: JsonObject, parent: string, line: number): void => {
      const id = ids.give(childOf(parent, value) ?? parent)
      const steps = objectsOf(value['steps']).map((step) => ({ step, line }))
      emitSteps(id, parent, steps, context)
      for (const inner of objectsOf(value['subagent_trajectories'])) takeEmbedded(inner, id, line)
    }
    return {
      begin(head, name) {
        finish()
        // Whichever list of a trajectory comes first is given with what stands around it.
        const named = stringIn(head ?? {}, 'session_id') ?? stringIn(head ?? {}, 'trajectory_id')
        if (head !== null) session = ids.give(named ?? idOfFile(context.file))
        if (name === 'steps') held = []
      },
      take(step, line) {
        if (held === null) takeEmbedded(step, session, line)
        else held.push({ step, line })
      },
      finish,
    }
  },
}

/** The session of a trajectory that is embedded in another one's, or that a step of it names. */
function childOf(parent: string, value: JsonObject): string | null {
  const id = stringIn(value, 'trajectory_id')
  const path = stringIn(value, 'trajectory_path')?.replace(/^.*[\\/]|\.json$/g, '')
  return id === null ? (stringIn(value, 'session_id') ?? path ?? null) : `${parent}/${id}`
}

function emitSteps(
  id: string,
  parent: string | null,
  held: readonly PlacedStep[],
  { todoTools, steps, skip }: ReadContext,
): void {
  const choice = { todoTools, otherwise: withoutTodos }
  const session = new RecordedSession({ id, parent, profile: null }, steps, choice)
  const isTodo = (name: string): boolean => todoTools.toolsOf(session.profile ?? withoutTodos).has(name)
  const known = new UniqueIds()
  let at = new Date(0)
  for (const [index, { step, line }] of held.entries()) {
    at = momentOf(step['timestamp']) ?? at
    const place = { at, line }
    const text = textIn(step['message'])
    const { type } = objectIn(objectIn(step, 'extra') ?? {}, 'context_management') ?? {}
    if (step['source'] === 'user') session.receive({ text, place })
    else if (step['source'] === 'agent') {
      const response = `step ${index + 1}`
      session.respond(response, place)
      session.spend(response, usageOf(objectIn(step, 'metrics') ?? {}))
      if (text !== '') session.say('assistant', text, place)
      emitCalls(step, session, isTodo, known, place)
    } else if (step['source'] !== 'system') skip(line, 'a step without a source that is known')
    else if (type === 'compaction') session.compact(text === '' ? null : text, place)
  }
  session.finish()
}

/** @param known the ids of calls so far */
function emitCalls(
  step: JsonObject,
  session: RecordedSession,
  isTodo: (tool: string) => boolean,
  known: UniqueIds,
  place: StepPlace,
): void {
  const results = objectsOf(objectIn(step, 'observation')?.['results'])
  // From the end, so that of several results of a call the first stays.
  const byCall = new Map(results.toReversed().map((result) => [stringIn(result, 'source_call_id'), result]))
  const calls = callsIn(step)
  for (const [index, { id: named, name, input }] of calls.entries()) {
    const id = known.give(named ?? `${name} on line ${place.line}`)
    session.call(id, name, input, place)
    // A result that names no call is of the last one: a terminal shows what all of them printed.
    const own = named === null ? undefined : byCall.get(named)
    const result = own ?? (index === calls.length - 1 ? byCall.get(null) : undefined)
    if (result === undefined || (result['content'] ?? null) === null) continue
    const output = textIn(result['content'])
    // Of a todo call null would say that no result came.
    const ok = outcomeOf(result, output) ?? (isTodo(name) ? !saysRefused(output) : null)
    session.result(id, ok, output, place)
  }
  for (const result of results)
    for (const reference of objectsOf(arrayIn(result, 'subagent_trajectory_ref'))) {
      const child = childOf(session.identity.id, reference)
      const call = stringIn(result, 'source_call_id')
      if (child === null) continue
      session.moveWork('subagent-start', child, call, place)
      session.moveWork('subagent-end', child, call, place)
    }
}

function callsIn(step: JsonObject) {
  return objectsOf(step['tool_calls']).map((call) => ({
    id: stringIn(call, 'tool_call_id'),
    name: stringIn(call, 'function_name') ?? '',
    input: call['arguments'] ?? {},
  }))
}

function usageOf({ prompt_tokens, completion_tokens, cached_tokens, cost_usd }: JsonObject) {
  const [input, output] = [[prompt_tokens], [completion_tokens]]
  return statedUsage({ input, output, cacheRead: [cached_tokens], cost: [cost_usd] })
}

/** The standard has no field for whether a call worked, so each producer says it in its own way. */
function outcomeOf(result: JsonObject, output: string): boolean | null {
  const extra = objectIn(result, 'extra') ?? {}
  const isError = extra['is_error'] ?? extra['tool_result_is_error']
  if (typeof isError === 'boolean') return !isError
  if (extra['status'] === 'failed' || extra['status'] === 'error') return false
  if (extra['exit_code'] === 0) return true
  // The line that Harbor's converter of Claude Code adds to what failed.
  return /(?:^|\n)\[error\] tool reported failure\s*$/.test(output) ? false : null
}
