import type { Profile } from '@todo-ledger/core'
import { BrokenInvariantError, type CheckOptions, checkProfile } from '@todo-ledger/core/testing'

/** What the check of a profile finds, or undefined where it finds nothing. */
export async function brokenOf(
  profile: Profile,
  options: CheckOptions,
): Promise<BrokenInvariantError | undefined> {
  try {
    await checkProfile(profile, options)
    return undefined
  } catch (error) {
    if (error instanceof BrokenInvariantError) return error
    throw error
  }
}
