/**
 * The files that the sub-agents of a recorded session have of their own, found beside it: they hold work that the
 * session's audit may need. Where each agent puts them: docs/sources/.
 */

import { type FileHandle, open, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** What a recording turned out to be. */
export interface ReadSessions {
  /** The file, as the person gave it. */
  readonly file: string
  /** The name of its format. */
  readonly format: string
  /** The ids of its sessions. */
  readonly sessions: ReadonlySet<string>
  /** The ids of the sub-agents that its sessions started. */
  readonly children: ReadonlySet<string>
}

/** Says of which session a file is a sub-agent's; null for any other file. */
export type OwnerOf = (path: string) => Promise<string | null>

/**
 * The files beside a recording that hold the work of its sub-agents, sorted; none where it started none.
 * @param ownerOf looks into a file; who asks of many recordings of a folder need not look into each file every time
 */
export async function filesBeside(
  read: ReadSessions,
  ownerOf: OwnerOf = ownerOfSubagent,
): Promise<readonly string[]> {
  if (read.children.size === 0) return []
  const found = await candidates(read, ownerOf)
  return [...new Set(found)].filter((path) => path !== join(read.file)).toSorted()
}

async function candidates(
  { file, format, sessions, children }: ReadSessions,
  ownerOf: OwnerOf,
): Promise<readonly string[]> {
  const folder = dirname(file)
  switch (format) {
    case 'claude-code': {
      const roots = new Set([...sessions].map((session) => session.split('/', 1)[0] ?? session))
      const own = await Promise.all(
        [...roots, basename(file, '.jsonl')].map((root) => filesUnder(join(folder, root, 'subagents'))),
      )
      const near = (await namesIn(folder)).filter(({ name, isFile }) => isFile && name.startsWith('agent-'))
      const all = [...own.flat(), ...near.map(({ name }) => join(folder, name))].filter(isJsonLines)
      const owners = await inTurn(all, ownerOf)
      return all.filter((_, index) => roots.has(owners[index] ?? ''))
    }
    case 'codex': {
      const names = (await namesIn(folder)).filter(({ name, isFile }) => isFile && isJsonLines(name))
      return names.flatMap(({ name }) =>
        [...children].some((child) => name.endsWith(`-${child}.jsonl`)) ? [join(folder, name)] : [],
      )
    }
    case 'gemini-cli': {
      const own = await Promise.all([...sessions].map((session) => filesUnder(join(folder, session))))
      return own.flat().filter((path) => /\.jsonl?$/.test(path))
    }
    default:
      return []
  }
}

interface Entry {
  readonly name: string
  readonly isFile: boolean
}

/** What stands in a folder; nothing where there is no such folder, or it may not be opened. */
async function namesIn(folder: string): Promise<readonly Entry[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.map((entry) => ({ name: entry.name, isFile: entry.isFile() }))
  } catch {
    return []
  }
}

/** The files in a folder and in the folders in it. */
async function filesUnder(folder: string): Promise<readonly string[]> {
  // An id that leads out of the folder is none.
  if (folder.split(/[/\\]/).includes('..')) return []
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true })
    return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
  } catch {
    return []
  }
}

function isJsonLines(path: string): boolean {
  return path.endsWith('.jsonl')
}

/** As many files are looked into at once. */
const atOnce = 16

/** Asks the same of many, a few at a time. */
async function inTurn<Answer>(
  paths: readonly string[],
  ask: (path: string) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (let start = 0; start < paths.length; start += atOnce) {
    answers.push(...(await Promise.all(paths.slice(start, start + atOnce).map(ask))))
  }
  return answers
}

/** So much of a file is looked at to find out whose it is; a first record holds the sub-agent's prompt. */
const headBytes = 256 * 1024

/** The session whose sub-agent a file of Claude Code is of: its records say so. */
export async function ownerOfSubagent(path: string): Promise<string | null> {
  let file: FileHandle | null = null
  try {
    file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const head = buffer.toString('utf8', 0, bytesRead)
    const session = /"sessionId"\s*:\s*"([^"\\]{1,200})"/.exec(head)?.[1]
    return session !== undefined && /"isSidechain"\s*:\s*true/.test(head) ? session : null
  } catch {
    return null
  } finally {
    await file?.close()
  }
}
