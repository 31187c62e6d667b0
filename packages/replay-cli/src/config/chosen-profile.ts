/** The profile that `--profile` means: one that is known, or one of a module of the user's own. */

import type { Profile, Rule } from '@todo-ledger/core'
import { builtinRules } from '@todo-ledger/core/rules'
import { profileNamed, profilesOf } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { someOf } from '../text/count.js'
import { thereIsNo } from '../text/did-you-mean.js'
import { badModule, exportsOf } from './user-module.js'

/** A profile, with the rules that come with one of the user's own. */
export interface ChosenProfile {
  readonly profile: Profile | undefined
  readonly rules: readonly Rule[]
}

/**
 * The profile that is meant; none where none was given.
 * @throws Failure `unknown-profile`, `bad-own-profile`, and those of a file that can't be read
 */
export async function chosenProfile(given: string | undefined): Promise<ChosenProfile> {
  if (given === undefined) return { profile: undefined, rules: [] }
  if (/\.[cm]?[jt]s$/.test(given)) return ownProfile(given)
  const profile = profileNamed(given)
  if (profile !== undefined) return { profile, rules: [] }
  const names = profilesOf().map(({ name }) => name)
  const isFile = /[/\\]|\.(?:ya?ml|json)$/.test(given)
  const hint = isFile ? ' A profile of your own is exported by a module (.js, .mjs, .ts).' : ''
  throw new Failure('unknown-profile', `${thereIsNo('profile', given, names)}${hint}`)
}

/**
 * The profile of a module: its default export, or the only profile that it exports. Rules that it sets and that are not
 * built in are exports, too.
 */
async function ownProfile(module: string): Promise<ChosenProfile> {
  const wrong = (message: string): Failure => badModule(module, message, 'bad-own-profile')
  const { default: main, ...others } = await exportsOf(module, 'bad-own-profile')
  const exported = Object.values(others)
  const found = isProfile(main) ? [main] : exported.filter(isProfile)
  const [profile] = found
  if (profile === undefined || found.length > 1)
    throw wrong(
      `${found.length > 1 ? `it exports ${found.length} profiles` : 'it exports no profile'}. Export one made by defineProfile, as default.`,
    )
  const rules = exported.filter(isRule)
  const known = new Set([...builtinRules, ...rules].map(({ id }) => id))
  const missing = profile.rules.map(({ id }) => id).filter((id) => !known.has(id))
  if (missing.length === 0) return { profile, rules }
  throw wrong(
    `profile ${JSON.stringify(profile.name)} sets rules that are not built in: ${someOf(missing)}. Export them, too.`,
  )
}

function isProfile(value: unknown): value is Profile {
  return hasFields(value, {
    name: 'string',
    read: 'function',
    reply: 'function',
    settings: 'object',
    rules: 'object',
  })
}

function isRule(value: unknown): value is Rule {
  return hasFields(value, { id: 'string', version: 'number', judges: 'string', check: 'function' })
}

function hasFields(value: unknown, types: { readonly [field: string]: string }): value is object {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(types).every(([field, type]) => typeof Reflect.get(value, field) === type)
}
