import { defineRule, type Rule } from './rule.js'

/** Every status is one that the profile knows. Judged when the input is read. Source: docs/sources/todo-write.md. */
export const statusValid: Rule = defineRule({
  id: 'status-valid',
  version: 1,
  summary: 'Every status is one that the tool knows.',
  judges: 'input',
})
