/** Codex. */

import { dirname } from 'node:path'
import type { Profile } from '@todo-ledger/core'
import { type Agent, defineAgent, type ReadRecording } from '../agent.js'
import { filesIn } from '../session-files.js'
import { codex as format } from './format.js'
import { codexHome } from './home.js'
import { codex as profile } from './profile.js'
import { tools } from './tools.js'

export const codex: Agent<Profile> = defineAgent({
  name: 'codex',
  title: 'Codex',
  profile,
  tools,
  formats: [format],
  home: codexHome,
  besideFiles: () => rolloutsOfChildren,
  isTodoCall: ({ name }) => name === 'update_plan',
})

/** A rollout is named by its session. */
async function rolloutsOfChildren({ file, children }: ReadRecording): Promise<readonly string[]> {
  const endings = [...children].map((child) => `-${child}.jsonl`)
  const found = await filesIn(dirname(file), (name) => endings.some((ending) => name.endsWith(ending)))
  return found.map(({ path }) => path)
}
