/** How a completed item's text was weakened while it was open, without the user having asked for anything. */

import { isRequest, type Work } from './evidence/work/work.js'
import type { Completion, FormerText } from './item-histories.js'
import { type Loss, lossesOf } from './weakened-text.js'

/** A text that was weakened. */
export interface Weakening {
  /** The text before. */
  readonly former: FormerText
  /** What it lost. */
  readonly loss: Loss
}

/** The weakenings of a completed item's text, the oldest text first. */
export function weakeningsOf(completion: Completion, work: readonly Work[]): readonly Weakening[] {
  return completion.formerTexts.flatMap((former) => {
    if (work.slice(former.since, former.until.position).some((piece) => isRequest(piece))) return []
    const others = [...former.list.items, ...completion.list.items].filter(
      ({ key }) => key !== completion.key,
    )
    return lossesOf(former.text, completion.text, others).map((loss) => ({ former, loss }))
  })
}
