/** Which commits belong to which item, as people read it. */

import { headLines } from '../items/place.js'
import { itemText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import { hang, wrap } from '../text/wrap.js'
import type { CommitOutput, CommitsOutput, CommittedItem, LinkedCommit } from './commits-output.js'

/** The lines. */
export function commitsText(
  { session, file, items, others }: CommitsOutput,
  columns: number,
  style: Style,
): readonly string[] {
  const linked = new Set(items.flatMap(({ commits }) => commits.map(({ hash }) => hash)))
  const none = linked.size + others.length === 0
  const facts = none
    ? 'the repository has no commit of its time'
    : `${count(linked.size + others.length, 'commit')}, ${linked.size === 1 ? '1 of them belongs' : `${linked.size} of them belong`} to an item`
  const shown = items.filter(({ gone, commits }) => !gone || commits.length > 0)
  return [
    ...headLines({ session, file }, facts, columns, style),
    ...(none ? [] : shown).flatMap((item) => ['', ...itemLines(item, columns, style)]),
    ...(others.length === 0
      ? []
      : ['', 'of no item', ...others.flatMap((commit) => commitLines(commit, columns, style))]),
  ]
}

function itemLines(item: CommittedItem, columns: number, style: Style): readonly string[] {
  const { gone, commits } = item
  return [
    ...itemText({ ...item, reason: null }, columns, style),
    ...(gone ? [style('dim', '    it left the list')] : []),
    ...(commits.length === 0
      ? [style('dim', '    no commit')]
      : commits.flatMap((commit) => linkLines(commit, columns, style))),
  ]
}

function linkLines(commit: LinkedCommit, columns: number, style: Style): readonly string[] {
  const reasons = commit.reasons.map(({ detail, seq }) =>
    seq === undefined ? detail : `${detail} (event ${seq})`,
  )
  return [
    ...commitLines(commit, columns, style),
    ...wrap(printable(reasons.join('; '), 600), columns - 8).map((line) => `        ${style('dim', line)}`),
  ]
}

function commitLines({ hash, at, subject }: CommitOutput, columns: number, style: Style): readonly string[] {
  const short = hash.slice(0, 10)
  const before = `    ${short}  ${at.slice(0, 16).replace('T', ' ')}  `
  const [first = '', ...rest] = hang(
    before,
    printable(subject === '' ? '(no message)' : subject, 200),
    columns,
  )
  return [first.replace(short, style('yellow', short)), ...rest]
}
