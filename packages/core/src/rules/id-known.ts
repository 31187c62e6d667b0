import { defineRule, type Rule } from './rule.js'

/** A call that names an item names one that is in the list. Judged when the input is read. */
export const idKnown: Rule = defineRule({
  id: 'id-known',
  version: 1,
  summary: 'A call that names an item names one that is in the list.',
  judges: 'input',
})
