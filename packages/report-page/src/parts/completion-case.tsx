/** The case of one completion: what is said of it, what the log shows, what is missing. */

import type { CompletionAudit, Fact, Finding } from '@todo-ledger/audit'
import type { JSX } from 'preact'
import {
  type Concern,
  completionMarks,
  factWords,
  readerWords,
  sentenceOf,
  timelineFacts,
} from 'todo-replay/session-view'
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
    why === undefined ? findings.slice(0, 1) : findings.filter(({ message }) => message === why.sentence)
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
  const steps = [...completionMarks(completion), ...timelineFacts(completion)].toSorted(
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
          <li key={`${step.kind} ${step.seq}`} class="piece">
            <Piece fact={step} />
          </li>
        ),
      )}
      {completion.facts.length === 0 ? <li class="nothing">No tool states anything of it.</li> : null}
    </ol>
  )
}

/** What would settle a doubt. */
export function Needs({ completion: { needs } }: { completion: CompletionAudit }): JSX.Element | null {
  if (needs.length === 0) return null
  return (
    <dl class="missing">
      <dt>It would be believed with</dt>
      {needs.map((text) => (
        <dd key={text}>
          <Foreign text={text} />
        </dd>
      ))}
    </dl>
  )
}

/** Where the log has gaps around a completion. */
export function Missing({ completion: { readable } }: { completion: CompletionAudit }): JSX.Element | null {
  if (readable >= 1) return null
  return (
    <dl class="missing">
      <dt>Gaps</dt>
      <dd>The log has the results of {Math.floor(readable * 100)} % of the calls around it.</dd>
    </dl>
  )
}

function Piece({ fact }: { fact: Fact }): JSX.Element {
  const { view } = useSession()
  const { seq, turn, source, says } = fact
  const call = view.textsOf(seq)
  const head = (
    <>
      <OutcomeIcon ok={says === 'for' ? true : says === 'against' ? false : null} />
      <span class="why">
        <Foreign text={factWords(fact)} limit={300} />
        <small>
          <TurnLink turn={turn} /> · <RecordedAt seq={seq} source={source} />
        </small>
      </span>
    </>
  )
  if (call === null) return <div class="piece-head">{head}</div>
  return (
    <details>
      <summary class="piece-head">{head}</summary>
      <CallBox call={call} />
    </details>
  )
}
