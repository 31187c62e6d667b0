/** Prints what a watch sees as lines, where there is no screen to draw on. */

import type { Output } from '../output.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { wrap } from '../text/wrap.js'
import { feedLines } from './text/feed-lines.js'
import { listLines } from './text/list-lines.js'
import { sessionHeading } from './text/session-heading.js'
import { type ToldLine, toldLine } from './text/told-line.js'
import { isOfSource, type SourceChanged, type WatchEvent } from './watch-event.js'
import type { WatchedSession, WatchView } from './watch-view.js'
import { currentSession } from './watched-session.js'

/** Prints lines: of what is past only what a person should look at, then the list, and then all that happens. */
export class LinesView implements WatchView {
  readonly #output: Output
  readonly #headings = new Map<string, string>()
  #isLive = false
  #owesList = false
  #left = 0
  #session: string | null = null

  /** @param output where they go */
  constructor(output: Output) {
    this.#output = output
  }

  tell(event: WatchEvent): void {
    if (isOfSource(event)) {
      this.#tellSource(event)
      return
    }
    if (event.kind === 'session') {
      this.#headings.set(printable(event.session, 200), sessionHeading(event))
      return
    }
    const told = toldLine(event)
    if (told === null) return
    if (this.#isLive || told.isNotable) this.#print(told)
    else this.#left += 1
  }

  note(text: string): void {
    this.#output.message(text)
  }

  show(sessions: readonly WatchedSession[]): void {
    if (!this.#owesList) return
    this.#owesList = false
    const session = currentSession(sessions)
    if (session !== null) this.#printList(session)
  }

  close(): void {
    // Nothing is open.
  }

  #tellSource({ kind, source, reason }: SourceChanged): void {
    if (kind === 'caught-up') {
      this.#owesList = !this.#isLive
      this.#isLive = true
      return
    }
    const { messageStyle } = this.#output
    const what = kind === 'waiting' ? 'waiting' : 'from its start'
    this.#output.message(`${messageStyle('dim', 'note:')} ${printable(source)}: ${reason}; ${what}`)
  }

  #print(told: ToldLine): void {
    this.#head(told.session)
    const { columns, style } = this.#output
    for (const line of feedLines(told, columns, style)) this.#output.line(line)
  }

  /** The session's name wherever another one goes on. */
  #head(session: string): void {
    if (session === this.#session) return
    const { columns, style } = this.#output
    if (this.#session !== null) this.#output.line()
    this.#session = session
    for (const line of wrap(session, columns)) this.#output.line(style('bold', line))
    for (const line of wrap(this.#headings.get(session) ?? '', columns)) this.#output.line(style('dim', line))
  }

  #printList(session: WatchedSession): void {
    const { columns, style } = this.#output
    const more = this.#left === 0 ? [] : [`${count(this.#left, 'event')} before with nothing to look at`]
    this.#head(printable(session.state.session, 200))
    this.#output.line()
    for (const line of listLines(session, more, columns, style)) this.#output.line(line)
    this.#output.line()
  }
}
