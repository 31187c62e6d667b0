/** Loads modules of their users: own rules, own profiles. What they import of this project is what the program itself has. */

import { existsSync, statSync } from 'node:fs'
import { createRequire, register } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Failure, systemMessage } from '../failure.js'
import { codeFolder, isBundled, packageFolder } from '../package-folder.js'
import type { ProgramPackages } from './package-hooks.js'

const importModule: (href: string) => Promise<unknown> =
  createRequire(packageFolder)('./bin/import-module.cjs')

let isRegistered = false

/** What is wrong with a module that is not what it must be. */
type ModuleFault = 'bad-own-rule' | 'bad-own-profile'

/**
 * The exports of a module, by their names.
 * @param module its path as people know it, from the current folder
 * @throws Failure of this code naming the module, and those of a file that can't be read
 */
export async function exportsOf(
  module: string,
  code: ModuleFault,
): Promise<{ readonly [name: string]: unknown }> {
  const path = resolve(module)
  try {
    if (!statSync(path).isFile()) throw badModule(module, 'it is no file.', code)
    giveOwnPackages()
    const loaded: unknown = await importModule(pathToFileURL(path).href)
    return typeof loaded === 'object' && loaded !== null ? { ...loaded } : {}
  } catch (error) {
    if (error instanceof Failure) throw error
    const known = systemMessage(error)
    if (known !== null) throw new Failure(known.code, `${module}: ${known.message}`, { cause: error })
    const [reason = ''] = String(error).split('\n')
    throw badModule(module, `it could not be loaded: ${reason}`, code)
  }
}

export function badModule(module: string, message: string, code: ModuleFault = 'bad-own-rule'): Failure {
  return new Failure(code, `${module}: ${message}`)
}

/** From now on, whatever a module imports of `@todo-ledger/` comes from the program: one copy, one version. */
function giveOwnPackages(): void {
  if (isRegistered) return
  isRegistered = true
  const hooks = new URL(isBundled ? 'package-hooks.js' : 'config/package-hooks.js', codeFolder)
  if (!existsSync(fileURLToPath(hooks))) return // the sources themselves run, as in tests: they find what is linked
  const data: ProgramPackages = {
    program: codeFolder.href,
    packages: isBundled ? new URL('packages/', codeFolder).href : null,
  }
  register(hooks, { data })
}
