/** What the page asks for beside the rest of the service: sessions as it shows them. All texts in the answers are fit for a page. */

import { HostError, type TodoEvent } from '@todo-ledger/core'
import type { Context, Hono } from 'hono'
import { type LedgerEntry, LedgerReplays, pageJson, reportEntry } from 'todo-replay/reading'
import { isTheirs, person } from '../access/tokens.js'
import type { HttpEnv } from '../http/http-env.js'
import { Problem } from '../http/problem.js'
import { eventStream, type ServerSentEvent } from '../http/server-sent-events.js'
import type { LedgerService } from '../service/ledger-service.js'
import { isOwnerHere, mustBeOwnerHere, type Recordings } from './recordings.js'

/** What the page is served from. */
export interface LiveOptions {
  /** The sessions of the ledger. */
  readonly service: LedgerService
  /** What agents recorded on this machine; null where nobody is shown it. */
  readonly recordings: Recordings | null
}

/** So many sessions may be asked for at once. */
const mostEntries = 25
/** So many recordings are in one answer. */
const pageOfRecordings = 100

/** Serves what the page asks for, behind the check of the token. */
export function serveLive(app: Hono<HttpEnv>, { service, recordings }: LiveOptions): void {
  const read = (session: string, after: number) => storedEvents(service, session, after)
  const replaysOfAll = new LedgerReplays(read)
  const replaysOfOwner = new LedgerReplays(read, (session) => service.clientWork(person, session))
  const replaysFor = (context: Context<HttpEnv>) =>
    isOwnerHere(context, context.get('caller')) ? replaysOfOwner : replaysOfAll

  app.get('/v1/live/sessions/:id', async (context) => {
    const caller = context.get('caller')
    const id = context.req.param('id')
    await service.read(caller, id)
    const found = await replaysFor(context).session(id, (other) => isTheirs(caller, other))
    if (found === null)
      throw new Problem(410, 'forgotten', 'The session was forgotten: its contents were erased.')
    const { entry, replay } = found
    return json(context, { entry, session: replay })
  })

  // As it is: the page folds the events that come behind it by core's own reducer, and escapes what it shows.
  app.get('/v1/live/sessions/:id/state', async (context) => {
    const { state } = await service.read(context.get('caller'), context.req.param('id'))
    return context.json({ state }, 200, { 'cache-control': 'no-store' })
  })

  app.get('/v1/live/entries', async (context) => {
    const caller = context.get('caller')
    const seqs = context.req.queries('seq') ?? []
    const replays = replaysFor(context)
    const entries: LedgerEntry[] = []
    for (const [place, id] of (context.req.queries('session') ?? []).slice(0, mostEntries).entries()) {
      if (!isTheirs(caller, id)) continue
      const seq = Number(seqs[place] ?? Number.POSITIVE_INFINITY)
      const entry = await replays.entry(id, seq, (other) => isTheirs(caller, other))
      if (entry !== null) entries.push(entry)
    }
    return json(context, { entries })
  })

  app.get('/v1/live/changes', (context) => {
    const closed = new AbortController()
    const signal = AbortSignal.any([context.req.raw.signal, closed.signal])
    const changes = service.changes(context.get('caller'), signal)
    return eventStream(toldChanges(changes), () => closed.abort())
  })

  app.get('/v1/live/recordings', async (context) => {
    const caller = context.get('caller')
    mustBeOwnerHere(context, caller)
    if (recordings === null) return json(context, { recordings: [], next: null })
    const from = Math.max(0, Math.floor(Number(context.req.query('after') ?? 0)) || 0)
    const all = await recordings.list()
    const next = from + pageOfRecordings
    return json(context, {
      recordings: all.slice(from, next),
      next: next < all.length ? next : null,
    })
  })

  app.get('/v1/live/recordings/:key', async (context) => {
    mustBeOwnerHere(context, context.get('caller'))
    const key = context.req.param('key')
    const replay = (await recordings?.replay(key)) ?? null
    if (replay === null)
      throw new Problem(404, 'unknown-recording', 'This recording no longer exists on this machine.')
    return json(context, { entry: reportEntry(replay, key), session: replay })
  })
}

/** A value whose texts are fit for a page, and hold nothing that a page could take for its own. */
function json(context: Context<HttpEnv>, value: unknown): Response {
  return context.body(pageJson(value), 200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  })
}

/** Whether somebody may read the session was asked before. */
async function* storedEvents(
  service: LedgerService,
  session: string,
  after: number,
): AsyncGenerator<TodoEvent, void, undefined> {
  try {
    yield* await service.events(person, session, after)
  } catch (error) {
    if (!(error instanceof HostError && error.code === 'unknown-session')) throw error
  }
}

async function* toldChanges(
  changes: AsyncIterable<string>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  for await (const session of changes) yield { data: JSON.stringify({ session }) }
}
