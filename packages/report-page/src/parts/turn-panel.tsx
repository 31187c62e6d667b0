/** What happened in the turn that is shown, in order. */

import type { JSX } from 'preact'
import {
  changePhrase,
  eventWords,
  type ReplayEvent,
  readableInput,
  type StepTexts,
  saidInWhole,
  usageText,
} from 'todo-replay/session-view'
import { turnText } from '../words.js'
import { OutcomeIcon } from './icons.js'
import { MoreList } from './more-list.js'
import { useSession, useTurn } from './session.js'
import { CopiedFrom, Foreign, PhraseText, RecordedAt, Who } from './texts.js'

/** The events of the turn. */
export function TurnPanel(): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const { events = [], usage } = view.replay.turns[turn] ?? {}
  const copied = view.replay.audit.findings.filter(
    // The others stand above.
    (finding) => finding.turn === turn && finding.severity !== 'info' && finding.copied !== undefined,
  )
  return (
    <section class="turn-panel" aria-labelledby="turn-title">
      <h3 id="turn-title">
        What happened <span class="soft">{turnText(turn, view.lastTurn)}</span>{' '}
        <Who id={view.whoseTurn(turn)} />
      </h3>
      {usage === undefined ? null : <p class="facts">Tokens: {usageText(usage)}</p>}
      {copied.map((finding) => (
        <p key={`${finding.rule} ${finding.seq} ${finding.item}`} class="turn-finding">
          <span class={`severity ${finding.severity}`}>{finding.severity}</span>{' '}
          <Foreign text={finding.message} limit={300} />
          <CopiedFrom session={finding.copied} />
        </p>
      ))}
      {events.length === 0 ? <p class="soft">Nothing that is worth a line.</p> : null}
      <MoreList key={turn} entries={events} step={40} noun="event">
        {(shown) => (
          <ol>
            {shown.map((event) => (
              <li key={`${event.seq} ${event.kind}`} class={`event ${event.kind}`}>
                <EventLine event={event} />
              </li>
            ))}
          </ol>
        )}
      </MoreList>
    </section>
  )
}

/** One thing that happened; a call can be unfolded. */
export function EventLine({ event }: { event: ReplayEvent }): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const { kind, seq, source, tool, ok = null, effect, verify, changes, violations = [] } = event
  const isRefusal = kind === 'rejection'
  const whole = view.textsOf(seq)
  const call = whole === null || whole.input === null ? undefined : { ...whole, ok }
  // The tool stands beside a call already.
  const called =
    tool !== undefined && event.text.startsWith(`${tool}: `) ? event.text.slice(tool.length + 2) : event.text
  const head = (
    <>
      <span class="event-kind">{eventWords[kind]}</span>
      <span class="event-text">
        <Who id={view.whoElse(event)} /> {kind === 'call' ? <OutcomeIcon ok={ok} /> : null}
        {tool === undefined ? null : (
          <b>
            <Foreign text={tool} limit={60} />{' '}
          </b>
        )}
        {kind !== 'call' || effect === undefined ? null : (
          <span class="tag effect">{verify === true ? 'check' : effect}</span>
        )}{' '}
        {changes !== undefined || isRefusal ? null : (
          <Foreign text={call === undefined ? saidInWhole(event.text, whole?.output) : called} limit={500} />
        )}
        {changes?.length === 0 ? <span class="soft">changed nothing</span> : null}
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
        <ul class="violations">
          {violations.map(({ rule, message }, place) => (
            <li key={place}>
              {isRefusal ? '' : 'flagged: '}
              <Foreign text={message} limit={300} /> <code class="rule">{rule}</code>
            </li>
          ))}
        </ul>
      </span>
      <RecordedAt seq={seq} source={source} />
    </>
  )
  if (call === undefined) return <div class="event-head">{head}</div>
  return (
    <details>
      <summary class="event-head">{head}</summary>
      <CallBox call={call} />
    </details>
  )
}

/** A call or a message that evidence names, with what went in and what came out. */
export function CallBox({ call }: { call: StepTexts & { readonly ok?: boolean | null } }): JSX.Element {
  const { output, ok } = call
  const input = call.input ?? ''
  return (
    <div class="call-box">
      {input === '' ? null : (
        <figure>
          <figcaption>input</figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled, also by keyboard. */}
          <pre tabIndex={0}>
            <Foreign text={readableInput(input)} limit={1600} />
          </pre>
        </figure>
      )}
      <figure>
        <figcaption>{input === '' ? 'text' : `output${ok === false ? ' (failed)' : ''}`}</figcaption>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above. */}
        <pre tabIndex={0}>
          {output === null || output === '' ? (
            <i>{output === null ? 'the log holds no result' : 'empty'}</i>
          ) : (
            <Foreign text={output} limit={1600} />
          )}
        </pre>
      </figure>
    </div>
  )
}
