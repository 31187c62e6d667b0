import { readFileSync } from 'node:fs'
import { packageFolder } from './package-folder.js'

/** The version of this package, as its package.json says; empty where it does not. */
export function packageVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8'))
  const isPackage = typeof parsed === 'object' && parsed !== null && 'version' in parsed
  return isPackage ? String(parsed.version) : ''
}
