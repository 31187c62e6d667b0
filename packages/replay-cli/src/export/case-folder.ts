/** The folder of a regression case. */

import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, systemMessage } from '../failure.js'
import { writeWhole } from '../written-file.js'

/**
 * Sees to it that a folder can be that of a new case, before the long work begins.
 * @throws Failure `out`
 */
export function mustBeFree(folder: string): void {
  let names: readonly string[]
  try {
    names = readdirSync(folder)
  } catch (error) {
    const known = systemMessage(error)
    if (known?.code === 'missing') return
    if (known === null) throw error
    throw new Failure('out', `${folder}: ${known.message} Name a new folder.`, { cause: error })
  }
  if (names.length > 0) throw new Failure('out', `${folder} already contains files. Name a new folder.`)
}

/**
 * Writes the files of a case and says where they are.
 * @throws Failure `out`
 */
export function writeCase(folder: string, files: ReadonlyMap<string, string>): readonly string[] {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const known = systemMessage(error)
    if (known === null) throw error
    throw new Failure('out', `${folder} can't be written: ${known.message}`, { cause: error })
  }
  return [...files].map(([name, text]) => {
    const path = join(folder, name)
    writeWhole(path, text)
    return path
  })
}
