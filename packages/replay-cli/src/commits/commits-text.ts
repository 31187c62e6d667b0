/** Which commits belong to which item, as people read it. */

import { headLines, type SessionHead } from '../items/place.js'
import { itemText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { TextLayout } from '../text/style.js'
import { hang, wrap } from '../text/wrap.js'
import type { SessionCommits } from './commit-links.js'

/** The lines. */
export function commitsText(
  head: SessionHead,
  { items, others }: SessionCommits,
  { columns, style }: TextLayout,
): readonly string[] {
  const linked = new Set(items.flatMap(({ commits }) => commits.map(({ hash }) => hash))).size
  const all = linked + others.length
  const commitLines = ({ hash, at, subject }: SessionCommits['others'][number]): readonly string[] =>
    hang(
      `    ${hash.slice(0, 10)}  ${at.slice(0, 16).replace('T', ' ')}  `,
      printable(subject || '(no message)', 200),
      columns,
    )
  if (all === 0) return headLines(head, 'the repository has no commit of its time', columns, style)
  const belong = linked === 1 ? '1 of them belongs' : `${linked} of them belong`
  return [
    ...headLines(head, `${count(all, 'commit')}, ${belong} to an item`, columns, style),
    ...items.flatMap((item) => {
      const { gone, commits } = item
      if (gone && commits.length === 0) return []
      const notes = [...(gone ? ['it left the list'] : []), ...(commits.length === 0 ? ['no commit'] : [])]
      return [
        '',
        ...itemText({ ...item, reason: null }, columns, style),
        ...notes.map((note) => style('dim', `    ${note}`)),
        ...commits.flatMap((commit) => {
          const why = printable(commit.reasons.map(({ detail }) => detail).join('; '), 600)
          return [
            ...commitLines(commit),
            ...wrap(why, columns - 8).map((line) => `        ${style('dim', line)}`),
          ]
        }),
      ]
    }),
    ...(others.length === 0 ? [] : ['', 'of no item', ...others.flatMap(commitLines)]),
  ]
}
