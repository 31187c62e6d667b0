/** What there is to say of a completion, label by label: the same rows in text, Markdown and JUnit. What they quote is not yet printable. */

import type { CompletionAudit, Fact, Finding } from '@todo-ledger/audit'
import { completionMarks, factWords, readerSentences, timelineFacts } from './completion-words.js'
import { findingsBeside } from './concerns.js'
import { outcomeMarks, outcomeOf, placeWords } from './words.js'

export interface CaseRow {
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
export function factMark({ says }: Fact) {
  return outcomeMarks[outcomeOf(says === 'half' ? null : says === 'for')]
}

/**
 * The rule as it stands behind a message: `[some-rule]`, and `[some-rule, known]` where a baseline accepts it.
 * @param graded true: with its severity, where that stands nowhere else
 */
export function ruleTag({ rule, severity, known }: Finding, graded = false): string {
  return `[${graded ? `${severity} ` : ''}${rule}${known === true ? ', known' : ''}]`
}
