/** A call or a message that evidence names, with what went in and what came out. */

import type { JSX } from 'preact'
import { readableInput, type StepTexts } from 'todo-replay/session-view'
import { Foreign } from './foreign.js'

/** The call's input and output. */
export function CallBox({ call }: { call: StepTexts & { readonly ok?: boolean | null } }): JSX.Element {
  const { output, ok } = call
  const input = call.input ?? ''
  return (
    <div class="call-box">
      {input === '' ? null : (
        <figure>
          <figcaption>input</figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled, also by keyboard. */}
          <pre tabIndex={0}>
            <Foreign text={readableInput(input)} limit={1600} />
          </pre>
        </figure>
      )}
      <figure>
        <figcaption>{input === '' ? 'text' : `output${ok === false ? ' (failed)' : ''}`}</figcaption>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above. */}
        <pre tabIndex={0}>
          {output === null ? (
            <i>the log holds no result</i>
          ) : output === '' ? (
            <i>empty</i>
          ) : (
            <Foreign text={output} limit={1600} />
          )}
        </pre>
      </figure>
    </div>
  )
}
