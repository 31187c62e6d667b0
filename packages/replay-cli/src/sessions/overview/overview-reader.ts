/** Reads a recorded file and says of each of its sessions what stands in the list. */

import { type EventOf, type Profile, profileNamed } from '@todo-ledger/core'
import { RecordingError } from '@todo-ledger/recordings'
import { AuditCollector } from '../../audit/audit-collector.js'
import { type FileStamp, fileStamp, isSettled } from '../../cache/file-stamp.js'
import { filesBeside, type OwnerOf } from '../../sources/beside/beside-files.js'
import { troubleOf } from '../../sources/read-report.js'
import type { ListenerFor, SessionListener } from '../../sources/reading.js'
import { readRecording } from '../../sources/recording-file.js'
import { type ListedSession, SessionFacts } from '../session-facts.js'
import { knownOwners } from './known-owners.js'
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
  readonly #ownerOf = knownOwners()
  readonly #profile: Profile | undefined

  /** @param setup how they are read and judged */
  constructor(setup: OverviewSetup) {
    this.#setup = setup
    this.#profile =
      setup.profile === null ? undefined : profileNamed(setup.profile.name)?.with(setup.profile.settings)
  }

  /** Reads a file, and those of its sub-agents beside it. Trouble is a part of the answer. */
  async read(file: string): Promise<OverviewRead> {
    const reading = new FileReader(file, this.#setup, this.#profile, this.#ownerOf)
    const startedAt = Date.now()
    await reading.readAll()
    const { overview, sessions, children, format, beside } = reading
    const facts = { format, sessions: [...sessions], children: [...children], files: [...beside] }
    return { overview, beside: facts, stamps: await stampsOf([file, ...beside], startedAt) }
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
  readonly sessions: Set<string> = new Set<string>()
  readonly children: Set<string> = new Set<string>()
  readonly beside: Set<string> = new Set<string>()
  format = ''
  readonly #file: string
  readonly #ownerOf: OwnerOf
  readonly #profile: Profile | undefined
  readonly #todos: OverviewSetup['todos']
  readonly #collector: AuditCollector
  readonly #facts = new Map<string, ListedSession>()
  readonly #read: SessionOverview[] = []
  readonly #troubles: OverviewTrouble[] = []
  #skipped = 0

  constructor(
    file: string,
    { evidence, todos }: OverviewSetup,
    profile: Profile | undefined,
    ownerOf: OwnerOf,
  ) {
    this.#file = file
    this.#ownerOf = ownerOf
    this.#todos = todos
    this.#profile = profile
    this.#collector = new AuditCollector(
      ({ audit }) => {
        const facts = this.#facts.get(audit.session)
        if (facts !== undefined) this.#read.push({ ...facts, completions: audit.summary.verdicts })
      },
      // No rule has a say in how well a completion is supported.
      { rules: [], evidence },
    )
  }

  get overview(): FileOverview {
    return { sessions: this.#read, skipped: this.#skipped, troubles: this.#troubles }
  }

  async readAll(): Promise<void> {
    await this.#try(this.#file, (opened) =>
      opened.data.parent === null ? this.#withFacts(opened) : this.#collector.followBesides(opened),
    )
    for (;;) {
      const { format, children } = this
      const sessions = new Set(this.sessions)
      const found = await filesBeside({ file: this.#file, format, sessions, children }, this.#ownerOf)
      const files = found.filter((path) => !this.beside.has(path))
      if (files.length === 0) break
      for (const path of files) {
        this.beside.add(path)
        await this.#try(path, (opened) =>
          sessions.has(opened.session) ? null : this.#collector.followBesides(opened),
        )
      }
    }
    this.#collector.finish()
  }

  async #try(file: string, listenerFor: ListenerFor): Promise<void> {
    try {
      await readRecording(file, {
        listenerFor: (opened) => this.#noting(opened, listenerFor(opened)),
        isOver: () => false,
        profile: this.#profile,
        todos: this.#todos,
        redaction: false,
        coming: () => undefined,
        report: { skipped: () => (this.#skipped += 1) },
        settle: () => Promise.resolve(),
      })
    } catch (error) {
      this.#troubles.push({ file, ...overviewTrouble(error, file) })
    }
  }

  #noting(opened: EventOf<'session.opened'>, listener: SessionListener | null): SessionListener | null {
    this.sessions.add(opened.session)
    this.format ||= opened.data.source?.format ?? ''
    if (listener === null) return null
    return {
      passed: (event, state) => {
        if (event.type === 'subagent.started') this.children.add(event.data.child)
        return listener.passed(event, state)
      },
      finished: () => listener.finished(),
    }
  }

  /** Gathers the facts before the audit is finished, which needs them. */
  #withFacts(opened: EventOf<'session.opened'>): SessionListener | null {
    const facts = new SessionFacts(opened, (listed) => this.#facts.set(listed.session, listed))
    const audited = this.#collector.follow(opened)
    return {
      passed: (event, state) => {
        facts.passed(event, state)
        return audited?.passed(event, state) ?? 'more'
      },
      finished: () => {
        facts.finished()
        return audited?.finished()
      },
    }
  }
}

const noSession: ReadonlySet<string> = new Set(['empty', 'not-a-recording', 'unknown-format'])

function overviewTrouble(error: unknown, file: string): Pick<OverviewTrouble, 'kind' | 'reason'> {
  const { kind, reason } = troubleOf(error, file)
  if (error instanceof RecordingError && noSession.has(error.code)) return { kind: 'no-session', reason }
  return { kind: kind === 'fault' ? 'fault' : 'unreadable', reason }
}
