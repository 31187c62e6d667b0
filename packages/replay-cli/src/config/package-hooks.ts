/** How modules of users find `@todo-ledger/…`: Node.js asks this, in a thread of its own. */

import { existsSync } from 'node:fs'
import type { InitializeHook, ResolveHook } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Where the program is, and the folder of the packages that it holds; null where it is not bundled. */
export interface ProgramPackages {
  readonly program: string
  readonly packages: string | null
}

let own: ProgramPackages | undefined

export const initialize: InitializeHook<ProgramPackages> = (given) => {
  own = given
}

export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const [, name] = /^@todo-ledger\/([a-z-]+(?:\/[a-z-]+)*)$/.exec(specifier) ?? []
  if (own === undefined || name === undefined) return nextResolve(specifier, context)
  if (own.packages !== null) {
    const { href } = new URL(`${name.includes('/') ? name : `${name}/index`}.js`, own.packages)
    if (existsSync(fileURLToPath(href))) return { url: href, format: 'module', shortCircuit: true }
  }
  // Node.js keeps in the context what it is called with.
  const { parentURL } = context
  try {
    return await nextResolve(specifier, { ...context, parentURL: own.program })
  } catch {
    // A package of the user's own that bears such a name.
    return nextResolve(specifier, { ...context, parentURL })
  }
}
