/** What a list cost the context, as people read it: a bar for each kind of text. */

import { grouped } from '../text/count.js'
import type { TextLayout } from '../text/style.js'
import { hang, pad } from '../text/wrap.js'
import type { ListCharacters } from './session-tally.js'
import type { ListCost } from './stats-result.js'

const kinds: readonly (readonly [keyof ListCharacters, string])[] = [
  ['updates', 'updates'],
  ['replies', 'replies to them'],
  ['queries', 'reading the list'],
  ['refused', 'refused updates'],
  ['nags', 'nags'],
  ['continuations', 'continuations'],
]

const labelColumns = 18
const mostBar = 30

/** The lines of a list's cost: the whole, then each kind that cost anything. */
export function costText(
  { characters, seen, share, byKind }: ListCost,
  { columns, style }: TextLayout,
): readonly string[] {
  if (share === null || characters === 0) return ['  The list cost the context nothing.']
  const whole = `The list cost ${grouped(characters)} of the ${grouped(seen)} characters that the log holds: ${percent(characters / seen)}`
  const printed = kinds.filter(([kind]) => byKind.list[kind] > 0)
  const most = Math.max(...printed.map(([kind]) => byKind.list[kind]))
  const digits = grouped(most).length
  const room = Math.max(0, Math.min(mostBar, columns - 2 - labelColumns - digits - 10))
  return [
    ...hang('  ', whole, columns),
    ...printed.map(([kind, label]) => {
      const value = byKind.list[kind]
      const bar = bars(value / most, room)
      const figures = `${grouped(value).padStart(digits)}  ${percent(value / seen).padStart(6)}`
      return `  ${style('dim', pad(label, labelColumns))}${figures}  ${style('cyan', bar)}`.trimEnd()
    }),
  ]
}

/** `2.6 %`; what is there at all is never shown as nothing. */
export function percent(share: number): string {
  const rounded = share * 100
  return rounded > 0 && rounded < 0.1 ? '<0.1 %' : `${rounded.toFixed(1)} %`
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of at most so many columns; what is above 0 is seen. */
function bars(share: number, columns: number): string {
  const parts = Math.max(1, Math.round(share * columns * 8))
  return columns === 0 ? '' : `${'█'.repeat(Math.floor(parts / 8))}${eighths[parts % 8] ?? ''}`
}
