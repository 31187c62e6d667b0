/** Where Cline and the extensions that came of it keep their tasks, a folder for each: docs/sources/cline.md#where-the-sessions-are. */

import { basename, dirname, join } from 'node:path'
import type { AgentHome, SessionFile, UserHome } from '../agent.js'
import {
  fieldsOf,
  filesOfFolders,
  homeFolder,
  jsonOf,
  namesIn,
  newestOfFolders,
  setFolder,
} from '../session-files.js'
import { oncePerTask } from './task-folder.js'

/** The files of a task; each has its whole course. */
const taskFiles: ReadonlySet<string> = new Set(['ui_messages.json', 'api_conversation_history.json'])

/** Editors that extensions run in, by the names of their folders. */
const editors: readonly string[] = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf']

/** Where an editor's folder lies in a person's home: on Linux, macOS, Windows. */
const foldersOfEditors: readonly (readonly string[])[] = [
  ['.config'],
  ['Library', 'Application Support'],
  ['AppData', 'Roaming'],
]

/** Folders of editors that run on a server. */
const servers: readonly string[] = ['.vscode-server', '.vscode-server-insiders', '.cursor-server']

/** Where an extension keeps its tasks, in whatever editor. */
export function extensionFolders(user: UserHome, extension: string): readonly string[] {
  const above = [
    ...foldersOfEditors.map((parts) => homeFolder(user, ...parts)),
    setFolder(user, 'XDG_CONFIG_HOME'),
    setFolder(user, 'APPDATA'),
  ]
  const portable = setFolder(user, 'VSCODE_PORTABLE')
  const users = [
    ...above.flatMap((folder) =>
      folder === null ? [] : editors.map((editor) => join(folder, editor, 'User')),
    ),
    ...servers.flatMap((server) => homeFolder(user, server, 'data', 'User') ?? []),
    ...(portable === null ? [] : [join(portable, 'user-data', 'User')]),
  ]
  return [...new Set(users.map((user) => join(user, 'globalStorage', extension)))]
}

/** The tasks in some folders, each of which holds a folder `tasks`. */
export function taskHome(places: readonly string[]): AgentHome {
  const histories = new Map<string, Promise<ReadonlyMap<string, string>>>()
  const files = async (): Promise<readonly SessionFile[]> => {
    const folders: string[] = []
    for (const tasks of places.map((place) => join(place, 'tasks'))) {
      folders.push(...(await namesIn(tasks)).map((task) => join(tasks, task)))
    }
    const found = await filesOfFolders(folders, (file) => taskFiles.has(file))
    const once = new Set(await oncePerTask(found.map(({ path }) => path)))
    return found.filter(({ path }) => once.has(path))
  }
  const projectOf = async (path: string): Promise<string | null> => {
    const task = dirname(path)
    const own = folderIn(await jsonOf(join(task, 'history_item.json')))
    if (own !== null) return own
    const storage = dirname(dirname(task))
    const history = histories.get(storage) ?? historyOf(storage)
    histories.set(storage, history)
    return (await history).get(basename(task)) ?? null
  }
  return {
    files,
    newest: async (folders) => {
      const found = await files()
      const tasks = new Set(found.map(({ path }) => dirname(dirname(path))))
      return newestOfFolders(folders, [...tasks], found, projectOf)
    },
    isProjectInFile: false,
    projects: async (path) => ({ all: await projectOf(path), each: [] }),
  }
}

/** Where the tasks of a storage were begun, by their ids. */
async function historyOf(storage: string): Promise<ReadonlyMap<string, string>> {
  const history = await jsonOf(join(storage, 'state', 'taskHistory.json'))
  const folders = new Map<string, string>()
  for (const item of Array.isArray(history) ? history : []) {
    const id = fieldsOf(item)?.get('id')
    const folder = folderIn(item)
    if (typeof id === 'string' && folder !== null) folders.set(id, folder)
  }
  return folders
}

function folderIn(item: unknown): string | null {
  const fields = fieldsOf(item)
  const folder = fields?.get('workspace') ?? fields?.get('cwdOnTaskInitialization')
  return typeof folder === 'string' && folder !== '' ? folder : null
}
