/** Profiles, with settings of all sizes. */

import fc from 'fast-check'
import type { JsonValue, TodoEvent } from '../../events.js'
import { profileList } from '../../profiles/builtin-profiles.js'
import type { Profile } from '../../profiles/profile.js'
import { driveSession } from '../drive-session.js'
import { arbitrarySession, type SessionSize } from './host-steps.js'

/** The profile with other settings: numbers from 1 to 6, switches either way; texts stay as they are. */
export function arbitrarySettings(profile: Profile): fc.Arbitrary<Profile> {
  const model: { [name: string]: fc.Arbitrary<JsonValue> } = {}
  for (const [name, value] of Object.entries(profile.settings)) {
    if (typeof value === 'number') model[name] = fc.integer({ min: 1, max: 6 })
    if (typeof value === 'boolean') model[name] = fc.boolean()
  }
  return fc.record(model, { requiredKeys: [], noNullPrototype: true }).map((settings) => {
    const shown = `${profile.name} with ${JSON.stringify(settings)}`
    return Object.freeze({ ...profile.with(settings), [fc.toStringMethod]: () => shown })
  })
}

/** Any built-in profile with any settings. */
export function arbitraryProfile(): fc.Arbitrary<Profile> {
  return fc.oneof(...profileList.map(arbitrarySettings))
}

/** The log of a whole session under a profile. Follow it with `await`: a log comes from driving a session. */
export function arbitraryLog(
  profile: Profile,
  size: SessionSize = {},
): fc.Arbitrary<Promise<readonly TodoEvent[]>> {
  return arbitrarySession(profile, size).map(async (steps) => (await driveSession(profile, steps)).events)
}
