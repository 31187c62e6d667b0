/** A completion in words: its course, the facts about it, and what a reader says of it. What they quote is not yet printable. */

import type { AuditMoment, CompletionAudit, Fact, FactKind, Finding } from '@todo-ledger/audit'
import type { CompletionAnswer } from '@todo-ledger/core'
import { findingsBeside } from './concerns.js'
import { outcomeMarks, outcomeOf, placeWords } from './words.js'

/** When something happened to an item on its way to a completion. */
interface CompletionMark extends Pick<AuditMoment, 'turn' | 'seq'> {
  /** Such as `listed and started`. */
  readonly words: string
}

/** When an item was listed, started and completed; what one update did is one mark. */
export function completionMarks({ added, started, turn, seq }: CompletionAudit): readonly CompletionMark[] {
  const marks: CompletionMark[] = []
  for (const [moment, words] of [
    [added, 'listed'],
    [started, 'started'],
    [{ turn, seq }, 'completed'],
  ] as const) {
    if (moment === null) continue
    const same = marks.findIndex((mark) => mark.seq === moment.seq)
    const before = marks[same]
    if (before === undefined) marks.push({ turn: moment.turn, seq: moment.seq, words })
    else marks[same] = { ...before, words: `${before.words} and ${words}` }
  }
  return marks
}

const became: { readonly [K in FactKind]: string } = {
  passed: ' passed',
  'deed-done': ' succeeded',
  'file-written': ' was written',
  failed: ' failed',
  'ran-nothing': ' ran nothing',
  'end-unseen': ', and nobody saw its end',
  masked: ', its result masked',
  'in-part': ' ran only a part',
  stale: ', before the last change',
  'made-to-pass': ' was made to pass',
  stub: ' holds only a stub',
  undone: ' was undone',
  'never-ran': ' was never run',
  'never-written': ' was never written',
  'nothing-done': ': nothing was done',
}

/** What was run or written, what became of it, and what the tool printed. */
export function factWords({ kind, tool, quote, sentence }: Fact): string {
  if (tool === '') return sentence
  return `${tool}${became[kind]}${quote === '' ? '' : `: "${quote}"`}`
}

/** The facts that a timeline shows: where nothing was run or written, the sentence why says it already. */
export function timelineFacts({ facts, why }: CompletionAudit): readonly Fact[] {
  return facts.filter(({ tool, sentence }) => tool !== '' || sentence !== why?.sentence)
}

export const readerVerdictWords: { readonly [V in CompletionAnswer['verdict']]: string } = {
  done: 'done',
  partly: 'done in part',
  not_done: 'not done',
  cannot_tell: "can't tell",
}

/**
 * What a reader says of a completion, and what the rules say beside it where that is not the same; null where none read
 * it. All but `verdict`, `place` and `beside` is from outside.
 */
export function readerWords(completion: CompletionAudit) {
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
  return sameVerdict[said] === verdict ? '' : 'a tool stated how it came out, and that holds'
}

/** The same as sentences for a terminal: what it says, what it quotes, how sure it is. */
function readerSentences(completion: CompletionAudit): readonly string[] {
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

interface CaseRow {
  /** What the text is; empty where the row before says it. */
  readonly label: 'why' | 'reader' | 'where' | 'timeline' | 'gaps' | 'needs' | Finding['severity'] | ''
  readonly text: string
  /** The fact that it tells. */
  readonly fact?: Fact
}

/** The rows. @param findings those about it; @param where its place, where that stands nowhere else */
export function caseRows(
  completion: CompletionAudit,
  findings: readonly Finding[],
  where?: string,
): readonly CaseRow[] {
  const { why, readable, facts, needs } = completion
  const tags = findings.filter(({ message }) => message === why?.sentence).map((each) => ruleTag(each, true))
  const said = readerSentences(completion)
  const course = completionMarks(completion).map(({ words, turn }) => `${words} in turn ${turn}`)
  const gaps = `the log has the results of ${Math.floor(readable * 100)} % of the calls around it`
  return [
    ...rows('why', why === undefined ? [] : [[why.sentence, ...tags].join(' ')]),
    // Where the doubt is the reader's, only who it is remains to be said.
    ...rows('reader', why?.sentence.startsWith('A reader (') === true ? said.slice(-1) : said),
    ...rows('where', where === undefined ? [] : [where]),
    ...findingsBeside(completion, findings).map((finding) => ({
      label: finding.severity,
      text: `${finding.message} ${ruleTag(finding)}`,
    })),
    ...rows('timeline', [
      `${course.join(', ')}${facts.length === 0 ? '; no tool states anything of it' : ''}`,
    ]),
    ...timelineFacts(completion)
      .toSorted((one, other) => one.seq - other.seq)
      .map((fact): CaseRow => {
        const place = fact.tool === '' ? '' : ` (${placeWords(fact)})`
        return {
          label: '',
          text: `${factMark(fact).mark} turn ${fact.turn}: ${factWords(fact)}${place}`,
          fact,
        }
      }),
    ...rows('gaps', readable < 1 ? [gaps] : []),
    ...rows('needs', needs),
  ]
}

function rows(label: CaseRow['label'], texts: readonly string[]): readonly CaseRow[] {
  return texts.map((text, index) => ({ label: index === 0 ? label : '', text }))
}

/** The mark of a fact: that of a call that worked where it speaks for the completion. */
function factMark({ says }: Fact) {
  return outcomeMarks[outcomeOf(says === 'half' ? null : says === 'for')]
}

/**
 * The rule as it stands behind a message: `[some-rule]`, and `[some-rule, known]` where a baseline accepts it.
 * @param graded true: with its severity, where that stands nowhere else
 */
export function ruleTag({ rule, severity, known }: Finding, graded = false): string {
  return `[${graded ? `${severity} ` : ''}${rule}${known === true ? ', known' : ''}]`
}
