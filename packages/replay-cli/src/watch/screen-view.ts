/** Shows what a watch sees on a screen that is drawn again in place. */

import type { Host } from '../host.js'
import type { Output } from '../output.js'
import { printable } from '../text/printable.js'
import { listenToKeys } from './screen/keys.js'
import { Screen } from './screen/screen.js'
import { type ScreenContents, screenLines } from './screen/screen-layout.js'
import { listLines } from './text/list-lines.js'
import { type ToldLine, toldLine } from './text/told-line.js'
import { isOfSource, type SourceChanged, type WatchEvent } from './watch-event.js'
import type { WatchedSession, WatchView } from './watch-view.js'
import { currentSession } from './watched-session.js'

/** So many things that happened are kept. */
const kept = 200

/** Draws the list as it stands, and what happened. */
export class ScreenView implements WatchView {
  readonly #output: Output
  readonly #source: string
  readonly #screen: Screen
  readonly #stopKeys: () => void
  #feed: readonly ToldLine[] = []
  #sessions: readonly WatchedSession[] = []
  #note = 'reading …'
  #isLive = false

  /** @param end ends the watch; @param hasKeys false where standard input is what is read */
  constructor(source: string, output: Output, host: Host, end: () => void, hasKeys: boolean) {
    this.#source = source
    this.#output = output
    this.#screen = new Screen(host.stdout, () => this.#draw())
    this.#screen.open()
    const actions = {
      end,
      leave: this.#screen.close,
      redraw: () => {
        this.#screen.close()
        this.#screen.open()
        this.#draw()
      },
    }
    this.#stopKeys = hasKeys ? listenToKeys(host.stdin, actions) : () => undefined
    this.#draw()
  }

  tell(event: WatchEvent): void {
    if (isOfSource(event)) {
      this.#tellSource(event)
      return
    }
    const told = toldLine(event)
    if (told === null || !(this.#isLive || told.isNotable)) return
    this.#feed = [...this.#feed.slice(1 - kept), told]
  }

  note(text: string): void {
    this.#note = text
  }

  show(sessions: readonly WatchedSession[]): void {
    // While a file is read anew what stood before stays.
    if (sessions.length > 0) this.#sessions = sessions
    if (this.#note === 'reading …') this.#note = ''
    this.#draw()
  }

  close(): void {
    this.#stopKeys()
    this.#screen.close()
    const session = currentSession(this.#sessions)
    if (session === null) return
    const { columns, style } = this.#output
    this.#output.line(style('bold', printable(session.state.session, 200)))
    for (const line of listLines(session, [], columns, style)) this.#output.line(line)
  }

  #tellSource({ kind, reason }: SourceChanged): void {
    if (kind === 'caught-up') this.#isLive = true
    this.#note = kind === 'waiting' ? `${reason}; waiting` : reason
    if (kind === 'waiting') this.#draw()
  }

  #draw(): void {
    const contents: ScreenContents = {
      source: this.#source,
      session: currentSession(this.#sessions),
      others: this.#sessions.filter(({ isWanted }) => isWanted).length - 1,
      feed: this.#feed,
      note: this.#note,
    }
    const { columns, rows } = this.#screen
    this.#screen.draw(screenLines(contents, { columns, rows }, this.#output.style))
  }
}
