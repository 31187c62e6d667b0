/** The case of a completion: what is said of it, the steps around it, all that the log shows, and what is missing. */

import type { CompletionAudit, Fact, Finding } from '@todo-ledger/audit'
import {
  besideSentence,
  borderAt,
  type Concern,
  completionMarks,
  count,
  cut,
  decisiveSeq,
  factWords,
  readerWords,
  type Step,
  sentenceOf,
  timelineFacts,
  turnOf,
} from 'todo-replay/session-view'
import { EventLine, Unfolding } from './events.js'
import { OutcomeIcon, VerdictTag } from './icons.js'
import { MoreList, useIsPaper } from './more-list.js'
import { CopiedFrom, Foreign, ItemId, RecordedAt, TurnLink, useSession } from './texts.js'

/** What to look at in a session, worst first, and below it the bookkeeping. */
export function ConcernList() {
  const { grave, undecided, notes } = useSession().view.concerns
  const small = notes.flatMap(({ findings }) => findings)
  return (
    <section id="look" aria-labelledby="look-title">
      <h2 id="look-title">What to look at</h2>
      {grave.length === 0 && (
        <p class="soft">Nothing: nothing speaks against a completion, and no rule complains.</p>
      )}
      <MoreList entries={grave} step={8} noun="finding">
        {(shown) => shown.map((concern, place) => <ConcernCard key={place} concern={concern} />)}
      </MoreList>
      {undecided.length > 0 && (
        <p class="soft undecided-note">
          {count(undecided.length, 'completion')} undecided: there was work, and only a reader can tell
          whether it is what the item says.
        </p>
      )}
      {small.length > 0 && (
        <details>
          <summary>Also noted: {count(small.length, 'small thing')}</summary>
          <MoreList entries={small} step={20} noun="note">
            {(shown) => (
              <ul class="note-list">
                {shown.map(({ rule, seq, item, turn, message }) => (
                  <li key={`${rule} ${seq} ${item}`}>
                    <TurnLink turn={turn} item={item} />: <Foreign text={message} />{' '}
                    <code class="rule">{rule}</code>
                  </li>
                ))}
              </ul>
            )}
          </MoreList>
        </details>
      )}
    </section>
  )
}

function ConcernCard({ concern }: { concern: Concern }) {
  const { completion, findings } = concern
  const isPaper = useIsPaper()
  const [first] = findings
  const severity = first?.severity ?? 'info'
  const item = completion?.item ?? first?.item ?? null
  const text = completion?.text ?? first?.text ?? null
  const tone = completion?.verdict ?? (severity === 'error' ? 'unsupported' : 'weak')
  return (
    <article class={`concern box ${tone}`}>
      <header class="row">
        {completion === null || completion.verdict === 'supported' ? (
          <span class={`tone small ${severity}`}>{severity}</span>
        ) : (
          <VerdictTag verdict={completion.verdict} />
        )}
        <h3 class="grow">
          {item !== null && <ItemId id={item} />}
          {text !== null ? <Foreign text={text} limit={240} /> : item === null && 'The session'}
        </h3>
        <p class="soft small">
          {completion === null ? 'at ' : 'marked done in '}
          <TurnLink turn={turnOf(concern)} item={item} /> ·{' '}
          <RecordedAt seq={completion?.seq ?? first?.seq ?? 0} source={completion?.source ?? first?.source} />
        </p>
      </header>
      <Doubt concern={concern} />
      <StepsAround concern={concern} />
      {completion !== null && (
        <>
          <Needs completion={completion} />
          <details class="case" open={isPaper}>
            <summary>
              All that the log shows for it
              {completion.facts.length > 0 && `, ${count(completion.facts.length, 'fact')}`}
            </summary>
            <Evidence completion={completion} />
          </details>
        </>
      )}
    </article>
  )
}

/** Why something is doubted, in its one sentence with its quotation, what a reader says, and what else is found. */
export function Doubt({ concern }: { concern: Concern }) {
  const { completion, findings } = concern
  const text = sentenceOf(concern)
  const why = completion?.why
  const saidBy =
    why === undefined ? findings.slice(0, 1) : findings.filter(({ message }) => message === why.sentence)
  const quote = why?.quote ?? ''
  const at = quote === '' ? -1 : text.lastIndexOf(quote)
  return (
    <>
      {text !== '' && (
        <p class="sentence">
          {at < 0 ? (
            <Foreign text={text} />
          ) : (
            <Quoted parts={[text.slice(0, at), quote, text.slice(at + quote.length)]} />
          )}{' '}
          {saidBy.map((finding) => (
            <FoundBy key={finding.rule} finding={finding} />
          ))}
        </p>
      )}
      {completion !== null && <ReaderSays completion={completion} />}
      <ul class="complaints">
        {besideSentence(concern).map((finding) => (
          <li key={`${finding.rule} ${finding.seq}`} class="beside">
            <span class={`tone small ${finding.severity}`}>{finding.severity}</span>
            <span>
              <Foreign text={finding.message} /> <FoundBy finding={finding} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Quoted({ parts: [before, quoted, after] }: { parts: readonly [string, string, string] }) {
  return (
    <>
      <Foreign text={before} />
      {quoted !== '' && (
        <mark>
          <Foreign text={quoted} />
        </mark>
      )}
      <Foreign text={after} />
    </>
  )
}

function FoundBy({ finding: { rule, known, copied } }: { finding: Finding }) {
  return (
    <>
      <code class="rule">{rule}</code>
      {known === true && <span class="soft"> accepted by the baseline</span>}
      <CopiedFrom session={copied} />{' '}
    </>
  )
}

/** What a reader of the completion's page says, in its own words, with the place that it quotes. */
function ReaderSays({ completion }: { completion: CompletionAudit }) {
  const words = readerWords(completion)
  if (words === null) return null
  const { verdict, why, place, quote, sure, model, beside } = words
  return (
    <div class="reader">
      <p>
        <strong>Reader: {verdict}.</strong> <Foreign text={why} />
      </p>
      {place !== null && (
        <p class="cited">
          {place}: “<Foreign text={quote} />”
        </p>
      )}
      {model !== '' && (
        <small>
          {sure !== null && `${sure}, says `}
          <Foreign text={model} limit={60} />
          {beside !== '' && `; ${beside}`}
        </small>
      )}
    </div>
  )
}

/** The step that decides a doubt with the one before it and the one after it. */
function StepsAround({ concern }: { concern: Concern }) {
  const { view } = useSession()
  const { completion } = concern
  const decisive = decisiveSeq(concern)
  return (
    <ol class="steps sunk">
      {view.stepsAround(decisive).map((step) => (
        <StepLine key={step.event.seq} step={step} completion={completion} decisive={decisive} />
      ))}
    </ol>
  )
}

/** As many changes of an update are shown that are not the item's, and as many UTF-16 units of what was said or called. */
const shownChanges = 2
const shownText = 240

/** A step as a card has room for it: of an update what it did to the item. */
function StepLine({
  step: { turn, event },
  completion,
  decisive,
}: {
  step: Step
  completion: CompletionAudit | null
  decisive: number
}) {
  const { view } = useSession()
  const isDecisive = event.seq === decisive
  const role = event.seq === completion?.seq ? 'marked done here' : isDecisive ? 'found here' : null
  const quote = isDecisive ? completion?.why?.quote : undefined
  const output = event.kind === 'call' || quote !== undefined ? (view.textsOf(event.seq)?.output ?? '') : ''
  const excerpt = excerptOf(output, quote)
  const { violations: _, changes, ...rest } = event
  const own = changes?.filter((change) => 'key' in change && change.key === completion?.key) ?? []
  const some = own.length > 0 ? own : changes?.slice(0, shownChanges)
  const left = (changes?.length ?? 0) - (some?.length ?? 0)
  const text = rest.text.length > shownText ? `${cut(rest.text, shownText)} …` : rest.text
  const shown = some === undefined ? { ...event, text } : { ...rest, changes: some, text }
  return (
    <li class={`around beside event ${event.kind} ${isDecisive ? 'decisive' : ''}`}>
      <span class="small">
        <TurnLink turn={turn} />
      </span>
      <div class="grow">
        {role !== null && <span class="tone small">{role}</span>}
        <EventLine event={shown} turn={turn} />
        {left > 0 && <span class="excerpt">and {count(left, 'other change')}</span>}
        {excerpt.some((part) => part !== '') && (
          <pre class="excerpt">
            <Quoted parts={excerpt} />
          </pre>
        )}
      </div>
    </li>
  )
}

/** As many lines of an output are shown, or on each side of a quotation, and as many UTF-16 units of them. */
const shownLines = 3
const shownUnits = 240

/** A few lines of an output, and the quotation in them; the quotation alone where the output was cut before it. */
function excerptOf(output: string, quote: string | undefined): readonly [string, string, string] {
  const words = quote?.replace(/…$/, '') ?? ''
  const at = words === '' ? -1 : output.indexOf(words)
  if (at < 0) return ['', quote ?? '', quote === undefined ? firstLines(output) : '']
  const before = output.slice(0, at).split('\n').slice(-shownLines).join('\n')
  const from = borderAt(before, Math.max(0, before.length - shownUnits))
  return [before.slice(from), words, firstLines(output.slice(at + words.length))]
}

function firstLines(text: string): string {
  const lines = text.split('\n')
  const first = lines.slice(0, shownLines).join('\n')
  return first.length > shownUnits || lines.length > shownLines ? `${cut(first, shownUnits)} …` : first
}

/** What the log holds between the item's marks, in the order in which it happened. */
export function Evidence({ completion }: { completion: CompletionAudit }) {
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
        {facts.length === 0 && <li class="soft">No tool states anything of it.</li>}
      </ol>
      {readable < 1 && (
        <p class="soft">The log has the results of {Math.floor(readable * 100)} % of the calls around it.</p>
      )}
    </>
  )
}

function Piece({ fact }: { fact: Fact }) {
  const { view } = useSession()
  const { seq, turn, source, says } = fact
  return (
    <Unfolding call={view.textsOf(seq)}>
      <OutcomeIcon ok={says === 'half' ? null : says === 'for'} />
      <span class="why grow">
        <Foreign text={factWords(fact)} limit={300} />
        <small>
          <TurnLink turn={turn} /> · <RecordedAt seq={seq} source={source} />
        </small>
      </span>
    </Unfolding>
  )
}

export function Needs({ completion: { needs } }: { completion: CompletionAudit }) {
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
