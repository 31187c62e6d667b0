/** Where Cline, its program and Roo Code keep what they record: docs/sources/cline.md#where-the-sessions-are. */

import { basename, dirname, join } from 'node:path'
import { isObject, type JsonObject, stringIn } from '../../json-value.js'
import type { AgentHome, UserHome } from '../agent.js'
import {
  filesIn,
  firstFolder,
  homeFolder,
  jsonOf,
  namesIn,
  newestOfFolders,
  setFolder,
  severalAtOnce,
} from '../session-files.js'

const messages = '.messages.json'

/** What Cline keeps in a person's home. */
export function clineHome(user: UserHome): AgentHome {
  const own = firstFolder(setFolder(user, 'CLINE_DIR'), homeFolder(user, '.cline'))
  const data = firstFolder(setFolder(user, 'CLINE_DATA_DIR'), own === null ? null : join(own, 'data'))
  const inData = data === null ? [] : [data]
  return taskHome(
    [...extensionFolders(user, 'saoudrizwan.claude-dev'), ...inData].map((place) => join(place, 'tasks')),
    firstFolder(setFolder(user, 'CLINE_SESSION_DATA_DIR'), ...inData.map((place) => join(place, 'sessions'))),
  )
}

/** What Roo Code keeps in a person's home. */
export function rooHome(user: UserHome): AgentHome {
  const folders = extensionFolders(user, 'rooveterinaryinc.roo-cline')
  return taskHome(
    folders.map((place) => join(place, 'tasks')),
    null,
  )
}

/** Where an extension keeps what it has, in whatever editor, here or on a server. */
function extensionFolders(user: UserHome, extension: string): readonly string[] {
  const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf']
  const servers = ['.vscode-server', '.vscode-server-insiders', '.cursor-server']
  const settings = [
    homeFolder(user, '.config'),
    homeFolder(user, 'Library', 'Application Support'),
    homeFolder(user, 'AppData', 'Roaming'),
    setFolder(user, 'XDG_CONFIG_HOME'),
    setFolder(user, 'APPDATA'),
  ].flatMap((folder) => folder ?? [])
  const users = [
    ...settings.flatMap((folder) => editors.map((editor) => join(folder, editor, 'User'))),
    ...servers.flatMap((server) => homeFolder(user, server, 'data', 'User') ?? []),
    ...[setFolder(user, 'VSCODE_PORTABLE')].flatMap((folder) =>
      folder === null ? [] : [join(folder, 'user-data', 'User')],
    ),
  ]
  return [...new Set(users.map((folder) => join(folder, 'globalStorage', extension)))]
}

/** @param sessions the folder of the sessions of Cline's program; one that a person began is named as its folder */
function taskHome(tasks: readonly string[], sessions: string | null): AgentHome {
  const histories = new Map<string, Promise<readonly JsonObject[]>>()
  const files = async () => {
    const places = sessions === null ? tasks : [...tasks, sessions]
    const found = await severalAtOnce(places, async (place) =>
      severalAtOnce(await namesIn(place), (name) => {
        const wanted = place === sessions ? `${name}${messages}` : 'api_conversation_history.json'
        return filesIn(join(place, name), (file) => file === wanted)
      }),
    )
    return found.flat(2)
  }
  const projectOf = async (path: string): Promise<string | null> => {
    if (path.endsWith(messages)) {
      const manifest = await jsonOf(`${path.slice(0, -messages.length)}.json`)
      return isObject(manifest) ? stringIn(manifest, 'cwd') : null
    }
    const task = dirname(path)
    const own = await jsonOf(join(task, 'history_item.json'))
    if (isObject(own)) return stringIn(own, 'workspace')
    const storage = dirname(dirname(task))
    const history = histories.get(storage) ?? historyOf(storage)
    histories.set(storage, history)
    const item = (await history).find(({ id }) => id === basename(task)) ?? {}
    return stringIn(item, 'cwdOnTaskInitialization')
  }
  return {
    files,
    newest: async (folders) => {
      const found = await files()
      const lookedIn = new Set(found.map(({ path }) => dirname(dirname(path))))
      return newestOfFolders(folders, [...lookedIn], found, projectOf)
    },
    isProjectInFile: false,
    projects: async (path) => ({ all: await projectOf(path), each: [] }),
  }
}

/** What Cline says of the tasks of a storage. */
async function historyOf(storage: string): Promise<readonly JsonObject[]> {
  const history = await jsonOf(join(storage, 'state', 'taskHistory.json'))
  return Array.isArray(history) ? history.filter(isObject) : []
}
