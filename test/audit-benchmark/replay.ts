/** Imports a recording, audits its sessions, and says where in its steps each completion's work lies. */

import {
  type CompletionAudit,
  evidence,
  type Finding,
  type SessionAudit,
  SessionAuditor,
} from '@todo-ledger/audit'
import { openLedger, type TodoEvent, transientStore } from '@todo-ledger/core'
import { importRecording } from '@todo-ledger/recordings'
import { agentTools } from '@todo-ledger/recordings/agents'
import type { Recording } from './recording.js'

/** A completion of a recording: what the audit says of it, and where it stands. */
export interface Target {
  /** What the audit says. */
  readonly completion: CompletionAudit
  /** The findings of warnings and errors that are about it. */
  readonly findings: readonly Finding[]
  /** Its session's id. */
  readonly session: string
  /** The id of the call that started it, or null. */
  readonly startedBy: string | null
  /** The step of the call from which on its work counts: its start, else its creation, else the update before. */
  readonly from: number
  /** The step of the completing call. */
  readonly to: number
  /** The steps that the audit's evidence stands in, with what each counts. */
  readonly evidence: readonly { readonly step: number; readonly weight: number }[]
}

/** What a call did, by the ledger's own reading of it. */
export interface CallNature {
  /** Its effect. */
  readonly effect: string
  /** True where it is a check: tests, builds, linters, type checks, running the program. */
  readonly verify: boolean
}

/** A recording that was audited. */
export interface Replayed {
  /** The recording. */
  readonly recording: Recording
  /** The audits of its sessions. */
  readonly audits: readonly SessionAudit[]
  /** Its completions, in order. */
  readonly targets: readonly Target[]
  /** What each call of a tool that is no todo tool did, by call id, where it returned. */
  readonly natures: ReadonlyMap<string, CallNature>
  /** The ids of the calls of todo tools. */
  readonly todoCalls: ReadonlySet<string>
  /** Audits again, for numbers that were changed since; the places stay. */
  judge(): readonly SessionAudit[]
}

/** What is known of the places of one session. */
interface Places {
  readonly session: string
  readonly auditor: SessionAuditor
  /** The call that started each item, by its key. */
  readonly started: Map<string, string>
  readonly added: Map<string, string>
  /** Where each completion's work begins, by the completing call and the item's key. */
  readonly begins: Map<string, { readonly startedBy: string | null; readonly from: string | null }>
  /** The step that each piece of work was told by: its call's id, or its line and text. */
  readonly pieces: Map<number, string>
  previous: string | null
}

/** Imports and audits a recording. */
export async function replay(recording: Recording): Promise<Replayed> {
  const sessions: Places[] = []
  const natures = new Map<string, CallNature>()
  const todoCalls = new Set<string>()
  const ledger = openLedger({ evidence: evidence({ tools: agentTools }), store: transientStore() })
  await importRecording(stream(recording), ledger, {
    format: recording.format,
    file: recording.file,
    onSession: (session) => {
      const places: Places = {
        session: session.id,
        auditor: new SessionAuditor({ tools: agentTools }),
        started: new Map(),
        added: new Map(),
        begins: new Map(),
        pieces: new Map(),
        previous: null,
      }
      sessions.push(places)
      session.on('event', ({ event, state }) => {
        places.auditor.observe(event, state)
        follow(places, event)
        if (event.type === 'tool.returned')
          natures.set(event.data.call, { effect: event.data.effect, verify: event.data.verify })
        if (event.type === 'todos.updated' || event.type === 'todos.rejected') todoCalls.add(event.data.call)
      })
    },
  })
  await ledger.close()
  const child = (id: string) => sessions.find(({ session }) => session === id)?.auditor.work
  const judge = () => sessions.map(({ auditor }) => auditor.finish({ child }))
  const audits = judge()
  const steps = new Map<string, number>()
  recording.steps.forEach((step, index) => {
    if (step.kind === 'call') steps.set(`${step.session} ${step.call}`, index)
    else if (step.kind === 'message') steps.set(`${step.session} ${step.source.line} ${step.text}`, index)
    else if (step.kind === 'input') steps.set(`${step.session} ${step.source.line} ${step.text}`, index)
  })
  const targets = audits.flatMap((audit, index) => {
    const places = sessions[index]
    return places === undefined ? [] : targetsOf(audit, places, steps)
  })
  return { recording, audits, targets, natures, todoCalls, judge }
}

async function* stream({ steps }: Recording): AsyncIterable<Recording['steps'][number]> {
  yield* steps
}

function follow(places: Places, event: TodoEvent): void {
  const { seq, source } = event
  if (event.type === 'tool.called') places.pieces.set(seq, event.data.call)
  if (event.type === 'message.recorded' || event.type === 'run.started')
    places.pieces.set(seq, `${source?.line} ${event.data.text}`)
  if (event.type !== 'todos.updated' || event.data.query) return
  const { call, changes } = event.data
  for (const change of changes) {
    if (change.type === 'added') places.added.set(change.key, call)
    const status = change.type === 'added' ? change.status : change.type === 'status-set' ? change.to : null
    if (status === null || change.type === 'goal-set') continue
    if (status === 'in_progress') places.started.set(change.key, call)
    if (status === 'pending') places.started.delete(change.key)
    if (status !== 'completed') continue
    const startedBy = places.started.get(change.key) ?? null
    const created = change.type === 'added' ? places.previous : (places.added.get(change.key) ?? null)
    places.begins.set(`${call} ${change.key}`, { startedBy, from: startedBy ?? created })
    places.started.delete(change.key)
  }
  if (changes.length > 0) places.previous = call
}

function targetsOf(
  audit: SessionAudit,
  places: Places,
  steps: ReadonlyMap<string, number>,
): readonly Target[] {
  const stepOf = (name: string | null | undefined) =>
    name === null || name === undefined ? undefined : steps.get(`${places.session} ${name}`)
  return audit.completions.flatMap((completion) => {
    const begin = places.begins.get(`${completion.call} ${completion.key}`)
    const to = stepOf(completion.call)
    if (to === undefined || begin === undefined) return []
    const findings = audit.findings.filter(
      ({ seq, item, severity }) => seq === completion.seq && item === completion.item && severity !== 'info',
    )
    const evidence = completion.evidence.flatMap(({ seq, weight }) => {
      const step = stepOf(places.pieces.get(seq))
      return step === undefined ? [] : [{ step, weight }]
    })
    const from = Math.min(stepOf(begin.from) ?? 0, to)
    return [{ completion, findings, session: places.session, startedBy: begin.startedBy, from, to, evidence }]
  })
}

/** The completion by its completing call and its text, or undefined where there is none. */
export function targetIn(replayed: Replayed, call: string, text: string): Target | undefined {
  return replayed.targets.find(({ completion }) => completion.call === call && completion.text === text)
}
