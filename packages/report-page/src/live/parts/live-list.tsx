/** The list of a session that goes on, for a person who looks on and changes it. */

import { isOpen, type TodoItem } from '@todo-ledger/core'
import { memo } from 'preact/compat'
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { count, holderOf, isShared } from 'todo-replay/session-view'
import { ItemDetails, ItemLine, type ItemWords, Progress } from '../../parts/items.js'
import { MoreList } from '../../parts/more-list.js'
import { Filter, Switch } from '../../parts/page-frame.js'
import { Foreign, SessionContext } from '../../parts/texts.js'
import { hasWords } from '../../words.js'
import { moved, useEdit } from '../editing.js'
import type { LiveSession, LiveView } from '../live-session.js'
import { type Draft, ItemEditor, Refusal } from './item-editor.js'

interface LiveListProps {
  readonly session: LiveSession
  readonly live: LiveView
  /** The id of the item that the address names, or null. */
  readonly named: string | null
}

/** The list. */
export function LiveList({ session, live: { state, recent, replay }, named }: LiveListProps) {
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
  useEffect(() => {
    if (named !== null) setOpen(items.find(({ id }) => id === named)?.key ?? null)
  }, [named, items.length > 0])

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
      const edit = moved(now, key, now.findIndex((item) => item.key === key) + by)
      if (edit !== null) void ask(edit)
    },
    [session, ask],
  )
  const untold = state?.undelivered.filter(({ kind }) => kind === 'edit').length ?? 0
  const shared = state !== null && isShared(state)
  const lost = [...drafts].find(([key]) => !items.some((item) => item.key === key))
  return (
    <section id="now" aria-labelledby="now-title" ref={list} tabIndex={-1}>
      <div class="row apart">
        <h2 id="now-title" tabIndex={-1}>
          The list <Progress items={items} />
        </h2>
        {items.length > 8 && (
          <div class="row">
            <Switch checked={isOnlyOpen} onChange={setOnlyOpen}>
              only open ones
            </Switch>
            <Filter what="list" isMain={false} value={filter} onValue={setFilter} />
          </div>
        )}
      </div>
      {state?.goal != null && (
        <p class="goal">
          Goal: <Foreign text={state.goal} />
        </p>
      )}
      <Refusal attempt={moving} />
      {untold > 0 && (
        <p class="soft">
          {count(untold, 'change')} by a person or a program: the agent reads of{' '}
          {untold === 1 ? 'it' : 'them'} with its next request.
        </p>
      )}
      {shown.length === 0 && (
        <p class="soft">{items.length === 0 ? 'Nothing is on the list.' : 'No item is as asked for.'}</p>
      )}
      <MoreList entries={shown} step={100} noun="item">
        {(some) => (
          <ul class="lines live-list">
            {some.map((item) => {
              const { key, status } = item
              const isThis = open === key
              return (
                <Line
                  key={key}
                  item={item}
                  change={recent.get(key) ?? null}
                  holder={shared ? holderOf(item) : null}
                  verdict={replay?.view.claimAt({ key, status }, replay.view.lastTurn)?.verdict}
                  // What a line does not need is the same for all, so that it is drawn anew only when it changed.
                  list={isThis ? items : null}
                  draft={isThis ? (drafts.get(key) ?? null) : null}
                  {...{ isOpen: isThis, session, onOpen, onMove, onDraft }}
                />
              )
            })}
          </ul>
        )}
      </MoreList>
      {state !== null && (
        <AddItem
          session={session}
          lost={lost?.[1].text ?? null}
          onTaken={() => lost !== undefined && onDraft(lost[0], null)}
        />
      )}
    </section>
  )
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

const Line = memo(function Line(props: LineProps) {
  const { item, change, holder, verdict, isOpen, draft, session, onOpen, onDraft, onMove } = props
  const { key } = item
  const hasCase = useContext(SessionContext)?.view.item(key) !== undefined
  return (
    <ItemLine
      {...{ item, change, holder, verdict }}
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
            {hasCase && <ItemDetails itemKey={key} />}
          </div>
        ) : null
      }
    />
  )
})

interface AddItemProps {
  readonly session: LiveSession
  /** What a person was writing when the item was taken away. */
  readonly lost: string | null
  readonly onTaken: () => void
}

/** The way to add an item, at the end of the list. */
function AddItem({ session, lost, onTaken }: AddItemProps) {
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
        class="add-item beside"
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
          class="grow"
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
