/** The chats of Gemini CLI's sub-agents beside a session: docs/sources/gemini-cli.md. */

import { dirname, join } from 'node:path'
import type { FindBeside } from '../agent.js'
import { filesUnder } from '../session-files.js'

/** They lie in a folder that is named by the session. */
export function besideFiles(): FindBeside {
  return async ({ file, sessions }) => {
    const own = await Promise.all([...sessions].map((session) => filesUnder(join(dirname(file), session))))
    return own.flat().filter((path) => /\.jsonl?$/.test(path))
  }
}
