import { describeRule } from './audit-rule-cases.js'
import { ask, bash, edit, list, read, type Step } from './audited-session.js'

const compaction: Step = { compacted: true }
const begin = [list('in_progress Add the cache', 'pending Translate the labels'), edit('src/cache.ts')]
const ticked = list('completed Add the cache', 'completed Translate the labels')

describeRule(
  'compaction-flip',
  [
    { why: 'ticked at once', steps: [...begin, compaction, ticked], severity: 'warning', says: 'Item 2' },
    { why: 'after a look around', steps: [...begin, compaction, bash('git status'), ticked] },
    {
      why: 'later, where the options say so',
      steps: [...begin, compaction, read('a.md'), read('b.md'), read('c.md'), ticked],
      options: { mostCalls: 3 },
    },
  ],
  [
    { why: 'no compaction', steps: [...begin, ticked] },
    {
      why: 'done before it',
      steps: [...begin, edit('src/labels.ts', 'translate labels'), compaction, ticked],
    },
    {
      why: 'a build before it, which is little but its own',
      steps: [
        list('in_progress Verify that the login page works'),
        bash('npm run build', 'built in 2s'),
        compaction,
        list('completed Verify that the login page works'),
      ],
    },
    { why: 'done after it', steps: [...begin, compaction, edit('src/labels.ts'), ticked] },
    {
      why: 'much later',
      steps: [...begin, compaction, read('a.md'), read('b.md'), read('c.md'), ticked],
    },
    {
      why: 'an update between',
      steps: [
        ...begin,
        compaction,
        list('completed Add the cache', 'in_progress Translate the labels'),
        ticked,
      ],
    },
    {
      why: 'the log begins with it',
      steps: [compaction, list('in_progress Translate the labels'), list('completed Translate the labels')],
    },
    { why: 'the user asked for something', steps: [...begin, compaction, ask('Leave the labels.'), ticked] },
  ],
)
