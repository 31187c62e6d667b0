/** The case of one completion: what is said of it, what the log shows, what is missing. */

import type { CompletionAudit, Fact, Finding } from '@todo-ledger/audit'
import type { JSX } from 'preact'
import {
  besideSentence,
  type Concern,
  completionMarks,
  factWords,
  readerWords,
  sentenceOf,
  timelineFacts,
} from 'todo-replay/session-view'
import { OutcomeIcon } from './icons.js'
import { useSession } from './session.js'
import { CopiedFrom, Foreign, RecordedAt, TurnLink } from './texts.js'
import { CallBox } from './turn-panel.js'

/** Why something is doubted, in its one sentence with its quotation, what a reader says, and what else is found. */
export function Doubt({ concern }: { concern: Concern }): JSX.Element {
  const { completion, findings } = concern
  const text = sentenceOf(concern)
  const why = completion?.why
  const saidBy =
    why === undefined ? findings.slice(0, 1) : findings.filter(({ message }) => message === why.sentence)
  const quote = why?.quote ?? ''
  const at = quote === '' ? -1 : text.lastIndexOf(quote)
  return (
    <>
      {text === '' ? null : (
        <p class="sentence">
          <Foreign text={at < 0 ? text : text.slice(0, at)} />
          {at < 0 ? null : (
            <>
              <mark>
                <Foreign text={quote} />
              </mark>
              <Foreign text={text.slice(at + quote.length)} />
            </>
          )}{' '}
          {saidBy.map((finding) => (
            <FoundBy key={finding.rule} finding={finding} />
          ))}
        </p>
      )}
      {completion === null ? null : <ReaderSays completion={completion} />}
      <ul class="complaints">
        {besideSentence(concern).map((finding) => (
          <li key={`${finding.rule} ${finding.seq}`} class={finding.severity}>
            <span class="severity">{finding.severity}</span>
            <span>
              <Foreign text={finding.message} /> <FoundBy finding={finding} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function FoundBy({ finding: { rule, known, copied } }: { finding: Finding }): JSX.Element {
  return (
    <>
      <code class="rule">{rule}</code>
      {known === true ? <span class="known"> accepted by the baseline</span> : null}
      <CopiedFrom session={copied} />{' '}
    </>
  )
}

/** What a reader of the completion's page says, in its own words, with the place that it quotes. */
function ReaderSays({ completion }: { completion: CompletionAudit }): JSX.Element | null {
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

/** What the log holds between the item's marks, in the order in which it happened. */
export function Evidence({ completion }: { completion: CompletionAudit }): JSX.Element {
  const { item, facts, readable } = completion
  const steps = [...completionMarks(completion), ...timelineFacts(completion)].toSorted(
    (one, other) => one.seq - other.seq,
  )
  return (
    <>
      <ol class="evidence">
        {steps.map((step) =>
          'words' in step ? (
            <li key={`mark ${step.seq}`} class="mark">
              <TurnLink turn={step.turn} item={item} /> {step.words}
            </li>
          ) : (
            <li key={`${step.kind} ${step.seq}`}>
              <Piece fact={step} />
            </li>
          ),
        )}
        {facts.length === 0 ? <li class="soft">No tool states anything of it.</li> : null}
      </ol>
      {readable >= 1 ? null : (
        <p class="soft">The log has the results of {Math.floor(readable * 100)} % of the calls around it.</p>
      )}
    </>
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
  if (call === null) return <div class="event-head">{head}</div>
  return (
    <details>
      <summary class="event-head">{head}</summary>
      <CallBox call={call} />
    </details>
  )
}
