/** What is done between a list and a tracker, as people read it. */

import { worded } from '../session-view/words.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { StyleName, TextLayout } from '../text/style.js'
import { hang } from '../text/wrap.js'
import type { SyncStep } from './synchronise.js'

/** What `sync --json` prints. Scripts rely on its keys. */
export interface SyncOutput {
  readonly session: string
  readonly tracker: string
  /** False: a dry run, which writes nothing. */
  readonly applied: boolean
  readonly steps: readonly SyncStep[]
}

/** How a step begins, and what is said of its values. */
const forms: {
  readonly [step in SyncStep['step']]: readonly [
    sign: string,
    style: StyleName,
    says: (was: string, is: string) => string,
  ]
} = {
  'create-entry': ['+', 'green', (_, is) => `new, ${is}`],
  'add-item': ['+', 'green', (_, is) => `new, ${is}`],
  'change-entry': ['~', 'cyan', (was, is) => `${was} → ${is}`],
  'change-item': ['~', 'cyan', (was, is) => `${was} → ${is}`],
  link: ['=', 'dim', () => 'they belong together'],
  conflict: ['!', 'yellow', (was, is) => `the list has ${was}, the tracker ${is}`],
  leave: ['-', 'dim', (was) => was],
}

/** The lines. */
export function syncText(
  { session, tracker, applied, steps }: SyncOutput,
  layout: TextLayout,
): readonly string[] {
  const { style } = layout
  const name = printable(tracker, 200)
  const groups: readonly (readonly [title: string, holds: (step: SyncStep) => boolean])[] = [
    [`to ${name}`, ({ step }) => ['create-entry', 'change-entry', 'link'].includes(step)],
    ['to the list', ({ step }) => step === 'change-item' || step === 'add-item'],
    [
      'conflicts, left as they are (--prefer ledger or --prefer tracker settles them)',
      ({ step }) => step === 'conflict',
    ],
    ['left alone', ({ step }) => step === 'leave'],
  ]
  const parts = groups.flatMap(([title, holds]) => {
    const lines = steps.filter(holds).flatMap((step) => stepText(step, layout))
    return lines.length === 0 ? [] : ['', style('dim', title), ...lines]
  })
  return [style('bold', `${printable(session, 200)} and ${name}`), ...parts, '', summary(steps, applied)]
}

function stepText(step: SyncStep, { columns, style }: TextLayout): readonly string[] {
  const { item, entry, outcome, why, part, from, to } = step
  const [sign, colour, says] = forms[step.step]
  const names = [item === null ? [] : `item ${item}`, entry ?? []].flat().map((name) => printable(name, 60))
  const [was = '', is = ''] = [from, to].map((value) =>
    part === 'text' ? JSON.stringify(printable(value ?? '', 200)) : worded(printable(value ?? '', 60)),
  )
  const text = `${names.join(' ↔ ')}${names.length === 0 ? '' : '  '}${printable(step.text, 300)}: ${says(was, is)}`
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

function summary(steps: readonly SyncStep[], applied: boolean): string {
  if (steps.length === 0) return 'Both are equal: nothing to do.'
  if (steps.every(({ step }) => step === 'leave')) return `Nothing to do; ${steps.length} left alone.`
  const of = (outcome: SyncStep['outcome']): number => steps.filter((step) => step.outcome === outcome).length
  const [done, planned, refused, failed] = [of('done'), of('planned'), of('refused'), of('failed')]
  const conflicts = steps.filter(({ step }) => step === 'conflict').length
  const made = done === 0 ? 'nothing was done' : `${count(done, 'change')} made`
  const toMake = planned === 0 ? 'nothing to do' : `${count(planned, 'change')} to make`
  const parts = [
    applied ? made : toMake,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(conflicts > 0 ? [count(conflicts, 'conflict')] : []),
  ]
  const dry = applied || planned === 0 ? '' : ' Nothing was written: --apply does it.'
  return `${parts.join(', ')}.${dry}`
}
