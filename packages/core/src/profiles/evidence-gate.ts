/** The setting `evidenceRequired`, which every profile has: completions need support in the log. Off when absent. */

import { HostError } from '../errors.js'
import { type EvidenceRequirement, gateClasses, usualRequirement } from '../rules/evidence-required.js'

/** The name of the setting. */
export const gateSetting = 'evidenceRequired'

/** What every profile takes beside its own settings. */
export type GateSettings = {
  /** Whether a completion needs support in the log, and how much; true: as usual. Off when absent or false. */
  readonly evidenceRequired?: boolean | Partial<EvidenceRequirement>
}

/**
 * The setting with all its fields, or undefined for off.
 * @param profile the profile's name
 * @param given what was set
 * @throws HostError `bad-setting` naming the profile, the field and what was expected
 */
export function readGate(profile: string, given: unknown): EvidenceRequirement | undefined {
  if (given === undefined || given === false) return undefined
  if (given === true) return usualRequirement
  const wrong = (field: string, expected: string): HostError =>
    new HostError('bad-setting', `Setting ${gateSetting}${field} of profile ${profile} must be ${expected}.`)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw wrong('', 'true, false or an object with threshold, releaseAfter and spare')
  }
  const fields = new Map<string, unknown>(Object.entries(usualRequirement))
  for (const [name, value] of Object.entries(given)) {
    if (!fields.has(name)) {
      const known = [...fields.keys()].join(', ')
      throw new HostError(
        'bad-setting',
        `Setting ${gateSetting} of profile ${profile} has no field ${JSON.stringify(name)}. It has: ${known}.`,
      )
    }
    if (value !== undefined) fields.set(name, value)
  }
  const threshold = fields.get('threshold')
  const releaseAfter = fields.get('releaseAfter')
  const spare = fields.get('spare')
  if (typeof threshold !== 'number' || !(threshold >= 0 && threshold <= 1))
    throw wrong('.threshold', 'a number from 0 to 1')
  if (typeof releaseAfter !== 'number' || !Number.isSafeInteger(releaseAfter) || releaseAfter < 0)
    throw wrong('.releaseAfter', 'a whole number from 0 on')
  if (!Array.isArray(spare) || !spare.every((name) => gateClasses.some((known) => known === name)))
    throw wrong('.spare', `a list of classes of items (${gateClasses.join(', ')})`)
  return { threshold, releaseAfter, spare: spare.map(String) }
}
