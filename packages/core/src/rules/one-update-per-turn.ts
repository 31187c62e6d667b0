import { type Breach, defineRule, type Rule } from './rule.js'

/**
 * The list is written at most once in a turn; a refused call counts too. Source: docs/sources/todo-list-middleware.md. With the option `tools` only
 * calls of these count: whole lists, where single items may be changed as often as one likes.
 */
export const oneUpdatePerTurn: Rule = defineRule({
  id: 'one-update-per-turn',
  version: 1,
  summary: 'The list is written at most once in a turn (option tools: by these tools).',
  defaults: { tools: [] },
  check(next, context) {
    const { tools } = context.options
    const counts = (tool: string) => !Array.isArray(tools) || tools.length === 0 || tools.includes(tool)
    const writes = next.turn.writers.filter(counts).length
    // A list that is taken over between turns is no call of the last one.
    if (!next.turn.open || context.query || !counts(context.tool) || writes <= 1) return []
    return [crowdedTurn(writes)]
  },
})

/** The breach of a turn with so many writes. */
export function crowdedTurn(writes: number): Breach {
  return {
    message: 'The todo list may be updated only once in a turn',
    expected: 1,
    received: writes,
    fix: 'Send one call with the whole list in the next turn.',
  }
}
