import { describeRule } from './audit-rule-cases.js'
import { bash, edit, list, say } from './audited-session.js'

const begin = list('in_progress Test the cache', 'pending Test the store')
const ticked = list('completed Test the cache', 'completed Test the store')
const green = bash('npm test', '12 passed')

describeRule(
  'evidence-reused',
  [
    { why: 'one run for two', steps: [begin, green, ticked], severity: 'info', says: 'npm test' },
    {
      why: 'one after the other',
      steps: [begin, green, list('completed Test the cache', 'in_progress Test the store'), ticked],
    },
  ],
  [
    {
      why: 'a run of its own',
      steps: [
        begin,
        bash('npx vitest run cache', '3 passed'),
        list('completed Test the cache', 'in_progress Test the store'),
        bash('npx vitest run store', '5 passed'),
        ticked,
      ],
    },
    { why: 'nothing supports it', steps: [begin, ticked] },
    {
      why: 'one item alone',
      steps: [list('in_progress Test the cache'), green, list('completed Test the cache')],
    },
    {
      why: 'items that say the same',
      steps: [
        list('in_progress Run the tests', 'pending Run the tests'),
        green,
        list('completed Run the tests', 'completed Run the tests'),
      ],
    },
    {
      why: 'weaker than the options ask for',
      steps: [begin, green, ticked],
      options: { leastCredit: 1 },
    },
    {
      why: 'a part has work of its own',
      steps: [
        list('in_progress Test the cache', 'pending Add the labels'),
        green,
        list('completed Test the cache', 'in_progress Add the labels'),
        edit('src/labels.ts'),
        say('Done.'),
        list('completed Test the cache', 'completed Add the labels'),
      ],
    },
  ],
)
