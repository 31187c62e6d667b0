/** A call or a message that evidence names, with what went in and what came out. */

import type { JSX } from 'preact'
import type { CallReplay } from 'todo-replay/session-view'
import { Foreign } from './foreign.js'

/** The call's input and output. */
export function CallBox({ call }: { call: CallReplay }): JSX.Element {
  const { input, output, ok } = call
  return (
    <div class="call-box">
      {input === '' ? null : (
        <figure>
          <figcaption>input</figcaption>
          <pre>
            <Foreign text={readable(input)} limit={1600} />
          </pre>
        </figure>
      )}
      <figure>
        <figcaption>{input === '' ? 'text' : `output${ok === false ? ' (failed)' : ''}`}</figcaption>
        <pre>
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

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\"', '"'],
  ['\\\\', '\\'],
])

/** JSON with the lines of its texts as lines: it is cut, so it can't be parsed, and people read it, not programs. */
function readable(input: string): string {
  if (!input.startsWith('{')) return input
  return input.replace(/\\[nt"\\]/g, (found) => escapes.get(found) ?? found)
}
