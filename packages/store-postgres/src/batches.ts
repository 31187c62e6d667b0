/** Makes one question of many that are asked at once. */

// Of the module, so that the fake timers of a host's tests do not reach it.
import { setImmediate } from 'node:timers/promises'

/** In one run at most. */
const mostCalls = 256
const mostCharacters = 4_000_000

export interface BatchedCall {
  /** About how many characters it sends. */
  readonly size: number
}

/**
 * A function whose calls share runs: what is asked in one turn of the event loop, or while a run is under way, goes together
 * into the next.
 * @param run asks for calls, and gives the answer of each by its place among them; where it throws, all of them fail
 */
export function batched<Call extends BatchedCall, Answer>(
  run: (calls: readonly Call[]) => Promise<(place: number) => Answer>,
): (call: Call) => Promise<Answer> {
  interface Waiting {
    readonly call: Call
    readonly resolve: (answer: Promise<Answer>) => void
  }
  let waiting: Waiting[] = []
  let isWorking = false
  const work = async (): Promise<void> => {
    isWorking = true
    while (waiting.length > 0) {
      await setImmediate()
      let characters = 0
      const end = waiting.findIndex(({ call }, index) => {
        characters += call.size
        return index > 0 && (index === mostCalls || characters > mostCharacters)
      })
      const batch = end === -1 ? waiting : waiting.slice(0, end)
      waiting = waiting.slice(batch.length)
      const asked = run(batch.map(({ call }) => call))
      for (const [place, { resolve }] of batch.entries()) resolve(asked.then((answerOf) => answerOf(place)))
      await asked.catch(() => undefined)
    }
    isWorking = false
  }
  return (call) =>
    new Promise((resolve) => {
      waiting.push({ call, resolve })
      if (!isWorking) void work()
    })
}
