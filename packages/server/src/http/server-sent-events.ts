/** Streams of server-sent events. Source: the HTML standard, "Server-sent events". */

/** One event of a stream. */
export interface ServerSentEvent {
  /** What the client sends as Last-Event-ID when it comes back; absent: it stays what it was. */
  readonly id?: string
  /** What it says, on one line. */
  readonly data: string
}

/** Clients that lost the stream come back after so many milliseconds. */
const retry = 1_000

/** A comment is sent so often while nothing happens, so that nobody between takes the stream for dead. */
const quiet = 15_000

/**
 * The answer that streams events. It begins and ends with the retry hint: where the server ends it, the client comes back.
 * @param closed is called once the client has gone or the events are over
 */
export function eventStream(events: AsyncIterable<ServerSentEvent>, closed: () => void): Response {
  const iterator = events[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const hint = encoder.encode(`retry: ${retry}\n\n`)
  let heart: NodeJS.Timeout | undefined
  const end = async () => {
    clearInterval(heart)
    closed()
    await iterator.return?.()
  }
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(hint)
      // Not behind what is unread: a client that reads nothing is to fall silent, and is let go.
      heart = setInterval(() => {
        if ((stream.desiredSize ?? 0) > 0) stream.enqueue(encoder.encode(':\n\n'))
      }, quiet)
      heart.unref()
    },
    // It is pulled as the client reads: a slow one makes nobody hold what it has not read.
    async pull(stream) {
      try {
        const next = await iterator.next()
        if (next.done !== true) {
          const { id, data } = next.value
          stream.enqueue(encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`))
          return
        }
        stream.enqueue(hint)
      } catch {
        // The client comes back, and is told then what is wrong.
        stream.enqueue(hint)
      }
      await end()
      stream.close()
    },
    cancel: end,
  })
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // nginx keeps what it is not told to pass on.
    'x-accel-buffering': 'no',
  }
  return new Response(body, { headers })
}
