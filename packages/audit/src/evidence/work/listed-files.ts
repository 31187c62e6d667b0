/** The files that a search lists. */

import { detached } from '../../compact/detached.js'
import type { CallDescription } from '../calls/call-description.js'
import { normalizePath } from '../items/named-files.js'

const searches = /^(?:grep|rg|egrep|ag|ack|search\w*)$/iu

/** So much of an output is read, and so many files are kept. */
const readLength = 20_000
const mostFiles = 60

/** True for a search by content. */
export function listsFiles(tool: string, { effect, commands }: CallDescription): boolean {
  const program = commands.at(-1)?.program
  const searchesGit = program === 'git' && commands.at(-1)?.words[1] === 'grep'
  return effect === 'read' && (searchesGit || searches.test(program ?? tool))
}

/** The files at the starts of an output's lines, alone or before a line's number. */
export function filesListedIn(output: string): readonly string[] {
  const found = new Set<string>()
  for (const line of output.slice(0, readLength).split('\n')) {
    const path = /^((?:[A-Za-z]:)?[\w@.~/\\[\]()-]{1,300}\.\w{1,10})(?::\d+[:-]|:\s|$)/u.exec(
      line.trim(),
    )?.[1]
    if (path !== undefined) found.add(detached(normalizePath(path)))
    if (found.size === mostFiles) break
  }
  return [...found]
}
