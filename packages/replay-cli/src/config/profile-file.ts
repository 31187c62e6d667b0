/**
 * A profile in a file: `profile: loki` and the settings beside it, as YAML or JSON; or the file that an agent of the system
 * has itself, of which what concerns todos is read.
 */

import { HostError, type Profile } from '@todo-ledger/core'
import { profileNamed, profilesOf } from '@todo-ledger/recordings'
import leven from 'leven'
import * as v from 'valibot'
import { Failure } from '../failure.js'
import { didYouMean } from '../text/did-you-mean.js'
import { expected, json, keysAndValues, SettingsFile } from './settings-file.js'

/**
 * Reads a profile's file. YAML is read as version 1.2 has it, of which JSON is a part.
 * @param path the path as the person gave it
 * @throws Failure `bad-profile-file` naming the file, the line, the key and what was expected; `unknown-profile`,
 * and those of a file that can't be read
 */
export function readProfileFile(path: string): Profile {
  const file = new SettingsFile(path, 'bad-profile-file')
  const names = profilesOf().map(({ name }) => name)
  const nameExpected = expected(`the name of a profile (${names.join(', ')})`)
  const { profile: given, ...settings } = file.as(
    v.pipe(
      keysAndValues('keys and values, such as "profile: loki"'),
      v.objectWithRest({ profile: v.optional(v.string(nameExpected)) }, json),
    ),
  )
  const agentOf = given === undefined ? systemOf(Object.keys(settings)) : undefined
  const name = given ?? agentOf?.name
  if (name === undefined) throw file.failure(['profile'], nameExpected({ input: undefined }))
  let profile = profileNamed(name)
  if (profile === undefined) {
    throw new Failure(
      'unknown-profile',
      `${path}: profile: there is no profile ${JSON.stringify(name)}.${didYouMean(name, names)} There are ${names.join(', ')}.`,
    )
  }
  for (const [key, value] of Object.entries(settings)) {
    if (agentOf !== undefined && isNotOfTodos(file, key, value, agentOf)) continue
    try {
      profile = profile.with({ [key]: value })
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'bad-setting') throw error
      throw file.failure([key], error.message, error)
    }
  }
  return profile
}

/** A key that differs in no more letters from a setting's name is meant to be it. */
const mostSlips = 2

/** The system of whose own names for settings most stand among these keys; undefined where none does. */
function systemOf(keys: readonly string[]): Profile | undefined {
  const known = ({ sourceNames }: Profile) => keys.filter((key) => sourceNames.includes(key)).length
  const [first] = profilesOf().toSorted((one, other) => known(other) - known(one))
  return first !== undefined && known(first) > 0 ? first : undefined
}

/**
 * True for what an agent's own file holds beside the settings of todos, and for a key without a value.
 * @throws Failure for a key that looks like a setting's name and is none
 */
function isNotOfTodos(
  file: SettingsFile,
  key: string,
  value: unknown,
  { name, sourceNames }: Profile,
): boolean {
  if (sourceNames.includes(key)) return value === null
  const near = sourceNames.find((known) => leven(known, key) <= mostSlips)
  if (near !== undefined) {
    throw file.failure([key], `Profile ${name} has no setting ${JSON.stringify(key)}. Did you mean ${near}?`)
  }
  return true
}
