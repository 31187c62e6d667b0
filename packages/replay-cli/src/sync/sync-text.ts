/** What is done between a list and a tracker, as people read it. */

import { worded } from '../items/item-text.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { Style, StyleName } from '../text/style.js'
import { hang } from '../text/wrap.js'
import type { SyncOutput } from './sync-output.js'
import { unknownStatus } from './sync-plan.js'
import type { SyncStep } from './sync-steps.js'

/** The groups of steps, in their order. */
const groups: readonly {
  readonly title: (tracker: string) => string
  readonly has: (step: SyncStep) => boolean
}[] = [
  {
    title: (tracker) => `to ${tracker}`,
    has: ({ step }) => step === 'create-entry' || step === 'change-entry' || step === 'link',
  },
  { title: () => 'to the list', has: ({ step }) => step === 'change-item' || step === 'add-item' },
  {
    title: () => 'conflicts, left as they are (--prefer ledger or --prefer tracker settles them)',
    has: (step) => step.step === 'conflict' && !isUnknownStatus(step),
  },
  {
    title: (tracker) => `conflicts, left as they are until ${tracker} has a status that is known here`,
    has: (step) => step.step === 'conflict' && isUnknownStatus(step),
  },
  { title: () => 'left alone', has: ({ step }) => step === 'leave' },
]

/** True where neither side can be preferred: what the tracker's word says is not known. */
function isUnknownStatus({ part, to, why }: SyncStep): boolean {
  return part === 'status' && why === unknownStatus(to ?? '')
}

/** The lines. */
export function syncText(
  { session, tracker, applied, steps }: SyncOutput,
  columns: number,
  style: Style,
): readonly string[] {
  const name = printable(tracker, 200)
  const lines = [style('bold', `${printable(session, 200)} and ${name}`)]
  for (const group of groups) {
    const own = steps.filter(group.has)
    if (own.length === 0) continue
    lines.push('', style('dim', group.title(name)), ...own.flatMap((step) => stepText(step, columns, style)))
  }
  return [...lines, '', summary(steps, applied)]
}

const marks: { readonly [step in SyncStep['step']]: readonly [sign: string, style: StyleName] } = {
  'create-entry': ['+', 'green'],
  'add-item': ['+', 'green'],
  'change-entry': ['~', 'cyan'],
  'change-item': ['~', 'cyan'],
  link: ['=', 'dim'],
  conflict: ['!', 'yellow'],
  leave: ['-', 'dim'],
}

function stepText(step: SyncStep, columns: number, style: Style): readonly string[] {
  const [sign, name] = marks[step.step]
  const text = `${namesOf(step)}${printable(step.text, 300)}`
  const what = changeOf(step)
  const [first = '', ...rest] = hang(`  ${sign} `, what === '' ? text : `${text}: ${what}`, columns)
  const why = step.why === null ? [] : hang('    ', `${trouble(step)}${printable(step.why, 300)}`, columns)
  return [
    `  ${style(name, sign)}${first.slice(3)}`,
    ...rest,
    ...why.map((line) => style(isTrouble(step) ? 'yellow' : 'dim', line)),
  ]
}

function namesOf({ item, entry }: SyncStep): string {
  const names = [item === null ? null : `item ${item}`, entry].filter((name) => name !== null)
  return names.length === 0 ? '' : `${names.map((name) => printable(name, 60)).join(' ↔ ')}  `
}

function changeOf({ step, part, from, to }: SyncStep): string {
  const told = (value: string | null): string =>
    part === 'text' ? JSON.stringify(printable(value ?? '', 200)) : worded(printable(value ?? '', 60))
  switch (step) {
    case 'create-entry':
    case 'add-item':
      return `new, ${told(to)}`
    case 'change-entry':
    case 'change-item':
      return `${told(from)} → ${told(to)}`
    case 'conflict':
      return `the list has ${told(from)}, the tracker ${told(to)}`
    case 'link':
      return 'they belong together'
    case 'leave':
      return told(from)
  }
}

function isTrouble({ outcome }: SyncStep): boolean {
  return outcome === 'refused' || outcome === 'failed'
}

function trouble({ outcome }: SyncStep): string {
  return outcome === 'refused' || outcome === 'failed' ? `${outcome}: ` : ''
}

function summary(steps: readonly SyncStep[], applied: boolean): string {
  const of = (outcome: SyncStep['outcome']): number => steps.filter((step) => step.outcome === outcome).length
  if (steps.length === 0) return 'Both are equal: nothing to do.'
  if (steps.every(({ step }) => step === 'leave')) return `Nothing to do; ${steps.length} left alone.`
  const conflicts = steps.filter(({ step }) => step === 'conflict').length
  const parts = applied
    ? [of('done') === 0 ? 'nothing was done' : `${count(of('done'), 'change')} made`]
    : [of('planned') === 0 ? 'nothing to do' : `${count(of('planned'), 'change')} to make`]
  if (of('refused') > 0) parts.push(`${of('refused')} refused`)
  if (of('failed') > 0) parts.push(`${of('failed')} failed`)
  if (conflicts > 0) parts.push(count(conflicts, 'conflict'))
  const dry = applied || of('planned') === 0 ? '' : ' Nothing was written: --apply does it.'
  return `${parts.join(', ')}.${dry}`
}
