/** Who last changed an item and after what, as people read it. */

import type { ItemLife, LifeField } from '@todo-ledger/core/history'
import { placeText, shortPlace } from '../items/place.js'
import { type WorkBeforeUpdates, workBeforeText } from '../items/work-before.js'
import { lifePhrase, moveText, phraseText, valueText, worded } from '../session-view/words.js'
import { itemText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { labelled, type ParagraphLayout } from '../text/paragraph.js'
import type { StyleName, TextLayout } from '../text/style.js'
import { wrap } from '../text/wrap.js'

/** Its number follows what stands before it, and the text in progress its text. */
const untold: ReadonlySet<string> = new Set<LifeField>(['id', 'activeForm'])

interface BlameLayout extends TextLayout {
  /** The recorded file; null for a live session. */
  readonly file: string | null
  readonly work: WorkBeforeUpdates
  /** True: the whole life, too. */
  readonly whole: boolean
}

/** The lines of one item: each part with the event that last set it, and what was done before the last status. */
export function blameText(
  life: ItemLife,
  { file, work, whole, columns, style }: BlameLayout,
): readonly string[] {
  const layout: ParagraphLayout = { indent: 2, labelColumns: 10, columns, style }
  const { added, fields, left, changes, status, before } = life
  const set = statusSetter(life)
  const told = (
    label: string,
    text: string,
    place?: Parameters<typeof placeText>[0],
    labelStyle: StyleName = 'dim',
  ) => [
    ...labelled({ label, text, labelStyle }, layout),
    ...(place === undefined ? [] : labelled({ label: '', text: placeText(place, file) }, layout)),
  ]
  const done = work.before((set ?? added).seq)
  const after = done === undefined ? [] : workBeforeText(done, layout)
  const others = Object.entries(fields).filter(
    ([field, { seq }]) => field !== 'status' && !untold.has(field) && seq !== added.seq,
  )
  const earlier = changes.findLast(
    ({ what, seq }) => (what === 'status' || what === 'added') && seq < (set?.seq ?? 0),
  )
  const since = earlier === undefined ? '' : ` since ${shortPlace(earlier)}`
  return [
    ...itemText(life, columns, style),
    ...(set === undefined
      ? []
      : [...told('status', `${valueText(set.from)}${since} → ${valueText(set.to)}`, set), ...after]),
    ...others.flatMap(([field, { from, to, ...place }]) =>
      field === 'position'
        ? told('place', `moved ${moveText(from, to)}`, place)
        : told(field, `${valueText(from)} → ${valueText(to)}`, place),
    ),
    ...told('listed', `as ${worded(set === undefined ? status : (changes[0]?.status ?? 'pending'))}`, added),
    ...(before === undefined
      ? []
      : told(
          'before',
          `in the list before this log begins: ${before === null ? 'nobody says how' : worded(before)}`,
        )),
    ...(set === undefined ? after : []),
    ...(left === null
      ? []
      : told(
          'left',
          `${leftWords(left)}while ${worded(left.status)}`,
          left,
          left.silently ? 'yellow' : 'dim',
        )),
    ...(whole
      ? changes.flatMap((change, index) => {
          const text = phraseText(lifePhrase(change), (foreign) => foreign)
          return told(index === 0 ? 'life' : '', `${shortPlace(change)}  ${text}`)
        })
      : []),
  ]
}

/** The lines of one item of several: itself, and who set its status after what. */
export function blameListText(life: ItemLife, work: WorkBeforeUpdates, { columns, style }: TextLayout) {
  const { status, added, before, fields, left } = life
  const set = statusSetter(life)
  const done = set === undefined ? undefined : work.before(set.seq)
  const after = done === undefined ? '' : ` after ${done.calls === 0 ? 'no call' : count(done.calls, 'call')}`
  const facts = [
    set === undefined
      ? `listed as ${worded(status)} in ${shortPlace(added)}`
      : `${worded(status)} since ${shortPlace(set)}${after}; listed in ${shortPlace(added)}`,
    ...(before === undefined ? [] : ['in the list before this log']),
    ...(fields.text !== undefined && fields.text.seq !== added.seq
      ? [`reworded in ${shortPlace(fields.text)}`]
      : []),
    ...(left === null ? [] : [`left ${leftWords(left).replace(',', '')}in ${shortPlace(left)}`]),
  ]
  return [
    ...itemText(life, columns, style),
    ...wrap(facts.join('; '), columns - 4).map((line) => `    ${style('dim', line)}`),
  ]
}

function leftWords({ silently }: { readonly silently: boolean }): string {
  return silently ? 'silently, ' : ''
}

/** What set the status; undefined where an item has that with which it was listed. */
function statusSetter({ fields: { status }, added }: ItemLife) {
  return status === undefined || status.seq === added.seq ? undefined : status
}
