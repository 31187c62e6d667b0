/** What only this person's programs know: a cache that rests on it was written by them, wherever its folder came from. */

import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '../person-folders.js'
import type { Environment } from '../text/style.js'

/** The secret, made at the first need; null where none can be kept. */
export function cacheSecret(env: Environment): string | null {
  try {
    const folder = stateFolder(env)
    const file = join(folder, 'cache-secret')
    return read(file) ?? made(folder, file)
  } catch {
    return null
  }
}

function read(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8')
    return /^[0-9a-f]{64}$/.test(text) ? text : null
  } catch {
    return null
  }
}

/** Made anew or not at all: of several programs that begin at once, the others find the secret of the first next time. */
function made(folder: string, file: string): string {
  const secret = randomBytes(32).toString('hex')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, secret, { mode: 0o600, flag: 'wx' })
  return secret
}
