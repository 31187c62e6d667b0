/** A session's events: a page of them, or a stream that goes on. */

import { encodeEvent, type TodoEvent } from '@todo-ledger/core'
import {
  exactOptional,
  type InferOutput,
  integer,
  maxValue,
  minValue,
  pipe,
  strictObject,
  string,
  toNumber,
} from 'valibot'
import type { LedgerService } from '../service/ledger-service.js'
import { type Operation, operation } from './operation.js'
import { type event, eventPage } from './schemas.js'
import { eventStream, type ServerSentEvent } from './server-sent-events.js'

const whole = pipe(string(), toNumber(), integer(), minValue(0))

/** So many events are given at once where nobody says. */
const usualPage = 1_000
/** No page is larger, in characters, but by its last event: an event may have as many as a request. */
const largestPage = 4 * 1024 * 1024

/** What can be asked of a session's events. */
export function eventOperations(service: LedgerService): readonly Operation[] {
  return [
    operation({
      method: 'get',
      path: '/v1/sessions/{id}/events',
      summary:
        'Gives the events behind a number, at most some 4 MB of them. Asked for text/event-stream it goes on with those that come; Last-Event-ID goes on where a stream broke.',
      query: strictObject({
        after: exactOptional(whole),
        limit: exactOptional(pipe(string(), toNumber(), integer(), minValue(1), maxValue(10_000))),
      }),
      answer: eventPage,
      stream: 'text/event-stream',
      handle: async ({ caller, id, query: { after = 0, limit = usualPage }, headers, signal }) => {
        if (!headers.get('accept')?.includes('text/event-stream')) {
          return await pageOf(await service.events(caller, id, after), after, limit)
        }
        const lastId = headers.get('last-event-id') ?? ''
        const from = /^\d{1,15}$/.test(lastId) ? Number(lastId) : after
        const gone = new AbortController()
        const events = await service.follow(caller, id, from, gone.signal)
        signal.addEventListener('abort', () => gone.abort())
        return eventStream(toldEvents(events), () => gone.abort())
      },
    }),
  ]
}

async function pageOf(
  events: AsyncIterable<TodoEvent>,
  after: number,
  limit: number,
): Promise<InferOutput<typeof eventPage>> {
  const page: InferOutput<typeof event>[] = []
  let last = after
  let size = 0
  for await (const next of events) {
    if (page.length === limit || size >= largestPage) return { events: page, last, more: true }
    const encoded = encodeEvent(next)
    size += encoded.length
    page.push(JSON.parse(encoded))
    last = next.seq
  }
  return { events: page, last, more: false }
}

async function* toldEvents(events: AsyncIterable<TodoEvent>): AsyncGenerator<ServerSentEvent, void> {
  for await (const event of events) yield { id: String(event.seq), data: encodeEvent(event) }
}
