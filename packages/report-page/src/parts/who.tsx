/** Who has an item, whose a turn is, who did something: named only where several work on the list. */

import type { JSX } from 'preact'
import { ShortForeign } from './foreign.js'

/** A name as a tag. @param id what the host calls that one, or null: then there is nothing */
export function Who({ id }: { id: string | null }): JSX.Element | null {
  if (id === null) return null
  return (
    <span class="tag who">
      <span class="unseen">by </span>
      <ShortForeign text={id} limit={24} />
    </span>
  )
}
