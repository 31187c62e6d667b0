/** What to look at in a session, worst first. */

import type { JSX } from 'preact'
import { besideSentence, type Concern, count, turnOf } from 'todo-replay/session-view'
import { useQuery } from '../theme.js'
import { Complaints, Evidence, Missing, Needs, ReaderSays, Sentence } from './completion-case.js'
import { Foreign } from './foreign.js'
import { VerdictTag } from './icons.js'
import { MoreList } from './more-list.js'
import { useSession } from './session-context.js'
import { StepsAround } from './steps-around.js'
import { RecordedAt, TurnLink } from './turn-link.js'

/** The concerns of the session, and below them the bookkeeping. */
export function ConcernList(): JSX.Element {
  const { view } = useSession()
  const { grave, undecided, notes } = view.concerns
  return (
    <section id="look" aria-labelledby="look-title">
      <h2 id="look-title">What to look at</h2>
      {grave.length === 0 ? (
        <p class="soft">Nothing: nothing speaks against a completion, and no rule complains.</p>
      ) : null}
      <MoreList entries={grave} step={8} noun="finding">
        {(shown) => shown.map((concern) => <ConcernCard key={keyOf(concern)} concern={concern} />)}
      </MoreList>
      {undecided.length === 0 ? null : (
        <p class="soft">
          {count(undecided.length, 'completion')} undecided: there was work, and only a reader can tell
          whether it is what the item says.
        </p>
      )}
      {notes.length === 0 ? null : (
        <details class="notes">
          <summary>
            Also noted:{' '}
            {count(
              notes.reduce((sum, { findings }) => sum + findings.length, 0),
              'small thing',
            )}
          </summary>
          {notes.map(({ rule, findings }) => (
            <div key={rule}>
              <h3>
                <code class="rule">{rule}</code>
              </h3>
              <MoreList entries={findings} step={10} noun="note">
                {(shown) => (
                  <ul class="note-list">
                    {shown.map(({ seq, item, turn, message }) => (
                      <li key={`${seq} ${item}`}>
                        <TurnLink turn={turn} {...(item === null ? {} : { item })} />:{' '}
                        <Foreign text={message} />
                      </li>
                    ))}
                  </ul>
                )}
              </MoreList>
            </div>
          ))}
        </details>
      )}
    </section>
  )
}

function ConcernCard({ concern }: { concern: Concern }): JSX.Element {
  const { completion, findings } = concern
  const isPaper = useQuery('print') // what is closed on paper stays closed
  const turn = turnOf(concern)
  const [first] = findings
  const tone = completion?.verdict ?? (first?.severity === 'error' ? 'unsupported' : 'weak')
  const item = completion?.item ?? first?.item ?? null
  const text = completion?.text ?? first?.text ?? null
  const beside = besideSentence(concern)
  return (
    <article class={`concern ${tone}`}>
      <header>
        {completion === null || completion.verdict === 'supported' ? (
          <span class={`severity ${first?.severity ?? 'info'}`}>{first?.severity}</span>
        ) : (
          <VerdictTag verdict={completion.verdict} />
        )}
        <h3>
          {item === null ? null : (
            <span class="item-id">
              #<Foreign text={item} limit={40} />{' '}
            </span>
          )}
          {text === null ? item === null ? 'The session' : null : <Foreign text={text} limit={240} />}
        </h3>
        <p class="where">
          {completion === null ? 'at ' : 'marked done in '}
          <TurnLink turn={turn} {...(item === null ? {} : { item })} /> ·{' '}
          <RecordedAt seq={completion?.seq ?? first?.seq ?? 0} source={completion?.source ?? first?.source} />
        </p>
      </header>
      <Sentence concern={concern} />
      {completion === null ? null : <ReaderSays completion={completion} />}
      <Complaints findings={beside.filter(({ severity }) => severity !== 'info')} />
      <StepsAround concern={concern} />
      {completion === null ? null : <Needs completion={completion} />}
      <Complaints findings={beside.filter(({ severity }) => severity === 'info')} />
      {completion === null ? null : (
        <details class="case" open={isPaper}>
          <summary>
            All that the log shows for it
            {completion.facts.length === 0 ? null : `, ${count(completion.facts.length, 'fact')}`}
          </summary>
          <Evidence completion={completion} />
          <Missing completion={completion} />
        </details>
      )}
    </article>
  )
}

function keyOf({ completion, findings: [first] }: Concern): string {
  return completion === null
    ? `${first?.rule} ${first?.seq} ${first?.item}`
    : `${completion.seq} ${completion.key}`
}
