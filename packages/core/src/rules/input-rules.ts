/** Rules that are judged when the input is read, by the profile that reads it. */

import { defineRule, type Rule } from './rule.js'

const ofInput = (id: string, summary: string): Rule =>
  defineRule({ id, version: 1, summary, judges: 'input' })

export const inputRules: readonly Rule[] = [
  ofInput('input-shape', 'The input has the shape that the tool takes.'),
  ofInput('status-valid', 'Every status is one that the tool knows.'),
  ofInput('id-known', 'A call that names an item names one that is in the list.'),
  ofInput('claim-free', "An item is claimed only while it is open and nobody else's."),
]
