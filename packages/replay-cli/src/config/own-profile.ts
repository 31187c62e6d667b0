/** A profile of a user's own: code, in a module that is named. */

import type { Profile } from '@todo-ledger/core'
import { builtinRules, type Rule } from '@todo-ledger/core/rules'
import type { Failure } from '../failure.js'
import { someOf } from '../text/count.js'
import { badModule, exportsOf } from './user-module.js'

/** A profile, and what it needs to be driven. */
export interface OwnProfile {
  /** The profile. */
  readonly profile: Profile
  /** The rules that its module exports beside it. */
  readonly rules: readonly Rule[]
}

/**
 * The profile of a module: its default export, or the only profile that it exports. Rules that it sets and that are not
 * built in are exports, too.
 * @param module its path as people know it, from the current folder
 * @throws Failure `bad-own-profile` naming the module and what was expected, and those of a file that can't be read
 */
export async function loadOwnProfile(module: string): Promise<OwnProfile> {
  const { default: main, ...others } = await exportsOf(module, 'bad-own-profile')
  const exported = Object.values(others)
  const found = isProfile(main) ? [main] : exported.filter(isProfile)
  const [profile] = found
  if (profile === undefined || found.length > 1) {
    const which = found.length > 1 ? `it exports several profiles (${namesOf(found)}), and none` : 'none'
    throw wrong(
      module,
      `${which} of its exports is the profile. Export one made by defineProfile, as default.`,
    )
  }
  const rules = exported.filter(isRule)
  const known = new Set([...builtinRules, ...rules].map(({ id }) => id))
  const missing = profile.rules.map(({ id }) => id).filter((id) => !known.has(id))
  if (missing.length === 0) return { profile, rules }
  throw wrong(
    module,
    `profile ${JSON.stringify(profile.name)} sets rules that are not built in: ${someOf(missing)}. Export them, too.`,
  )
}

function wrong(module: string, message: string): Failure {
  return badModule(module, message, { code: 'bad-own-profile' })
}

function namesOf(profiles: readonly Profile[]): string {
  return someOf(profiles.map(({ name }) => JSON.stringify(name)))
}

/** What `defineProfile` makes. */
function isProfile(value: unknown): value is Profile {
  return (
    hasFields(value, { name: 'string', read: 'function', reply: 'function', render: 'function' }) &&
    hasFields(value, { continuation: 'function', with: 'function', settings: 'object' }) &&
    Array.isArray(Reflect.get(value, 'tools')) &&
    Array.isArray(Reflect.get(value, 'rules'))
  )
}

/** What `defineRule` makes. */
function isRule(value: unknown): value is Rule {
  return hasFields(value, { id: 'string', version: 'number', judges: 'string', check: 'function' })
}

function hasFields(value: unknown, types: { readonly [field: string]: string }): value is object {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(types).every(([field, type]) => typeof Reflect.get(value, field) === type)
}
