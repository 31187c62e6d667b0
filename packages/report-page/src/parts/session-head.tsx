/** What a session is and what it comes to. */

import type { ComponentChildren, JSX } from 'preact'
import { count, durationText, usageText } from 'todo-replay/session-view'
import { headline, spanText } from '../words.js'
import { VerdictBar } from './icons.js'
import { useIsPaper } from './more-list.js'
import { useSession } from './session.js'
import { Foreign, ShortForeign } from './texts.js'

/** The head of a session's page. @param linkTo the link to the page of another session, where there is one */
export function SessionHead({ linkTo }: { linkTo: (session: string) => string | null }): JSX.Element {
  const { entry, view } = useSession()
  const isPaper = useIsPaper()
  const { audit, parent, file, format, copied, usage, ...replay } = view.replay
  const { times, verdicts } = audit.summary
  const parentLink = parent === null ? null : linkTo(parent)
  const pace = times.medianSeconds === null ? '' : `, ${durationText(times.medianSeconds)}`
  return (
    <header class="session-head">
      <p class="facts">
        <Foreign text={replay.profile} limit={60} /> · {count(view.lastTurn, 'turn')}
        {view.hasTimes ? <> · {spanText(replay.began, replay.ended)}</> : null}
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
      <details class="about" open={isPaper}>
        <summary>About this session</summary>
        <dl class="origin">
          <Row name="Session">
            <Foreign text={replay.session} limit={200} />
          </Row>
          {file !== null && (
            <Row name="File">
              <Foreign text={file} limit={300} /> {format !== null && <span class="soft">({format})</span>}
            </Row>
          )}
          {parent !== null && (
            <Row name="Sub-agent of">
              {parentLink === null ? (
                <Foreign text={parent} limit={200} />
              ) : (
                <a href={parentLink}>
                  <Foreign text={parent} limit={200} />
                </a>
              )}
            </Row>
          )}
          {copied !== undefined && (
            <Row name="Copied">
              {count(copied.completions, 'more completion')} from{' '}
              <Foreign text={copied.sessions.join(', ')} limit={300} />, counted there
            </Row>
          )}
          {times.medianTurns !== null && (
            <Row name="Pace">
              median {count(times.medianTurns, 'turn')}
              {pace} from start to completion
            </Row>
          )}
          {usage !== undefined && <Row name="Tokens">{usageText(usage)}</Row>}
          {audit.readable < 1 && (
            <Row name="Gaps">
              The log has the results of {Math.floor(audit.readable * 100)} % of the calls.
            </Row>
          )}
        </dl>
      </details>
    </header>
  )
}

function Row({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
