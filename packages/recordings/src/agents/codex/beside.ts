/** The rollouts of Codex's sub-agents beside a session: docs/sources/codex.md. */

import { dirname } from 'node:path'
import type { FindBeside } from '../agent.js'
import { filesIn } from '../session-files.js'

/** A rollout is named by its session. */
export function besideFiles(): FindBeside {
  return async ({ file, children }) => {
    const endings = [...children].map((child) => `-${child}.jsonl`)
    const found = await filesIn(dirname(file), (name) => endings.some((ending) => name.endsWith(ending)))
    return found.map(({ path }) => path)
  }
}
