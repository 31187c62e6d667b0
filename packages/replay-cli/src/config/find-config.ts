/** Finds the settings of a project: `todo-replay.config.json` or `.yaml`, from the current folder upwards. */

import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { Failure } from '../failure.js'
import type { FoundPath, SettingsPath } from './found-file.js'

/** The names that a config file may have. */
const configNames: readonly string[] = [
  'todo-replay.config.json',
  'todo-replay.config.yaml',
  'todo-replay.config.yml',
]

/**
 * The config file that a call means: the one that it names, none for `false`, else the one that is found here.
 * @throws Failure `usage` where a folder has two
 */
export function configPath(named: string | false | undefined): SettingsPath | undefined {
  if (named === false) return undefined
  return named === undefined ? findConfig(process.cwd(), homedir()) : { file: named }
}

/**
 * The config file of a folder, or of the nearest one above it that has one: not above the repository's root (`.git`) or
 * the home folder. A folder in neither is looked at alone, for what stands above it may be anybody's.
 * @param from the folder, absolute
 * @param home the home folder
 * @returns the file as it is called from the folder, and the folder that it must not lead out of; or undefined
 * @throws Failure `usage` where a folder has two
 */
export function findConfig(from: string, home: string): FoundPath | undefined {
  const folders = foldersToLookAt(from, home)
  for (const folder of folders) {
    const [found, other] = configNames.filter((name) => existsSync(join(folder, name)))
    if (found === undefined) continue
    const file = relative(from, join(folder, found))
    if (other === undefined) return { file, within: folders.at(-1) ?? folder }
    throw new Failure(
      'usage',
      `${dirname(file)} has both ${found} and ${other}. Remove one of them, or name the one that counts with --config.`,
    )
  }
  return undefined
}

function foldersToLookAt(from: string, home: string): readonly string[] {
  const folders: string[] = []
  const homes = new Set([home, realPath(home)])
  for (let folder = from; ; folder = dirname(folder)) {
    folders.push(folder)
    if (homes.has(folder) || existsSync(join(folder, '.git'))) return folders
    if (dirname(folder) === folder) return [from]
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
