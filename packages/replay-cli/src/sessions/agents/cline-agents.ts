/** All tasks of Cline and of Roo Code, which keep a folder for each. Where: docs/sources/cline.md#where-the-sessions-are. */

import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { oncePerTask } from '@todo-ledger/recordings'
import type { AgentHome, RecordedFile } from '../../sources/newest/agent-recordings.js'
import { fieldsOf, filesIn, namesIn } from '../../sources/newest/recorded-files.js'
import { severalAtOnce } from '../several-at-once.js'
import type { Agent, AgentFor } from './agent.js'
import { filesOfFolders } from './files-of-folders.js'
import { firstFolder, homeFolder, setFolder } from './set-folder.js'

/** The files of a task; each tells its whole course. */
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

/** Sets Cline up. */
export const clineAgent: AgentFor = (agentHome) => {
  const cline = firstFolder(setFolder(agentHome, 'CLINE_DIR'), homeFolder(agentHome, '.cline'))
  const data = firstFolder(
    setFolder(agentHome, 'CLINE_DATA_DIR'),
    cline === null ? null : join(cline, 'data'),
  )
  const storage = storages(agentHome, 'saoudrizwan.claude-dev')
  const sessions = firstFolder(
    setFolder(agentHome, 'CLINE_SESSION_DATA_DIR'),
    data === null ? null : join(data, 'sessions'),
  )
  const tasks = taskAgent('Cline', data === null ? storage : [...storage, data])
  return {
    ...tasks,
    files: async () => [...(await tasks.files()), ...(await sessionFiles(sessions))],
    projects: async (path, known) =>
      path.endsWith(messages) ? { all: await projectOf(path), each: [] } : tasks.projects(path, known),
  }
}

const messages = '.messages.json'

/** The sessions that a person began: each is named as its folder. */
async function sessionFiles(folder: string | null): Promise<readonly RecordedFile[]> {
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

/** Sets Roo Code up. */
export const rooCodeAgent: AgentFor = (agentHome) =>
  taskAgent('Roo Code', storages(agentHome, 'rooveterinaryinc.roo-cline'))

/** Where an extension keeps its tasks, in whatever editor. */
function storages(agentHome: AgentHome, extension: string): readonly string[] {
  const above = [
    ...foldersOfEditors.map((parts) => homeFolder(agentHome, ...parts)),
    setFolder(agentHome, 'XDG_CONFIG_HOME'),
    setFolder(agentHome, 'APPDATA'),
  ]
  const portable = setFolder(agentHome, 'VSCODE_PORTABLE')
  const users = [
    ...above.flatMap((folder) =>
      folder === null ? [] : editors.map((editor) => join(folder, editor, 'User')),
    ),
    ...servers.flatMap((server) => homeFolder(agentHome, server, 'data', 'User') ?? []),
    ...(portable === null ? [] : [join(portable, 'user-data', 'User')]),
  ]
  return [...new Set(users.map((user) => join(user, 'globalStorage', extension)))]
}

function taskAgent(name: string, places: readonly string[]): Agent {
  const histories = new Map<string, Promise<ReadonlyMap<string, string>>>()
  return {
    name,
    async files() {
      const tasks = places.map((place) => join(place, 'tasks'))
      const folders: string[] = []
      for (const folder of tasks) folders.push(...(await namesIn(folder)).map((task) => join(folder, task)))
      const files = await filesOfFolders(folders, (file) => taskFiles.has(file))
      const once = new Set(await oncePerTask(files.map(({ path }) => path)))
      return files.filter(({ path }) => once.has(path))
    },
    tellsInFile: false,
    async projects(path) {
      const task = dirname(path)
      const own = folderIn(await jsonOf(join(task, 'history_item.json')))
      if (own !== null) return { all: own, each: [] }
      const storage = dirname(dirname(task))
      const history = histories.get(storage) ?? historyOf(storage)
      histories.set(storage, history)
      return { all: (await history).get(basename(task)) ?? null, each: [] }
    },
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

async function jsonOf(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}
