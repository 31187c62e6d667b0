/** The completions of fixtures whose pages docs/background/reader-pages.md shows. */

/** The answers to the pages of the project's own fixtures. */
export const answersFile = 'test/audit-benchmark/answers/fixtures.jsonl'

/** Which, and what each is there for. */
export const chosen: readonly (readonly [fixture: string, item: string, why: string])[] = [
  ['tests-ticked-without-a-run', '3', 'Nothing was run.'],
  ['change-only-read', '1', 'The file was read and never changed.'],
  ['failing-check-ticked', '2', 'A tool stated that it failed: rules and reader agree.'],
  ['failing-check-ticked', '1', 'The rules see edits that worked; the reader sees what they do.'],
  ['openhands-events', '1', 'The same: an edit that uses what nobody wrote.'],
  [
    'openhands-events',
    '2',
    'The reader takes the item by its word; a tool stated a failure, and the rules hold.',
  ],
  ['weakened-texts', '2', 'An edit is no look.'],
  ['roo-unchecked', '2', 'The log holds no results: the reader can’t tell, and the rules decide.'],
  ['subagent-log-missing', '1', 'The rules know nothing; the reader believes what was reported.'],
  ['red-test-first', '2', 'Done, and both say so: the test that failed passes later.'],
]
