/** Where Cline keeps its tasks, and its own program its sessions: docs/sources/cline.md#where-the-sessions-are. */

import { join } from 'node:path'
import type { AgentHome, SessionFile, UserHome } from '../agent.js'
import {
  fieldsOf,
  filesIn,
  firstFolder,
  homeFolder,
  jsonOf,
  namesIn,
  newestFirst,
  newestOfFolders,
  setFolder,
  severalAtOnce,
} from '../session-files.js'
import { extensionFolders, taskHome } from './task-home.js'

const messages = '.messages.json'

/** What Cline keeps in a person's home. */
export function clineHome(user: UserHome): AgentHome {
  const cline = firstFolder(setFolder(user, 'CLINE_DIR'), homeFolder(user, '.cline'))
  const data = firstFolder(setFolder(user, 'CLINE_DATA_DIR'), cline === null ? null : join(cline, 'data'))
  const extension = extensionFolders(user, 'saoudrizwan.claude-dev')
  const sessions = firstFolder(
    setFolder(user, 'CLINE_SESSION_DATA_DIR'),
    data === null ? null : join(data, 'sessions'),
  )
  const tasks = taskHome(data === null ? extension : [...extension, data])
  return {
    ...tasks,
    files: async () => [...(await tasks.files()), ...(await sessionFiles(sessions))],
    async newest(folders) {
      const found = await sessionFiles(sessions)
      const lookedIn = found.length === 0 || sessions === null ? [] : [sessions]
      const both = [await tasks.newest(folders), await newestOfFolders(folders, lookedIn, found, projectOf)]
      const newest = newestFirst(both.flatMap(({ newest: each }) => each ?? []))[0] ?? null
      return { lookedIn: both.flatMap((each) => each.lookedIn), newest }
    },
    projects: async (path, known) =>
      path.endsWith(messages) ? { all: await projectOf(path), each: [] } : tasks.projects(path, known),
  }
}

/** The sessions that a person began: each is named as its folder. */
async function sessionFiles(folder: string | null): Promise<readonly SessionFile[]> {
  const names = folder === null ? [] : await namesIn(folder)
  const found = await severalAtOnce(names, async (name) =>
    filesIn(join(folder ?? '', name), (file) => file === `${name}${messages}`),
  )
  return found.flat()
}

async function projectOf(path: string): Promise<string | null> {
  const manifest = fieldsOf(await jsonOf(`${path.slice(0, -messages.length)}.json`))
  const folder = manifest?.get('cwd')
  return typeof folder === 'string' && folder !== '' ? folder : null
}
