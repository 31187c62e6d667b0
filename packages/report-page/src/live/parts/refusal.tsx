/** What the server says against a change, beside what was to be changed; and the way to let it through, by name. */

import type { JSX } from 'preact'
import type { useEdit } from '../use-edit.js'
import { Shown, shortText } from './shown.js'

/** The refusal of a change, where there is one. It is read out at once. @param onDone it went through after all */
export function Refusal({
  attempt: { refused, ask, leave },
  onDone = () => undefined,
}: {
  attempt: ReturnType<typeof useEdit>
  onDone?: () => void
}): JSX.Element | null {
  if (refused === null) return null
  const { edit, problem } = refused
  const rules = [...new Set(problem.violations.map(({ rule }) => rule))]
  // An item that is gone can't be changed, whatever is let through.
  const canPass = rules.length > 0 && !rules.includes('id-known')
  const again = async (waivedRules: readonly string[]): Promise<void> => {
    if (await ask(edit, waivedRules)) onDone()
  }
  return (
    <div class="refusal" role="alert">
      {rules.length > 0 ? (
        <p>
          <b>{rules.length === 1 ? 'A rule refuses this:' : 'Rules refuse this:'}</b> nothing was changed.
        </p>
      ) : (
        <p>
          <b>Nothing was changed.</b> <Shown text={problem.message} />
        </p>
      )}
      <ul>
        {problem.violations.map(({ rule, message }, place) => (
          <li key={place}>
            <Shown text={message} /> <code class="rule">{rule}</code>
          </li>
        ))}
      </ul>
      <p class="actions">
        {canPass ? (
          <>
            <button type="button" onClick={() => void again([])}>
              Try again
            </button>
            <button type="button" onClick={() => void again(rules)}>
              Do it all the same: let {shortText(rules.join(', '), 120)} pass
            </button>
          </>
        ) : null}
        <button type="button" onClick={leave}>
          Leave it
        </button>
      </p>
      {canPass ? (
        <p class="soft">
          Let through, it stands in the log as yours, with the {rules.length === 1 ? 'rule' : 'rules'} that it
          breaks.
        </p>
      ) : null}
    </div>
  )
}
