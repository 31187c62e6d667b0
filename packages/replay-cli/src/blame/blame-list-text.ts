/** All items of a session with who last changed their status, as people read it. */

import type { ItemLife } from '@todo-ledger/core/history'
import { shortPlace } from '../items/place.js'
import type { WorkBefore, WorkBeforeUpdates } from '../items/work-before.js'
import { worded } from '../session-view/words.js'
import { itemText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import type { Style } from '../text/style.js'
import { wrap } from '../text/wrap.js'

/** The lines of one item: itself, and who set its status after what. */
export function blameListText(
  life: ItemLife,
  work: WorkBeforeUpdates,
  columns: number,
  style: Style,
): readonly string[] {
  const facts = factsOf(life, work)
  return [
    ...itemText(life, columns, style),
    ...wrap(facts, columns - 4).map((line) => `    ${style('dim', line)}`),
  ]
}

function factsOf({ status, added, before, fields, left }: ItemLife, work: WorkBeforeUpdates): string {
  const set = fields.status
  const isListedSo = set === undefined || set.seq === added.seq
  const parts = [
    isListedSo
      ? `listed as ${worded(status)} in ${shortPlace(added)}`
      : `${worded(status)} since ${shortPlace(set)}${afterText(work.before(set.seq))}`,
    ...(isListedSo ? [] : [`listed in ${shortPlace(added)}`]),
    ...(before === undefined ? [] : ['in the list before this log']),
    ...(fields.text !== undefined && fields.text.seq !== added.seq
      ? [`reworded in ${shortPlace(fields.text)}`]
      : []),
    ...(left === null ? [] : [`left ${left.silently ? 'silently ' : ''}in ${shortPlace(left)}`]),
  ]
  return parts.join('; ')
}

function afterText(before: WorkBefore | undefined): string {
  if (before === undefined) return ''
  return before.calls === 0 ? ' after no call' : ` after ${count(before.calls, 'call')}`
}
