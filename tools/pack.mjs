// Packs what is published, as npm does it in the folder of each package.
import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { packageFolders, readJson, root } from './set-up.mjs'

/** The packages that are published: the folder of each, and its package.json. */
export function publishedPackages() {
  return packageFolders()
    .map((folder) => ({ folder, manifest: readJson(join(folder, 'package.json')) }))
    .filter(({ manifest }) => manifest.private !== true)
}

/**
 * Packs them into a folder.
 * @param {string} target
 * @param {readonly string[]} options more options of npm pack
 * @returns of each its folder, its package.json, the tarball, and the files in that
 */
export function packPackages(target, options = []) {
  const packages = publishedPackages()
  const { status, stdout, stderr, error } = spawnSync(
    'npm',
    [
      ...['pack', '--json', '--loglevel=error', '--pack-destination', target, ...options],
      ...packages.map(({ folder }) => `./${relative(root, folder)}`),
    ],
    { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' },
  )
  if (status !== 0) throw new Error(`npm pack failed: ${error?.message ?? stderr}`)
  const packed = JSON.parse(stdout)
  return packages.map((each, index) => ({
    ...each,
    tarball: join(target, packed[index].filename),
    files: packed[index].files.map((/** @type {{ path: string }} */ { path }) => path),
  }))
}
