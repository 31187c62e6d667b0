/** What comes from elsewhere, and a word wherever nothing comes for a moment. */

/** Nothing came for so many milliseconds: that is a pause. */
const pause = 25

/**
 * Passes on what comes.
 * @param paused is called when nothing comes; gives after how many milliseconds it is to be called again, or null
 * @param stop ends it
 */
export async function* withPauses<Value>(
  values: AsyncIterable<Value>,
  paused: () => number | null,
  stop: AbortSignal,
): AsyncGenerator<Value, void, undefined> {
  const iterator = values[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = iterator.next()
      next.catch(() => undefined) // it is awaited below, unless the watch ends before
      let rest: number | null = pause
      while (!(await settles(next, rest, stop))) {
        if (stop.aborted) return
        rest = paused()
      }
      const { done, value } = await next
      if (done === true) return
      yield value
    }
  } finally {
    // What waits for input that never comes can't be waited for.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

/** True once it has settled; false where it has not after so many milliseconds, or at the stop. */
function settles(promise: Promise<unknown>, most: number | null, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (value: boolean) => () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', stopped)
      resolve(value)
    }
    const stopped = answer(false)
    const timer = most === null ? undefined : setTimeout(answer(false), Math.max(1, most))
    stop.addEventListener('abort', stopped)
    promise.then(answer(true), answer(true))
    if (stop.aborted) stopped()
  })
}
