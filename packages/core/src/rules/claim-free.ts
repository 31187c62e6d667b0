import { defineRule, type Rule } from './rule.js'

/** An item is claimed only while it is open and nobody else's. Judged when the input is read. */
export const claimFree: Rule = defineRule({
  id: 'claim-free',
  version: 1,
  summary: "An item is claimed only while it is open and nobody else's.",
  judges: 'input',
})
