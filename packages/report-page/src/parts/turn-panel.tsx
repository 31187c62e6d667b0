/** What happened in the turn that is shown, in order. */

import type { Change, Violation } from '@todo-ledger/core'
import type { JSX } from 'preact'
import { changePhrase, eventWords, type ReplayEvent, saidInWhole, usageText } from 'todo-replay/session-view'
import { CallBox } from './call-box.js'
import { CopiedFrom } from './copied-from.js'
import { Foreign } from './foreign.js'
import { OutcomeIcon } from './icons.js'
import { MoreList } from './more-list.js'
import { PhraseText } from './phrase.js'
import { turnText } from './scrubber.js'
import { useSession, useTurn } from './session-context.js'
import { RecordedAt } from './turn-link.js'
import { Who } from './who.js'

/** The events of the turn. */
export function TurnPanel(): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const { events = [], usage } = view.replay.turns[turn] ?? {}
  const findings = view.replay.audit.findings.filter(
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
      {findings.map(({ rule, seq, item, severity, message, copied }) => (
        <p key={`${rule} ${seq} ${item}`} class="turn-finding">
          <span class={`severity ${severity}`}>{severity}</span> <Foreign text={message} limit={300} />
          <CopiedFrom session={copied} />
        </p>
      ))}
      {events.length === 0 ? <p class="soft">Nothing that is worth a line.</p> : null}
      <MoreList key={turn} entries={events} step={40} noun="event">
        {(shown) => (
          <ol class="events">
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
  const { kind, seq, source, tool, ok, effect, verify, changes, violations } = event
  const whole = view.textsOf(seq)
  const call = whole === null || whole.input === null ? undefined : { ...whole, ok: ok ?? null }
  const head = (
    <>
      <span class="event-kind">{eventWords[kind]}</span>
      <span class="event-text">
        <Who id={view.whoElse(event)} /> {kind === 'call' ? <OutcomeIcon ok={ok ?? null} /> : null}
        {tool === undefined ? null : (
          <b>
            <Foreign text={tool} limit={60} />{' '}
          </b>
        )}
        {kind === 'call' && effect !== undefined ? (
          <span class="tag effect">{verify === true ? 'check' : effect}</span>
        ) : null}{' '}
        {changes === undefined && kind !== 'rejection' ? (
          <Foreign
            text={call === undefined ? saidInWhole(event.text, whole?.output) : withoutRole(event)}
            limit={500}
          />
        ) : null}
        {changes === undefined ? null : <Changes changes={changes} />}
        {violations === undefined ? null : (
          <Violations violations={violations} isRefusal={kind === 'rejection'} />
        )}
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

/** The tool stands beside a call already. */
function withoutRole({ text, tool }: ReplayEvent): string {
  return tool !== undefined && text.startsWith(`${tool}: `) ? text.slice(tool.length + 2) : text
}

function Changes({ changes }: { changes: readonly Change[] }): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  if (changes.length === 0) return <span class="soft">changed nothing</span>
  return (
    <MoreList entries={changes} step={30} noun="change">
      {(shown) => (
        <ul class="changes">
          {shown.map((change, place) => (
            <li key={`${change.type} ${place}`}>
              <PhraseText phrase={changePhrase(change, (key) => view.itemAt(key, turn))} />
            </li>
          ))}
        </ul>
      )}
    </MoreList>
  )
}

function Violations({
  violations,
  isRefusal,
}: {
  violations: readonly Violation[]
  isRefusal: boolean
}): JSX.Element {
  return (
    <ul class="violations">
      {violations.map(({ rule, message }, place) => (
        <li key={`${rule} ${place}`}>
          {isRefusal ? '' : 'flagged: '}
          <Foreign text={message} limit={300} /> <code class="rule">{rule}</code>
        </li>
      ))}
    </ul>
  )
}
