/** What real programs of Claude Code put into a recording beside the conversation: `npm run trial -- agents` found it. */

import { expect, test } from 'vitest'
import { answered, call, read, said, system, type TestRecord, table } from './records.js'

test('a run that is over ends before a compaction that the person asked for, not before any other', async () => {
  const compacted = async (trigger: string): Promise<string> => {
    const { steps } = await read([
      said('Do it'),
      answered('m1', 'Done.'),
      system('compact_boundary', { compactMetadata: { trigger, preTokens: 110 } }),
      said('What was done.', { isCompactSummary: true }),
      said('<command-name>/compact</command-name>'),
      answered('m2', 'More.'),
    ])
    return table(steps)
  }
  expect(await compacted('manual')).toMatchInlineSnapshot(`
      "
      s1 1 session claude-code
      s1 1 input user: Do it
      s1 2 turn
      s1 2 message assistant: Done.
      s1 2 turn-end
      s1 2 run-end
      s1 3 compaction: What was done.
      s1 6 input unknown: /compact
      s1 6 turn
      s1 6 message assistant: More.
      s1 6 turn-end
      s1 6 run-end
      "
    `)
  expect(await compacted('auto')).toMatchInlineSnapshot(`
      "
      s1 1 session claude-code
      s1 1 input user: Do it
      s1 2 turn
      s1 2 message assistant: Done.
      s1 2 turn-end
      s1 3 compaction: What was done.
      s1 3 run-end
      s1 6 input unknown: /compact
      s1 6 turn
      s1 6 message assistant: More.
      s1 6 turn-end
      s1 6 run-end
      "
    `)
})

test('what the program writes in place of an answer is no turn; that an answer failed is one', async () => {
  const synthetic = (text: string): TestRecord => ({
    message: { id: `made ${text}`, model: '<synthetic>', content: [{ type: 'text', text }] },
  })
  const { steps } = await read([
    said('Wait'),
    answered('m1', call('c1', 'Bash')),
    said('[Request interrupted by user for tool use]'),
    answered('m2', '', { ...synthetic('No response requested.'), isApiErrorMessage: false }),
    answered('m3', '', synthetic('No response requested.')),
    said('Go on'),
    answered('m4', '', { ...synthetic('API Error: 500'), isApiErrorMessage: true }),
  ])
  expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1 1 session claude-code
      s1 1 input user: Wait
      s1 2 turn
      s1 2 call c1 Bash {}
      s1 2 turn-end interrupted
      s1 3 run-end incomplete
      s1 6 input user: Go on
      s1 7 turn
      s1 7 message assistant: API Error: 500
      s1 7 turn-end
      s1 7 run-end
      "
    `)
})

test('a fork whose inputs name the session that it goes on from is one session', async () => {
  const { steps } = await read([
    said('Go', { sessionId: 's-old', uuid: 'asked' }),
    answered('m1', 'Done.', { sessionId: 's-new', parentUuid: 'asked' }),
    said('More', { sessionId: 's-old', uuid: 'asked again' }),
    answered('m2', 'More is done.', { sessionId: 's-new', parentUuid: 'asked again' }),
    said('Elsewhere', { sessionId: 's-new' }),
    answered('m3', 'Here.', { sessionId: 's-new' }),
  ])
  expect(table(steps)).toMatchInlineSnapshot(`
      "
      s-new 1 session claude-code
      s-new 1 input user: Go
      s-new 2 turn
      s-new 2 message assistant: Done.
      s-new 2 turn-end
      s-new 2 run-end
      s-new 3 input user: More
      s-new 4 turn
      s-new 4 message assistant: More is done.
      s-new 4 turn-end
      s-new 4 run-end
      s-new 5 input user: Elsewhere
      s-new 6 turn
      s-new 6 message assistant: Here.
      s-new 6 turn-end
      s-new 6 run-end
      "
    `)
})
