/** Loads modules of their users: own rules, own profiles. What they import of this project is what the program itself has. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire, register } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { JsonValue } from '@todo-ledger/core'
import { Failure, systemMessage } from '../failure.js'
import { codeFolder, isBundled, packageFolder } from '../package-folder.js'
import { packageVersion } from '../package-version.js'
import type { ProgramPackages } from './package-hooks.js'

const importModule: (href: string) => Promise<unknown> =
  createRequire(packageFolder)('./bin/import-module.cjs')

let isRegistered = false

/** What is wrong with a module that is not what it must be. */
export type ModuleFault = 'bad-own-rule' | 'bad-own-profile'

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
    if (!statSync(path).isFile()) throw badModule(module, 'it is no file.', { code })
    giveOwnPackages()
    const loaded: unknown = await importModule(pathToFileURL(path).href)
    return typeof loaded === 'object' && loaded !== null ? { ...loaded } : {}
  } catch (error) {
    if (error instanceof Failure) throw error
    const known = systemMessage(error)
    if (known !== null) throw new Failure(known.code, `${module}: ${known.message}`, { cause: error })
    const [reason = ''] = String(error).split('\n')
    throw badModule(module, `it could not be loaded: ${reason}`, { code, cause: error })
  }
}

/** A module that is not what it must be. Where it was made with another version of this project, both are named. */
export function badModule(
  module: string,
  message: string,
  { code = 'bad-own-rule', ...options }: ErrorOptions & { readonly code?: ModuleFault } = {},
): Failure {
  const installed = installedBeside(resolve(module))
  const own = packageVersion()
  const versions =
    installed === null || installed.version === own
      ? ''
      : ` (${installed.name} ${installed.version} is installed beside it; todo-replay is ${own})`
  return new Failure(code, `${module}: ${message}${versions}`, options)
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

/** The package of this project that a module would get without the program. */
function installedBeside(path: string): { readonly name: string; readonly version: string } | null {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    for (const name of ['@todo-ledger/audit', '@todo-ledger/core']) {
      const version = versionIn(join(folder, 'node_modules', name, 'package.json'))
      if (version !== null) return { name, version }
    }
    if (folder === dirname(folder)) return null
  }
}

function versionIn(file: string): string | null {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const isPackage = typeof parsed === 'object' && parsed !== null && 'version' in parsed
    return isPackage ? String(parsed.version) : null
  } catch {
    return null
  }
}

/** True for a value as JSON has it, of no great depth. */
export function isJson(value: unknown, depth = 0): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth > 20) return false
  return Object.values(value).every((entry) => isJson(entry, depth + 1))
}
