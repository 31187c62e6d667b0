/** Streams of server-sent events. Source: the HTML standard, "Server-sent events". */

export interface ServerSentEvent {
  /** What the client sends as Last-Event-ID when it comes back; absent: it stays what it was. */
  readonly id?: string
  /** On one line. */
  readonly data: string
}

/** Clients that lost the stream come back after so many milliseconds. */
const retry = 1_000
/** A comment is sent so often while nothing happens, so that nobody between takes the stream for dead. */
const quiet = 15_000

const encoder = new TextEncoder()
const hint = encoder.encode(`retry: ${retry}\n\n`)
const beat = encoder.encode(':\n\n')

export function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true
}

/** The answer that streams events. It begins and ends with the retry hint: where the server ends it, the client comes back. */
export function eventStream(events: AsyncIterable<ServerSentEvent>): Response {
  const iterator = events[Symbol.asyncIterator]()
  let heart: NodeJS.Timeout | undefined
  const end = async () => {
    clearInterval(heart)
    await iterator.return?.()
  }
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(hint)
      // Not behind what is unread: a client that reads nothing is to fall silent, and is let go.
      heart = setInterval(() => (stream.desiredSize ?? 0) > 0 && stream.enqueue(beat), quiet).unref()
    },
    // It is pulled as the client reads: a slow one makes nobody hold what it has not read.
    async pull(stream) {
      // Where it fails, the client comes back and is told then what is wrong.
      const next = await iterator.next().catch(() => undefined)
      if (next !== undefined && next.done !== true) {
        const { id, data } = next.value
        stream.enqueue(encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`))
        return
      }
      stream.enqueue(hint)
      await end()
      stream.close()
    },
    cancel: end,
  })
  // nginx keeps what it is not told to pass on.
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
  return new Response(body, { headers })
}
