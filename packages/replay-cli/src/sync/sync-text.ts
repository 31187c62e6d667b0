/** What is done between a list and a tracker, as people read it. */

import { worded } from '../session-view/words.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { Style, StyleName } from '../text/style.js'
import { hang } from '../text/wrap.js'
import { type SyncStep, unknownStatus } from './synchronise.js'

/** What `sync --json` prints. Scripts rely on its keys. */
export interface SyncOutput {
  readonly session: string
  readonly tracker: string
  /** False: a dry run, which writes nothing. */
  readonly applied: boolean
  readonly steps: readonly SyncStep[]
}

const signs: { readonly [step in SyncStep['step']]: readonly [sign: string, style: StyleName] } = {
  'create-entry': ['+', 'green'],
  'add-item': ['+', 'green'],
  'change-entry': ['~', 'cyan'],
  'change-item': ['~', 'cyan'],
  link: ['=', 'dim'],
  conflict: ['!', 'yellow'],
  leave: ['-', 'dim'],
}

/** The lines. */
export function syncText(
  { session, tracker, applied, steps }: SyncOutput,
  columns: number,
  style: Style,
): readonly string[] {
  const name = printable(tracker, 200)
  const groups = new Map(
    [
      `to ${name}`,
      'to the list',
      'conflicts, left as they are (--prefer ledger or --prefer tracker settles them)',
      `conflicts, left as they are until ${name} has a status that is known here`,
      'left alone',
    ].map((title) => [title, [] as string[]]),
  )
  const lists = [...groups.values()]
  for (const step of steps) lists[groupOf(step)]?.push(...stepText(step, columns, style))
  const parts = [...groups].flatMap(([title, lines]) =>
    lines.length === 0 ? [] : ['', style('dim', title), ...lines],
  )
  return [style('bold', `${printable(session, 200)} and ${name}`), ...parts, '', summary(steps, applied)]
}

/** The place of a step's group. */
function groupOf({ step, part, to, why }: SyncStep): number {
  switch (step) {
    case 'create-entry':
    case 'change-entry':
    case 'link':
      return 0
    case 'change-item':
    case 'add-item':
      return 1
    case 'conflict':
      return part === 'status' && why === unknownStatus(to ?? '') ? 3 : 2
    case 'leave':
      return 4
  }
}

function stepText(step: SyncStep, columns: number, style: Style): readonly string[] {
  const { item, entry, outcome, why } = step
  const [sign, colour] = signs[step.step]
  const names = [item === null ? null : `item ${item}`, entry].flatMap((name) =>
    name === null ? [] : printable(name, 60),
  )
  const text = `${names.join(' ↔ ')}${names.length === 0 ? '' : '  '}${printable(step.text, 300)}: ${valuesOf(step)}`
  const [first = '', ...rest] = hang(`  ${sign} `, text, columns)
  const isTrouble = outcome === 'refused' || outcome === 'failed'
  const reason = `${isTrouble ? `${outcome}: ` : ''}${printable(why ?? '', 300)}`
  return [
    `  ${style(colour, sign)}${first.slice(3)}`,
    ...rest,
    ...(why === null ? [] : hang('    ', reason, columns)).map((line) =>
      style(isTrouble ? 'yellow' : 'dim', line),
    ),
  ]
}

function valuesOf({ step, part, from, to }: SyncStep): string {
  const [was, is] = [from, to].map((value) =>
    part === 'text' ? JSON.stringify(printable(value ?? '', 200)) : worded(printable(value ?? '', 60)),
  )
  switch (step) {
    case 'create-entry':
    case 'add-item':
      return `new, ${is}`
    case 'change-entry':
    case 'change-item':
      return `${was} → ${is}`
    case 'conflict':
      return `the list has ${was}, the tracker ${is}`
    case 'link':
      return 'they belong together'
    case 'leave':
      return `${was}`
  }
}

function summary(steps: readonly SyncStep[], applied: boolean): string {
  if (steps.length === 0) return 'Both are equal: nothing to do.'
  if (steps.every(({ step }) => step === 'leave')) return `Nothing to do; ${steps.length} left alone.`
  const of = (outcome: SyncStep['outcome']): number => steps.filter((step) => step.outcome === outcome).length
  const [done, planned, refused, failed] = [of('done'), of('planned'), of('refused'), of('failed')]
  const conflicts = steps.filter(({ step }) => step === 'conflict').length
  const changes = applied
    ? done === 0
      ? 'nothing was done'
      : `${count(done, 'change')} made`
    : planned === 0
      ? 'nothing to do'
      : `${count(planned, 'change')} to make`
  const parts = [
    changes,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(conflicts > 0 ? [count(conflicts, 'conflict')] : []),
  ]
  const dry = applied || planned === 0 ? '' : ' Nothing was written: --apply does it.'
  return `${parts.join(', ')}.${dry}`
}
