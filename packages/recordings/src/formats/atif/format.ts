/**
 * Trajectories of the Agent Trajectory Interchange Format, as Harbor and others write them: a document, or one a line.
 * What belongs to what: docs/sources/atif.md.
 */

import { basename } from 'node:path'
import { defineFormat } from '../../format.js'
import { freeId } from '../../free-id.js'
import { arrayIn, type JsonObject, momentOf, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { RecordedSession } from '../../recorded-session.js'
import type { ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { textIn } from '../chat-messages/blocks.js'
import { saysRefused, withoutTodos } from '../chat-messages/profile-of.js'

export const atif: RecordingFormat = defineFormat({
  name: 'atif',
  lists: new Set(['steps', 'subagent_trajectories']),
  recognise: (records) =>
    records.some((record) => stringIn(record, 'schema_version')?.startsWith('ATIF-v1') === true) ? 1 : 0,
  reader(context) {
    const sessions = new Set<string>()
    /** The trajectory that is read, and the one that others stand in. */
    let open: Trajectory | null = null
    let outermost = ''
    const begin = (id: string, parent: string | null): Trajectory => {
      const trajectory = new Trajectory(freeId(id, sessions), parent, context)
      sessions.add(trajectory.id)
      return trajectory
    }
    /** What stands in a trajectory that stands in another one comes after it. */
    const embedded = (value: JsonObject, parent: string, line: number): readonly RecordingStep[] => {
      const trajectory = begin(childOf(parent, value) ?? parent, parent)
      for (const step of objectsOf(arrayIn(value, 'steps'))) trajectory.take(step, line)
      const inner = objectsOf(arrayIn(value, 'subagent_trajectories'))
      return [...trajectory.finish(), ...inner.flatMap((each) => embedded(each, trajectory.id, line))]
    }
    const finish = (): readonly RecordingStep[] => {
      const steps = open?.finish() ?? []
      open = null
      return steps
    }
    return {
      begin(head, name) {
        const steps = finish()
        if (name !== 'steps') return steps
        const id = stringIn(head ?? {}, 'session_id') ?? stringIn(head ?? {}, 'trajectory_id')
        open = begin(id ?? basename(context.file).replace(/\.jsonl?$/, ''), null)
        outermost = open.id
        return steps
      },
      take(record, line) {
        if (open === null) return embedded(record, outermost, line)
        open.take(record, line)
        return []
      },
      finish,
    }
  },
})

/** The session of a trajectory that is embedded in another one's, or that a step of it names. */
function childOf(parent: string, value: JsonObject): string | null {
  const id = stringIn(value, 'trajectory_id')
  const path = stringIn(value, 'trajectory_path')?.replace(/^.*[\\/]|\.json$/g, '')
  return id === null ? (stringIn(value, 'session_id') ?? path ?? null) : `${parent}/${id}`
}

/** One trajectory as a session. It is held as a whole, for the first call of a todo tool says the profile. */
class Trajectory {
  readonly id: string
  readonly #parent: string | null
  readonly #context: ReadContext
  readonly #held: { readonly step: JsonObject; readonly line: number }[] = []
  readonly #calls = new Set<string>()
  #at = new Date(0)

  constructor(id: string, parent: string | null, context: ReadContext) {
    this.id = id
    this.#parent = parent
    this.#context = context
  }

  take(step: JsonObject, line: number): void {
    this.#held.push({ step, line })
  }

  finish(): readonly RecordingStep[] {
    const { todoTools, file, onSkipped } = this.#context
    const calls = this.#held.flatMap(({ step }) => callsIn(step))
    const profile = calls.map(todoTools.profileOf).find((found) => found !== null) ?? withoutTodos
    const steps: RecordingStep[] = []
    const session = new RecordedSession({ id: this.id, parent: this.#parent, profile, goal: null }, steps)
    const names = todoTools.toolsOf(profile)
    for (const [index, { step, line }] of this.#held.entries()) {
      this.#at = momentOf(step['timestamp']) ?? this.#at
      const place = { at: this.#at, line }
      const text = textIn(step['message'])
      const { type } = objectIn(objectIn(step, 'extra') ?? {}, 'context_management') ?? {}
      if (step['source'] === 'user') session.receive({ trigger: 'user', text, uuid: null, place })
      else if (step['source'] === 'agent') {
        const response = `step ${index + 1}`
        session.respond(response, place)
        session.spend(response, usageOf(objectIn(step, 'metrics') ?? {}))
        if (text !== '') session.say('assistant', text, place)
        this.#emitCalls(step, session, names, place)
      } else if (step['source'] !== 'system')
        onSkipped({ file, line, reason: 'a step without a source that is known' })
      else if (type === 'compaction') session.compact(text === '' ? null : text, place)
    }
    session.endRun()
    return steps
  }

  #emitCalls(
    step: JsonObject,
    session: RecordedSession,
    todoTools: ReadonlySet<string>,
    place: { readonly at: Date; readonly line: number },
  ): void {
    const results = new Map<string | null, JsonObject[]>()
    for (const result of objectsOf(arrayIn(objectIn(step, 'observation') ?? {}, 'results'))) {
      const call = stringIn(result, 'source_call_id')
      const ofCall = results.get(call)
      if (ofCall === undefined) results.set(call, [result])
      else ofCall.push(result)
    }
    const calls = callsIn(step)
    for (const [index, { id: named, name, input }] of calls.entries()) {
      const id = freeId(named ?? `${name} on line ${place.line}`, this.#calls)
      this.#calls.add(id)
      session.call(id, name, input, place)
      // A result that names no call is of the last one: a terminal shows what all of them printed.
      const own = named === null ? undefined : results.get(named)
      const [result] = own ?? (index === calls.length - 1 ? (results.get(null) ?? []) : [])
      if (result === undefined || (result['content'] ?? null) === null) continue
      const output = textIn(result['content'])
      // Of a todo call null would say that no result came.
      const ok = outcomeOf(result, output) ?? (todoTools.has(name) ? !saysRefused(output) : null)
      session.result(id, ok, output, null, place)
    }
    for (const [call, ofCall] of results)
      for (const reference of ofCall.flatMap((result) =>
        objectsOf(arrayIn(result, 'subagent_trajectory_ref')),
      )) {
        const child = childOf(this.id, reference)
        if (child === null) continue
        session.moveWork('subagent-start', child, call, place)
        session.moveWork('subagent-end', child, call, place)
      }
  }
}

function callsIn(step: JsonObject): readonly { id: string | null; name: string; input: unknown }[] {
  return objectsOf(arrayIn(step, 'tool_calls')).map((call) => ({
    id: stringIn(call, 'tool_call_id'),
    name: stringIn(call, 'function_name') ?? '',
    input: call['arguments'] ?? {},
  }))
}

function usageOf(metrics: JsonObject): TokenUsage | null {
  return statedUsage({
    input: [metrics['prompt_tokens']],
    output: [metrics['completion_tokens']],
    cacheRead: [metrics['cached_tokens']],
    cost: [metrics['cost_usd']],
  })
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
