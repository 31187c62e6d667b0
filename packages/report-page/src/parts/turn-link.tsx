/** Links to a turn, and the place of an event in the recorded file. */

import type { RecordedPlace } from '@todo-ledger/core'
import type { JSX } from 'preact'
import { placeWords } from 'todo-replay/session-view'
import { useSession } from './session-context.js'

/** A link to a turn: it moves the replay there. */
export function TurnLink({ turn, item }: { turn: number; item?: string }): JSX.Element {
  const { address, visit } = useSession()
  return (
    <a
      class="turn-link"
      href={address(turn, item)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        visit(turn, item)
      }}
    >
      turn {turn}
    </a>
  )
}

/** Where an event stands in the recorded file; without a file its seq. */
export function RecordedAt(place: { seq: number; source?: RecordedPlace | undefined }): JSX.Element {
  return <span class="recorded-at">{placeWords(place)}</span>
}
