/** What happened, in order: the events of a turn, and the calls among them with what went in and came out. */

import type { JSX } from 'preact'
import { useContext } from 'preact/hooks'
import {
  changePhrase,
  eventWords,
  type ReplayEvent,
  readableInput,
  type StepTexts,
  saidInWhole,
  sentenceOf,
  usageText,
} from 'todo-replay/session-view'
import { turnText } from '../words.js'
import { OutcomeIcon } from './icons.js'
import { MoreList } from './more-list.js'
import { CopiedFrom, Foreign, PhraseText, RecordedAt, TurnContext, useSession, Who } from './texts.js'

/** What is in doubt in the turn that is shown, and its events. */
export function TurnPanel() {
  const { view } = useSession()
  const turn = useContext(TurnContext)
  const { events = [], usage } = view.replay.turns[turn] ?? {}
  const doubts = view.concernsIn(turn)
  const copied = view.replay.audit.findings.filter(
    (finding) => finding.turn === turn && finding.severity !== 'info' && finding.copied !== undefined,
  )
  return (
    <section class="turn-panel" aria-labelledby="turn-title">
      <h3 id="turn-title">
        What happened <span class="soft">{turnText(turn, view.lastTurn)}</span>{' '}
        <Who id={view.whoseTurn(turn)} />
      </h3>
      {usage && <p class="soft small">Tokens: {usageText(usage)}</p>}
      <MoreList key={`doubts ${turn}`} entries={doubts} step={3} noun="doubt">
        {(shown) =>
          shown.map((concern, place) => {
            const tone = concern.completion?.verdict ?? concern.findings[0]?.severity ?? 'info'
            return <Said key={place} tone={tone} text={sentenceOf(concern)} />
          })
        }
      </MoreList>
      {copied.map(({ rule, seq, item, severity, message, copied: session }) => (
        <Said key={`${rule} ${seq} ${item}`} tone={severity} text={message} copied={session} />
      ))}
      {events.length === 0 && <p class="soft">Nothing that is worth a line.</p>}
      <MoreList key={turn} entries={events} step={40} noun="event">
        {(shown) => (
          <ol>
            {shown.map((event) => (
              <li key={`${event.seq} ${event.kind}`} class={`event ${event.kind}`}>
                <EventLine event={event} turn={turn} />
              </li>
            ))}
          </ol>
        )}
      </MoreList>
    </section>
  )
}

function Said({ tone, text, copied }: { tone: string; text: string; copied?: string | undefined }) {
  return (
    <p class={`turn-finding tinted ${tone}`}>
      <span class="tone small">{tone}</span> <Foreign text={text} limit={300} />
      <CopiedFrom session={copied} />
    </p>
  )
}

/** One thing that happened in a turn; a call can be unfolded. */
export function EventLine({ event, turn }: { event: ReplayEvent; turn: number }) {
  const { view } = useSession()
  const { kind, seq, source, tool, text, ok = null, effect, verify, changes, violations = [] } = event
  const isRefusal = kind === 'rejection'
  const whole = view.textsOf(seq)
  const call = whole === null || whole.input === null ? null : { ...whole, ok }
  // The tool stands beside a call already.
  const called = tool !== undefined && text.startsWith(`${tool}: `) ? text.slice(tool.length + 2) : text
  return (
    <Unfolding call={call}>
      <span class="event-kind small">{eventWords[kind]}</span>
      <span class="grow">
        <Who id={view.whoElse(event)} /> {kind === 'call' && <OutcomeIcon ok={ok} />}{' '}
        {tool !== undefined && (
          <b>
            <Foreign text={tool} limit={60} />{' '}
          </b>
        )}
        {kind === 'call' && effect !== undefined && (
          <span class="tag who">{verify === true ? 'check' : effect}</span>
        )}{' '}
        {changes === undefined && !isRefusal && (
          <Foreign text={call === null ? saidInWhole(text, whole?.output) : called} limit={500} />
        )}
        {changes?.length === 0 && <span class="soft">changed nothing</span>}
        <MoreList entries={changes ?? []} step={30} noun="change">
          {(shown) => (
            <ul class="changes">
              {shown.map((change, place) => (
                <li key={place}>
                  <PhraseText phrase={changePhrase(change, (key) => view.itemAt(key, turn))} />
                </li>
              ))}
            </ul>
          )}
        </MoreList>
        <ul class="violations weak">
          {violations.map(({ rule, message }, place) => (
            <li key={place}>
              {isRefusal ? '' : 'flagged: '}
              <Foreign text={message} limit={300} /> <code class="rule">{rule}</code>
            </li>
          ))}
        </ul>
      </span>
      <RecordedAt seq={seq} source={source} />
    </Unfolding>
  )
}

/** A line that can be unfolded where the log holds what it tells of. */
export function Unfolding({
  call,
  children,
}: {
  call: (StepTexts & { readonly ok?: boolean | null }) | null
  children: JSX.Element[]
}) {
  if (call === null) return <div class="event-head beside">{children}</div>
  const { output, ok } = call
  const input = call.input ?? ''
  return (
    <details>
      <summary class="event-head beside">{children}</summary>
      <div class="call-box">
        {input !== '' && <Held name="input" text={readableInput(input)} />}
        <Held
          name={input === '' ? 'text' : `output${ok === false ? ' (failed)' : ''}`}
          text={output === null || output === '' ? null : output}
          missing={output === null ? 'the log holds no result' : 'empty'}
        />
      </div>
    </details>
  )
}

function Held({ name, text, missing = '' }: { name: string; text: string | null; missing?: string }) {
  return (
    <figure>
      <figcaption class="soft small">{name}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled, also by keyboard. */}
      <pre class="sunk" tabIndex={0}>
        {text === null ? <i>{missing}</i> : <Foreign text={text} limit={1600} />}
      </pre>
    </figure>
  )
}
