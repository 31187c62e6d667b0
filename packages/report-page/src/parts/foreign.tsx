/** Text from outside: always text, never markup, and its direction stays its own affair. */

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { cut } from 'todo-replay/session-view'

/** As many UTF-16 units of a text are shown at first. */
const usualLimit = 600

/** A text from outside. A long one is cut, and a button shows the rest. */
export function Foreign({ text, limit = usualLimit }: { text: string; limit?: number }): JSX.Element {
  const [whole, setWhole] = useState(false)
  if (whole || text.length <= limit * 1.2) return <bdi class="foreign">{text}</bdi>
  const left = text.length - limit
  return (
    <>
      <bdi class="foreign">{cut(text, limit)} …</bdi>{' '}
      <button type="button" class="plain" onClick={() => setWhole(true)}>
        {left.toLocaleString('en-US')} more characters
      </button>
    </>
  )
}

/** A text from outside where there is no room for a button: cut for good. */
export function ShortForeign({ text, limit }: { text: string; limit: number }): JSX.Element {
  const short = text.length <= limit ? text : `${cut(text, limit)}…`
  return <bdi class="foreign">{short}</bdi>
}
