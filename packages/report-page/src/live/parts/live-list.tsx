/** The list of a session that goes on, for a person who looks on and changes it. */

import { countCompleted, isOpen, type TodoItem } from '@todo-ledger/core'
import type { JSX } from 'preact'
import { useCallback, useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { count, holderOf, isShared, type SessionView, statusWords } from 'todo-replay/session-view'
import { StatusIcon, VerdictTag } from '../../parts/icons.js'
import { ItemDetails } from '../../parts/item-details.js'
import { SessionContext } from '../../parts/session-context.js'
import { Who } from '../../parts/who.js'
import { moved } from '../edits.js'
import type { LiveSession, LiveView } from '../live-session.js'
import { remembered } from '../remembered.js'
import { useEdit } from '../use-edit.js'
import { type Draft, ItemEditor } from './item-editor.js'
import { Refusal } from './refusal.js'
import { Shown, shortText } from './shown.js'

/** What the list is shown with. */
export interface LiveListProps {
  /** The session. */
  readonly session: LiveSession
  /** What is known of it. */
  readonly live: LiveView
}

/** As many items are shown at first, and as many more when asked. */
const firstItems = 100
const moreItems = 400

/** The list. */
export function LiveList({ session, live }: LiveListProps): JSX.Element {
  const { state, recent, replay } = live
  const items = state?.items ?? []
  const [open, setOpen] = useState<string | null>(null)
  const [filter, setFilter] = useState('')
  const [isOnlyOpen, setOnlyOpen] = useState(false)
  const [most, setMost] = useState(firstItems)
  const drafts = useRef(new Map<string, Draft>())
  const [, drawDrafts] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => wanted(items, filter, isOnlyOpen), [items, filter, isOnlyOpen])
  useKeptFocus(list, shown)

  const onOpen = useCallback((key: string) => setOpen((now) => (now === key ? null : key)), [])
  const onDraft = useCallback((key: string, draft: Draft | null) => {
    if (draft === null) drafts.current.delete(key)
    else drafts.current.set(key, draft)
    drawDrafts((times) => times + 1)
  }, [])
  const moving = useEdit(session)
  const { ask } = moving
  const onMove = useCallback(
    (item: TodoItem, by: number) => {
      const now = session.read().state?.items ?? []
      const position = now.findIndex(({ key }) => key === item.key) + by
      if (position >= 0 && position < now.length) void ask(moved(now, item.key, position))
    },
    [session, ask],
  )
  const showLast = (): void => {
    setFilter('')
    setOnlyOpen(false)
    setMost(items.length)
    // Once it is there.
    setTimeout(() => {
      const lines = list.current?.querySelectorAll<HTMLElement>('.line-button')
      lines?.item(lines.length - 1)?.focus()
    }, 50)
  }
  // The kinds of an older core have no edits.
  const kinds: readonly string[] = state?.undelivered.map(({ kind }) => kind) ?? []
  const untold = kinds.filter((kind) => kind === 'edit').length
  const shared = state !== null && isShared(state)
  const lost = [...drafts.current].find(([key]) => !items.some((item) => item.key === key))
  return (
    <section id="now" aria-labelledby="now-title" ref={list}>
      <div class="section-head">
        <h2 id="now-title" tabIndex={-1}>
          The list{' '}
          <span class="soft">
            {items.length === 0
              ? null
              : `${countCompleted(items).toLocaleString('en-US')} of ${items.length.toLocaleString('en-US')} completed`}
          </span>
        </h2>
        {items.length > 8 ? (
          <div class="list-filter">
            <label class="switch">
              <input
                type="checkbox"
                checked={isOnlyOpen}
                onChange={(event) => setOnlyOpen(event.currentTarget.checked)}
              />{' '}
              only open ones
            </label>
            <input
              type="search"
              placeholder="Filter"
              aria-label="Filter the list"
              value={filter}
              onInput={(event) => setFilter(event.currentTarget.value)}
            />
          </div>
        ) : null}
      </div>
      {state?.goal == null ? null : (
        <p class="goal">
          Goal: <Shown text={state.goal} />
        </p>
      )}
      {lost === undefined ? null : (
        <LostDraft session={session} draft={lost[1]} onDrop={() => onDraft(lost[0], null)} />
      )}
      {moving.refused === null ? null : (
        <Refusal
          problem={moving.refused.problem}
          onLetPass={(rules) => void ask(moving.refused?.edit ?? {}, rules)}
          onLeave={moving.leave}
        />
      )}
      {untold === 0 ? null : (
        <p class="soft untold">
          {count(untold, 'change')} by a person or a program: the agent reads of{' '}
          {untold === 1 ? 'it' : 'them'} with its next request.
        </p>
      )}
      {items.length === 0 ? <p class="soft">Nothing is on the list.</p> : null}
      {items.length > 0 && shown.length === 0 ? <p class="soft">No item is as asked for.</p> : null}
      <ul class="live-list">
        {shown.slice(0, most).map((each) => {
          const isThis = open === each.item.key
          return (
            <Line
              key={each.item.key}
              item={each.item}
              change={recent.get(each.item.key) ?? null}
              holder={shared ? holderOf(each.item) : null}
              view={isThis ? (replay?.view ?? null) : null}
              verdict={verdictOf(replay?.view, each.item)}
              isOpen={isThis}
              place={isThis ? each.place : -1}
              total={isThis ? items.length : -1}
              draft={isThis ? (drafts.current.get(each.item.key) ?? null) : null}
              session={session}
              onOpen={onOpen}
              onDraft={onDraft}
              onMove={onMove}
            />
          )
        })}
      </ul>
      {shown.length <= most ? null : (
        <p class="more">
          <button type="button" onClick={() => setMost(most + moreItems)}>
            Show {count(Math.min(moreItems, shown.length - most), 'more item')}
          </button>{' '}
          <span class="soft">{(shown.length - most).toLocaleString('en-US')} left</span>
        </p>
      )}
      {state === null ? null : (
        <AddItem
          session={session}
          isBelow={shown.length > most || shown.length < items.length}
          onShow={showLast}
        />
      )}
    </section>
  )
}

/** An item that is listed, and its place in the whole list. */
interface PlacedItem {
  readonly item: TodoItem
  readonly place: number
}

function wanted(items: readonly TodoItem[], filter: string, isOnlyOpen: boolean): readonly PlacedItem[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return items
    .map((item, place) => ({ item, place }))
    .filter(({ item }) => !isOnlyOpen || isOpen(item))
    .filter(({ item }) => {
      const text = `#${item.id} ${item.text}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
}

function verdictOf(view: SessionView | undefined, { key, status }: TodoItem) {
  if (view === undefined || status !== 'completed') return undefined
  return view.claimAt({ key, status }, view.lastTurn)?.verdict
}

/**
 * The focus stays where it was when items move, and goes to the next item when its own is gone. A browser takes it away
 * from whatever is moved.
 */
function useKeptFocus(list: { readonly current: HTMLElement | null }, shown: readonly PlacedItem[]): void {
  const before = document.activeElement
  const keys = useRef<readonly string[]>([])
  useLayoutEffect(() => {
    const was = keys.current
    keys.current = shown.map(({ item }) => item.key)
    if (!(before instanceof HTMLElement) || document.activeElement === before) return
    if (before.isConnected) {
      if (list.current?.contains(before) === true) before.focus({ preventScroll: true })
      return
    }
    const key = before.dataset['item'] ?? null
    const place = key === null ? -1 : was.indexOf(key)
    if (place === -1) return
    const lines = list.current?.querySelectorAll<HTMLElement>('.line-button')
    const next = lines?.item(Math.min(place, lines.length - 1)) ?? document.getElementById('now-title')
    next?.focus({ preventScroll: true })
  })
}

/** What a line is drawn with: what it does not need is the same for all, so that it is drawn anew only when it changed. */
interface LineProps {
  readonly item: TodoItem
  readonly change: string | null
  readonly holder: string | null
  readonly view: SessionView | null
  readonly verdict: ReturnType<typeof verdictOf>
  readonly isOpen: boolean
  readonly place: number
  readonly total: number
  readonly draft: Draft | null
  readonly session: LiveSession
  readonly onOpen: (key: string) => void
  readonly onDraft: (key: string, draft: Draft | null) => void
  readonly onMove: (item: TodoItem, by: number) => void
}

const Line = remembered(function Line(props: LineProps): JSX.Element {
  const { item, change, holder, view, verdict, isOpen, place, total, draft } = props
  const { session, onOpen, onDraft, onMove } = props
  const hasCase = useContext(SessionContext) !== null && view?.item(item.key) !== undefined
  return (
    <li
      class={['line', item.status, change === null ? '' : 'changed', item.parent === null ? '' : 'part'].join(
        ' ',
      )}
    >
      <button
        type="button"
        class="line-button"
        data-item={item.key}
        aria-expanded={isOpen}
        onClick={() => onOpen(item.key)}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
          event.preventDefault()
          onMove(item, event.key === 'ArrowUp' ? -1 : 1)
        }}
      >
        <StatusIcon status={item.status} />
        <span class="line-text">
          <span class="item-id">
            #<bdi class="foreign">{shortText(item.id, 40)}</bdi>{' '}
          </span>
          <bdi class="foreign">{shortText(item.text, 300)}</bdi>
          <span class="unseen">, {statusWords[item.status]}</span>
          {item.reason === null ? null : (
            <span class="reason">
              <bdi class="foreign">{shortText(item.reason, 200)}</bdi>
            </span>
          )}
        </span>
        <span class="line-tags">
          <Who id={holder === null ? null : shortText(holder, 24)} />
          {change === null ? null : <span class="tag change">{change}</span>}
          {verdict === undefined || verdict === 'supported' ? null : <VerdictTag verdict={verdict} />}
        </span>
      </button>
      {isOpen ? (
        <div class="item-open">
          <ItemEditor
            item={item}
            place={place}
            total={total}
            session={session}
            draft={draft}
            onDraft={(next) => onDraft(item.key, next)}
          />
          {hasCase ? <ItemDetails itemKey={item.key} /> : null}
        </div>
      ) : null}
    </li>
  )
})

/** The way to add an item, at the end of the list. */
function AddItem({
  session,
  isBelow,
  onShow,
}: {
  session: LiveSession
  isBelow: boolean
  onShow: () => void
}): JSX.Element {
  const { isBusy, refused, ask, leave } = useEdit(session)
  const [text, setText] = useState('')
  const [isAdded, setAdded] = useState(false)
  const add = async (waivedRules: readonly string[] = []): Promise<void> => {
    if (isBusy || text.trim() === '') return
    setAdded(false)
    if (!(await ask({ add: [{ text }] }, waivedRules))) return
    setText('')
    setAdded(true)
  }
  return (
    <>
      <form
        class="add-item"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <label for="new-item" class="unseen">
          New item
        </label>
        <input
          id="new-item"
          type="text"
          placeholder="New item"
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setAdded(false)
          }}
        />
        <button type="submit" aria-disabled={text.trim() === ''}>
          Add
        </button>
      </form>
      {refused === null ? null : (
        <Refusal problem={refused.problem} onLetPass={(rules) => void add(rules)} onLeave={leave} />
      )}
      {isAdded && isBelow ? (
        <p class="soft">
          Added, at the end.{' '}
          <button type="button" class="plain" onClick={onShow}>
            Show it
          </button>
        </p>
      ) : null}
    </>
  )
}

/** What a person was writing when the item was taken away. */
function LostDraft({
  session,
  draft,
  onDrop,
}: {
  session: LiveSession
  draft: Draft
  onDrop: () => void
}): JSX.Element {
  const { isBusy, refused, ask, leave } = useEdit(session)
  const add = async (waivedRules: readonly string[] = []): Promise<void> => {
    if (!isBusy && (await ask({ add: [{ text: draft.text }] }, waivedRules))) onDrop()
  }
  return (
    <div class="lost-draft" role="alert">
      <p>
        The item that you were editing was removed. You had written: “<Shown text={draft.text} limit={300} />”
      </p>
      <p class="actions">
        <button type="button" onClick={() => void add()}>
          Add it as a new item
        </button>{' '}
        <button type="button" onClick={onDrop}>
          Drop it
        </button>
      </p>
      {refused === null ? null : (
        <Refusal problem={refused.problem} onLetPass={(rules) => void add(rules)} onLeave={leave} />
      )}
    </div>
  )
}
