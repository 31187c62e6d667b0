/** Cuts commands out of a history that fails, as long as it still fails the same way. */

import type { Sabotage } from './backends.js'
import { type Command, type History, type HistoryResult, runHistory } from './history.js'

/** The most runs that shrinking may take. */
const mostRuns = 400

/** The shortest failing history that was found, and how it fails. */
export async function shrink(
  history: History,
  failed: HistoryResult,
  sabotage: Sabotage = {},
): Promise<{ readonly history: History; readonly result: HistoryResult }> {
  let best = { history, result: failed }
  let runs = 0
  for (let size = Math.ceil(history.commands.length / 2); size >= 1; ) {
    let cut = false
    for (let from = 0; from < best.history.commands.length && runs < mostRuns; ) {
      const commands = without(best.history.commands, from, size)
      const shorter = { ...best.history, commands }
      const result = await runHistory(shorter, sabotage)
      runs += 1
      if (result.failure !== null && kindOf(result.failure) === kindOf(failed.failure)) {
        best = { history: shorter, result }
        cut = true
      } else from += size
    }
    if (runs >= mostRuns) break
    if (size > 1) size = Math.ceil(size / 2)
    else if (!cut) break
  }
  return best
}

function without(commands: readonly Command[], from: number, size: number): readonly Command[] {
  return commands.filter((_, index) => index < from || index >= from + size)
}

/** A failure without what differs from run to run: ids and numbers. */
function kindOf(failure: string | null): string {
  return (failure ?? '')
    .slice(0, 60)
    .replace(/"[^"]*"?/gu, '…')
    .replace(/\d+/gu, 'n')
}
