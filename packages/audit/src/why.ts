/** Why a completion is doubted, in one sentence: what was promised, what was found instead, where, and what says so. */

import type { CompletionAudit, Why } from './audit-result.js'
import { cut, labelOf, nearestOf, ofPart, placeOf, type Shortfall, shortfallsOf } from './describe-support.js'
import { supportedFrom } from './evidence/support/limits.js'
import type { PartSupport } from './evidence/support/part-support.js'
import { needWords } from './need-words.js'
import { verdictOfReader } from './reader/combine.js'
import { callsBeforeMark, type JudgedCompletion } from './rules/audit-rule.js'
import { hasActivity } from './rules/complete-without-activity.js'
import { failedCallsOf } from './rules/only-failed-calls.js'

/** As many characters of a quotation are shown. */
const longestQuote = 120

/** One thing that was found, with the rules that find the same. */
interface Reason extends Shortfall {
  /** The words that say so; those of `said` when absent. */
  readonly quote?: string
  readonly rules: readonly string[]
}

/**
 * Why a completion is doubted; null where it is not.
 * @param verdict the verdict of the rules and of a reader together
 */
export function whyOf(judged: JudgedCompletion, verdict: CompletionAudit['verdict']): Why | null {
  if (verdict === 'supported') return null
  const { completion, support, reading } = judged
  const doubt = support.verdict === 'supported' && reading !== null ? readerReason(judged) : null
  const reasons = doubt === null ? reasonsOf(judged) : [doubt]
  const promised = promisedBy(support.parts)
  const begins =
    promised === null
      ? `Item ${completion.item} was marked as done`
      : `Item ${completion.item} promises ${promised}`
  // The step that is quoted, else the first that a reason is about, else the mark.
  const said = reasons.find((reason) => quoteOf(reason) !== null)
  const quote = said === undefined ? null : quoteOf(said)
  const step = said?.said ?? reasons.find(({ work }) => work !== null)?.work ?? null
  const clauses = reasons.map((reason) => {
    const words = quoteOf(reason)
    return words === null ? reason.text : `${reason.text}: "${words}"`
  })
  const found =
    clauses.length === 0 ? 'the log does not show that it was done' : [...new Set(clauses)].join('; ')
  const { at, source } = completion
  const mark = step === null && doubt === null ? ` (marked in ${placeOf({ seq: at.seq, source })})` : ''
  const place = (step ?? completion).source
  return {
    sentence: `${begins}, but ${found}${mark}.`,
    ...(quote === null ? {} : { quote }),
    turn: (step ?? at).turn,
    seq: (step ?? at).seq,
    ...(place === null ? {} : { source: place }),
    restates: [...new Set(reasons.flatMap(({ rules }) => rules))],
  }
}

/** The words of the recording that say what was found, or null. */
function quoteOf({ said, quote = said?.outcome?.line ?? '' }: Reason): string | null {
  return quote === '' ? null : cut(quote, longestQuote)
}

/** What is found against a completion that the rules doubt, the most telling first. */
function reasonsOf(judged: JudgedCompletion): readonly Reason[] {
  const { support, proofs } = judged
  const { gap, shown, lacking } = shortfallsOf(support)
  if (gap !== null) return [{ ...gap, text: `the log has a gap: ${gap.text}`, rules: [] }]
  const unproven = proofs
    .filter(({ found }) => !found)
    .map(({ named, detail }) => ({
      text: `it names ${named} as its proof, and ${detail}`,
      work: null,
      said: null,
      rules: ['proof-not-found'],
    }))
  const lacks = lacking.length === 0 ? [] : lacksOf(judged, lacking)
  return [...shown.map((reason) => ({ ...reason, rules: rulesOfShown })), ...unproven, ...lacks]
}

/** What is found of a last run, of files and of parts that are named. */
const rulesOfShown = [
  'completed-over-failing-check',
  'stale-verification',
  'change-without-write',
  'unsupported-completion',
]

/** What is found of an item that the log lacks something of. */
const rulesOfLack = [
  'only-failed-calls',
  'complete-without-activity',
  'verify-item-without-check',
  'change-without-write',
  'unsupported-completion',
]

function lacksOf(judged: JudgedCompletion, lacking: readonly PartSupport[]): readonly Reason[] {
  const { support, completion } = judged
  const tried = failedCallsOf(judged)
  const last = tried.at(-1)
  if (last !== undefined) {
    const calls = tried.length === 1 ? 'the one call' : `all ${tried.length} calls`
    const which = `${tried.length === 1 ? '' : 'the last '}${labelOf(last)} (${placeOf(last)})`
    return [{ text: `${calls} made for it failed, ${which}`, work: last, said: last, rules: rulesOfLack }]
  }
  if (support.verdict === 'unsupported' && !hasActivity(judged)) {
    const since = completion.started === null ? 'since the last update' : 'after it was started'
    const text = `no call that worked was made for it ${since}`
    return [{ text, work: null, said: null, rules: rulesOfLack }]
  }
  const before = callsBeforeMark(judged).at(-1)?.work
  return lacking.map((part) => {
    const nearest = nearestOf(part)
    const text =
      nearest !== null
        ? `all that comes near it is: ${nearest.text} (${placeOf(nearest.work)})`
        : before?.kind === 'call'
          ? `${needWords(part.need).lack}; the last call before its mark ${before.action} (${placeOf(before)})`
          : needWords(part.need).lack
    const work = nearest?.work ?? before ?? null
    return { text: ofPart(part, text, support), work, said: null, rules: rulesOfLack }
  })
}

/** What a reader says of a completion that the rules believe. */
function readerReason({ reading, completion }: JudgedCompletion): Reason | null {
  if (reading === null || verdictOfReader(reading) === 'supported') return null
  const { model, why, quote, line } = reading
  const at =
    quote === '' || line === null ? '' : ` (${completion.source === null ? 'event' : 'line'} ${line})`
  const said = why === '' ? '' : `: ${why.replace(/(?<![.\s])[.\s]+$/, '')}`
  return {
    text: `a reader (${model}) doubts that it was wholly done${said}${at}`,
    work: null,
    said: null,
    quote,
    rules: ['doubted-by-reader'],
  }
}

/** What the parts that are not met promise; null where it is not known. */
function promisedBy(parts: readonly PartSupport[]): string | null {
  const unmet = parts.filter(({ support }) => support < supportedFrom)
  const promised = (unmet.length === 0 ? parts : unmet).flatMap(({ need }) => needWords(need).promised ?? [])
  return promised.length === 0 ? null : [...new Set(promised)].join(' and ')
}
