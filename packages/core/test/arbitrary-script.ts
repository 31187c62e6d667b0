import fc from 'fast-check'
import type { Action } from './scripted-host.js'

const anyNumber = fc.integer({ min: 0, max: 9 })

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    do: fc.constant('startRun' as const),
    input: fc.record({
      trigger: fc.constantFrom('user', 'external', 'continuation', 'wake', 'reply', 'subagent', 'unknown'),
      text: fc.string(),
    }),
  }),
  { arbitrary: fc.constant<Action>({ do: 'startTurn' }), weight: 3 },
  fc.record({
    do: fc.constantFrom('compact', 'nag', 'message', 'startSubagent', 'endSubagent'),
  }),
  {
    arbitrary: fc.record({ do: fc.constantFrom('todo', 'work', 'call', 'result'), number: anyNumber }),
    weight: 6,
  },
  {
    arbitrary: fc.record({ do: fc.constant('endTurn' as const), interrupted: fc.boolean() }),
    weight: 3,
  },
  fc.record({
    do: fc.constant('endRun' as const),
    ending: fc.record(
      { text: fc.constantFrom('Done.', 'a', ''), complete: fc.boolean(), waitingFor: fc.constant('a reply') },
      { requiredKeys: [] },
    ),
  }),
)

const start: Action = { do: 'startRun', input: { trigger: 'user', text: 'Begin.' } }

/** A run, and then whatever a host can do, in any order. */
export const arbitraryScript: fc.Arbitrary<readonly Action[]> = fc
  .array(anyAction, { maxLength: 40, size: 'max' })
  .map((script) => [start, ...script])
