/** Moments of a session as people name them on the command line. */

import type { EventType } from '@todo-ledger/core'
import type { SessionMoment } from '@todo-ledger/core/history'
import { Failure } from '../failure.js'
import { eventTypes } from '../log/event-filter.js'
import { isoDate, type OptionDeclaration, type OptionValues, text } from '../options.js'
import { didYouMean } from '../text/did-you-mean.js'

type BeforeEvent = Extract<SessionMoment, { readonly before: unknown }>

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

/** `--at`, read by `momentOf`. */
export const momentOption: { readonly at: OptionDeclaration<string | undefined> } = {
  at: text(
    '--at <moment>',
    'after a turn (12), an event (seq:40) or a time, or before a compaction, nag:2 …',
  ),
}

/**
 * The moment that `--at` names; the end where it was not given.
 * @throws Failure `usage`
 */
export function momentOf({ at }: OptionValues<typeof momentOption>): SessionMoment {
  return at === undefined ? 'end' : (momentNamed(at) ?? happeningNamed(at))
}

/** The moment that a word names; null where it names none, or what only a happening could be. */
export function momentNamed(word: string): SessionMoment | null {
  if (/^\d{1,15}$/.test(word)) return { turn: Number(word) }
  if (/^seq:\d{1,15}$/.test(word)) return { seq: Number(word.slice(4)) }
  if (word === 'start') return { turn: 0 }
  if (word === 'end') return 'end'
  if (!/^\d{4}-\d\d-\d\d/.test(word)) return null
  try {
    return { at: isoDate(word) }
  } catch {
    return null
  }
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
      `There is no moment ${JSON.stringify(what)}.${didYouMean(word, happeningWords)} Give a turn (12), an event (seq:40), a time (2026-01-05T10:00:00Z), start, end, or ${happeningWords.join(', ')}; compaction:2 is the second.`,
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
