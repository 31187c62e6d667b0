import { defineRule, type Rule } from './rule.js'

/** The list is written at most once in a turn; a refused call counts too. Source: seed 004. */
export const oneUpdatePerTurn: Rule = defineRule({
  id: 'one-update-per-turn',
  version: 1,
  summary: 'The list is written at most once in a turn.',
  check(next, context) {
    const writes = next.turn.updates + next.turn.rejections
    if (context.query || writes <= 1) return []
    return [
      {
        message: 'The todo list may be updated only once in a turn',
        expected: 1,
        received: writes,
        fix: 'Send one call with the whole list in the next turn.',
      },
    ]
  },
})
