/** The whole life of an item, and the case of each of its completions. */

import type { CompletionAudit } from '@todo-ledger/audit'
import type { JSX } from 'preact'
import {
  besideSentence,
  clockText,
  concernOf,
  type ItemReplay,
  type LifeReplay,
  lifePhrase,
  usageText,
} from 'todo-replay/session-view'
import { Complaints, Evidence, Missing, Needs, ReaderSays, Sentence } from './completion-case.js'
import { CopiedFrom } from './copied-from.js'
import { Foreign } from './foreign.js'
import { VerdictTag } from './icons.js'
import { MoreList } from './more-list.js'
import { PhraseText } from './phrase.js'
import { useSession } from './session-context.js'
import { RecordedAt, TurnLink } from './turn-link.js'
import { Who } from './who.js'

/** What there is to say of an item. */
export function ItemDetails({ itemKey }: { itemKey: string }): JSX.Element | null {
  const { view } = useSession()
  const item = view.item(itemKey)
  if (item === undefined) return null
  const completions = view.completionsOf(itemKey)
  const spent = view.replay.usage?.items.find(({ key }) => key === itemKey)
  return (
    <div class="item-details">
      {completions.map((completion) => (
        <section key={completion.seq} class="item-case">
          <h4>
            Completed in <TurnLink turn={completion.turn} item={completion.item} />{' '}
            <VerdictTag verdict={completion.verdict} />
            <CopiedFrom session={completion.copied} />
          </h4>
          <Doubt completion={completion} />
          <ReaderSays completion={completion} />
          <Evidence completion={completion} />
          <Missing completion={completion} />
          <Needs completion={completion} />
        </section>
      ))}
      <section>
        <h4>Its life</h4>
        {spent === undefined ? null : <p class="soft">Tokens while in progress: {usageText(spent)}.</p>}
        <Life item={item} />
      </section>
    </div>
  )
}

/** Why a completion is doubted, and what else is found of it. */
function Doubt({ completion }: { completion: CompletionAudit }): JSX.Element {
  const { view } = useSession()
  const concern = concernOf(completion, view.replay.audit)
  if (completion.why === undefined) return <Complaints findings={concern.findings} />
  return (
    <>
      <Sentence concern={concern} />
      <Complaints findings={besideSentence(concern)} />
    </>
  )
}

function Life({ item }: { item: ItemReplay }): JSX.Element {
  return (
    <MoreList entries={item.life} step={30} noun="change">
      {(shown) => (
        <ol class="life">
          {shown.map((change, place) => (
            <LifeLine key={`${change.seq} ${change.what} ${place}`} change={change} item={item} />
          ))}
          {item.left === null ? null : (
            <li class="soft">
              {item.left.silently
                ? 'It left the list while it was open, and nothing says why.'
                : 'It is no longer on the list.'}
            </li>
          )}
        </ol>
      )}
    </MoreList>
  )
}

function LifeLine({ change, item }: { change: LifeReplay; item: ItemReplay }): JSX.Element {
  const { view } = useSession()
  const { turn, at, seq, source, tool } = change
  return (
    <li>
      <span class="life-place">
        <TurnLink turn={turn} item={item.id} />
        {view.hasTimes ? <span class="soft"> {clockText(at)}</span> : null}
      </span>
      <span class="life-what">
        <PhraseText phrase={lifePhrase(change, item.before)} /> <Who id={view.whoElse(change)} />
        <small>
          {tool === null ? null : <Foreign text={tool} limit={60} />} <RecordedAt seq={seq} source={source} />
        </small>
      </span>
    </li>
  )
}
