/** A box to tick, with its words. */

import type { JSX } from 'preact'

export function Switch({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: string
}): JSX.Element {
  return (
    <label class="switch">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />{' '}
      {children}
    </label>
  )
}
