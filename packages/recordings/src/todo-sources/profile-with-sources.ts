/** The profile of a session whose todos also stand outside its todo tool. */

import type { Profile } from '@todo-ledger/core'
import { beside } from '@todo-ledger/core/profiles'
import { markdownList } from './markdown/profile.js'
import type { TodoSourceName } from './todo-source.js'

const bySource: { readonly [name in TodoSourceName]: Profile } = { markdown: markdownList }

/** The profile with those of the sources beside it; the very same where there are none. */
export function profileWithSources(profile: Profile, names: readonly TodoSourceName[]): Profile {
  return beside(
    profile,
    names.map((name) => bySource[name]),
  )
}
