/** Compiles what is loaded into a process with LD_PRELOAD. */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * @param {URL} source a C file
 * @param {string} target the library to write
 * @returns {string | null} why it cannot be made here, and what to do; null where it was made
 */
export function compileShim(source, target) {
  if (process.platform !== 'linux') return `It runs on Linux, not ${process.platform}.`
  const compiler = process.env['CC'] ?? 'cc'
  const file = fileURLToPath(source)
  const options = [
    '-shared',
    '-fPIC',
    '-O1',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-o',
    target,
    file,
    '-ldl',
    '-lpthread',
  ]
  const { status, stderr, error } = spawnSync(compiler, options, { encoding: 'utf8' })
  if (status === 0) return null
  return `${compiler} did not compile ${file}. ${error?.message ?? stderr}\nInstall a C compiler (gcc or clang) or name one in CC.`
}
