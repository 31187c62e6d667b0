/** What the page asks for beside the rest of the service: sessions as it shows them. All texts in the answers are fit for a page. */

import type { Context, Hono } from 'hono'
import type { Caller } from '../access/tokens.js'
import type { Analysis } from '../analysis/analyses.js'
import type { HttpEnv } from '../http/http-env.js'
import { jsonAnswer } from '../http/operation.js'
import { Problem } from '../http/problem.js'
import { eventStream, type ServerSentEvent } from '../http/server-sent-events.js'
import type { LedgerService } from '../service/ledger-service.js'

/** So many sessions may be asked for at once. */
const mostEntries = 25

/** Serves what the page asks for, behind the check of the token. */
export function serveLive(app: Hono<HttpEnv>, service: LedgerService): void {
  const analysis = (context: Context<HttpEnv>, asked: Analysis) =>
    service.analysis(context.get('caller'), asked, context.req.raw.signal)
  const asking = (context: Context<HttpEnv>) => {
    const caller = context.get('caller')
    return { prefix: caller.prefix, isOwner: caller.isOwner === true }
  }

  app.get('/v1/live/sessions/:id', async (context) => {
    const session = context.req.param('id')
    const page = await analysis(context, { kind: 'page', session, ...asking(context) })
    if (page === null)
      throw new Problem(410, 'forgotten', 'The session was forgotten: its contents were erased.')
    return jsonAnswer(page)
  })

  // As it is: the page folds the events that come behind it by core's own reducer, and escapes what it shows.
  app.get('/v1/live/sessions/:id/state', async (context) => {
    const { state } = await service.read(context.get('caller'), context.req.param('id'))
    return context.json({ state })
  })

  app.get('/v1/live/entries', async (context) => {
    const seqs = context.req.queries('seq') ?? []
    const sessions = (context.req.queries('session') ?? [])
      .slice(0, mostEntries)
      .map((id, place) => ({ id, seq: Number(seqs[place] ?? Number.POSITIVE_INFINITY) }))
    return jsonAnswer(await analysis(context, { kind: 'entries', sessions, ...asking(context) }))
  })

  app.get('/v1/live/changes', (context) => {
    // Nobody reads the stream of a HEAD, and nobody ends it.
    if (context.req.raw.method === 'HEAD') return context.body(null)
    const closed = new AbortController()
    const signal = AbortSignal.any([context.req.raw.signal, closed.signal])
    const changes = service.changes(context.get('caller'), signal)
    return eventStream(toldChanges(changes), () => closed.abort())
  })

  app.get('/v1/live/recordings', async (context) => {
    mustBeOwner(context.get('caller'))
    const from = Math.max(0, Math.floor(Number(context.req.query('after') ?? 0)) || 0)
    return jsonAnswer(await analysis(context, { kind: 'recordings', from }))
  })

  app.get('/v1/live/recordings/:key', async (context) => {
    mustBeOwner(context.get('caller'))
    const recording = await analysis(context, { kind: 'recording', key: context.req.param('key') })
    if (recording === null)
      throw new Problem(404, 'unknown-recording', 'This recording no longer exists on this machine.')
    return jsonAnswer(recording)
  })
}

/** @throws Problem 403 where who asks is not the owner of this machine, at this machine */
function mustBeOwner({ isOwner }: Caller): void {
  if (isOwner) return
  throw new Problem(
    403,
    'recordings-are-local',
    'Recordings on this machine are shown only with the token that `todo-ledger serve` printed, in a browser on this machine.',
  )
}

async function* toldChanges(
  changes: AsyncIterable<string>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  for await (const session of changes) yield { data: JSON.stringify({ session }) }
}
