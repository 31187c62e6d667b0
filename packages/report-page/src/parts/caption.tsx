/** What the replay says of the turn that is shown: what is in doubt, else what happened. */

import type { JSX } from 'preact'
import { count, cut, type SessionView, sentenceOf } from 'todo-replay/session-view'
import { Foreign, ShortForeign } from './foreign.js'
import { useSession, useTurn } from './session-context.js'

/** As many doubts of a turn are said. */
const saidDoubts = 3

/** The words under the controls. */
export function Caption(): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const doubts = view.concernsIn(turn)
  if (doubts.length === 0)
    return (
      <p class="caption soft">
        <ShortForeign text={view.summaryOf(turn)} limit={240} />
      </p>
    )
  return (
    <div class="caption">
      {doubts.slice(0, saidDoubts).map((concern, place) => {
        const { completion, findings } = concern
        const tone = completion?.verdict ?? findings[0]?.severity ?? 'info'
        return (
          <p key={place} class={`turn-finding ${tone}`}>
            <span class="severity">{tone}</span> <Foreign text={sentenceOf(concern)} limit={300} />
          </p>
        )
      })}
      {doubts.length <= saidDoubts ? null : (
        <p class="soft">and {count(doubts.length - saidDoubts, 'more doubt')} in this turn</p>
      )}
    </div>
  )
}

/** The same, to be spoken. */
export function captionText(view: SessionView, turn: number): string {
  const [worst, ...others] = view.concernsIn(turn)
  if (worst === undefined) return cut(view.summaryOf(turn), 240)
  const more = others.length === 0 ? '' : ` And ${count(others.length, 'more doubt')}.`
  return `${cut(sentenceOf(worst), 300)}${more}`
}
