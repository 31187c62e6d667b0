/** What a session cost in tokens, as its recording says it. */

import type { TokenUsage } from '@todo-ledger/recordings'
import { grouped } from '../text/count.js'

/** What turns cost together, and how many they are of which the recording says it. */
export interface TurnsUsage extends TokenUsage {
  readonly turns: number
}

/** What the turns cost that began while an item was in progress; of several that were, the turn counts for each. */
export interface ItemUsage extends TurnsUsage {
  readonly key: string
  readonly id: string
}

/** What a session cost, in all and by its items in the order in which they were first in progress. */
export interface SessionUsage extends TurnsUsage {
  readonly items: readonly ItemUsage[]
}

/** Tokens in words: `12,345 in (9,000 cached), 678 out, $0.12`. */
export function usageText({ input, output, cacheRead, cost }: TokenUsage): string {
  const cached = cacheRead === 0 ? '' : ` (${grouped(cacheRead)} cached)`
  return [
    `${grouped(input)} in${cached}`,
    `${grouped(output)} out`,
    ...(cost === null ? [] : [`$${cost < 0.1 ? cost.toFixed(4) : cost.toFixed(2)}`]),
  ].join(', ')
}
