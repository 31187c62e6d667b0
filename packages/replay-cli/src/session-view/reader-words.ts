/** What a reader says of a completion, in words: what was promised and what the log shows, where, and how sure it is. */

import type { CompletionAudit } from '@todo-ledger/audit'
import type { CompletionAnswer } from '@todo-ledger/core'

/** What a reader says, as text and page show it. All but `verdict`, `place` and `beside` is from outside. */
export interface ReaderWords {
  /** The verdict in words; of an answer that was dropped, that it was. */
  readonly verdict: string
  /** Why; of an answer that was dropped, why that was. */
  readonly why: string
  /** Where the step stands that decides, such as `line 12`; null where none does. */
  readonly place: string | null
  /** Words of that step; empty where none decides. */
  readonly quote: string
  /** How sure the reader is that something is lacking; null of an answer that was dropped. */
  readonly sure: string | null
  /** Who says so. */
  readonly model: string
  /** What the rules say beside it, where that is not the same; else empty. */
  readonly beside: string
}

/** What a reader says of an item, in words. */
export const readerVerdictWords: { readonly [V in CompletionAnswer['verdict']]: string } = {
  done: 'done',
  partly: 'done in part',
  not_done: 'not done',
  cannot_tell: "can't tell",
}

/** What a reader says of a completion; null where none read it. */
export function readerWords(completion: CompletionAudit): ReaderWords | null {
  const { reader, source } = completion
  if (reader === undefined) return null
  if ('dropped' in reader) {
    const verdict = 'its answer was dropped'
    return { verdict, why: reader.dropped, place: null, quote: '', sure: null, model: '', beside: '' }
  }
  const { verdict, why, line, quote, p, model } = reader
  const isCited = quote !== '' && line !== null
  return {
    verdict: readerVerdictWords[verdict],
    why: why.replace(/[.\s]+$/, ''),
    place: isCited ? `${source === undefined ? 'event' : 'line'} ${line}` : null,
    quote: isCited ? quote : '',
    sure: verdict === 'cannot_tell' ? null : `${p} % likely not wholly done`,
    model,
    beside: besideWords(completion, verdict),
  }
}

const sameVerdict = { done: 'supported', partly: 'weak', not_done: 'unsupported', cannot_tell: null } as const

function besideWords({ rules, verdict }: CompletionAudit, said: CompletionAnswer['verdict']): string {
  if (rules !== verdict) return `the facts alone: ${rules}`
  if (said === 'cannot_tell') return 'the rules decide'
  if (sameVerdict[said] !== verdict) return 'a tool stated how it came out, and that holds'
  return ''
}

/** The same as sentences for a terminal: what it says, what it quotes, how sure it is. Not yet printable. */
export function readerSentences(completion: CompletionAudit): readonly string[] {
  const words = readerWords(completion)
  if (words === null) return []
  const { verdict, why, place, quote, sure, model, beside } = words
  const by = sure === null ? model : `${sure}, says ${model}`
  return [
    why === '' ? verdict : `${verdict}: ${why}`,
    ...(place === null ? [] : [`${place}: “${quote}”`]),
    ...(model === '' ? [] : [beside === '' ? by : `${by}; ${beside}`]),
  ]
}
