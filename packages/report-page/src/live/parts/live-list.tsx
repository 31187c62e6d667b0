/** The list of a session that goes on, for a person who looks on and changes it. */

import { countCompleted, isOpen, type TodoItem } from '@todo-ledger/core'
import type { JSX } from 'preact'
import { memo } from 'preact/compat'
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { count, holderOf, isShared, type SessionView } from 'todo-replay/session-view'
import { ItemLine, type ItemWords } from '../../parts/checklist.js'
import { ItemDetails } from '../../parts/item-details.js'
import { MoreList } from '../../parts/more-list.js'
import { SessionContext } from '../../parts/session.js'
import { hasWords } from '../../words.js'
import { moved } from '../edits.js'
import type { LiveSession, LiveView } from '../live-session.js'
import { useEdit } from '../use-edit.js'
import { type Draft, ItemEditor } from './item-editor.js'
import { ListFilter } from './list-filter.js'
import { Refusal } from './refusal.js'
import { Shown, shortText } from './shown.js'

/** The list. */
export function LiveList({ session, live }: { session: LiveSession; live: LiveView }): JSX.Element {
  const { state, recent, replay } = live
  const items = state?.items ?? []
  const [open, setOpen] = useState<string | null>(null)
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const [filter, setFilter] = useState('')
  const [isOnlyOpen, setOnlyOpen] = useState(false)
  const list = useRef<HTMLElement>(null)
  const shown = useMemo(
    () =>
      items.filter((item) => (!isOnlyOpen || isOpen(item)) && hasWords(`#${item.id} ${item.text}`, filter)),
    [items, filter, isOnlyOpen],
  )
  useKeptFocus(list, shown)

  const onOpen = useCallback((key: string) => setOpen((now) => (now === key ? null : key)), [])
  const onDraft = useCallback((key: string, draft: Draft | null) => {
    setDrafts((before) => {
      const others = [...before].filter(([other]) => other !== key)
      return new Map(draft === null ? others : [...others, [key, draft]])
    })
  }, [])
  const moving = useEdit(session)
  const { ask } = moving
  const onMove = useCallback(
    (key: string, by: number) => {
      const now = session.read().state?.items ?? []
      const position = now.findIndex((item) => item.key === key) + by
      if (position >= 0 && position < now.length) void ask(moved(now, key, position))
    },
    [session, ask],
  )
  const untold = state?.undelivered.filter(({ kind }) => kind === 'edit').length ?? 0
  const shared = state !== null && isShared(state)
  const lost = [...drafts].find(([key]) => !items.some((item) => item.key === key))
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
          <ListFilter what="list" open="only open ones" {...{ filter, setFilter, isOnlyOpen, setOnlyOpen }} />
        ) : null}
      </div>
      {state?.goal == null ? null : (
        <p class="goal">
          Goal: <Shown text={state.goal} />
        </p>
      )}
      <Refusal attempt={moving} />
      {untold === 0 ? null : (
        <p class="soft">
          {count(untold, 'change')} by a person or a program: the agent reads of{' '}
          {untold === 1 ? 'it' : 'them'} with its next request.
        </p>
      )}
      {items.length === 0 ? <p class="soft">Nothing is on the list.</p> : null}
      {items.length > 0 && shown.length === 0 ? <p class="soft">No item is as asked for.</p> : null}
      <MoreList entries={shown} step={100} noun="item">
        {(some) => (
          <ul class="live-list">
            {some.map((item) => {
              const isThis = open === item.key
              return (
                <Line
                  key={item.key}
                  item={item}
                  change={recent.get(item.key) ?? null}
                  holder={shared ? holderOf(item) : null}
                  verdict={verdictOf(replay?.view, item)}
                  // What a line does not need is the same for all, so that it is drawn anew only when it changed.
                  list={isThis ? items : null}
                  draft={isThis ? (drafts.get(item.key) ?? null) : null}
                  {...{ isOpen: isThis, session, onOpen, onMove, onDraft }}
                />
              )
            })}
          </ul>
        )}
      </MoreList>
      {state === null ? null : (
        <AddItem
          session={session}
          lost={lost?.[1].text ?? null}
          onTaken={() => lost !== undefined && onDraft(lost[0], null)}
        />
      )}
    </section>
  )
}

function verdictOf(view: SessionView | undefined, { key, status }: TodoItem): ItemWords['verdict'] {
  return view?.claimAt({ key, status }, view.lastTurn)?.verdict
}

/**
 * The focus stays where it was when items move, and goes to the next item when its own is gone. A browser takes it away
 * from whatever is moved.
 */
function useKeptFocus(list: { readonly current: HTMLElement | null }, shown: readonly TodoItem[]): void {
  const before = document.activeElement
  const keys = useRef<readonly string[]>([])
  useLayoutEffect(() => {
    const was = keys.current
    keys.current = shown.map(({ key }) => key)
    if (!(before instanceof HTMLElement) || document.activeElement === before) return
    if (before.isConnected) {
      if (list.current?.contains(before) === true) before.focus({ preventScroll: true })
      return
    }
    const place = was.indexOf(before.dataset['item'] ?? '')
    if (place === -1) return
    const lines = list.current?.querySelectorAll<HTMLElement>('.line-button')
    const next = lines?.item(Math.min(place, lines.length - 1)) ?? document.getElementById('now-title')
    next?.focus({ preventScroll: true })
  })
}

interface LineProps extends ItemWords {
  readonly item: TodoItem
  readonly isOpen: boolean
  /** The whole list, which an open item is moved in. */
  readonly list: readonly TodoItem[] | null
  readonly draft: Draft | null
  readonly session: LiveSession
  readonly onOpen: (key: string) => void
  readonly onDraft: (key: string, draft: Draft | null) => void
  readonly onMove: (key: string, by: number) => void
}

const Line = memo(function Line(props: LineProps): JSX.Element {
  const { item, change, holder, verdict, isOpen, draft, session, onOpen, onDraft, onMove } = props
  const { key, id, text, reason } = item
  const hasCase = useContext(SessionContext)?.view.item(key) !== undefined
  return (
    <ItemLine
      item={{
        ...item,
        id: shortText(id, 40),
        text: shortText(text, 300),
        reason: reason === null ? null : shortText(reason, 200),
      }}
      change={change}
      holder={holder === null ? null : shortText(holder, 24)}
      verdict={verdict}
      data-item={key}
      onClick={() => onOpen(key)}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        onMove(key, event.key === 'ArrowUp' ? -1 : 1)
      }}
      open={
        isOpen ? (
          <div class="item-open">
            <ItemEditor {...{ item, session, draft }} onDraft={(next) => onDraft(key, next)} />
            {hasCase ? <ItemDetails itemKey={key} /> : null}
          </div>
        ) : null
      }
    />
  )
})

/** The way to add an item, at the end of the list. @param lost what a person was writing when the item was taken away */
function AddItem({
  session,
  lost,
  onTaken,
}: {
  session: LiveSession
  lost: string | null
  onTaken: () => void
}): JSX.Element {
  const attempt = useEdit(session)
  const [text, setText] = useState('')
  const [note, setNote] = useState<string | null>(null)
  useEffect(() => {
    if (lost === null) return
    setText(lost)
    setNote('The item that you were editing was removed: what you had written stands here.')
    onTaken()
  }, [lost])
  const added = (): void => {
    setText('')
    setNote('Added, at the end.')
  }
  return (
    <>
      <form
        class="add-item"
        onSubmit={async (event) => {
          event.preventDefault()
          if (text.trim() !== '' && (await attempt.ask({ add: [{ text }] }))) added()
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
            setNote(null)
          }}
        />
        <button type="submit" aria-disabled={text.trim() === ''}>
          Add
        </button>
      </form>
      <Refusal attempt={attempt} onDone={added} />
      <p class="soft" role="status">
        {note}
      </p>
    </>
  )
}
