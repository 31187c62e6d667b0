/** The order of sessions in the index. */

import type { ReportEntry } from '@todo-ledger/replay-cli/report-data'

/** What the sessions can be sorted by. */
export type IndexOrder = 'worst' | 'title' | 'turns' | 'completions' | 'began'

/** How many completions a session has. */
export function completionsOf({ verdicts }: ReportEntry): number {
  return verdicts.supported + verdicts.weak + verdicts.unsupported + verdicts.unknown
}

/** What a session is called. */
export function nameOf({ title, session }: ReportEntry): string {
  return title ?? session
}

const orders: { readonly [O in IndexOrder]: (one: ReportEntry, other: ReportEntry) => number } = {
  worst: (one, other) =>
    other.verdicts.unsupported - one.verdicts.unsupported ||
    other.findings.error - one.findings.error ||
    other.findings.warning - one.findings.warning ||
    other.verdicts.weak - one.verdicts.weak ||
    other.verdicts.unknown - one.verdicts.unknown ||
    completionsOf(other) - completionsOf(one),
  title: (one, other) => nameOf(one).localeCompare(nameOf(other), 'en'),
  turns: (one, other) => other.turns - one.turns,
  completions: (one, other) => completionsOf(other) - completionsOf(one),
  began: (one, other) => (one.began < other.began ? 1 : one.began > other.began ? -1 : 0),
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
