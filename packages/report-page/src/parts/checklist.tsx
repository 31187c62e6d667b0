/** The checklist at a turn: what was claimed, what the turn changed, and whether the log supports it. */

import type { JSX } from 'preact'
import { cut, type ListEntry, statusWords } from 'todo-replay/session-view'
import { Foreign } from './foreign.js'
import { StatusIcon, VerdictTag } from './icons.js'
import { ItemDetails } from './item-details.js'
import { MoreList } from './more-list.js'
import { useSession, useTurn } from './session-context.js'
import { Who } from './who.js'

/** What the list is shown with. */
export interface ChecklistProps {
  /** The key of the item that is open, or null. */
  readonly open: string | null
  /** Opens an item, or closes it. */
  readonly onOpen: (key: string | null) => void
}

/** The list at the turn that is shown. */
export function Checklist({ open, onOpen }: ChecklistProps): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const { goal, items } = view.listAt(turn)
  const changed = view.entriesAt(turn)
  const completed = items.filter(({ status }) => status === 'completed').length
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
      {changed.length === 0 ? <p class="soft">No todos.</p> : null}
      <MoreList entries={changed} step={60} noun="item">
        {(shown) => (
          <ul>
            {shown.map((entry) => (
              <Line
                key={entry.item.key}
                entry={entry}
                isOpen={open === entry.item.key}
                onOpen={() => onOpen(open === entry.item.key ? null : entry.item.key)}
              />
            ))}
          </ul>
        )}
      </MoreList>
    </section>
  )
}

function Line({
  entry,
  isOpen,
  onOpen,
}: {
  entry: ListEntry
  isOpen: boolean
  onOpen: () => void
}): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const { item, change, words } = entry
  const claim = view.claimAt(item, turn)
  return (
    <li
      class={[
        'line',
        item.status,
        words === null ? '' : 'changed',
        change === 'removed' ? 'gone' : '',
        item.parent === null ? '' : 'part',
      ].join(' ')}
    >
      <button type="button" class="line-button" aria-expanded={isOpen} onClick={onOpen}>
        <StatusIcon status={item.status} />
        <span class="line-text">
          <span class="item-id">
            #<Foreign text={item.id} limit={40} />{' '}
          </span>
          <LineText text={item.text} />
          <span class="unseen">, {statusWords[item.status]}</span>
          {item.reason === null ? null : (
            <span class="reason">
              <Foreign text={item.reason} limit={200} />
            </span>
          )}
        </span>
        <span class="line-tags">
          <Who id={view.holderOf(item)} />
          {words === null ? null : <span class="tag change">{words}</span>}
          {claim === undefined || claim.verdict === 'supported' ? null : (
            <VerdictTag verdict={claim.verdict} />
          )}
        </span>
      </button>
      {isOpen ? <ItemDetails itemKey={item.key} /> : null}
    </li>
  )
}

/** As many UTF-16 units of an item are shown while it is closed: a button may not stand in a button. */
const lineLimit = 300

function LineText({ text }: { text: string }): JSX.Element {
  return <bdi class="foreign">{text.length <= lineLimit ? text : `${cut(text, lineLimit)}…`}</bdi>
}
