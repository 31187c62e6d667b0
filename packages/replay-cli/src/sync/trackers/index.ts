/** The kinds of trackers. Another one is a file here and a line in the list. */

import { Failure } from '../../failure.js'
import type { Environment } from '../../text/style.js'
import type { Tracker, TrackerKind } from '../tracker.js'
import { github } from './github.js'
import { jsonLines } from './json-lines.js'

const kinds: readonly TrackerKind[] = [github, jsonLines]

/** How trackers are named, for people. */
export const trackerForms: string = kinds.map(({ form }) => form).join(', ')

/**
 * The tracker of a name such as `github:owner/repository`.
 * @throws Failure `usage`
 */
export function openTracker(name: string, env: Environment): Promise<Tracker> {
  const sign = name.indexOf(':')
  const kind = kinds.find(({ prefix }) => prefix === name.slice(0, Math.max(0, sign)))
  const address = name.slice(sign + 1)
  if (kind !== undefined && address !== '') return kind.open(address, env)
  throw new Failure('usage', `--with ${JSON.stringify(name)} is not a tracker. Give one of: ${trackerForms}.`)
}
