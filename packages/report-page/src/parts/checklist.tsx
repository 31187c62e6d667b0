/** The checklist at a turn: what was claimed, what the turn changed, and whether the log supports it. */

import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { count, type ListedItem, statusWords } from 'todo-replay/session-view'
import { StatusIcon, VerdictTag } from './icons.js'
import { ItemDetails } from './item-details.js'
import { MoreList } from './more-list.js'
import { useSession, useTurn } from './session.js'
import { Foreign, ItemId, ShortForeign, Who } from './texts.js'

/** What a line says of an item in short, whatever list it stands in. */
export interface ItemWords {
  readonly item: Pick<ListedItem, 'key' | 'id' | 'text' | 'status'> &
    Partial<Pick<ListedItem, 'reason' | 'parent'>>
  /** What the turn did to it. */
  readonly change: string | null
  /** Who has it. */
  readonly holder: string | null
  readonly verdict: Parameters<typeof VerdictTag>[0]['verdict'] | undefined
}

/** An item in a line, and what is below it when it is open. */
export function ItemLine({
  item,
  change,
  holder,
  verdict,
  open,
  ...button
}: ItemWords & { open: ComponentChildren } & JSX.IntrinsicElements['button']): JSX.Element {
  const { id, text, status, reason = null, parent = null } = item
  return (
    <li class={`line ${status} ${change === null ? '' : 'changed'} ${parent === null ? '' : 'part'}`}>
      <button type="button" class="line-button" aria-expanded={open !== null} {...button}>
        <StatusIcon status={status} />
        <span class="line-text">
          <ItemId id={id} />
          <ShortForeign text={text} limit={300} />
          <span class="unseen">, {statusWords[status]}</span>
          {reason === null ? null : (
            <span class="reason">
              <ShortForeign text={reason} limit={200} />
            </span>
          )}
        </span>
        <span class="line-tags">
          <Who id={holder} />
          {change === null ? null : <span class="tag change">{change}</span>}
          {verdict === undefined || verdict === 'supported' ? null : <VerdictTag verdict={verdict} />}
        </span>
      </button>
      {open}
    </li>
  )
}

/** The list at the turn that is shown, and what has left it. @param open the key of the item that is open, or null */
export function Checklist({
  open,
  onOpen,
}: {
  open: string | null
  onOpen: (key: string | null) => void
}): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const { goal, items } = view.listAt(turn)
  const entries = view.entriesAt(turn)
  const listed = new Set(entries.map(({ item }) => item.key))
  const left = view.replay.items.filter(({ key, life }) => (life[0]?.turn ?? 0) <= turn && !listed.has(key))
  const [isLeftAsked, showLeft] = useState(false)
  const isLeftShown = isLeftAsked || left.some(({ key }) => key === open)
  const completed = items.filter(({ status }) => status === 'completed').length
  const line = (words: ItemWords): JSX.Element => {
    const { key } = words.item
    const isOpen = open === key
    return (
      <ItemLine
        key={key}
        {...words}
        open={isOpen ? <ItemDetails itemKey={key} /> : null}
        onClick={() => onOpen(isOpen ? null : key)}
      />
    )
  }
  return (
    <section class="checklist" aria-labelledby="list-title">
      <h3 id="list-title">
        The list
        <span class="soft">{items.length === 0 ? null : ` · ${completed} of ${items.length} completed`}</span>
      </h3>
      {goal === null ? null : (
        <p class="goal">
          Goal: <Foreign text={goal} />
        </p>
      )}
      {entries.length === 0 ? <p class="soft">No todos.</p> : null}
      <MoreList entries={entries} step={60} noun="item">
        {(shown) => (
          <ul>
            {shown.map(({ item, words }) =>
              line({
                item,
                change: words,
                holder: view.holderOf(item),
                verdict: view.claimAt(item, turn)?.verdict,
              }),
            )}
          </ul>
        )}
      </MoreList>
      {left.length === 0 ? null : (
        <details open={isLeftShown} onToggle={(event) => showLeft(event.currentTarget.open)}>
          <summary>{count(left.length, 'item')} left the list before</summary>
          <MoreList entries={isLeftShown ? left : []} step={60} noun="item">
            {(shown) => (
              <ul>
                {shown.map((item) => {
                  const change = item.left?.silently === true ? 'dropped' : null
                  return line({
                    item,
                    change,
                    holder: null,
                    verdict: view.completionAt(item.key, turn)?.verdict,
                  })
                })}
              </ul>
            )}
          </MoreList>
        </details>
      )}
    </section>
  )
}
