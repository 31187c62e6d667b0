/** The files of many folders. */

import type { RecordedFile } from '../../sources/newest/agent-recordings.js'
import { filesIn } from '../../sources/newest/recorded-files.js'
import { severalAtOnce } from '../several-at-once.js'

/** The files of these names in the folders, in the order of the folders. */
export async function filesOfFolders(
  folders: readonly string[],
  isWanted: (name: string) => boolean,
): Promise<readonly RecordedFile[]> {
  const found = await severalAtOnce(folders, (folder) => filesIn(folder, isWanted))
  return found.flat()
}
