/** Short names of the sessions of one source, for tables: the file without what all files share, and the session where a file holds several. */

import { printable } from '../text/printable.js'

/** What a session is named by. */
export interface NamedSession {
  /** Its id. */
  readonly session: string
  /** The recorded file as it was named, or null for a live session. */
  readonly file: string | null
}

/** The name of each session, in their order; printable. */
export function sessionNames(sessions: readonly NamedSession[]): readonly string[] {
  const paths = [...new Set(sessions.flatMap(({ file }) => (file === null ? [] : [file])))]
  const shared = sharedFolder(paths)
  const names = new Map(paths.map((path) => [path, path.slice(shared).replace(/\.jsonl?$/i, '')]))
  const files = counted([...names.values()].map(lastOf))
  const folders = counted([...names.values()].map(folderOf))
  const perFile = counted(sessions.flatMap(({ file }) => (file === null ? [] : [file])))
  return sessions.map(({ session, file }) => {
    const name = file === null ? undefined : names.get(file)
    if (file === null || name === undefined) return printable(session)
    if (perFile.get(file) !== 1 && session.startsWith(lastOf(name))) return printable(session)
    // A file called as others are is known by its folder, where it is alone there.
    const folder = folderOf(name)
    const isKnownByFolder = folder !== '' && files.get(lastOf(name)) !== 1 && folders.get(folder) === 1
    const known = isKnownByFolder ? folder : name
    return printable(
      perFile.get(file) === 1 || known.endsWith(session) ? known : `${known} ${lastOf(session)}`,
    )
  })
}

/** How many characters of the files' paths are folders that all of them share. */
function sharedFolder(files: readonly string[]): number {
  const [first = '', ...others] = files
  let length = first.lastIndexOf('/') + 1
  while (length > 0 && !others.every((file) => file.startsWith(first.slice(0, length)))) {
    length = first.lastIndexOf('/', length - 2) + 1
  }
  return length
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function counted(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
