/** What became of a session under another profile, as people read it. */

import type { WhatIfAttempt, WhatIfResult } from '@todo-ledger/recordings'
import { itemText } from '../show/checklist-text.js'
import { count, ranges } from '../text/count.js'
import { labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import { hang, pad, wrap } from '../text/wrap.js'
import { differs } from './difference.js'
import { levelsText } from './levels-text.js'

/** As many of a kind are shown one by one. */
const shown = 20

/** True where there is more to say of a session than its name. */
export function isWorthShowing({ attempts, nags, continuations }: WhatIfResult): boolean {
  return attempts.length + nags.length + continuations.length > 0
}

/** Its lines. @param from the profile that the session was recorded under */
export function whatIfText(
  from: string,
  result: WhatIfResult,
  columns: number,
  style: Style,
): readonly string[] {
  const { session, profile, firstDivergence: first, final } = result
  const divergence = first === null ? 'none' : `turn ${first.turn}, event ${first.seq}`
  const facts = `${printable(from, 60)} → ${printable(profile, 60)}, first divergence: ${divergence}`
  return [
    ...wrap(printable(session, 200), columns).map((line) => style('bold', line)),
    ...wrap(facts, columns).map((line) => style('dim', line)),
    ...attemptLines(result, columns, style),
    ...nagLines(result, columns, style),
    ...continuationLines(result, columns, style),
    ...gapLines(result, columns, style),
    '',
    style('bold', 'The list at the end'),
    ...final.items.flatMap((item) => itemText({ ...item, reason: null }, columns, style)),
    ...(final.items.length === 0 ? ['No todos.'] : []),
  ]
}

function attemptLines({ attempts }: WhatIfResult, columns: number, style: Style): readonly string[] {
  const differing = attempts.filter((attempt) => differs(attempt) || attempt.beyond === true)
  const same = attempts.length - differing.length
  const head = style('bold', 'Todo calls')
  if (differing.length === 0) return ['', head, ...wrap(`${count(same, 'call')}, all as recorded`, columns)]
  const lines = differing.slice(0, shown).flatMap((attempt) => attemptText(attempt, columns, style))
  const more = differing.length - shown
  return [
    '',
    head,
    ...lines,
    ...(more > 0 ? [`${count(more, 'more call')} that differ`] : []),
    ...wrap(`${count(same, 'call')} as recorded`, columns),
  ]
}

function attemptText(attempt: WhatIfAttempt, columns: number, style: Style): readonly string[] {
  const { turn, tool, recorded, whatIf, beyond, violations, notCarried = [] } = attempt
  const why = violations[0]?.message ?? notCarried[0] ?? ''
  const now = whatIf === null ? 'not said' : whatIf
  const outcome = `${recorded} → ${now}${beyond === true ? ', beyond' : ''}`
  const before = `  ${pad(`turn ${turn}`, 9)} `
  const reason = why === '' ? '' : `: ${printable(why, 300)}`
  const [first = '', ...rest] = hang(before, `${printable(tool, 60)} ${outcome}${reason}`, columns)
  const name = whatIf === 'accepted' ? null : 'yellow'
  return name === null ? [first, ...rest] : [first.replace(outcome, style(name, outcome)), ...rest]
}

function nagLines({ nags, nagLevels }: WhatIfResult, columns: number, style: Style): readonly string[] {
  if (nags.length === 0) return []
  const byText = new Map<string, number[]>()
  for (const { text, turn } of nags) byText.set(text, [...(byText.get(text) ?? []), turn])
  const layout = { indent: 2, labelColumns: 10, columns, style }
  return [
    '',
    `${style('bold', count(nags.length, 'nag'))}, ${levelsText(nagLevels)}`,
    ...[...byText]
      .slice(0, shown)
      .flatMap(([text, turns]) => [
        ...labelled({ label: 'turn', text: ranges(turns) }, layout),
        ...labelled({ label: '', text }, layout),
      ]),
  ]
}

function continuationLines(
  { continuations, yields }: WhatIfResult,
  columns: number,
  style: Style,
): readonly string[] {
  const layout = { indent: 2, labelColumns: 10, columns, style }
  const issued = continuations
    .slice(0, shown)
    .flatMap(({ turn, cause, prompt }) =>
      labelled({ label: `turn ${turn}`, text: `${cause}: ${prompt}` }, layout),
    )
  const gone = yields
    .slice(0, shown)
    .flatMap(({ turn, to, reason }) =>
      labelled({ label: `turn ${turn}`, text: `${to}${reason === null ? '' : `: ${reason}`}` }, layout),
    )
  return [
    ...(issued.length === 0
      ? []
      : ['', style('bold', count(continuations.length, 'continuation')), ...issued]),
    ...(gone.length === 0 ? [] : ['', style('bold', count(yields.length, 'yield')), ...gone]),
  ]
}

/** What the other system can't say, each once, with its turns; and the items that are missing there. */
function gapLines({ notCarried, dangling }: WhatIfResult, columns: number, style: Style): readonly string[] {
  const layout = { indent: 2, labelColumns: 10, columns, style }
  const turns = new Map<string, number[]>()
  for (const { what, turn } of notCarried) {
    const known = turns.get(what) ?? []
    if (known.at(-1) !== turn) turns.set(what, [...known, turn])
  }
  const gaps = [...turns]
    .slice(0, shown)
    .flatMap(([what, at]) =>
      labelled(
        { label: `turn ${at[0] ?? 0}`, text: at.length > 1 ? `${what} (${at.length} turns)` : what },
        layout,
      ),
    )
  const missing = dangling
    .slice(0, shown)
    .flatMap(({ turn, item, text }) => labelled({ label: `turn ${turn}`, text: `#${item}: ${text}` }, layout))
  const more = turns.size - shown
  return [
    ...(gaps.length === 0 ? [] : ['', style('bold', 'Not carried over'), ...gaps]),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(missing.length === 0
      ? []
      : ['', style('bold', 'Named later, but not in the list any more'), ...missing]),
  ]
}
