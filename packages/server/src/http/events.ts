/** A session's events: a page of them, or a stream that goes on. */

import { encodeEvent, type TodoEvent } from '@todo-ledger/core'
import { exactOptional, integer, maxValue, minValue, pipe, strictObject, string, toNumber } from 'valibot'
import type { LedgerService } from '../service/ledger-service.js'
import { type Operation, operation } from './operation.js'
import { eventPage } from './schemas.js'
import { eventStream } from './server-sent-events.js'

const whole = pipe(string(), toNumber(), integer(), minValue(0))

/** So many events are given at once where nobody says. */
const usualPage = 1_000

/** What can be asked of a session's events. */
export function eventOperations(service: LedgerService): readonly Operation[] {
  return [
    operation({
      method: 'get',
      path: '/v1/sessions/{id}/events',
      summary:
        'Gives the events behind a number. Asked for text/event-stream it goes on with those that come; Last-Event-ID goes on where a stream broke.',
      query: strictObject({
        after: exactOptional(whole),
        limit: exactOptional(pipe(string(), toNumber(), integer(), minValue(1), maxValue(10_000))),
      }),
      answers: { 200: eventPage },
      stream: 'text/event-stream',
      answer: async ({ caller, id, query: { after = 0, limit = usualPage }, headers, signal }) => {
        if (!headers.get('accept')?.includes('text/event-stream')) {
          return { status: 200, body: await pageOf(await service.events(caller, id, after), after, limit) }
        }
        const lastId = headers.get('last-event-id') ?? ''
        const from = /^\d{1,15}$/.test(lastId) ? Number(lastId) : after
        const closed = new AbortController()
        const events = await service.follow(caller, id, from, AbortSignal.any([signal, closed.signal]))
        return eventStream(toldEvents(events), () => closed.abort())
      },
    }),
  ]
}

async function pageOf(events: AsyncIterable<TodoEvent>, after: number, limit: number) {
  const page: Record<string, unknown>[] = []
  let last = after
  for await (const event of events) {
    if (page.length === limit) return { events: page as never, last, more: true }
    page.push(JSON.parse(encodeEvent(event)))
    last = event.seq
  }
  return { events: page as never, last, more: false }
}

async function* toldEvents(events: AsyncIterable<TodoEvent>) {
  for await (const event of events) yield { id: String(event.seq), data: encodeEvent(event) }
}
