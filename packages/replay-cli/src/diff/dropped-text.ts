/** Which items were dropped silently, as people read it: update by update. */

import { type ItemDiff, type ItemLeft, isDropped } from '@todo-ledger/core/history'
import { headLines, placeText, shortPlace } from '../items/place.js'
import { type HappenedBefore, happenedLine } from '../items/work-before.js'
import { itemText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import { wrap } from '../text/wrap.js'
import { momentText } from './diff-text.js'
import type { SessionDiff } from './session-diff.js'

/** Its lines. */
export function droppedText(
  { head, diff, work }: SessionDiff,
  columns: number,
  style: Style,
): readonly string[] {
  const dropped = droppedItems({ diff })
  const range = `${momentText(diff.from)} → ${momentText(diff.to)}`
  const facts =
    dropped.length === 0
      ? `${range}: no item was dropped silently`
      : `${range}: ${count(dropped.length, 'item')} left the list while open, and nothing carries ${dropped.length === 1 ? 'it' : 'them'} on`
  const byUpdate = new Map<number, { readonly left: ItemLeft; readonly items: ItemDiff[] }>()
  for (const { item, left } of dropped) {
    const update = byUpdate.get(left.seq)
    if (update === undefined) byUpdate.set(left.seq, { left, items: [item] })
    else update.items.push(item)
  }
  const layout = { indent: 2, labelColumns: 8, columns, style }
  const updates = [...byUpdate.values()].sort((one, other) => one.left.seq - other.left.seq)
  return [
    ...headLines(head, facts, columns, style),
    ...updates.flatMap(({ left, items }) => [
      '',
      ...labelled({ label: 'update', text: placeText(left, head.file) }, layout),
      ...lastBefore(work.before(left.seq)?.happened ?? []).flatMap((text) =>
        labelled({ label: 'after', text }, layout),
      ),
      ...items.flatMap((item) => itemLines(item, left, columns, style)),
    ]),
  ]
}

/** The items that were dropped silently, with how they left. */
export function droppedItems({
  diff,
}: Pick<SessionDiff, 'diff'>): readonly { readonly item: ItemDiff; readonly left: ItemLeft }[] {
  return [...diff.items, ...diff.passing].flatMap((item) =>
    item.left !== null && isDropped(item) ? [{ item, left: item.left }] : [],
  )
}

/** The last thing that the user, the supervisor or the host did before the update: it may be why. */
function lastBefore(happened: readonly HappenedBefore[]): readonly string[] {
  const last = happened.at(-1)
  return last === undefined ? [] : [happenedLine(last)]
}

function itemLines(
  { id, text, was, added, again }: ItemDiff,
  { status }: ItemLeft,
  columns: number,
  style: Style,
): readonly string[] {
  const came = was === null && added !== null ? `listed in ${shortPlace(added)}` : 'listed before'
  const back =
    again === null ? '' : `; listed again as #${printable(again.id, 40)} in ${shortPlace(again.added)}`
  return [
    ...itemText({ id, text, status, reason: null }, columns - 4, style).map((line) => `    ${line}`),
    ...wrap(`${came}${back}`, columns - 8).map((line) => `        ${style('dim', line)}`),
  ]
}
