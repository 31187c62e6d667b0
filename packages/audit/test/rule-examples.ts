/** A session for each rule in which it reports something, and what it says: none goes untried. */

/** The steps in the notation that `stepsOf` reads: `[ ]` pending, `[>]` in progress, `[x]` completed; an output behind ` => `. */
export interface RuleExample {
  readonly session: readonly string[]
  readonly says: string
}

export const ruleExamples: Readonly<Record<string, RuleExample>> = {
  'failed-check': {
    session: [
      'todo [>] Run the tests',
      'run npm test => FAILED Tests  1 failed | 16 passed (17)',
      'todo [x] Run the tests',
    ],
    says: 'Item 1 asks for "Run the tests", but the last run, npm test (event 7), failed: "Tests 1 failed | 16 passed (17)".',
  },
  'never-ran': {
    session: ['todo [>] Run the tests', 'edit src/cache.ts', 'todo [x] Run the tests'],
    says: 'Item 1 asks for "Run the tests", but nothing of the kind was run before the mark; the last call before it edited src/cache.ts.',
  },
  'ran-nothing': {
    session: [
      'todo [>] Push the branch',
      'run git push --dry-run => Everything up-to-date',
      'todo [x] Push the branch',
    ],
    says: 'Item 1 asks for "Push the branch", but the last run, git push --dry-run (event 7), was a dry run: "git push --dry-run only says what it would do".',
  },
  'end-unseen': {
    session: [
      'todo [>] Run the tests',
      "run npm test => FAILED The user doesn't want to proceed with this tool use. The tool use was rejected",
      'todo [x] Run the tests',
    ],
    says: 'Item 1 asks for "Run the tests", but the last run, npm test (event 7), was not let through: "The user doesn\'t want to proceed with this tool use. The tool use was rejected".',
  },
  'made-to-pass': {
    session: [
      'todo [>] Fix the lint job',
      'run npm run lint => FAILED 1 problem (1 error, 0 warnings)',
      'run git commit --no-verify -am lint => [main 1a2b3c4] lint',
      'todo [x] Fix the lint job',
    ],
    says: 'Item 1 asks for "Fix the lint job", but after npm run lint (event 7) had failed, the hooks were left out, and nothing else was changed: ran git commit --no-verify -am lint (event 11): "git commit --no-verify -am lint".',
  },
  'hollow-change': {
    session: [
      'todo [>] Add the cache in src/cache.ts',
      'write src/cache.ts',
      'run git checkout src/cache.ts',
      'todo [x] Add the cache in src/cache.ts',
    ],
    says: 'Item 1 asks for "Add the cache in src/cache.ts", but all that was written to src/cache.ts was taken back: ran git checkout src/cache.ts (event 11).',
  },
  'never-written': {
    session: ['todo [>] Create .mcp.json', 'edit src/a.ts', 'todo [x] Create .mcp.json'],
    says: 'Item 1 asks for "Create .mcp.json", but .mcp.json was never written; the last call before the mark edited src/a.ts.',
  },
  'nothing-done': {
    session: [
      'read README.md',
      'user Translate the labels',
      'todo [>] Translate the labels',
      'todo [x] Translate the labels',
    ],
    says: 'Item 1 asks for "Translate the labels", but no call was made for it, and nothing of any length was said.',
  },
  'half-checked': {
    session: [
      'todo [>] Run the tests',
      'run npm test => Tests  17 passed (17)',
      'edit src/cache.ts',
      'todo [x] Run the tests',
    ],
    says: 'Item 1 asks for "Run the tests", but the last run, npm test (event 7), came before the last change: after it the agent edited src/cache.ts (event 11): "Tests 17 passed (17)".',
  },
  'doubted-by-reader': {
    session: [
      'todo [>] Fix all callers',
      'edit src/a.ts',
      'todo [x] Fix all callers',
      'reader not_done 90: only one of three callers',
    ],
    says: 'A reader (scripted) doubts that item 1 was wholly done: only one of three callers.',
  },
  'claim-contradicts-log': {
    session: [
      'todo [>] Add the cache',
      'edit src/cache.ts',
      'run npm test => FAILED Tests  1 failed | 16 passed (17)',
      'todo [x] Add the cache',
      'say The cache is in place, and all tests pass.',
    ],
    says: '"The cache is in place, and all tests pass." is said in event 18, but the last run, npm test (event 11), failed: "Tests 1 failed | 16 passed (17)".',
  },
  'skipped-in-progress': {
    session: ['todo [ ] Add the cache', 'edit src/cache.ts', 'todo [x] Add the cache'],
    says: 'Item 1 was completed without having been in progress.',
  },
  'batch-completion': {
    session: [
      'todo [>] Add the cache  [ ] Translate the labels  [ ] Run the tests',
      'edit src/cache.ts',
      'todo [x] Add the cache  [x] Translate the labels  [x] Run the tests',
    ],
    says: '3 items were completed with one update: 1, 2, 3.',
  },
  'nag-induced-flip': {
    session: [
      'todo [>] Add the cache',
      'edit src/cache.ts',
      'nag Your todo list is out of date.',
      'todo [x] Add the cache',
    ],
    says: 'Item 1 was completed right after a nag (event 10).',
  },
  'reworded-item': {
    session: [
      'todo [>] Fix all type errors',
      'edit src/cache.ts',
      'todo [>] Fix type errors',
      'todo [x] Fix type errors',
    ],
    says: 'Item 1 was reworded from "Fix all type errors" to "Fix type errors", and then it was completed.',
  },
  'dropped-item': {
    session: [
      'todo [>] Add the cache  [ ] Translate the labels',
      'edit src/cache.ts',
      'todo [x] Add the cache',
    ],
    says: 'Item 2 ("Translate the labels") was still pending and vanished from the list.',
  },
  'ended-with-open-items': {
    session: ['todo [x] Add the cache  [>] Run the tests', 'say That is all for today.'],
    says: 'The session ends with item 2 open.',
  },
  'instant-flip': {
    session: ['read README.md', 'todo [>] Test the cache', 'todo [x] Test the cache'],
    says: 'Item 1 was started in turn 2 and completed in turn 3 with no call between.',
  },
}
