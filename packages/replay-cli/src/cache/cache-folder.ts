/** Where the program keeps what it can find out again. Source: XDG Base Directory Specification 0.8. */

import { isAbsolute, join } from 'node:path'
import type { Environment } from '../text/style.js'

/** The folder, which need not be there yet; null where the environment names none. */
export function cacheFolder(env: Environment): string | null {
  const named = env['XDG_CACHE_HOME']
  // A relative path is to be passed over, says the specification.
  if (named !== undefined && isAbsolute(named)) return join(named, 'todo-replay')
  const home = [env['HOME'], env['USERPROFILE']].find((each) => each !== undefined && isAbsolute(each))
  return home === undefined ? null : join(home, '.cache', 'todo-replay')
}
