/** A session's events: a page of them, or a stream that goes on. */

import { setImmediate } from 'node:timers/promises'
import { encodeEvent, type TodoEvent } from '@todo-ledger/core'
import { array, description, exactOptional, maxValue, minValue, pipe, strictObject } from 'valibot'
import type { LedgerService } from '../service/ledger-service.js'
import { jsonAnswer, type Operation, operation } from './operation.js'
import { count, event, flag, whole } from './schemas.js'
import { eventStream, type ServerSentEvent } from './server-sent-events.js'

/** So many events are given at once where nobody says. */
const usualPage = 1_000
/** No page is larger, in characters, but by its last event: an event may have as many as a request. */
const largestPage = 4 * 1024 * 1024
/** So many characters are written between two looks at what else is asked. */
const unbroken = 128 * 1024

export function eventsOperation(service: LedgerService): Operation {
  return operation({
    method: 'get',
    path: '/v1/sessions/{id}/events',
    summary:
      'Gives the events behind a number, at most some 4 MB of them. Asked for text/event-stream it goes on with those that come; Last-Event-ID goes on where a stream broke.',
    query: strictObject({
      after: exactOptional(whole),
      limit: exactOptional(pipe(whole, minValue(1), maxValue(10_000))),
    }),
    answer: strictObject({
      events: array(event),
      last: pipe(count, description('The number of the last event of this page: the next `after`.')),
      more: flag('True where there were more when this page was read.'),
    }),
    stream: 'text/event-stream',
    handle: async ({ caller, id, query: { after = 0, limit = usualPage }, headers, signal }) => {
      if (!headers.get('accept')?.includes('text/event-stream'))
        return jsonAnswer(await pageOf(await service.events(caller, id, after), after, limit))
      const lastId = headers.get('last-event-id') ?? ''
      const from = /^\d{1,15}$/.test(lastId) ? Number(lastId) : after
      const gone = new AbortController()
      const events = await service.follow(caller, id, from, gone.signal)
      signal.addEventListener('abort', () => gone.abort())
      return eventStream(toldEvents(events), () => gone.abort())
    },
  })
}

async function pageOf(events: AsyncIterable<TodoEvent>, after: number, limit: number): Promise<string> {
  const page: string[] = []
  let last = after
  let size = 0
  const answer = (more: boolean) => `{"events":[${page.join()}],"last":${last},"more":${more}}`
  for await (const next of events) {
    if (page.length === limit || size >= largestPage) return answer(true)
    const encoded = encodeEvent(next)
    if (Math.floor((size + encoded.length) / unbroken) > Math.floor(size / unbroken)) await setImmediate()
    size += encoded.length
    page.push(encoded)
    last = next.seq
  }
  return answer(false)
}

async function* toldEvents(events: AsyncIterable<TodoEvent>): AsyncGenerator<ServerSentEvent, void> {
  for await (const event of events) yield { id: String(event.seq), data: encodeEvent(event) }
}
