/** The whole life of an item, and the case of each of its completions. */

import type { JSX } from 'preact'
import { clockText, concernOf, lifePhrase, usageText } from 'todo-replay/session-view'
import { Doubt, Evidence, Needs } from './completion-case.js'
import { VerdictTag } from './icons.js'
import { MoreList } from './more-list.js'
import { useSession } from './session.js'
import { CopiedFrom, Foreign, PhraseText, RecordedAt, TurnLink, Who } from './texts.js'

/** What there is to say of an item. */
export function ItemDetails({ itemKey }: { itemKey: string }): JSX.Element | null {
  const { view } = useSession()
  const item = view.item(itemKey)
  if (item === undefined) return null
  const { id, text, life, before, left } = item
  const spent = view.replay.usage?.items.find(({ key }) => key === itemKey)
  return (
    <div class="item-details">
      {text.length > 300 ? (
        <p>
          <Foreign text={text} limit={4000} />
        </p>
      ) : null}
      {view.completionsOf(itemKey).map((completion) => (
        <section key={completion.seq}>
          <h4>
            Completed in <TurnLink turn={completion.turn} item={id} />{' '}
            <VerdictTag verdict={completion.verdict} />
            <CopiedFrom session={completion.copied} />
          </h4>
          <Doubt concern={concernOf(completion, view.replay.audit)} />
          <Evidence completion={completion} />
          <Needs completion={completion} />
        </section>
      ))}
      <section>
        <h4>Its life</h4>
        {spent === undefined ? null : <p class="soft">Tokens while in progress: {usageText(spent)}.</p>}
        <MoreList entries={life} step={30} noun="change">
          {(shown) => (
            <ol class="life">
              {shown.map((change, place) => (
                <li key={`${change.seq} ${place}`}>
                  <span class="life-place">
                    <TurnLink turn={change.turn} item={id} />
                    {view.hasTimes ? <span class="soft"> {clockText(change.at)}</span> : null}
                  </span>
                  <span class="life-what">
                    <PhraseText phrase={lifePhrase(change, before)} /> <Who id={view.whoElse(change)} />
                    <small>
                      {change.tool === null ? null : <Foreign text={change.tool} limit={60} />}{' '}
                      <RecordedAt seq={change.seq} source={change.source} />
                    </small>
                  </span>
                </li>
              ))}
            </ol>
          )}
        </MoreList>
        {left === null ? null : (
          <p class="soft">
            {left.silently
              ? 'It left the list while it was open, and nothing says why.'
              : 'It is no longer on the list.'}
          </p>
        )}
      </section>
    </div>
  )
}
