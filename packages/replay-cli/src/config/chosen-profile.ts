/** The profile that `--profile` means: one that is known, the settings of one in a file, or one of the user's own. */

import type { Profile, Rule } from '@todo-ledger/core'
import { profileNamed, profilesOf } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { didYouMean } from '../text/did-you-mean.js'
import { loadOwnProfile } from './own-profile.js'
import { readProfileFile } from './profile-file.js'

/** A profile, with the rules that come with one of the user's own. */
export interface ChosenProfile {
  readonly profile: Profile | undefined
  readonly rules: readonly Rule[]
}

/**
 * The profile that is meant; none where none was given.
 * @throws Failure `unknown-profile`, `bad-own-profile`, `bad-profile-file`, and those of a file that can't be read
 */
export async function chosenProfile(given: string | undefined): Promise<ChosenProfile> {
  if (given === undefined) return { profile: undefined, rules: [] }
  if (/\.[cm]?[jt]s$/.test(given)) return loadOwnProfile(given)
  const isFile = /[/\\]|\.(?:ya?ml|json)$/.test(given)
  return { profile: isFile ? readProfileFile(given) : knownProfile(given), rules: [] }
}

/**
 * A profile by its name.
 * @throws Failure `unknown-profile`
 */
export function knownProfile(name: string): Profile {
  const profile = profileNamed(name)
  if (profile !== undefined) return profile
  const known = profilesOf().map((each) => each.name)
  throw new Failure(
    'unknown-profile',
    `There is no profile ${JSON.stringify(name)}.${didYouMean(name, known)} There are ${known.join(', ')}.`,
  )
}
