import { defineRule, type Rule } from './rule.js'

/** The input has the shape that the tool takes. Judged when the input is read. */
export const inputShape: Rule = defineRule({
  id: 'input-shape',
  version: 1,
  summary: 'The input has the shape that the tool takes.',
  judges: 'input',
})
