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
  /** The text that stood there. */
  readonly base: string
  /** What was written. */
  readonly text: string
}

/** What is edited. */
export interface ItemEditorProps {
  /** The item. */
  readonly item: TodoItem
  /** Its place in the list, from 0. */
  readonly place: number
  /** How many items there are. */
  readonly total: number
  /** The session. */
  readonly session: LiveSession
  /** What was written and not saved, or null. */
  readonly draft: Draft | null
  /** Keeps what is written; null: nothing is. */
  readonly onDraft: (draft: Draft | null) => void
}

const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled']

/** The editor of one item. Its controls stay the same whatever the item becomes, so that the focus does, too. */
export function ItemEditor({ item, place, total, session, draft, onDraft }: ItemEditorProps): JSX.Element {
  const { refused, ask, leave } = useEdit(session)
  const [isBlocking, setBlocking] = useState(false)
  const [reason, setReason] = useState('')
  const [wanted, setWanted] = useState('')
  const reasonField = useRef<HTMLInputElement>(null)
  const name = `edit-${item.key}`
  const written = draft?.text ?? pageText(item.text)
  const isSpelled = pageText(item.text) !== item.text
  // Before the next key: it is the reason's first letter.
  useLayoutEffect(() => {
    if (isBlocking) reasonField.current?.focus()
  }, [isBlocking])

  const setStatus = (status: TodoStatus): void => {
    if (status === 'blocked') setBlocking(!isBlocking)
    else void ask({ edit: [{ key: item.key, status }] })
  }
  const block = async (event: Event): Promise<void> => {
    event.preventDefault()
    const why = reason.trim() === '' ? {} : { reason }
    await ask({ edit: [{ key: item.key, status: 'blocked', ...why }] })
    setBlocking(false)
    document.getElementById(`${name}-blocked`)?.focus()
  }
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (draft === null || draft.text.trim() === '') return
    if (await ask({ edit: [{ key: item.key, text: draft.text }] })) onDraft(null)
  }
  const move = (to: number): void => {
    const position = Math.min(total - 1, Math.max(0, to))
    if (position !== place) void ask(moved(session.read().state?.items ?? [], item.key, position))
  }
  return (
    <div class="item-editor">
      <fieldset class="actions">
        <legend class="unseen">Status</legend>
        {statuses.map((status) => (
          <button
            key={status}
            id={`${name}-${status}`}
            type="button"
            aria-pressed={item.status === status}
            {...(status === 'blocked' ? { 'aria-expanded': isBlocking } : {})}
            onClick={() => setStatus(status)}
          >
            {statusWords[status]}
            {status === 'blocked' ? '…' : ''}
          </button>
        ))}
      </fieldset>
      {isBlocking ? (
        <form class="field" onSubmit={block}>
          <label for={`${name}-reason`}>What it waits for</label>
          <div class="field-row">
            <input
              ref={reasonField}
              id={`${name}-reason`}
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
        <label for={`${name}-text`}>Text</label>
        <div class="field-row">
          <textarea
            id={`${name}-text`}
            rows={Math.min(8, 1 + Math.floor(written.length / 80))}
            value={written}
            spellcheck={false}
            dir="auto"
            onInput={(event) => {
              const text = event.currentTarget.value
              onDraft(text === pageText(item.text) ? null : { base: draft?.base ?? item.text, text })
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event)
            }}
          />
          <button type="submit" aria-disabled={draft === null}>
            Save
          </button>
        </div>
        {isSpelled ? (
          <p class="soft">
            Characters that can't be seen, or turn a line around, stand here by their numbers; a text that you
            save holds the numbers.
          </p>
        ) : null}
        {draft !== null && draft.base !== item.text ? (
          <p class="changed-meanwhile">
            The text was changed while you wrote: “<Shown text={item.text} limit={200} />
            ”. Saving puts yours in its place.
          </p>
        ) : null}
      </form>
      <fieldset class="actions">
        <legend class="unseen">Place</legend>
        <button type="button" aria-disabled={place === 0} onClick={() => move(place - 1)}>
          <span aria-hidden="true">↑ </span>Up
        </button>
        <button type="button" aria-disabled={place === total - 1} onClick={() => move(place + 1)}>
          <span aria-hidden="true">↓ </span>Down
        </button>
        <form
          class="move-to"
          onSubmit={(event) => {
            event.preventDefault()
            if (/^\d+$/.test(wanted)) move(Number(wanted) - 1)
          }}
        >
          <label for={`${name}-place`}>To place</label>
          <input
            id={`${name}-place`}
            type="number"
            min={1}
            max={total}
            placeholder={String(place + 1)}
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
          <span class="soft">of {total.toLocaleString('en-US')}</span>
          <button type="submit">Move</button>
        </form>
        <button
          type="button"
          class="remove"
          onClick={() => {
            void ask({ remove: [item.key] })
          }}
        >
          Remove
        </button>
      </fieldset>
      {refused === null ? null : (
        <Refusal
          problem={refused.problem}
          onLetPass={async (rules) => {
            const { edit } = refused
            if ((await ask(edit, rules)) && edit.edit?.[0]?.text !== undefined) onDraft(null)
          }}
          onLeave={leave}
        />
      )}
    </div>
  )
}
