/** Exports sessions in formats that others read, with the audit's verdicts: ATIF, and OpenTelemetry as OTLP/JSON. */

import type { CompletionAudit, SessionAudit } from '@todo-ledger/audit'
import {
  AtifWriter,
  type EvaluationAttributes,
  evaluationOf,
  type OtlpOrigin,
  type SessionEvent,
  SpanWriter,
  type TrajectoryJson,
} from '@todo-ledger/recordings'
import { AuditCollector } from '../audit/audit-collector.js'
import type { Call } from '../command.js'
import { auditSetup } from '../config/audit-setup.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { packageVersion } from '../package-version.js'
import { redactionOf } from '../redact/redaction-options.js'
import { findingsAbout } from '../session-view/concerns.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import type { SourceSession } from '../sources/source-session.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { ExportOptions } from './export-options.js'
import { writeLines } from './export-target.js'

/** What `export --format atif --out --json` and `export --format otel --out --json` print. */
export interface StandardExportJson {
  /** The file that was written. */
  readonly out: string
  /** How many sessions are in it. */
  readonly sessions: number
  /** How many verdicts are in it. */
  readonly verdicts: number
}

/** Writes sessions in a format. */
interface SessionsWriter {
  /** A session begins. Gives what takes its events; null where it is not wanted. */
  open(session: SourceSession): TakeEvent | null
  /** All sessions were read. @returns how many were written */
  finish(audits: ReadonlyMap<string, SessionAudit>): Promise<number>
}

type TakeEvent = (event: SessionEvent['event']) => Promise<void>

/** Gets one document, which takes one line. */
type Take = (document: object) => Promise<void>

/** Exports the sessions of a source. */
export async function exportStandard(call: Call<ExportOptions>, format: 'atif' | 'otel'): Promise<ExitCode> {
  const setup = await auditSetup(call)
  const source = await resolveSource(call.source, call)
  const redaction = await redactionOf(call.options)
  const reading = { ...(await readOptions(call)), redaction, subagents: true }
  await writeLines(call, source, async (line) => {
    const take: Take = (document) => line(JSON.stringify(document))
    const writer = format === 'atif' ? new Trajectories(take) : new Traces(take)
    const collector = new AuditCollector({ audit: setup.audit }, (file) => reading.report.isUnread(file))
    const files = new Map<string, string | null>()
    const read = await listOf(
      openSource(source, reading, async (session) => {
        // Written under one id, two sessions would be read as one.
        if (files.has(session.id)) {
          const [left, written] = [session.file, files.get(session.id)].map((file) => printable(file ?? '-'))
          reading.report.note(
            `${left}: its session ${printable(JSON.stringify(session.id))} is left out: one of that id is written, from ${written}. Export it by itself.`,
          )
          return []
        }
        files.set(session.id, session.file)
        const takeEvent = writer.open(session)
        const events = takeEvent === null ? session.events : passing(session.events, takeEvent)
        return collector.follow({ ...session, events })
      }),
    )
    const audited = [...read.flat(), ...collector.finish()]
    const audits = new Map(audited.map(({ audit }) => [audit.session, audit]))
    const sessions = await writer.finish(audits)
    const verdicts = audited.reduce((sum, { audit }) => sum + audit.completions.length, 0)
    const json = { sessions, verdicts } satisfies Omit<StandardExportJson, 'out'>
    return { json, text: `${count(sessions, 'session')} and ${count(verdicts, 'verdict')}` }
  })
  return reading.report.exit(exitCode.fine)
}

async function* passing(
  events: SourceSession['events'],
  take: TakeEvent,
): AsyncGenerator<SessionEvent, void, undefined> {
  for await (const passed of events) {
    await take(passed.event)
    yield passed
  }
}

/** The verdicts of a session, with what is wrong, which the file quotes anyway. */
function evaluationsOf(audit: SessionAudit, conversation: string): readonly EvaluationAttributes[] {
  const why = (completion: CompletionAudit): string => {
    const found = findingsAbout(completion, audit).map(({ message }) => message)
    return (found.length > 0 ? found : completion.missing).join(' ')
  }
  return audit.completions.map((each) => evaluationOf(conversation, each, why(each)))
}

/** What was begun of a session; its parent's where that is written, too. */
interface Begun<Writer> {
  readonly parent: string | null
  /** How many stand around it. */
  readonly depth: number
  readonly root: string
  readonly writer: Writer
}

/** The sessions that are wanted, and those that they started. */
class BegunSessions<Writer> {
  readonly all: Map<string, Begun<Writer>> = new Map()

  add({ id, parent, wanted }: SourceSession, make: (root: string) => Writer): Writer | null {
    const around = parent === null ? undefined : this.all.get(parent)
    if (!wanted && around === undefined) return null
    const root = around?.root ?? id
    const writer = make(root)
    this.all.set(id, {
      parent: around === undefined ? null : parent,
      depth: around === undefined ? 0 : around.depth + 1,
      root,
      writer,
    })
    return writer
  }
}

/** So many trajectories stand in each other: one that is deeper has a line of its own, which names its parent. */
const deepest = 20

/** Trajectories: one a line, with those of sub-agents in it. A session is held until all are read, for its verdicts come at its end. */
class Trajectories implements SessionsWriter {
  readonly #take: Take
  readonly #sessions = new BegunSessions<AtifWriter>()
  /** The sessions that stand in one, by its id. */
  readonly #inner = new Map<string, string[]>()

  constructor(take: Take) {
    this.#take = take
  }

  open(session: SourceSession): TakeEvent | null {
    const writer = this.#sessions.add(session, () => new AtifWriter(session.format ?? 'todo-ledger'))
    return writer && (async (event) => writer.take(event))
  }

  async finish(audits: ReadonlyMap<string, SessionAudit>): Promise<number> {
    const { all } = this.#sessions
    const outer: string[] = []
    for (const [session, { parent, depth }] of all) {
      this.#inner.set(session, [])
      const around = parent === null || depth % deepest === 0 ? outer : this.#inner.get(parent)
      around?.push(session)
    }
    for (const session of outer)
      for (const trajectory of this.#trajectory(session, audits)) await this.#take(trajectory)
    return all.size
  }

  #trajectory(session: string, audits: ReadonlyMap<string, SessionAudit>): readonly TrajectoryJson[] {
    const embedded = (this.#inner.get(session) ?? []).flatMap((child) => this.#trajectory(child, audits))
    const audit = audits.get(session)
    const evaluations = byCall(audit === undefined ? [] : evaluationsOf(audit, session))
    const writer = this.#sessions.all.get(session)?.writer
    return writer === undefined ? [] : [writer.finish(embedded, evaluations)]
  }
}

function byCall(
  evaluations: readonly EvaluationAttributes[],
): ReadonlyMap<string, readonly EvaluationAttributes[]> {
  const found = new Map<string, EvaluationAttributes[]>()
  for (const evaluation of evaluations) {
    const call = String(evaluation['gen_ai.tool.call.id'])
    found.set(call, [...(found.get(call) ?? []), evaluation])
  }
  return found
}

/** Spans: a turn a line, as it is read; behind them the verdicts, and each agent's own span. */
class Traces implements SessionsWriter {
  readonly #take: Take
  readonly #sessions = new BegunSessions<SpanWriter>()

  constructor(take: Take) {
    this.#take = take
  }

  open(session: SourceSession): TakeEvent | null {
    const { id, parent, opened, format } = session
    const origin: OtlpOrigin = { service: format ?? 'todo-ledger', version: packageVersion() }
    const writer = this.#sessions.add(
      session,
      (root) => new SpanWriter(origin, { session: id, root, parent }, opened),
    )
    if (writer === null) return null
    return async (event) => {
      const document = writer.take(event)
      if (document !== null) await this.#take(document)
    }
  }

  async finish(audits: ReadonlyMap<string, SessionAudit>): Promise<number> {
    const { all } = this.#sessions
    const started = new Map([...all.values()].flatMap(({ writer }) => [...writer.children]))
    for (const [session, { root, writer }] of all) {
      const audit = audits.get(session)
      const evaluations = audit === undefined ? [] : evaluationsOf(audit, root)
      for (const document of writer.finish(started.get(session), evaluations)) await this.#take(document)
    }
    return all.size
  }
}
