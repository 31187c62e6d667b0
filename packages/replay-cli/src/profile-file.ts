/** A profile in a file: `profile: loki` and the settings beside it, as YAML or JSON. */

import { readFileSync } from 'node:fs'
import { HostError, type JsonValue, type Profile, profileList, profileNamed } from '@todo-ledger/core'
import { parse, YAMLParseError } from 'yaml'
import { Failure, systemMessage } from './failure.js'
import { didYouMean } from './text/did-you-mean.js'

/**
 * Reads a profile's file. YAML is read as version 1.2 has it, of which JSON is a part.
 * @param file the path as the person gave it
 * @param named the profile that was named beside it: the file must be of the same, and need not say so
 * @throws Failure `bad-profile-file` naming the file, the key and what was expected; `unknown-profile`, `usage`, and
 * those of a file that can't be read
 */
export function readProfileFile(file: string, named: Profile | undefined): Profile {
  const settings = settingsOf(file)
  const profile = profileOf(file, settings.get('profile'), named)
  let set = profile
  for (const [key, value] of settings) {
    if (key !== 'profile') set = withSetting(file, set, key, value)
  }
  return set
}

function settingsOf(file: string): ReadonlyMap<string, unknown> {
  const content = parsed(file)
  if (!(content instanceof Map)) {
    throw wrong(file, 'expected keys and values, such as "profile: loki"', content)
  }
  const settings = new Map<string, unknown>()
  for (const [key, value] of content) {
    if (typeof key !== 'string') throw wrong(file, 'expected every key to be a text', key)
    settings.set(key, value)
  }
  return settings
}

function parsed(file: string): unknown {
  try {
    // As maps: a key such as `__proto__` is a key as any other.
    return parse(readFileSync(file, 'utf8'), { mapAsMap: true, logLevel: 'error' })
  } catch (error) {
    const told = systemMessage(error)
    if (told !== null) throw new Failure(told.code, `${file}: ${told.message}`, { cause: error })
    if (!(error instanceof YAMLParseError || error instanceof ReferenceError)) throw error
    const [reason = ''] = error.message.split('\n')
    throw new Failure('bad-profile-file', `${file}: it is neither YAML nor JSON: ${reason}`, { cause: error })
  }
}

function profileOf(file: string, name: unknown, named: Profile | undefined): Profile {
  const names = profileList.map((each) => each.name)
  const known = names.join(', ')
  if (name === undefined && named !== undefined) return named
  if (typeof name !== 'string') throw wrong(file, `profile: expected the name of a profile (${known})`, name)
  const profile = profileNamed(name)
  if (profile === undefined) {
    throw new Failure(
      'unknown-profile',
      `${file}: profile: there is no profile ${JSON.stringify(name)}.${didYouMean(name, names)} There are ${known}.`,
    )
  }
  if (named === undefined || named.name === name) return profile
  throw new Failure(
    'usage',
    `--profile names ${named.name} and ${file} is of ${name}. Give one of them, or make them agree.`,
  )
}

function withSetting(file: string, profile: Profile, key: string, value: unknown): Profile {
  try {
    return profile.with({ [key]: jsonOf(value) })
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'bad-setting') throw error
    throw new Failure('bad-profile-file', `${file}: ${key}: ${error.message}`, { cause: error })
  }
}

/** Deeper than this no setting goes; a file that does must not exhaust the stack. */
const deepestSetting = 5

/** The value as JSON; what lies deeper than any setting, and keys that are no texts, are left out. */
function jsonOf(value: unknown, depth = 0): JsonValue {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (Array.isArray(value)) return depth < deepestSetting ? value.map((each) => jsonOf(each, depth + 1)) : []
  if (!(value instanceof Map) || depth >= deepestSetting) return {}
  const entries = [...value].flatMap(([key, each]) =>
    typeof key === 'string' ? [[key, jsonOf(each, depth + 1)] as const] : [],
  )
  return Object.fromEntries(entries)
}

function wrong(file: string, expected: string, got: unknown): Failure {
  const kind =
    got === null || got === undefined ? 'nothing' : Array.isArray(got) ? 'a list' : `a ${typeof got}`
  return new Failure('bad-profile-file', `${file}: ${expected}; got ${kind}.`)
}
