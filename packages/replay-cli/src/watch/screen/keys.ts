/** The keys of a watch on a terminal: q and Ctrl-C end it, Ctrl-Z puts it aside, Ctrl-L draws it anew. */

import type { Readable } from 'node:stream'

/** What keys do. */
export interface KeyActions {
  /** Ends the watch. */
  readonly end: () => void
  /** Is called before the program is put aside. */
  readonly leave: () => void
  /** Is called when it is taken up again, and where all is to be drawn anew. */
  readonly redraw: () => void
}

type Terminal = Readable & {
  readonly isTTY: true
  setRawMode(mode: boolean): unknown
  unref(): unknown
}

/**
 * Listens to keys, where there is a keyboard.
 * @returns stops listening
 */
export function listenToKeys(stdin: Readable, actions: KeyActions): () => void {
  if (!isTerminal(stdin)) return () => undefined
  const pressed = (data: Buffer | string): void => {
    const keys = data.toString()
    if (keys === 'q' || keys.includes('\u0003') || keys.includes('\u0004')) actions.end()
    else if (keys.includes('\u001a')) putAside()
    else if (keys.includes('\u000c')) actions.redraw()
  }
  const putAside = (): void => {
    actions.leave()
    stdin.setRawMode(false)
    process.once('SIGCONT', () => {
      stdin.setRawMode(true)
      actions.redraw()
    })
    process.kill(0, 'SIGTSTP') // all of the pipeline, as the terminal would
  }
  stdin.setRawMode(true)
  stdin.on('data', pressed)
  stdin.resume()
  return () => {
    stdin.off('data', pressed)
    stdin.setRawMode(false)
    stdin.pause()
    stdin.unref()
  }
}

function isTerminal(stdin: Readable): stdin is Terminal {
  return 'isTTY' in stdin && stdin.isTTY === true && 'setRawMode' in stdin && 'unref' in stdin
}
