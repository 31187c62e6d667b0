/** What the page asks for beside the rest of the service: sessions as it shows them. All texts in the answers are fit for a page. */

import type { Context, Hono } from 'hono'
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
  /** @param absent why there is nothing, where there may be nothing */
  const answer = async (context: Context<HttpEnv>, asked: Analysis, absent?: Problem) => {
    const json = await service.analysis(context.get('caller'), asked, context.req.raw.signal)
    if (json === null && absent !== undefined) throw absent
    return jsonAnswer(json)
  }
  const forgotten = new Problem(410, 'forgotten', 'The session was forgotten: its contents were erased.')

  app.get('/v1/live/sessions/:id', (context) =>
    answer(context, { kind: 'page', session: context.req.param('id') }, forgotten),
  )

  // As it is: the page folds the events that come behind it by core's own reducer, and escapes what it shows.
  app.get('/v1/live/sessions/:id/state', async (context) => {
    const { state } = await service.read(context.get('caller'), context.req.param('id'))
    return context.json({ state })
  })

  app.get('/v1/live/entries', (context) => {
    const seqs = context.req.queries('seq') ?? []
    const ids = (context.req.queries('session') ?? [])
      .slice(0, mostEntries)
      .map((id, place) => ({ id, seq: Number(seqs[place] ?? Number.POSITIVE_INFINITY) }))
    return answer(context, { kind: 'entries', ids })
  })

  app.get('/v1/live/changes', (context) => {
    // Nobody reads the stream of a HEAD, and nobody ends it.
    if (context.req.raw.method === 'HEAD') return context.body(null)
    return eventStream(toldChanges(service.changes(context.get('caller'), context.get('ended').signal)))
  })
}

async function* toldChanges(changes: AsyncIterable<string>): AsyncGenerator<ServerSentEvent, void> {
  for await (const session of changes) yield { data: JSON.stringify({ session }) }
}
