/** Who last changed an item and after what, as people read it. */

import type { TodoStatus } from '@todo-ledger/core'
import type { FieldOrigin, ItemLife, LifeField } from '@todo-ledger/core/history'
import { placeText, shortPlace } from '../items/place.js'
import { type WorkBeforeUpdates, workBeforeText } from '../items/work-before.js'
import { moveText, valueText, worded } from '../session-view/words.js'
import { itemText } from '../show/checklist-text.js'
import { labelled, type ParagraphLayout } from '../text/paragraph.js'
import type { TextLayout } from '../text/style.js'
import { lifeText } from './life-text.js'

/** How items are printed. */
export interface BlameTelling extends TextLayout {
  /** The recorded file; null for a live session. */
  readonly file: string | null
  /** What was done before each update. */
  readonly work: WorkBeforeUpdates
  /** True: the whole life, too. */
  readonly whole: boolean
}

/** Its number follows what stands before it, and the text in progress its text. */
const untold: ReadonlySet<string> = new Set<LifeField>(['id', 'activeForm'])

/** The lines of one item: each part with the event that last set it, and what was done before the last status. */
export function blameText(
  life: ItemLife,
  { file, work, whole, columns, style }: BlameTelling,
): readonly string[] {
  const layout: ParagraphLayout = { indent: 2, labelColumns: 10, columns, style }
  const { added, fields, left, changes, status } = life
  const set = fields.status
  const isListedSo = set === undefined || set.seq === added.seq
  const before = work.before(set?.seq ?? added.seq)
  const after = before === undefined ? [] : workBeforeText(before, layout)
  const listed = { label: 'listed', text: `as ${worded(isListedSo ? status : firstStatus(changes))}` }
  return [
    ...itemText(life, columns, style),
    ...(isListedSo ? [] : [...statusText(life, set, file, layout), ...after]),
    ...Object.entries(fields).flatMap(([field, origin]) =>
      field === 'status' || untold.has(field) || origin.seq === added.seq
        ? []
        : originText(field, origin, file, layout),
    ),
    ...labelled(listed, layout),
    ...labelled({ label: '', text: placeText(added, file) }, layout),
    ...(life.before === undefined
      ? []
      : labelled({ label: 'before', text: beforeText(life.before) }, layout)),
    ...(isListedSo ? after : []),
    ...(left === null
      ? []
      : [
          ...labelled(
            {
              label: 'left',
              text: left.silently ? `silently, while ${worded(left.status)}` : `while ${worded(left.status)}`,
              ...(left.silently ? { labelStyle: 'yellow' as const } : {}),
            },
            layout,
          ),
          ...labelled({ label: '', text: placeText(left, file) }, layout),
        ]),
    ...(whole ? lifeText(changes, layout) : []),
  ]
}

/** What is known of an item that was in the list when the log began. */
function beforeText(before: TodoStatus | null): string {
  const status = before === null ? 'nobody says with which status' : worded(before)
  return `it was in the list before this log begins: ${status}`
}

function originText(
  label: string,
  origin: FieldOrigin,
  file: string | null,
  layout: ParagraphLayout,
): readonly string[] {
  return [
    ...labelled({ label: label === 'position' ? 'place' : label, text: valuesText(label, origin) }, layout),
    ...labelled({ label: '', text: placeText(origin, file) }, layout),
  ]
}

/** The last status with the one before, and since when the item had that. */
function statusText(
  { changes }: ItemLife,
  set: FieldOrigin,
  file: string | null,
  layout: ParagraphLayout,
): readonly string[] {
  const before = changes.findLast(({ what, seq }) => (what === 'status' || what === 'added') && seq < set.seq)
  const since = before === undefined ? '' : ` since ${shortPlace(before)}`
  const text = `${valueText(set.from)}${since} → ${valueText(set.to)}`
  return [
    ...labelled({ label: 'status', text }, layout),
    ...labelled({ label: '', text: placeText(set, file) }, layout),
  ]
}

/** The status with which an item was listed. */
function firstStatus(changes: ItemLife['changes']): string {
  return changes[0]?.status ?? 'pending'
}

function valuesText(label: string, { from, to }: FieldOrigin): string {
  if (label === 'position') return `moved ${moveText(from, to)}`
  return `${valueText(from)} → ${valueText(to)}`
}
