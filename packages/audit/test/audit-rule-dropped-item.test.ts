import { describeRule } from './audit-rule-cases.js'
import { ask, bash, edit, list, type Step } from './audited-session.js'

/** An item beside others, which the next update leaves out. */
function dropped(text: string, ...rest: readonly string[]): readonly Step[] {
  return [
    list('in_progress Add the cache', `pending ${text}`, ...rest.map((other) => `pending ${other}`)),
    edit('src/cache.ts'),
    list('completed Add the cache', ...rest.map((other) => `pending ${other}`)),
  ]
}

/** An item beside another, in whose place the next update puts new ones. */
function renewed(text: string, ...renewals: readonly string[]): readonly Step[] {
  return [
    list(`pending ${text}`, 'in_progress Add the cache'),
    edit('src/cache.ts'),
    list('in_progress Add the cache', ...renewals.map((other) => `pending ${other}`)),
  ]
}

describeRule(
  'dropped-item',
  [
    {
      why: 'it vanished',
      steps: dropped('Translate the labels'),
      severity: 'warning',
      says: 'still pending',
    },
    { why: 'another took its place', steps: renewed('Translate the labels', 'Tidy up') },
    { why: 'a text of verbs alone', steps: dropped('Run the tests') },
    { why: 'a text of verbs alone, beside others', steps: dropped('Test the changes', 'Commit the changes') },
    { why: 'two checks', steps: dropped('Run tests and lint', 'Commit the changes') },
    { why: 'Chinese, of verbs alone', steps: dropped('运行测试') },
    { why: 'one identifier is one word', steps: dropped('Write docs for SessionStore', 'Test SessionStore') },
    {
      why: 'the same deed on another thing',
      steps: dropped('Create the UserCard component', 'Create the ProductCard component'),
    },
    {
      why: 'three with one update are one finding',
      steps: [
        list(
          'in_progress Add the cache',
          'pending Translate the labels',
          'pending Deploy the service',
          'pending Run the tests',
        ),
        edit('src/cache.ts'),
        list('completed Add the cache'),
      ],
      says: '3 open items vanished from the list with one update: 2 ("Translate the labels"), 3 ("Deploy the service"), 4 ("Run the tests")',
    },
    {
      why: 'removed instead of completed',
      steps: [
        list('in_progress Add the cache', 'pending Translate the labels'),
        edit('src/cache.ts'),
        list('in_progress Translate the labels'),
      ],
      severity: 'info',
      says: 'the log shows its work',
    },
    {
      why: 'removed, and nothing done for it',
      steps: [
        list('in_progress Run the tests', 'pending Translate the labels'),
        edit('src/cache.ts'),
        list('in_progress Translate the labels'),
      ],
      severity: 'warning',
    },
    {
      why: 'its work is there, but nothing came in its place',
      steps: [
        list('in_progress Add the cache', 'pending Run the tests'),
        edit('src/cache.ts'),
        bash('npm test', '12 passed'),
        list('completed Add the cache'),
      ],
      severity: 'warning',
    },
    {
      why: 'a plan that was approved is no new request',
      steps: [
        list('pending Translate the labels', 'pending Add the cache'),
        { call: 'ExitPlanMode', input: { plan: 'Add the cache.' }, output: 'User has approved your plan.' },
        list('pending Add the cache'),
      ],
    },
  ],
  [
    {
      why: 'a completed one left',
      steps: [
        list('completed Add the cache', 'pending Translate the labels'),
        list('pending Translate the labels'),
      ],
    },
    { why: 'reworded', steps: renewed('Translate the labels', 'Translate all labels to German') },
    { why: 'a text of verbs alone, reworded', steps: renewed('Run the tests', 'Run all tests again') },
    { why: 'verbs alone for a thing', steps: renewed('Run login tests', 'Run the tests') },
    { why: 'two checks split', steps: renewed('Run tests and lint', 'Run the unit tests', 'Run the linter') },
    { why: 'listed twice', steps: dropped('Run the tests', 'Run the tests and lint') },
    {
      why: 'split',
      steps: [
        list('pending Translate the labels and the messages'),
        list('pending Translate the labels', 'pending Translate the messages'),
      ],
    },
    {
      why: 'merged',
      steps: [
        list('pending Translate the labels', 'pending Translate the messages'),
        list('pending Translate labels and messages'),
      ],
    },
    {
      why: 'a new request',
      steps: [
        list('pending Translate the labels'),
        ask('Forget that. Fix the login first.'),
        list('in_progress Fix the login'),
      ],
    },
    {
      why: 'an answer of the user',
      steps: [
        list('pending Translate the labels'),
        { call: 'AskUserQuestion', input: { questions: [] }, output: 'Only the login, please.' },
        list('in_progress Fix the login'),
      ],
    },
    {
      why: 'a compaction',
      steps: [list('pending Translate the labels'), { compacted: true }, list('in_progress Fix the login')],
    },
  ],
)
