/** How a watch is shown: on a screen, as lines, or as JSON. */

import type { Call } from '../command.js'
import { JsonView } from './json-view.js'
import { LinesView } from './lines-view.js'
import { ScreenView } from './screen-view.js'
import type { WatchEnd } from './watch-end.js'
import type { WatchOptions } from './watch-options.js'
import type { WatchView } from './watch-view.js'
import type { WatchedSource } from './watched-source.js'

/** A screen on a terminal that can be drawn on, unless lines are asked for. */
export function viewFor(
  source: WatchedSource,
  end: WatchEnd,
  { options, output, host }: Call<WatchOptions>,
): WatchView {
  if (options.json) return new JsonView(output)
  const isPlain = !output.isTerminal || host.env['TERM'] === 'dumb'
  if (isPlain || options.lines || options.once) return new LinesView(output)
  return new ScreenView(source.name, output, host, () => end.end('asked'), source.kind !== 'pipe')
}
