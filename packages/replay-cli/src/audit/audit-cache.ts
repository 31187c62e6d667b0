/**
 * What an audit said of the files of a folder, kept over runs. It holds for as long as the file, the program and all that
 * the audit was asked to do are the same. What is kept was redacted before; with `--no-redact` nothing is.
 */

import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { serialize } from 'node:v8'
import { cacheFolder } from '../cache/cache-folder.js'
import { cacheSecret } from '../cache/cache-secret.js'
import { type FileStamp, fileStamp, isSettled } from '../cache/file-stamp.js'
import { LineCache } from '../cache/line-cache.js'
import { programIdentity } from '../cache/program-identity.js'
import { limitsInForce } from '../sources/limits.js'
import type { Environment } from '../text/style.js'
import type { ThreadSetup } from './audit-thread.js'
import type { ChildWork, FileRead, SessionRead } from './file-auditor.js'
import type { AuditedSession } from './followed-session.js'

/** What is kept of a session: its work as text, its audit always. */
interface KeptSession extends Omit<SessionRead, 'work' | 'audited'> {
  readonly work: string | null
  readonly audited: AuditedSession
  /** What its sub-agents had done when it was judged. */
  readonly judgedWith: string
}

/** What is kept of a file. */
interface Entry extends Omit<FileRead, 'kind' | 'sessions'> {
  readonly mark: string
  readonly sessions: readonly KeptSession[]
}

/** A file as it was before it was read. */
interface Asked {
  readonly stamp: FileStamp
  readonly at: number
}

/** What is known of a file whose sessions wait for their sub-agents. */
interface Waiting {
  readonly mark: string
  readonly read: FileRead
  readonly judged: (Pick<KeptSession, 'audited' | 'judgedWith'> | null)[]
}

/**
 * The cache of a folder; null where nothing may be kept: what own rules and a repository say is theirs to change.
 * @param env says where caches are; @param folder the folder that is audited; @param setup how
 */
export function auditCacheOf(env: Environment, folder: string, setup: ThreadSetup): AuditCache | null {
  const { modules, profileModule, repo, redaction } = setup
  const kept = cacheFolder(env)
  if (
    modules.length > 0 ||
    profileModule !== undefined ||
    repo !== undefined ||
    redaction === false ||
    kept === null
  )
    return null
  const secret = cacheSecret(env)
  if (secret === null) return null
  const rests = [secret, programIdentity(), resolve(folder), limitsInForce(), setup]
  const restsOn = createHash('sha256').update(serialize(rests)).digest('hex')
  return new AuditCache(new LineCache({ folder: kept, kind: 'audits', restsOn }))
}

/** The audits of one folder's files. */
export class AuditCache {
  readonly #lines: LineCache<Entry>
  readonly #asked = new Map<string, Asked>()
  readonly #waiting = new Map<string, Waiting>()

  /** @param lines where they are kept */
  constructor(lines: LineCache<Entry>) {
    this.#lines = lines
  }

  /** What is known of a file; null where it has to be read. */
  async known(file: string): Promise<FileRead | null> {
    const at = Date.now()
    const stamp = await fileStamp(file)
    if (stamp === null) return null
    const entry = this.#lines.get(resolve(file))
    if (entry?.mark !== stamp.mark) {
      this.#asked.set(file, { stamp, at })
      return null
    }
    const { mark, opened, skipped, trouble } = entry
    const sessions = entry.sessions.map(({ session, children, work, audited }) => ({
      session,
      children,
      work: work === null ? null : Buffer.from(work, 'base64'),
      audited: children.length > 0 ? null : audited,
    }))
    const read: FileRead = { kind: 'read', opened, sessions, skipped, trouble }
    if (sessions.some(({ audited }) => audited === null))
      this.#waiting.set(file, { mark, read, judged: [...entry.sessions] })
    return read
  }

  /** The audit of a session that was judged with the same work of its sub-agents before; undefined where it was not. */
  judged(file: string, place: number, children: readonly ChildWork[]): AuditedSession | undefined {
    const judged = this.#waiting.get(file)?.judged[place]
    return judged?.judgedWith === digestOf(children) ? judged.audited : undefined
  }

  /** Keeps what was read of a file that stayed as it was, and had not been changed just before. */
  async keep(file: string, read: FileRead): Promise<void> {
    const asked = this.#asked.get(file)
    if (asked === undefined || !isSettled(asked.stamp, asked.at)) return
    // A fault of ours may be gone the next time; what is wrong with a file stays.
    if (read.trouble?.kind === 'fault') return
    const { mark } = asked.stamp
    if ((await fileStamp(file))?.mark !== mark) return
    const judged = read.sessions.map(({ audited }) =>
      audited === null ? null : { audited, judgedWith: digestOf([]) },
    )
    const waiting = { mark, read, judged }
    if (judged.includes(null)) this.#waiting.set(file, waiting)
    else this.#keep(file, waiting)
  }

  /** Keeps the audit of a session that waited for its sub-agents. */
  keepJudged(file: string, place: number, children: readonly ChildWork[], audited: AuditedSession): void {
    const waiting = this.#waiting.get(file)
    if (waiting === undefined) return
    waiting.judged[place] = { audited, judgedWith: digestOf(children) }
    if (!waiting.judged.includes(null)) this.#keep(file, waiting)
  }

  /** Writes what is to be kept. @param files all files of the folder */
  close(files: readonly string[]): void {
    const all = new Set(files.map((file) => resolve(file)))
    this.#lines.close((file) => all.has(file))
  }

  #keep(file: string, { mark, read, judged }: Waiting): void {
    const sessions = read.sessions.flatMap(({ session, children, work }, place) => {
      const audit = judged[place] ?? null
      const text = work === null ? null : Buffer.from(work).toString('base64')
      return audit === null ? [] : { session, children, work: text, ...audit }
    })
    const { opened, skipped, trouble } = read
    this.#lines.set(resolve(file), { mark, opened, skipped, trouble, sessions })
  }
}

function digestOf(children: readonly ChildWork[]): string {
  const hash = createHash('sha256')
  for (const { session, work } of children)
    hash.update(`${session.length} ${session} ${work.length} `).update(work)
  return hash.digest('base64url')
}
