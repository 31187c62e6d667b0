/** The case of one completion: what is said of it, what the log shows, what is missing. */

import type { CompletionAudit, EvidenceEntry, Finding } from '@todo-ledger/audit'
import type { JSX } from 'preact'
import { type Concern, completionMarks, readerWords, sentenceOf } from 'todo-replay/session-view'
import { CallBox } from './call-box.js'
import { CopiedFrom } from './copied-from.js'
import { Foreign } from './foreign.js'
import { OutcomeIcon } from './icons.js'
import { useSession } from './session-context.js'
import { RecordedAt, TurnLink } from './turn-link.js'

/** What a reader of the completion's page says, in its own words, with the place that it quotes. */
export function ReaderSays({ completion }: { completion: CompletionAudit }): JSX.Element | null {
  const words = readerWords(completion)
  if (words === null) return null
  const { verdict, why, place, quote, sure, model, beside } = words
  return (
    <div class="reader">
      <p>
        <strong>Reader: {verdict}.</strong> <Foreign text={why} />
      </p>
      {place === null ? null : (
        <p class="cited">
          {place}: “<Foreign text={quote} />”
        </p>
      )}
      {model === '' ? null : (
        <small>
          {sure === null ? null : `${sure}, says `}
          <Foreign text={model} limit={60} />
          {beside === '' ? null : `; ${beside}`}
        </small>
      )}
    </div>
  )
}

/** Why something is doubted, in its one sentence, and the rules that find so. */
export function Sentence({ concern }: { concern: Concern }): JSX.Element {
  const { completion, findings } = concern
  const text = sentenceOf(concern)
  const why = completion?.why
  const restated =
    why === undefined ? findings.slice(0, 1) : findings.filter(({ rule }) => why.restates.includes(rule))
  const quoteAt = why?.quote === undefined ? -1 : text.lastIndexOf(why.quote)
  const quoteEnd = quoteAt + (why?.quote?.length ?? 0)
  return (
    <p class="sentence">
      {quoteAt < 0 ? (
        <Foreign text={text} />
      ) : (
        <>
          <Foreign text={text.slice(0, quoteAt)} />
          <mark>
            <Foreign text={text.slice(quoteAt, quoteEnd)} />
          </mark>
          <Foreign text={text.slice(quoteEnd)} />
        </>
      )}{' '}
      {restated.map((finding) => (
        <span key={`${finding.rule} ${finding.seq}`}>
          <FoundBy finding={finding} />{' '}
        </span>
      ))}
    </p>
  )
}

function FoundBy({ finding: { rule, known, copied } }: { finding: Finding }): JSX.Element {
  return (
    <>
      <code class="rule">{rule}</code>
      {known === true ? <span class="known"> accepted by the baseline</span> : null}
      <CopiedFrom session={copied} />
    </>
  )
}

/** What else findings say, gravest first. */
export function Complaints({ findings }: { findings: readonly Finding[] }): JSX.Element | null {
  if (findings.length === 0) return null
  return (
    <ul class="complaints">
      {findings.map((finding) => (
        <li key={`${finding.rule} ${finding.seq}`} class={finding.severity}>
          <span class="severity">{finding.severity}</span>
          <span>
            <Foreign text={finding.message} /> <FoundBy finding={finding} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What the log holds between the item's marks, in the order in which it happened. */
export function Evidence({ completion }: { completion: CompletionAudit }): JSX.Element {
  const steps = [...completionMarks(completion), ...completion.evidence].toSorted(
    (one, other) => one.seq - other.seq,
  )
  return (
    <ol class="evidence">
      {steps.map((step) =>
        'words' in step ? (
          <li key={`mark ${step.seq}`} class="mark">
            <TurnLink turn={step.turn} item={completion.item} /> {step.words}
          </li>
        ) : (
          <li key={step.seq} class="piece">
            <Piece evidence={step} />
          </li>
        ),
      )}
      {completion.evidence.length === 0 ? (
        <li class="nothing">Nothing between these marks counts as work for it.</li>
      ) : null}
    </ol>
  )
}

/** What would settle a doubt. */
export function Needs({ completion: { wouldChange } }: { completion: CompletionAudit }): JSX.Element | null {
  if (wouldChange.length === 0) return null
  return (
    <dl class="missing">
      <dt>It would be believed with</dt>
      {wouldChange.map((text) => (
        <dd key={text}>
          <Foreign text={text} />
        </dd>
      ))}
    </dl>
  )
}

/** What is missing for a completion. */
export function Missing({ completion }: { completion: CompletionAudit }): JSX.Element | null {
  const { missing, readable } = completion
  if (missing.length === 0 && readable >= 1) return null
  return (
    <dl class="missing">
      {missing.length === 0 ? null : <dt>Missing</dt>}
      {missing.map((text) => (
        <dd key={text}>
          <Foreign text={text} />
        </dd>
      ))}
      {readable < 1 ? <dt>Gaps</dt> : null}
      {readable < 1 ? (
        <dd>The log has the results of {Math.floor(readable * 100)} % of the calls around it.</dd>
      ) : null}
    </dl>
  )
}

function Piece({ evidence }: { evidence: EvidenceEntry }): JSX.Element {
  const { view } = useSession()
  const { seq, turn, source, tool, ok, weight, why } = evidence
  const call = view.call(seq)
  const head = (
    <>
      <OutcomeIcon ok={ok} />
      <span class="why">
        <Foreign text={why} limit={300} />
        <small>
          <TurnLink turn={turn} /> · <Foreign text={tool} limit={60} /> ·{' '}
          <RecordedAt seq={seq} source={source} />
        </small>
      </span>
      <Weight weight={weight} />
    </>
  )
  if (call === undefined) return <div class="piece-head">{head}</div>
  return (
    <details>
      <summary class="piece-head">{head}</summary>
      <CallBox call={call} />
    </details>
  )
}

function Weight({ weight }: { weight: number }): JSX.Element {
  return (
    <span class="weight" title="how much it counts, 0 to 1">
      <span class="unseen">counts </span>
      {weight.toFixed(2)}
      <span class="weight-bar" aria-hidden="true">
        <span style={{ width: `${Math.round(Math.min(1, Math.max(0, weight)) * 100)}%` }} />
      </span>
    </span>
  )
}
