/** Moments of a session as people name them on the command line. */

import type { EventType } from '@todo-ledger/core'
import type { BeforeEvent, SessionMoment } from '@todo-ledger/core/history'
import { Failure } from '../failure.js'
import { eventTypes } from '../log/event-filter.js'
import { number, type OptionDeclaration, type OptionValues, text, time } from '../options.js'
import { didYouMean } from '../text/did-you-mean.js'

/** The kinds of happenings that a moment can be named by. */
const happenings = {
  compaction: 'context.compacted',
  nag: 'nag.issued',
  continuation: 'continuation.issued',
  rejection: 'todos.rejected',
  'roll-back': 'todos.rolled-back',
  update: 'todos.updated',
  run: 'run.started',
} as const satisfies { readonly [word: string]: EventType }

/** The words for happenings, for help texts. */
export const happeningWords: readonly string[] = Object.keys(happenings)

/** The options that name one moment. */
export const momentOptions: {
  readonly turn: OptionDeclaration<number | undefined>
  readonly seq: OptionDeclaration<number | undefined>
  readonly at: OptionDeclaration<Date | undefined>
  readonly before: OptionDeclaration<string | undefined>
} = {
  turn: number('--turn <n>', 'at the end of this turn'),
  seq: number('--seq <n>', 'just after this event'),
  at: time('--at <time>', 'at this time (ISO 8601; UTC unless it has a zone)'),
  before: text('--before <what>', `just before a ${happeningWords.join(', ')}; compaction:2 is the second`),
}

/**
 * The moment that the options name; the end where they name none.
 * @throws Failure `usage`
 */
export function momentOf(options: OptionValues<typeof momentOptions>): SessionMoment {
  const { turn, seq, at, before } = options
  if ([turn, seq, at, before].filter((moment) => moment !== undefined).length > 1) {
    throw new Failure(
      'usage',
      'Give one of --turn, --seq, --at and --before, not several: each names a moment.',
    )
  }
  if (before !== undefined) return happeningNamed(before)
  if (turn !== undefined) return { turn }
  if (seq !== undefined) return { seq }
  return at === undefined ? 'end' : { at }
}

/**
 * The moment just before what a word such as `compaction` or `nag:2` names.
 * @throws Failure `usage`
 */
export function happeningNamed(given: string): BeforeEvent {
  const [, word = '', number = '1'] = /^(.*?)(?::(\d{1,15}))?$/su.exec(given.trim()) ?? []
  const type = eventTypeOf(word)
  const nth = Number(number)
  if (type === null || nth === 0) {
    const what = type === null ? word : given
    throw new Failure(
      'usage',
      `There is no moment ${JSON.stringify(what)} for --before.${didYouMean(word, happeningWords)} There are ${happeningWords.join(', ')}; compaction:2 is the second.`,
    )
  }
  return { before: type, nth }
}

/** What a moment is called, as it is given on the command line. */
export function momentName(moment: SessionMoment): string {
  if (moment === 'end') return 'the end'
  if ('turn' in moment) return moment.turn === 0 ? 'the start' : `turn ${moment.turn}`
  if ('seq' in moment) return `event ${moment.seq}`
  if ('at' in moment) return moment.at.toISOString()
  return `${happeningWord(moment)}${moment.nth === 1 ? '' : ` ${moment.nth}`}`
}

/** The word for what a moment stands before. */
export function happeningWord({ before }: BeforeEvent): string {
  return Object.entries(happenings).find(([, type]) => type === before)?.[0] ?? before
}

function eventTypeOf(word: string): EventType | null {
  const known = Object.entries(happenings).find(([name]) => name === word)?.[1]
  if (known !== undefined) return known
  return eventTypes.find((type) => type === word) ?? null
}
