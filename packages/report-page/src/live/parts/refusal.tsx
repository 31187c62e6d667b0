/** What the server says against a change, beside what was to be changed; and the way to let it through, by name. */

import type { JSX } from 'preact'
import type { ApiProblem } from '../api.js'
import { Shown, shortText } from './shown.js'

/** What is shown of a refusal. */
export interface RefusalProps {
  /** What was said. */
  readonly problem: ApiProblem
  /** Tries again and lets these rules be broken. */
  readonly onLetPass: (rules: readonly string[]) => void
  /** Leaves everything as it is. */
  readonly onLeave: () => void
}

/** The refusal. It is read out at once. */
export function Refusal({ problem, onLetPass, onLeave }: RefusalProps): JSX.Element {
  const { violations } = problem
  const rules = [...new Set(violations.map(({ rule }) => rule))]
  // An item that is gone can't be changed, whatever is let through.
  const canPass = rules.length > 0 && !rules.includes('id-known')
  return (
    <div class="refusal" role="alert">
      {violations.length === 0 ? (
        <p>
          <b>Nothing was changed.</b> <Shown text={problem.message} />
        </p>
      ) : (
        <>
          <p>
            <b>{rules.length === 1 ? 'A rule refuses this:' : 'Rules refuse this:'}</b> nothing was changed.
          </p>
          <ul>
            {violations.map(({ rule, message }, place) => (
              <li key={place}>
                <Shown text={message} /> <code class="rule">{rule}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="actions">
        {canPass ? null : (
          <button type="button" onClick={() => onLetPass([])}>
            Try again
          </button>
        )}
        {!canPass ? null : (
          <button type="button" onClick={() => onLetPass(rules)}>
            Do it all the same: let {shortText(rules.join(', '), 120)} pass
          </button>
        )}{' '}
        <button type="button" onClick={onLeave}>
          Leave it
        </button>
      </p>
      {!canPass ? null : (
        <p class="soft">
          Let through, it stands in the log as yours, with the {rules.length === 1 ? 'rule' : 'rules'} that it
          breaks.
        </p>
      )}
    </div>
  )
}
