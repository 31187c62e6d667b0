/** Where Cline, its program and Roo Code keep what they record: docs/sources/agents.md#where-the-sessions-are-cline-and-roo-code. */

import { basename, dirname, join } from 'node:path'
import { isObject, objectsOf, stringIn } from '../../json.js'
import type { AgentHome, UserHome } from '../agent.js'
import { agentHome, firstFolder, homeFolder, jsonOf, placesIn, setFolder } from '../session-files.js'

const taskFile = 'api_conversation_history.json'
const messages = '.messages.json'

export function clineHome(user: UserHome): AgentHome {
  const own = firstFolder(setFolder(user, 'CLINE_DIR'), homeFolder(user, '.cline'))
  const data = firstFolder(setFolder(user, 'CLINE_DATA_DIR'), own === null ? null : join(own, 'data'))
  const inData = data === null ? null : join(data, 'sessions')
  const sessions = firstFolder(setFolder(user, 'CLINE_SESSION_DATA_DIR'), inData)
  return taskHome(
    [...extensionFolders(user, 'saoudrizwan.claude-dev'), ...(data === null ? [] : [data])],
    sessions,
  )
}

export function rooHome(user: UserHome): AgentHome {
  return taskHome(extensionFolders(user, 'rooveterinaryinc.roo-cline'), null)
}

/** Where an extension keeps its tasks, in whatever editor, here or on a server. */
function extensionFolders(user: UserHome, extension: string): readonly string[] {
  const settings = [
    homeFolder(user, '.config'),
    homeFolder(user, 'Library', 'Application Support'),
    homeFolder(user, 'AppData', 'Roaming'),
    setFolder(user, 'XDG_CONFIG_HOME'),
    setFolder(user, 'APPDATA'),
  ].flatMap((folder) => folder ?? [])
  const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf']
  const servers = ['.vscode-server', '.vscode-server-insiders', '.cursor-server']
  const portable = setFolder(user, 'VSCODE_PORTABLE')
  const users = [
    ...settings.flatMap((folder) => editors.map((editor) => join(folder, editor, 'User'))),
    ...servers.flatMap((server) => homeFolder(user, server, 'data', 'User') ?? []),
    ...(portable === null ? [] : [join(portable, 'user-data', 'User')]),
  ]
  return [...new Set(users.map((folder) => join(folder, 'globalStorage', extension)))]
}

/**
 * Tasks and sessions, a folder each.
 * @param places folders that hold a folder `tasks`
 * @param sessions the folder of the sessions of Cline's program; one that a person began is named as its folder
 */
function taskHome(places: readonly string[], sessions: string | null): AgentHome {
  const histories = new Map<string, Promise<ReadonlyMap<string, string>>>()
  return agentHome({
    places: () => [
      ...places.flatMap((place) => placesIn(place, ['tasks', /./, taskFile])),
      ...placesIn(sessions, [/./, /\.messages\.json$/]),
    ],
    isSession: (path) =>
      path.endsWith(taskFile) || basename(path) === `${basename(dirname(path))}${messages}`,
    isProjectInFile: false,
    async projectOf(path) {
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
      return (await history).get(basename(task)) || null
    },
  })
}

/** Where Cline's tasks of a storage were begun, by their ids. */
async function historyOf(storage: string): Promise<ReadonlyMap<string, string>> {
  const history = await jsonOf(join(storage, 'state', 'taskHistory.json'))
  const items = Array.isArray(history) ? objectsOf(history) : []
  return new Map(
    items.map((item) => [stringIn(item, 'id') ?? '', stringIn(item, 'cwdOnTaskInitialization') ?? '']),
  )
}
