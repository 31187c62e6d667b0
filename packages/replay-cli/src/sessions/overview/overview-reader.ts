/** Reads a recorded file and says of each of its sessions what stands in the list. */

import { type EventOf, initialState, type Profile } from '@todo-ledger/core'
import { createRedactor } from '@todo-ledger/core/redaction'
import { profileNamed, RecordingError } from '@todo-ledger/recordings'
import { type Agent, agents as builtinAgents, toolsOf } from '@todo-ledger/recordings/agents'
import { AuditCollector, type AuditedSession } from '../../audit/audit-collector.js'
import { type FileStamp, fileStamp, isSettled } from '../../cache/file-stamp.js'
import { type BesideFinder, besideFinder, RecordedFamily } from '../../sources/beside.js'
import { troubleOf } from '../../sources/read-report.js'
import { recordingEvents } from '../../sources/recording-file.js'
import { FollowedSessions, type SessionFollower, sourceSession } from '../../sources/source-session.js'
import { factsOf } from '../session-facts.js'
import { titleOfInput } from '../session-title.js'
import type {
  FileOverview,
  OverviewRead,
  OverviewSetup,
  OverviewTrouble,
  SessionOverview,
} from './session-overview.js'

/** Reads files, one after the other. */
export class OverviewReader {
  readonly #setup: OverviewSetup
  readonly #agents: readonly Agent[]
  readonly #findBeside: BesideFinder
  readonly #profile: Profile | undefined

  /** @param setup how they are read and judged; @param agents those that are known */
  constructor(setup: OverviewSetup, agents: readonly Agent[] = builtinAgents) {
    this.#setup = setup
    this.#agents = agents
    this.#findBeside = besideFinder(agents)
    this.#profile =
      setup.profile === null
        ? undefined
        : profileNamed(setup.profile.name, agents)?.with(setup.profile.settings)
  }

  /** Reads a file, and those of its sub-agents beside it. Trouble is a part of the answer. */
  async read(file: string): Promise<OverviewRead> {
    const family = new RecordedFamily(file, this.#findBeside)
    const reading = new FileReader(family, this.#setup, this.#profile, this.#agents)
    const startedAt = Date.now()
    await reading.readAll(file)
    const { format, sessions, children, files } = family
    const facts = { format, sessions: [...sessions], children: [...children], files: [...files] }
    const stamps = await stampsOf([file, ...files], startedAt)
    return { overview: reading.overview, beside: facts, stamps }
  }
}

/** The stamps of files that were read; null where one of them may have been changed meanwhile. */
async function stampsOf(files: readonly string[], startedAt: number): Promise<readonly FileStamp[] | null> {
  const stamps: FileStamp[] = []
  for (const file of files) {
    const stamp = await fileStamp(file)
    if (stamp === null || !isSettled(stamp, startedAt)) return null
    stamps.push(stamp)
  }
  return stamps
}

/** One file on its way to its overview. */
class FileReader {
  readonly #agents: readonly Agent[]
  readonly #family: RecordedFamily
  readonly #setup: OverviewSetup
  readonly #profile: Profile | undefined
  readonly #collector: AuditCollector
  readonly #facts = new Map<string, Omit<SessionOverview, 'completions'>>()
  readonly #read: SessionOverview[] = []
  readonly #troubles: OverviewTrouble[] = []
  #skipped = 0

  constructor(
    family: RecordedFamily,
    setup: OverviewSetup,
    profile: Profile | undefined,
    agents: readonly Agent[],
  ) {
    this.#agents = agents
    this.#family = family
    this.#setup = setup
    this.#profile = profile
    // No rule has a say in how well a completion is supported.
    this.#collector = new AuditCollector({
      audit: { rules: [], evidence: setup.evidence, tools: toolsOf(agents) },
    })
  }

  get overview(): FileOverview {
    return { sessions: this.#read, skipped: this.#skipped, troubles: this.#troubles }
  }

  async readAll(file: string): Promise<void> {
    await this.#try(file, (opened) =>
      opened.data.parent === null
        ? this.#withFacts(opened)
        : this.#collector.follow(sourceSession(opened, false)),
    )
    const family = this.#family
    for (let files = await family.more(); files.length > 0; files = await family.more()) {
      const known = new Set(family.sessions)
      for (const path of files) {
        await this.#try(path, (opened) =>
          known.has(opened.session) ? null : this.#collector.follow(sourceSession(opened, false)),
        )
      }
    }
    this.#take(this.#collector.finish())
  }

  async #try(
    file: string,
    begin: (opened: EventOf<'session.opened'>) => SessionFollower<Promise<readonly AuditedSession[]>> | null,
  ): Promise<void> {
    const sessions = new FollowedSessions(begin)
    try {
      const events = recordingEvents(file, {
        profile: this.#profile,
        todos: this.#setup.todos,
        agents: this.#agents,
        onSkipped: () => {
          this.#skipped += 1
        },
        onOver: (session) => sessions.over(session),
      })
      for await (const passed of events) {
        for (const audited of sessions.results()) this.#take(await audited)
        this.#family.note(passed)
        sessions.take(passed)
      }
      for (const audited of sessions.finish()) this.#take(await audited)
    } catch (error) {
      this.#troubles.push({ file, ...overviewTrouble(error, file) })
    }
  }

  #take(audited: readonly AuditedSession[]): void {
    for (const { audit } of audited) {
      const facts = this.#facts.get(audit.session)
      if (facts !== undefined) this.#read.push({ ...facts, completions: audit.summary.verdicts })
    }
  }

  #withFacts(opened: EventOf<'session.opened'>): SessionFollower<Promise<readonly AuditedSession[]>> {
    const session = sourceSession(opened)
    const audited = this.#collector.follow(session)
    let last = initialState
    let latestAt = opened.at
    let title: string | null = null
    return {
      take: (passed) => {
        const { event, state } = passed
        last = state
        if (title === null && event.type === 'run.started')
          title = titleOfInput(redactor.text(event.data.text))
        if (event.at > latestAt) latestAt = event.at
        audited.take?.(passed)
      },
      finish: () => {
        this.#facts.set(session.id, factsOf(session, last, latestAt, title))
        return audited.finish()
      },
    }
  }
}

/** What stands in a list, and in the cache, holds no secret. */
const redactor = createRedactor()

const noSession: ReadonlySet<string> = new Set(['empty', 'not-a-recording', 'unknown-format'])

function overviewTrouble(error: unknown, file: string): Pick<OverviewTrouble, 'kind' | 'reason'> {
  const { kind, reason } = troubleOf(error, file)
  if (error instanceof RecordingError && noSession.has(error.code)) return { kind: 'no-session', reason }
  return { kind: kind === 'fault' ? 'fault' : 'unreadable', reason }
}
