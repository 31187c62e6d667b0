/** Lists of items: each in a line, and opened with its whole life and the case of each of its completions. */

import type { Verdict } from '@todo-ledger/audit'
import type { ComponentChildren, JSX } from 'preact'
import { useContext, useState } from 'preact/hooks'
import {
  clockText,
  concernOf,
  count,
  grouped,
  type ListedItem,
  lifePhrase,
  statusWords,
  usageText,
} from 'todo-replay/session-view'
import { Doubt, Evidence, Needs } from './case.js'
import { StatusIcon, VerdictTag } from './icons.js'
import { MoreList } from './more-list.js'
import {
  CopiedFrom,
  Foreign,
  ItemId,
  PhraseText,
  RecordedAt,
  ShortForeign,
  TurnContext,
  TurnLink,
  useSession,
  Who,
} from './texts.js'

export interface ItemWords {
  readonly item: Pick<ListedItem, 'key' | 'id' | 'text' | 'status'> &
    Partial<Pick<ListedItem, 'reason' | 'parent'>>
  /** What the turn did to it. */
  readonly change: string | null
  /** Who has it. */
  readonly holder: string | null
  readonly verdict: Verdict | undefined
}

/** An item in a line, and what is below it when it is open. */
export function ItemLine({
  item: { id, text, status, reason = null, parent = null },
  change,
  holder,
  verdict,
  open,
  ...button
}: ItemWords & { open: ComponentChildren } & JSX.IntrinsicElements['button']) {
  return (
    <li class={`line ${status} ${parent === null ? '' : 'part'}`}>
      <button
        type="button"
        class={`line-button beside ${change === null ? '' : 'changed'}`}
        aria-expanded={open !== null}
        {...button}
      >
        <StatusIcon status={status} />
        <span class="line-text grow">
          <ItemId id={id} />
          <ShortForeign text={text} limit={300} />
          <span class="unseen">, {statusWords[status]}</span>
          {reason !== null && (
            <small class="reason tone weak">
              <ShortForeign text={reason} limit={200} />
            </small>
          )}
        </span>
        <span class="line-tags row">
          <Who id={holder} />
          {change !== null && <span class="tag">{change}</span>}
          {verdict !== undefined && verdict !== 'supported' && <VerdictTag verdict={verdict} />}
        </span>
      </button>
      {open}
    </li>
  )
}

export function Progress({ items }: { items: readonly { readonly status: string }[] }) {
  if (items.length === 0) return null
  const completed = items.filter(({ status }) => status === 'completed').length
  return (
    <span class="soft">
      {grouped(completed)} of {grouped(items.length)} completed
    </span>
  )
}

/** The list at the turn that is shown, and what has left it. @param open the key of the item that is open, or null */
export function Checklist({ open, onOpen }: { open: string | null; onOpen: (key: string | null) => void }) {
  const { view } = useSession()
  const turn = useContext(TurnContext)
  const { goal, items } = view.listAt(turn)
  const listed = view.entriesAt(turn).map(({ item, words }) => ({
    item,
    change: words,
    holder: view.holderOf(item),
    verdict: view.claimAt(item, turn)?.verdict,
  }))
  const keys = new Set(listed.map(({ item }) => item.key))
  const left = view.replay.items
    .filter(({ key, life }) => (life[0]?.turn ?? 0) <= turn && !keys.has(key))
    .map((item) => ({
      item,
      change: item.left?.silently === true ? 'dropped' : null,
      holder: null,
      verdict: view.completionAt(item.key, turn)?.verdict,
    }))
  const [isLeftAsked, showLeft] = useState(false)
  const isLeftShown = isLeftAsked || left.some(({ item }) => item.key === open)
  const lines = (entries: readonly ItemWords[]) => (
    <MoreList entries={entries} step={60} noun="item">
      {(shown) => (
        <ul class="lines">
          {shown.map((words) => {
            const { key } = words.item
            const details = open === key ? <ItemDetails itemKey={key} /> : null
            return (
              <ItemLine
                key={key}
                {...words}
                open={details}
                onClick={() => onOpen(details === null ? key : null)}
              />
            )
          })}
        </ul>
      )}
    </MoreList>
  )
  return (
    <section class="checklist" aria-labelledby="list-title">
      <h3 id="list-title">
        The list <Progress items={items} />
      </h3>
      {goal !== null && (
        <p class="goal">
          Goal: <Foreign text={goal} />
        </p>
      )}
      {listed.length === 0 ? <p class="soft">No todos.</p> : lines(listed)}
      {left.length > 0 && (
        <details open={isLeftShown} onToggle={(event) => showLeft(event.currentTarget.open)}>
          <summary>{count(left.length, 'item')} left the list before</summary>
          {isLeftShown && lines(left)}
        </details>
      )}
    </section>
  )
}

export function ItemDetails({ itemKey }: { itemKey: string }) {
  const { view } = useSession()
  const item = view.item(itemKey)
  if (item === undefined) return null
  const { id, text, life, before, left } = item
  const spent = view.replay.usage?.items.find(({ key }) => key === itemKey)
  return (
    <div class="item-details">
      {text.length > 300 && (
        <p>
          <Foreign text={text} limit={4000} />
        </p>
      )}
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
        {spent && <p class="soft">Tokens while in progress: {usageText(spent)}.</p>}
        <MoreList entries={life} step={30} noun="change">
          {(shown) => (
            <ol class="life">
              {shown.map((change, place) => (
                <li key={`${change.seq} ${place}`} class="row">
                  <span class="life-place">
                    <TurnLink turn={change.turn} item={id} />
                    {view.hasTimes && <span class="soft"> {clockText(change.at)}</span>}
                  </span>
                  <span class="life-what grow">
                    <PhraseText phrase={lifePhrase(change, before)} /> <Who id={view.whoElse(change)} />
                    <small>
                      {change.tool !== null && <Foreign text={change.tool} limit={60} />}{' '}
                      <RecordedAt seq={change.seq} source={change.source} />
                    </small>
                  </span>
                </li>
              ))}
            </ol>
          )}
        </MoreList>
        {left !== null && (
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
