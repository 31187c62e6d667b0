/** What a person can do to an item, its status, text and place, and taking it away; and what is said against it. */

import type { TodoItem, TodoStatus } from '@todo-ledger/core'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { pageText, statusWords } from 'todo-replay/session-view'
import { Foreign, ShortForeign } from '../../parts/texts.js'
import { moved, useEdit } from '../editing.js'
import type { LiveSession } from '../live-session.js'

/** What a person wrote and did not save, and the text that it was written over. */
export interface Draft {
  readonly base: string
  readonly text: string
}

interface ItemEditorProps {
  readonly item: TodoItem
  readonly session: LiveSession
  readonly draft: Draft | null
  /** Keeps what is written; null: nothing is. */
  readonly onDraft: (draft: Draft | null) => void
}

const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled']

/** The editor of one item. Its controls stay the same whatever the item becomes, so that the focus does, too. */
export function ItemEditor({ item, session, draft, onDraft }: ItemEditorProps) {
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
  const moveButton = (to: number, mark: string, label: string) => {
    const edit = moved(items, key, to)
    return (
      <button type="button" aria-disabled={edit === null} onClick={() => edit !== null && void ask(edit)}>
        <span aria-hidden="true">{mark} </span>
        {label}
      </button>
    )
  }
  return (
    <div class="item-editor">
      <fieldset class="row">
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
      {isBlocking && (
        <form onSubmit={block}>
          <label for={`reason-${key}`}>What it waits for</label>
          <div class="beside">
            <input
              ref={reasonField}
              id={`reason-${key}`}
              class="grow"
              type="text"
              value={reason}
              autocomplete="off"
              onInput={(event) => setReason(event.currentTarget.value)}
            />
            <button type="submit">Block</button>
          </div>
        </form>
      )}
      <form onSubmit={save}>
        <label for={`text-${key}`}>Text</label>
        <div class="beside">
          <textarea
            id={`text-${key}`}
            class="grow"
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
        {text !== item.text && (
          <p class="soft">
            Characters that can't be seen, or turn a line around, stand here by their numbers; a text that you
            save holds the numbers.
          </p>
        )}
        {draft !== null && draft.base !== item.text && (
          <p class="tinted weak">
            The text was changed while you wrote: “<Foreign text={item.text} limit={200} />
            ”. Saving puts yours in its place.
          </p>
        )}
      </form>
      <fieldset class="row">
        <legend class="unseen">Place</legend>
        {moveButton(place - 1, '↑', 'Up')}
        {moveButton(place + 1, '↓', 'Down')}
        <button type="button" class="remove" onClick={() => void ask({ remove: [key] })}>
          Remove
        </button>
      </fieldset>
      <Refusal
        attempt={attempt}
        onDone={() => refused?.edit.edit?.[0]?.text !== undefined && onDraft(null)}
      />
    </div>
  )
}

interface RefusalProps {
  readonly attempt: ReturnType<typeof useEdit>
  /** It went through after all. */
  readonly onDone?: () => void
}

/** The refusal of a change, where there is one, and the way to let it through. It is read out at once. */
export function Refusal({ attempt, onDone = () => undefined }: RefusalProps) {
  const { refused, ask, leave } = attempt
  if (refused === null) return null
  const { edit, problem } = refused
  const rules = [...new Set(problem.violations.map(({ rule }) => rule))]
  // An item that is gone can't be changed, whatever is let through.
  const canPass = rules.length > 0 && !rules.includes('id-known')
  const again = async (waivedRules: readonly string[]): Promise<void> => {
    if (await ask(edit, waivedRules)) onDone()
  }
  return (
    <div class="refusal tinted unsupported" role="alert">
      {rules.length > 0 ? (
        <p>
          <b>{rules.length === 1 ? 'A rule refuses this:' : 'Rules refuse this:'}</b> nothing was changed.
        </p>
      ) : (
        <p>
          <b>Nothing was changed.</b> <Foreign text={problem.message} />
        </p>
      )}
      <ul>
        {problem.violations.map(({ rule, message }, place) => (
          <li key={place}>
            <Foreign text={message} /> <code class="rule">{rule}</code>
          </li>
        ))}
      </ul>
      <p class="row">
        {canPass && (
          <>
            <button type="button" onClick={() => void again([])}>
              Try again
            </button>
            <button type="button" onClick={() => void again(rules)}>
              Do it all the same: let <ShortForeign text={rules.join(', ')} limit={120} /> pass
            </button>
          </>
        )}
        <button type="button" onClick={leave}>
          Leave it
        </button>
      </p>
      {canPass && (
        <p>
          Let through, it stands in the log as yours, with the {rules.length === 1 ? 'rule' : 'rules'} that it
          breaks.
        </p>
      )}
    </div>
  )
}
