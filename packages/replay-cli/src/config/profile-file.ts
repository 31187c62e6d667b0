/** A profile in a file: `profile: loki` and the settings beside it, as YAML or JSON. */

import { HostError, type Profile } from '@todo-ledger/core'
import { profileNamed, profilesOf } from '@todo-ledger/recordings'
import * as v from 'valibot'
import { Failure } from '../failure.js'
import { didYouMean } from '../text/did-you-mean.js'
import { expected, json, keysAndValues, SettingsFile } from './settings-file.js'

/**
 * Reads a profile's file. YAML is read as version 1.2 has it, of which JSON is a part.
 * @param path the path as the person gave it
 * @param named the profile that was named beside it: the file must be of the same, and need not say so
 * @throws Failure `bad-profile-file` naming the file, the line, the key and what was expected; `unknown-profile`,
 * `usage`, and those of a file that can't be read
 */
export function readProfileFile(path: string, named: Profile | undefined): Profile {
  const file = new SettingsFile(path, 'bad-profile-file')
  const names = profilesOf().map(({ name }) => name)
  const nameExpected = expected(`the name of a profile (${names.join(', ')})`)
  const {
    // Absent, the file is of the profile that was named beside it.
    profile: name = named?.name,
    ...settings
  } = file.as(
    v.pipe(
      keysAndValues('keys and values, such as "profile: loki"'),
      v.objectWithRest({ profile: v.optional(v.string(nameExpected)) }, json),
    ),
  )
  if (name === undefined) throw file.failure(['profile'], nameExpected({ input: undefined }))
  let profile = profileNamed(name)
  if (profile === undefined) {
    throw new Failure(
      'unknown-profile',
      `${path}: profile: there is no profile ${JSON.stringify(name)}.${didYouMean(name, names)} There are ${names.join(', ')}.`,
    )
  }
  if (named !== undefined && named.name !== name) {
    throw new Failure(
      'usage',
      `--profile names ${named.name} and ${path} is of ${name}. Give one of them, or make them agree.`,
    )
  }
  for (const [key, value] of Object.entries(settings)) {
    try {
      profile = profile.with({ [key]: value })
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'bad-setting') throw error
      throw file.failure([key], error.message, error)
    }
  }
  return profile
}
