/** Asks for the token, where the address carried none or the server does not know it. */

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { keepToken } from '../token.js'

/** The form. @param isRefused true where there was one, and the server does not know it */
export function TokenForm({ isRefused, onToken }: { isRefused: boolean; onToken: () => void }): JSX.Element {
  const [given, setGiven] = useState('')
  return (
    <>
      <header class="session-head">
        <h1>Todo lists of your agents</h1>
        <p class="headline" role="status">
          {isRefused
            ? 'The server does not know this token: each start of `todo-ledger serve` makes a new one.'
            : 'This page needs a token of its server.'}
        </p>
      </header>
      <form
        class="field token-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (given.trim() === '') return
          keepToken(given)
          onToken()
        }}
      >
        <label for="token">The address that `todo-ledger serve` printed, or a token</label>
        <div class="field-row">
          <input
            id="token"
            type="password"
            autocomplete="off"
            value={given}
            onInput={(event) => setGiven(event.currentTarget.value)}
          />
          <button type="submit">Open</button>
        </div>
      </form>
    </>
  )
}
