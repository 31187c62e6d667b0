/** Whose sub-agents' files are, looked up once: a folder can hold hundreds, beside hundreds of sessions. */

import { type OwnerOf, ownerOfSubagent } from '../../sources/beside/beside-files.js'

/** Says whose a file is. What was found is known from then on; a file that is no sub-agent's may become one. */
export function knownOwners(): OwnerOf {
  const known = new Map<string, string>()
  return async (path) => {
    const before = known.get(path)
    if (before !== undefined) return before
    const owner = await ownerOfSubagent(path)
    if (owner !== null) known.set(path, owner)
    return owner
  }
}
