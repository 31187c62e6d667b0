/** Makes a session whole again that was packed for the page. */

import type { PackedSession, SessionReplay } from '@todo-ledger/replay-cli/report-data'

/** The session with every version of its list. What is alike in several of them is the same object. */
export function unpackSession({ listed, lists, ...rest }: PackedSession): SessionReplay {
  return {
    ...rest,
    lists: lists.map(({ goal, phase, items }) => ({
      goal,
      phase,
      items: items.flatMap((item) => listed[item] ?? []),
    })),
  }
}
