/** The Claude Agent SDK's `SessionStore`: transcripts of Claude Code, kept in the log that holds their todos. */

import type { SessionKey, SessionStore, SessionStoreEntry } from '@anthropic-ai/claude-agent-sdk'
import type { Ledger, Session } from '@todo-ledger/core'
import { Conversations } from './conversations.js'

/** The transcripts of a session of a ledger, its sub-agents' among them, for `query({ options: { sessionStore } })`. */
export class LedgerSessionStore implements SessionStore {
  readonly #conversations: Conversations<SessionStoreEntry>

  constructor(ledger: Ledger, session: Session) {
    this.#conversations = new Conversations(ledger, session)
  }

  /** Adds entries; one that is there already, by its `uuid`, is not added again. */
  append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    return this.#conversations.change(nameOf(key), (stored) => {
      const known = new Set(stored.map(({ uuid }) => uuid))
      return { added: entries.filter(({ uuid }) => uuid === undefined || !known.has(uuid)) }
    })
  }

  /** The entries of a transcript; null where there are none. */
  async load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    const found = (await this.#conversations.read()).get(nameOf(key))
    return found === undefined ? null : [...found.entries]
  }

  /** The transcripts of a project, those of sub-agents left out. */
  async listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]> {
    const found = await this.#under(`${projectKey}/`)
    return found
      .map(([sessionId, mtime]) => ({ sessionId, mtime }))
      .filter((each) => !each.sessionId.includes('/'))
  }

  /** The transcripts of a session's sub-agents. */
  async listSubkeys(key: SessionKey): Promise<string[]> {
    return (await this.#under(`${nameOf({ ...key, subpath: '' })}`)).map(([subpath]) => subpath)
  }

  /** Takes a transcript away, with those of its sub-agents. The log keeps what they were. */
  async delete(key: SessionKey): Promise<void> {
    const subpaths = key.subpath === undefined ? await this.listSubkeys(key) : []
    for (const each of [key, ...subpaths.map((subpath) => ({ ...key, subpath }))])
      await this.#conversations.change(nameOf(each), ({ length }) => ({ removed: length }))
  }

  /** What is left of the names that begin so, and when it last changed. */
  async #under(start: string): Promise<[name: string, changed: number][]> {
    const found = [...(await this.#conversations.read())]
    return found
      .filter(([name]) => name.startsWith(start))
      .map(([name, { changed }]) => [name.slice(start.length), changed])
  }
}

function nameOf({ projectKey, sessionId, subpath }: SessionKey): string {
  return [projectKey, sessionId, ...(subpath === undefined ? [] : [subpath])].join('/')
}
