/** What a person can do to an item: its status, its text, its place, and taking it away. */

import type { TodoItem, TodoStatus } from '@todo-ledger/core'
import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { pageText, statusWords } from 'todo-replay/session-view'
import { moved } from '../edits.js'
import type { LiveSession } from '../live-session.js'
import { useEdit } from '../use-edit.js'
import { Refusal } from './refusal.js'
import { Shown } from './shown.js'

/** What a person wrote and did not save, and the text that it was written over. */
export interface Draft {
  readonly base: string
  readonly text: string
}

const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled']

/** The editor of one item. Its controls stay the same whatever the item becomes, so that the focus does, too. */
export function ItemEditor({
  item,
  session,
  draft,
  onDraft,
}: {
  item: TodoItem
  session: LiveSession
  draft: Draft | null
  /** Keeps what is written; null: nothing is. */
  onDraft: (draft: Draft | null) => void
}): JSX.Element {
  const attempt = useEdit(session)
  const { ask, refused } = attempt
  const [isBlocking, setBlocking] = useState(false)
  const [reason, setReason] = useState('')
  const reasonField = useRef<HTMLInputElement>(null)
  const { key } = item
  const items = session.read().state?.items ?? []
  const place = items.findIndex((each) => each.key === key)
  const text = pageText(item.text)
  // Before the next key: it is the reason's first letter.
  useLayoutEffect(() => {
    if (isBlocking) reasonField.current?.focus()
  }, [isBlocking])

  const block = async (event: Event): Promise<void> => {
    event.preventDefault()
    const why = reason.trim() === '' ? {} : { reason }
    await ask({ edit: [{ key, status: 'blocked', ...why }] })
    setBlocking(false)
    document.getElementById(`blocked-${key}`)?.focus()
  }
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (draft !== null && draft.text.trim() !== '' && (await ask({ edit: [{ key, text: draft.text }] })))
      onDraft(null)
  }
  const moveButton = (to: number, mark: string, label: string): JSX.Element => (
    <button
      type="button"
      aria-disabled={to < 0 || to >= items.length}
      onClick={() => to >= 0 && to < items.length && void ask(moved(items, key, to))}
    >
      <span aria-hidden="true">{mark} </span>
      {label}
    </button>
  )
  return (
    <div class="item-editor">
      <fieldset class="actions">
        <legend class="unseen">Status</legend>
        {statuses.map((status) => (
          <button
            key={status}
            id={`${status}-${key}`}
            type="button"
            aria-pressed={item.status === status}
            {...(status === 'blocked' ? { 'aria-expanded': isBlocking } : {})}
            onClick={() => {
              if (status === 'blocked') setBlocking(!isBlocking)
              else void ask({ edit: [{ key, status }] })
            }}
          >
            {statusWords[status]}
            {status === 'blocked' ? '…' : ''}
          </button>
        ))}
      </fieldset>
      {isBlocking ? (
        <form class="field" onSubmit={block}>
          <label for={`reason-${key}`}>What it waits for</label>
          <div class="field-row">
            <input
              ref={reasonField}
              id={`reason-${key}`}
              type="text"
              value={reason}
              autocomplete="off"
              onInput={(event) => setReason(event.currentTarget.value)}
            />
            <button type="submit">Block</button>
          </div>
        </form>
      ) : null}
      <form class="field" onSubmit={save}>
        <label for={`text-${key}`}>Text</label>
        <div class="field-row">
          <textarea
            id={`text-${key}`}
            value={draft?.text ?? text}
            spellcheck={false}
            dir="auto"
            onInput={(event) => {
              const { value } = event.currentTarget
              onDraft(value === text ? null : { base: draft?.base ?? item.text, text: value })
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event)
            }}
          />
          <button type="submit" aria-disabled={draft === null}>
            Save
          </button>
        </div>
        {text === item.text ? null : (
          <p class="soft">
            Characters that can't be seen, or turn a line around, stand here by their numbers; a text that you
            save holds the numbers.
          </p>
        )}
        {draft === null || draft.base === item.text ? null : (
          <p class="changed-meanwhile">
            The text was changed while you wrote: “<Shown text={item.text} limit={200} />
            ”. Saving puts yours in its place.
          </p>
        )}
      </form>
      <fieldset class="actions">
        <legend class="unseen">Place</legend>
        {moveButton(place - 1, '↑', 'Up')}
        {moveButton(place + 1, '↓', 'Down')}
        <button type="button" class="remove" onClick={() => void ask({ remove: [key] })}>
          Remove
        </button>
      </fieldset>
      <Refusal
        attempt={attempt}
        onDone={() => {
          if (refused?.edit.edit?.[0]?.text !== undefined) onDraft(null)
        }}
      />
    </div>
  )
}
