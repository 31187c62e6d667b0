/** Narrows a list: by words, and to what is open. */

import type { JSX } from 'preact'
import { Switch } from '../../parts/switch.js'

export interface ListFilterProps {
  readonly id?: string
  /** What the list is of. */
  readonly what: string
  /** What the switch says. */
  readonly open: string
  readonly filter: string
  readonly setFilter: (filter: string) => void
  readonly isOnlyOpen: boolean
  readonly setOnlyOpen: (isOnlyOpen: boolean) => void
}

export function ListFilter({
  id,
  what,
  open,
  filter,
  setFilter,
  isOnlyOpen,
  setOnlyOpen,
}: ListFilterProps): JSX.Element {
  return (
    <div class="list-filter">
      <Switch checked={isOnlyOpen} onChange={setOnlyOpen}>
        {open}
      </Switch>
      <input
        {...(id === undefined ? {} : { id })}
        type="search"
        placeholder={id === undefined ? 'Filter' : 'Filter  /'}
        aria-label={`Filter the ${what}`}
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
    </div>
  )
}
