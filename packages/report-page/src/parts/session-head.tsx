/** What a session is and what it comes to. */

import type { JSX } from 'preact'
import { count, durationText, usageText } from 'todo-replay/session-view'
import { headline, spanText } from '../data/words.js'
import { useQuery } from '../theme.js'
import { Foreign, ShortForeign } from './foreign.js'
import { useSession } from './session-context.js'
import { VerdictBar } from './verdict-bar.js'

/** The head of a session's page. */
export function SessionHead({ linkTo }: { linkTo: (session: string) => string | null }): JSX.Element {
  const { entry, view } = useSession()
  const isPaper = useQuery('print')
  const { replay, hasTimes } = view
  const { audit, parent, file, format, copied, usage } = replay
  const { times, verdicts } = audit.summary
  const parentLink = parent === null ? null : linkTo(parent)
  return (
    <header class="session-head">
      <p class="facts">
        <Foreign text={replay.profile} limit={60} /> · {count(view.lastTurn, 'turn')}
        {hasTimes ? <> · {spanText(replay.began, replay.ended)}</> : null}
      </p>
      <h1>
        <ShortForeign text={entry.title ?? replay.session} limit={120} />
      </h1>
      <p class="headline">
        {copied !== undefined && Object.values(verdicts).every((each) => each === 0)
          ? 'All that was marked done is copied history, and counts where it was copied from.'
          : headline(verdicts)}
      </p>
      <VerdictBar counts={verdicts} />
      <div class="head-actions">
        <details class="about" open={isPaper}>
          <summary>About this session</summary>
          <dl class="origin">
            <dt>Session</dt>
            <dd>
              <Foreign text={replay.session} limit={200} />
            </dd>
            {file === null ? null : <dt>File</dt>}
            {file === null ? null : (
              <dd>
                <Foreign text={file} limit={300} />{' '}
                {format === null ? null : <span class="soft">({format})</span>}
              </dd>
            )}
            {parent === null ? null : <dt>Sub-agent of</dt>}
            {parent === null ? null : (
              <dd>
                {parentLink === null ? (
                  <Foreign text={parent} limit={200} />
                ) : (
                  <a href={parentLink}>
                    <Foreign text={parent} limit={200} />
                  </a>
                )}
              </dd>
            )}
            {copied === undefined ? null : <dt>Copied</dt>}
            {copied === undefined ? null : (
              <dd>
                {count(copied.completions, 'more completion')} from{' '}
                <Foreign text={copied.sessions.join(', ')} limit={300} />, counted there
              </dd>
            )}
            {times.medianTurns === null ? null : <dt>Pace</dt>}
            {times.medianTurns === null ? null : (
              <dd>
                median {count(times.medianTurns, 'turn')}
                {times.medianSeconds === null ? null : `, ${durationText(times.medianSeconds)}`} from start to
                completion
              </dd>
            )}
            {usage === undefined ? null : <dt>Tokens</dt>}
            {usage === undefined ? null : <dd>{usageText(usage)}</dd>}
            {audit.readable < 1 ? <dt>Gaps</dt> : null}
            {audit.readable < 1 ? (
              <dd>The log has the results of {Math.floor(audit.readable * 100)} % of the calls.</dd>
            ) : null}
          </dl>
        </details>
      </div>
    </header>
  )
}
