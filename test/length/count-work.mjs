// Counts work in place of timing it: how often each function of the program, or a block of it, runs.
import { Session } from 'node:inspector/promises'

/**
 * Runs something at a size and at four times the size.
 * @param {(size: number) => Promise<unknown>} run
 * @param {number} size
 * @param {number} most how many times as often a function may run: twice what is meant, which is 4 where the cost is linear
 * @returns {Promise<string[]>} the functions that ran more often
 */
export async function worseThan(run, size, most) {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    /** @param {number} at */
    const counted = async (at) => {
      await session.post('Profiler.takePreciseCoverage')
      await run(at)
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return mostByFunction(result)
    }
    await run(size) // what is loaded and made once
    const few = await counted(size)
    const many = await counted(4 * size)
    const worse = () =>
      [...many]
        .map(([name, times]) => ({ name, times, before: few.get(name) ?? 0 }))
        .filter(({ times, before }) => before > 0 && times > leastCounted && times > most * before)
        .sort((one, other) => other.times - one.times)
        .map(({ name, times, before }) => `${name}: ${before} → ${times}`)
    // V8 forgets the count of a function that it lets go of, so that one can be too low, and none too high.
    for (let again = 0; again < 3 && worse().length > 0; again += 1) {
      for (const [name, times] of await counted(size)) few.set(name, Math.max(times, few.get(name) ?? 0))
    }
    return worse()
  } finally {
    await session.post('Profiler.stopPreciseCoverage')
    session.disconnect()
  }
}

/** What runs less often says nothing. */
const leastCounted = 30_000

/** @param {import('node:inspector').Profiler.ScriptCoverage[]} scripts */
function mostByFunction(scripts) {
  /** @type {Map<string, number>} */
  const most = new Map()
  for (const { url, functions } of scripts) {
    const [, file] = /packages\/([^?]+)$/.exec(url) ?? []
    if (file === undefined) continue
    for (const { functionName, ranges } of functions) {
      const name = `${file} ${functionName || '(anonymous)'} ${ranges[0]?.startOffset}`
      most.set(name, Math.max(...ranges.map(({ count }) => count)))
    }
  }
  return most
}
