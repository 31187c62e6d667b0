// Peers are no dependencies of ours: those that a folder has installed are measured beside us. npm run bench -- --peers FOLDER
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

/** What the goals are meant for: `npm install` these into a folder outside of the repository. */
const peerVersions = {
  '@event-driven-io/emmett': '0.38.5',
  '@reduxjs/toolkit': '2.14.0',
}

/** A peer's package; null where it is not installed. @param folder where peers are */
export function peer(name, folder) {
  if (folder === undefined) return null
  const modules = join(resolve(folder), 'node_modules')
  if (!existsSync(join(modules, name))) return null
  const load = createRequire(join(modules, 'package.json'))
  const { version } = load(join(modules, name, 'package.json'))
  if (version !== peerVersions[name])
    throw new Error(`${name} is to be ${peerVersions[name]}, and ${folder} has ${version}.`)
  return load(name)
}
