/** The life of an item, as the debugger and the page show it. */

import type { ItemLife, ItemLifeChange } from '@todo-ledger/core/history'
import type { ItemReplay, LifeReplay } from '../session-view/session-replay.js'

/** What is shown of an item's life. */
export function itemReplay({ key, id, text, status, before, changes, left }: ItemLife): ItemReplay {
  return {
    key,
    id,
    text,
    status,
    ...(before === undefined ? {} : { before }),
    life: changes.map(lifeReplay),
    left: left === null ? null : { turn: left.turn, seq: left.seq, silently: left.silently },
  }
}

function lifeReplay({ at, ...change }: ItemLifeChange): LifeReplay {
  return { ...change, at: at.toISOString() }
}
