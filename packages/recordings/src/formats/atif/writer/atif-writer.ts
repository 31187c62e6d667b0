/** Writes the events of a session as a trajectory of ATIF. Shapes: docs/sources/atif.md. */

import type { TodoEvent } from '@todo-ledger/core'
import { type RecordingCall, type RecordingLine, RecordingLines } from '@todo-ledger/core/recording'
import { isObject } from '../../../json-value.js'
import { type EvaluationAttributes, evaluationEvent } from '../../opentelemetry/evaluation.js'
import { atifVersion } from '../trajectory.js'
import type {
  ObservationResultJson,
  OwnExtra,
  StepJson,
  SubagentReferenceJson,
  ToolCallJson,
  TrajectoryJson,
} from './trajectory-json.js'

type HeaderLine = Extract<RecordingLine, { readonly recording: string }>
type DraftStep = Omit<StepJson, 'step_id' | 'observation'> & {
  readonly results: readonly ObservationResultJson[]
  /** The sub-agents that were started in it. */
  readonly children: { readonly session: string; readonly call: string | null }[]
  isParked: boolean
}

/** Takes the events of one session. */
export class AtifWriter {
  readonly #agent: string
  readonly #lines = new RecordingLines()
  readonly #steps: DraftStep[] = []
  #header: HeaderLine | null = null
  /** The calls of a todo tool whose result was never recorded. */
  readonly #unconfirmed = new Set<string>()
  #at = new Date(0).toISOString()

  /** @param agent what the agent is called that recorded it */
  constructor(agent: string) {
    this.#agent = agent
  }

  /** The sub-agents that it started. */
  get children(): readonly string[] {
    return [...new Set(this.#steps.flatMap(({ children }) => children.map(({ session }) => session)))]
  }

  /** Takes the next event, from `session.opened` on. */
  take(event: TodoEvent): void {
    const isUnconfirmed =
      event.type === 'todos.updated' && event.data.flags.some(({ rule }) => rule === 'unconfirmed')
    if (isUnconfirmed) this.#unconfirmed.add(event.data.call)
    for (const line of this.#lines.take(event)) this.#add(line)
  }

  /**
   * The trajectory.
   * @param embedded the trajectories of its sub-agents
   * @param evaluations the verdicts on completions, by the calls that completed something
   */
  finish(
    embedded: readonly TrajectoryJson[],
    evaluations: ReadonlyMap<string, readonly EvaluationAttributes[]>,
  ): TrajectoryJson {
    for (const line of this.#lines.finish()) this.#add(line)
    const { session = '', profile, goal, parent } = this.#header ?? {}
    const known = new Set(embedded.map(({ trajectory_id: id }) => id))
    const steps = this.#steps.map((draft, index) => stepOf(draft, index + 1, known, evaluations))
    return {
      schema_version: atifVersion,
      session_id: session,
      trajectory_id: session,
      agent: { name: this.#agent, version: 'unknown' },
      extra: own({
        session,
        profile,
        ...(goal === undefined ? {} : { goal }),
        ...(parent === undefined ? {} : { parent }),
      }),
      steps,
      final_metrics: { total_steps: steps.length },
      ...(embedded.length === 0 ? {} : { subagent_trajectories: embedded }),
    }
  }

  #add(line: RecordingLine): void {
    if ('at' in line && line.at !== undefined) this.#at = line.at
    if ('recording' in line) this.#header = line
    else if ('input' in line) {
      const { input, trigger = 'unknown' } = line
      this.#push('user', input, trigger === 'user' ? undefined : own({ trigger }))
    } else if ('turn' in line) {
      const { text = '', calls = [] } = line
      this.#push('agent', text, undefined, calls)
    } else if ('nag' in line) this.#push('system', line.nag, own({ nag: true }))
    else if ('compacted' in line) {
      this.#push('system', line.summary ?? '', {
        context_management: { type: 'compaction', boundary: 'replace' },
      })
    } else if ('subagent' in line) {
      const last = this.#steps.at(-1)
      const child = { session: line.subagent, call: line.call ?? null }
      if (last?.source === 'agent') last.children.push(child)
      else this.#push('system', '', undefined).children.push(child)
    } else if ('yield' in line) {
      const last = this.#steps.at(-1)
      if (last !== undefined && line.yield === 'waiting') last.isParked = true
    }
  }

  #push(
    source: StepJson['source'],
    message: string,
    extra: StepJson['extra'],
    calls: readonly RecordingCall[] = [],
  ): DraftStep {
    const step: DraftStep = {
      timestamp: this.#at,
      source,
      message,
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
      ...(extra === undefined ? {} : { extra }),
      results: calls.flatMap((call) => (this.#unconfirmed.has(call.id) ? [] : resultOf(call))),
      children: [],
      isParked: false,
    }
    this.#steps.push(step)
    return step
  }
}

function own(fields: OwnExtra['todo_ledger']): OwnExtra {
  return { todo_ledger: fields }
}

/** Arguments are an object: another input is the value of one. */
function callOf({ id, name, input = {} }: RecordingCall): ToolCallJson {
  const base = { tool_call_id: id, function_name: name }
  return isObject(input)
    ? { ...base, arguments: input }
    : { ...base, arguments: { input }, extra: own({ bare: true }) }
}

function resultOf({ id, ok = null, output, details }: RecordingCall): readonly ObservationResultJson[] {
  if (ok === null && output === undefined) return []
  const said = { ...(ok === null ? {} : { ok }), ...(details === undefined ? {} : { details }) }
  return [
    {
      source_call_id: id,
      content: output ?? '',
      ...(Object.keys(said).length === 0 ? {} : { extra: own(said) }),
    },
  ]
}

function stepOf(
  { results, children, isParked, extra, ...step }: DraftStep,
  number: number,
  embedded: ReadonlySet<string>,
  evaluations: ReadonlyMap<string, readonly EvaluationAttributes[]>,
): StepJson {
  const calls = new Set(step.tool_calls?.map(({ tool_call_id: id }) => id))
  const found = children.filter(({ session }) => embedded.has(session))
  const missing = children.filter(({ session }) => !embedded.has(session))
  const added = found.map(({ session, call }): ObservationResultJson => {
    const reference: SubagentReferenceJson = {
      trajectory_id: session,
      session_id: session,
      extra: own({ session }),
    }
    const named = call !== null && calls.has(call) ? { source_call_id: call } : {}
    return { ...named, subagent_trajectory_ref: [reference] }
  })
  const all = [...results, ...added]
  const said = {
    ...(missing.length === 0 ? {} : { subagents: missing }),
    ...(isParked ? { parked: true } : {}),
  }
  const more = Object.keys(said).length === 0 ? extra : { ...extra, ...own(said) }
  return {
    step_id: number,
    ...step,
    ...(step.tool_calls === undefined
      ? {}
      : { tool_calls: step.tool_calls.map((call) => judged(call, evaluations)) }),
    ...(all.length === 0 ? {} : { observation: { results: all } }),
    ...(more === undefined ? {} : { extra: more }),
  }
}

/** The call with the verdicts on what it completed. */
function judged(
  call: ToolCallJson,
  evaluations: ReadonlyMap<string, readonly EvaluationAttributes[]>,
): ToolCallJson {
  const found = evaluations.get(call.tool_call_id) ?? []
  return found.length === 0 ? call : { ...call, extra: { ...call.extra, [evaluationEvent]: found } }
}
