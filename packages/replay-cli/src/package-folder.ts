/** Where this package is. Its code runs compiled (`dist/`) and, as the program, in one bundle (`program/`). */
import { readFileSync } from 'node:fs'

/** The folder of the package. */
export const packageFolder: URL = new URL('..', import.meta.url)

/** The folder of the code that runs. */
export const codeFolder: URL = new URL('.', import.meta.url)

/** True where the code that runs is the bundle, which has the other packages in it. */
export const isBundled: boolean = codeFolder.pathname.endsWith('/program/')

/** The version of this package, as its package.json says; empty where it does not. */
export function packageVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8'))
  const isPackage = typeof parsed === 'object' && parsed !== null && 'version' in parsed
  return isPackage ? String(parsed.version) : ''
}
