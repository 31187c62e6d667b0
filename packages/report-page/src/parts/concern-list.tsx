/** What to look at in a session, worst first, and below it the bookkeeping. */

import type { JSX } from 'preact'
import { type Concern, count, turnOf } from 'todo-replay/session-view'
import { Doubt, Evidence, Needs } from './completion-case.js'
import { VerdictTag } from './icons.js'
import { MoreList, useIsPaper } from './more-list.js'
import { useSession } from './session.js'
import { StepsAround } from './steps-around.js'
import { Foreign, ItemId, RecordedAt, TurnLink } from './texts.js'

/** The concerns of the session. */
export function ConcernList(): JSX.Element {
  const { view } = useSession()
  const { grave, undecided, notes } = view.concerns
  const small = notes.flatMap(({ findings }) => findings)
  return (
    <section id="look" aria-labelledby="look-title">
      <h2 id="look-title">What to look at</h2>
      {grave.length === 0 ? (
        <p class="soft">Nothing: nothing speaks against a completion, and no rule complains.</p>
      ) : null}
      <MoreList entries={grave} step={8} noun="finding">
        {(shown) => shown.map((concern, place) => <ConcernCard key={place} concern={concern} />)}
      </MoreList>
      {undecided.length === 0 ? null : (
        <p class="soft">
          {count(undecided.length, 'completion')} undecided: there was work, and only a reader can tell
          whether it is what the item says.
        </p>
      )}
      {small.length === 0 ? null : (
        <details class="notes">
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

function ConcernCard({ concern }: { concern: Concern }): JSX.Element {
  const { completion, findings } = concern
  const isPaper = useIsPaper()
  const turn = turnOf(concern)
  const [first] = findings
  const tone = completion?.verdict ?? (first?.severity === 'error' ? 'unsupported' : 'weak')
  const item = completion?.item ?? first?.item ?? null
  const text = completion?.text ?? first?.text ?? null
  return (
    <article class={`concern ${tone}`}>
      <header>
        {completion === null || completion.verdict === 'supported' ? (
          <span class={`severity ${first?.severity ?? 'info'}`}>{first?.severity}</span>
        ) : (
          <VerdictTag verdict={completion.verdict} />
        )}
        <h3>
          {item === null ? null : <ItemId id={item} />}
          {text === null ? item === null ? 'The session' : null : <Foreign text={text} limit={240} />}
        </h3>
        <p class="where">
          {completion === null ? 'at ' : 'marked done in '}
          <TurnLink turn={turn} item={item} /> ·{' '}
          <RecordedAt seq={completion?.seq ?? first?.seq ?? 0} source={completion?.source ?? first?.source} />
        </p>
      </header>
      <Doubt concern={concern} />
      <StepsAround concern={concern} />
      {completion === null ? null : <Needs completion={completion} />}
      {completion === null ? null : (
        <details class="case" open={isPaper}>
          <summary>
            All that the log shows for it
            {completion.facts.length === 0 ? null : `, ${count(completion.facts.length, 'fact')}`}
          </summary>
          <Evidence completion={completion} />
        </details>
      )}
    </article>
  )
}
