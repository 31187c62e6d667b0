/** Which commits belong to which item, as people read it. */

import { headLines, type SessionHead } from '../items/place.js'
import { itemText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import { hang, wrap } from '../text/wrap.js'
import type { SessionCommits } from './commit-links.js'

type Commits = SessionCommits['others']

/** The lines. */
export function commitsText(
  head: SessionHead,
  { items, others }: SessionCommits,
  columns: number,
  style: Style,
): readonly string[] {
  const linked = new Set(items.flatMap(({ commits }) => commits.map(({ hash }) => hash))).size
  const all = linked + others.length
  const commitLines = ({ hash, at, subject }: Commits[number]): readonly string[] => {
    const short = hash.slice(0, 10)
    const before = `    ${short}  ${at.slice(0, 16).replace('T', ' ')}  `
    const [first = '', ...rest] = hang(before, printable(subject || '(no message)', 200), columns)
    return [first.replace(short, style('yellow', short)), ...rest]
  }
  if (all === 0) return headLines(head, 'the repository has no commit of its time', columns, style)
  const belong = linked === 1 ? '1 of them belongs' : `${linked} of them belong`
  return [
    ...headLines(head, `${count(all, 'commit')}, ${belong} to an item`, columns, style),
    ...items.flatMap((item) => {
      const { gone, commits } = item
      if (gone && commits.length === 0) return []
      return [
        '',
        ...itemText({ ...item, reason: null }, columns, style),
        ...(gone ? [style('dim', '    it left the list')] : []),
        ...(commits.length === 0 ? [style('dim', '    no commit')] : []),
        ...commits.flatMap((commit) => {
          const reasons = commit.reasons.map(({ detail, seq }) =>
            seq === undefined ? detail : `${detail} (event ${seq})`,
          )
          const why = wrap(printable(reasons.join('; '), 600), columns - 8)
          return [...commitLines(commit), ...why.map((line) => `        ${style('dim', line)}`)]
        }),
      ]
    }),
    ...(others.length === 0 ? [] : ['', 'of no item', ...others.flatMap(commitLines)]),
  ]
}
