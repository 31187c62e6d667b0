/** The order of sessions in the index. */

import { completionsIn, type ReportEntry, worstFirst } from 'todo-replay/session-view'

/** What the sessions can be sorted by. */
export type IndexOrder = 'worst' | 'title' | 'turns' | 'completions' | 'until'

/** What a session is called. */
export function nameOf({ title, session }: ReportEntry): string {
  return title ?? session
}

const orders: { readonly [O in IndexOrder]: (one: ReportEntry, other: ReportEntry) => number } = {
  worst: (one, other) => worstFirst(one, other) || completionsIn(other) - completionsIn(one),
  title: (one, other) => nameOf(one).localeCompare(nameOf(other), 'en'),
  turns: (one, other) => other.turns - one.turns,
  completions: (one, other) => completionsIn(other) - completionsIn(one),
  until: (one, other) => (one.ended < other.ended ? 1 : one.ended > other.ended ? -1 : 0),
}

/** The sessions in an order, those alone that have every word of the filter. Equal ones stay as they were read. */
export function sorted(
  entries: readonly ReportEntry[],
  order: IndexOrder,
  filter: string,
): readonly ReportEntry[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const wanted = entries.filter(({ title, session, file, profile }) => {
    const text = `${title ?? ''} ${session} ${file ?? ''} ${profile}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return wanted.toSorted(orders[order])
}
