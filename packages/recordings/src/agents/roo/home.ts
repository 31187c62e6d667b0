/** Where Roo Code keeps its tasks: as the extension that it came of. */

import type { AgentHome, UserHome } from '../agent.js'
import { extensionFolders, taskHome } from '../cline/task-home.js'

/** What Roo Code keeps in a person's home. */
export function rooHome(user: UserHome): AgentHome {
  return taskHome(extensionFolders(user, 'rooveterinaryinc.roo-cline'))
}
