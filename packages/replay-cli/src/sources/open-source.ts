/**
 * The one door to everything that is read: a file, a folder, a ledger, exported events, an agent's database, standard
 * input. Sessions are followed while their file is read, and come out in the order of the files.
 */

import { stat } from 'node:fs/promises'
import type { EventOf } from '@todo-ledger/core'
import { createRedactor } from '@todo-ledger/core/redaction'
import type { RecordingStream } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { someOf } from '../text/count.js'
import { didYouMean } from '../text/did-you-mean.js'
import { printable } from '../text/printable.js'
import { type FollowedOptions, openFollowed, readingOf } from './followed-file.js'
import { ledgerSessions, openLedgerFile } from './ledger-file.js'
import type { ReadOptions } from './read-options.js'
import { troubleOf } from './read-report.js'
import { RecordingFamily } from './recording-family.js'
import { profileOfLedger, recordingPieces } from './recording-file.js'
import { nameOf, type Source, unreadableName } from './source.js'
import { type Follow, FollowedSessions, type SessionFollower, sourceSession } from './source-session.js'

/**
 * Reads a source. A file of a folder that can't be read is reported and left out.
 * @param follow begins to follow a session; those of one file are followed at once, for their events mix
 * @returns what came of each session
 * @throws Failure `unknown-session`, `ambiguous-session`, `no-session`, `nothing-readable`, `profile-of-ledger`
 * @throws RecordingError, LedgerError where a single file can't be read
 */
export async function* openSource<Result>(
  source: Source,
  options: ReadOptions,
  follow: Follow<Result>,
): AsyncGenerator<Awaited<Result>, void, undefined> {
  const { report, session = source.kind === 'recording' ? source.session : undefined } = options
  const named = session === undefined ? undefined : await sessionNamed(source, session)
  const reader = new SourceReader(options, named, follow)
  if (source.kind === 'folder') yield* reader.folder(source)
  else if (source.kind === 'ledger') yield* reader.ledger(source.file)
  else if (source.kind === 'stream') yield* reader.recording(source)
  else yield* reader.recording(source.file, true)
  report.finish()
  if (source.kind === 'folder' && report.readable === 0)
    throw new Failure(
      'nothing-readable',
      `${source.folder}: none of its files could be read as a recorded session.`,
    )
  reader.check(nameOf(source))
}

/** What is followed of a source, and which sessions there are in it. */
class SourceReader<Result> {
  readonly #options: ReadOptions
  readonly #named: string | undefined
  readonly #follow: Follow<Result>
  readonly #present: string[] = []
  #isFound = false

  constructor(options: ReadOptions, named: string | undefined, follow: Follow<Result>) {
    this.#options = options
    this.#named = named
    this.#follow = follow
  }

  async *folder({
    files,
    closed,
    named,
  }: Extract<Source, { readonly kind: 'folder' }>): AsyncGenerator<Awaited<Result>, void, undefined> {
    const { report, onFile } = this.#options
    for (const each of closed)
      report.unreadable(each, unreadableName(each) ?? 'you may not open this folder.')
    for (const [index, file] of files.entries()) {
      if (onFile === undefined) report.output.progress(`${index + 1} of ${files.length}: ${printable(file)}`)
      else onFile(file)
      yield* report.tryFile(file, this.recording(file, named?.has(file) === true, files))
    }
  }

  /**
   * A recording; and where its sub-agents' work is wanted, the files of theirs beside it.
   * @param others files that are read anyway
   */
  async *recording(
    source: string | RecordingStream,
    hasBeside = false,
    others: readonly string[] = [],
  ): AsyncGenerator<Awaited<Result>, void, undefined> {
    const { report, pause, subagents = false, beside = true } = this.#options
    let family: RecordingFamily | null = null
    const sessions = new FollowedSessions((opened) =>
      this.#followed(opened, family?.isBeside(opened.session) === true),
    )
    const options: FollowedOptions = {
      ...this.#options,
      once: true,
      beside: hasBeside && subagents && beside,
      onOver: (session) => sessions.over(session),
    }
    const main = typeof source === 'string' ? openFollowed(source, options) : source
    if (typeof main === 'string') throw new Error(`${main}: ${source}`)
    if ('change' in main) {
      const found = (files: readonly string[]): void =>
        report.output.message(
          `reading the work of its sub-agents, too: ${someOf(files.map((path) => printable(path)))}`,
        )
      const failed = (path: string, error: unknown): void => report.failed(path, troubleOf(error, path))
      family = new RecordingFamily(main, options, { found, failed }, others)
    }
    const pieces =
      'change' in main ? family?.read(true) : recordingPieces(main, readingOf(options, main.name))
    try {
      for await (const piece of pieces ?? []) {
        for (const passed of piece) sessions.take(passed)
        await pause?.()
        for (const result of sessions.results()) yield await result
      }
      for (const result of sessions.finish()) yield await result
    } finally {
      await family?.close()
    }
  }

  /** @throws Failure `profile-of-ledger` */
  async *ledger(file: string): AsyncGenerator<Awaited<Result>, void, undefined> {
    const { report, profile, redaction = false, todos = [], subagents = false, clientWork } = this.#options
    if (todos.length > 0)
      report.output.note(
        `todos outside a todo tool are taken when a recording is imported: of ${printable(file)} nothing changes`,
      )
    if (profile !== undefined) throw profileOfLedger(file)
    let read = 0
    for await (const session of ledgerSessions(file, createRedactor(redaction), { clientWork, redaction })) {
      const wanted = this.#isWanted(session.opened)
      const follower = wanted || subagents ? this.#follow({ ...session, wanted }) : null
      if (follower?.take !== undefined) {
        for await (const passed of session.again()) {
          follower.take(passed)
          await this.#options.pause?.()
        }
      }
      if (follower !== null) yield await follower.finish()
      read += 1
      report.sessionsRead(file, read)
      if (this.#isFound && this.#named !== undefined && !subagents) return
    }
  }

  /**
   * Sees to it that there was what was asked for.
   * @throws Failure `no-session`, `unknown-session`
   */
  check(source: string): void {
    const named = this.#named
    const present = [...new Set(this.#present)]
    if (present.length === 0) throw new Failure('no-session', `${source}: there is no session in it.`)
    if (named === undefined || this.#isFound) return
    const meant = didYouMean(named, named.includes('/') ? present : withoutSubagents(present))
    throw new Failure(
      'unknown-session',
      `There is no session ${JSON.stringify(named)} in ${source}.${meant || ` It holds ${someOf(present)}.`}`,
    )
  }

  #followed(opened: EventOf<'session.opened'>, isBeside: boolean): SessionFollower<Result> | null {
    const wanted = !isBeside && this.#isWanted(opened)
    const { subagents = false } = this.#options
    return wanted || subagents ? this.#follow(sourceSession(opened, wanted)) : null
  }

  #isWanted({ session }: EventOf<'session.opened'>): boolean {
    this.#present.push(session)
    const isWanted = this.#named === undefined || session === this.#named
    this.#isFound ||= isWanted
    return isWanted
  }
}

/**
 * The whole id of a session. The beginning of an id that others share stands for the session whose sub-agents the others
 * are.
 * @returns what was given where nothing begins with it: reading the source says so
 * @throws Failure `ambiguous-session`
 */
async function sessionNamed(source: Source, given: string): Promise<string> {
  const meant = new Set<string>()
  for await (const id of sessionIds(source, given)) {
    if (id === given) return given
    if (given !== '' && id.startsWith(given)) meant.add(id)
  }
  const ids = [...meant].toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
  const [shortest] = ids
  if (shortest === undefined) return given
  const begun = withoutSubagents(ids)
  if (begun.length === 1) return shortest
  throw new Failure(
    'ambiguous-session',
    `Several sessions begin with ${JSON.stringify(given)}: ${someOf(begun)}. Give more of the id.`,
  )
}

/**
 * The ids of a source's sessions. Files that can't be read are passed over: reading the source reports them. Of what can
 * be read only once there are none.
 * @param first of a folder's files, those whose names hold this text are looked at first
 */
async function* sessionIds(source: Source, first: string): AsyncGenerator<string, void, undefined> {
  if (source.kind === 'stream') return
  if (source.kind === 'ledger') {
    const store = await openLedgerFile(source.file, { readOnly: true })
    try {
      for (const { session } of await store.sessions()) yield session
    } finally {
      await store.close()
    }
    return
  }
  const files = source.kind === 'folder' ? source.files : [source.file]
  for (const file of new Set([...files.filter((each) => each.includes(first)), ...files])) {
    try {
      const entry = await stat(file)
      if (!entry.isFile() && !entry.isDirectory()) continue
      for await (const piece of recordingPieces(file, {}))
        for (const { event } of piece) if (event.type === 'session.opened') yield event.session
    } catch {
      // Reading the source reports it.
    }
  }
}

/** The sessions of some that are no sub-agents of another of them. */
function withoutSubagents(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => !ids.some((other) => id.startsWith(`${other}/`)))
}
