/** Every item that was ever on the list, each with its whole life. */

import type { CompletionAudit } from '@todo-ledger/audit'
import type { JSX } from 'preact'
import { count, type ItemReplay, statusWords } from 'todo-replay/session-view'
import { Foreign, ShortForeign } from './foreign.js'
import { StatusIcon, VerdictTag } from './icons.js'
import { ItemDetails } from './item-details.js'
import { MoreList } from './more-list.js'
import { useSession } from './session-context.js'
import { TurnLink } from './turn-link.js'

/** The items. @param open the key of the one that is open, or null */
export function ItemList({
  open,
  onOpen,
}: {
  open: string | null
  onOpen: (key: string | null) => void
}): JSX.Element {
  const { view } = useSession()
  const { items } = view.replay
  // The one that a link names is there even where the list is cut before it.
  const linked = items.findIndex(({ key }) => key === open)
  return (
    <section id="items" aria-labelledby="items-title">
      <h2 id="items-title">
        Items <span class="soft">{count(items.length, 'item')} over the whole session</span>
      </h2>
      {items.length === 0 ? <p class="soft">The session never had a list.</p> : null}
      <MoreList entries={items} step={Math.max(40, linked + 1)} noun="item">
        {(shown) => (
          <ul class="item-list">
            {shown.map((item) => (
              <ItemRow
                key={item.key}
                item={item}
                completions={view.completionsOf(item.key)}
                isOpen={open === item.key}
                onOpen={() => onOpen(open === item.key ? null : item.key)}
              />
            ))}
          </ul>
        )}
      </MoreList>
    </section>
  )
}

interface ItemRowProps {
  readonly item: ItemReplay
  readonly completions: readonly CompletionAudit[]
  readonly isOpen: boolean
  readonly onOpen: () => void
}

function ItemRow({ item, completions, isOpen, onOpen }: ItemRowProps): JSX.Element {
  const { id, text, status, left, life } = item
  const last = completions.at(-1)
  const added = life[0]?.turn
  return (
    <li class={`line ${status} ${left === null ? '' : 'gone'}`}>
      <button type="button" class="line-button" aria-expanded={isOpen} onClick={onOpen}>
        <StatusIcon status={status} />
        <span class="line-text">
          <span class="item-id">
            #<ShortForeign text={id} limit={40} />{' '}
          </span>
          <ShortForeign text={text} limit={300} />
          <span class="unseen">, {statusWords[status]}</span>
        </span>
        <span class="line-tags">
          {left === null ? null : (
            <span class={`tag ${left.silently ? 'tone weak' : 'change'}`}>
              {left.silently ? 'dropped' : 'left the list'}
            </span>
          )}
          {last === undefined ? null : <VerdictTag verdict={last.verdict} />}
          {added === undefined ? null : <span class="since">since turn {added}</span>}
        </span>
      </button>
      {isOpen ? <ItemDetails itemKey={item.key} /> : null}
      {isOpen && text.length > 300 ? (
        <p class="whole-text">
          <TurnLink turn={life.at(-1)?.turn ?? 0} item={id} />: <Foreign text={text} limit={4000} />
        </p>
      ) : null}
    </li>
  )
}
