import { describeRule } from './audit-rule-cases.js'
import { bash, edit, list, read } from './audited-session.js'

const texts = ['Add the cache', 'Translate the labels', 'Run the tests'] as const
const all = (status: string, others = status) =>
  list(...texts.map((text, index) => `${index === 0 ? status : others} ${text}`))

describeRule(
  'batch-completion',
  [
    {
      why: 'three at once, one of them done',
      steps: [all('in_progress', 'pending'), edit('src/cache.ts'), all('completed')],
      severity: 'warning',
      says: 'nothing in the log supports 1 of them: item 3',
    },
    {
      why: 'one by one with no call between',
      steps: [
        all('in_progress', 'pending'),
        edit('src/cache.ts'),
        all('completed', 'pending'),
        list(`completed ${texts[0]}`, `completed ${texts[1]}`, `in_progress ${texts[2]}`),
        all('completed'),
      ],
    },
    {
      why: 'changes of which none was written',
      steps: [
        list('in_progress Add the cache', 'pending Add the labels', 'pending Add the filter'),
        read('README.md'),
        list('completed Add the cache', 'completed Add the labels', 'completed Add the filter'),
      ],
      says: 'nothing in the log supports 3 of them',
    },
    {
      why: 'two, where the options say so',
      steps: [
        list('in_progress Add the cache', 'pending Run the tests'),
        edit('src/cache.ts'),
        list('completed Add the cache', 'completed Run the tests'),
      ],
      options: { least: 2 },
    },
  ],
  [
    {
      why: 'each is supported',
      steps: [
        all('in_progress', 'pending'),
        edit('src/cache.ts'),
        edit('src/labels.ts'),
        bash('npm test', '12 passed'),
        all('completed'),
      ],
    },
    {
      why: 'one write makes several changes',
      steps: [
        list(
          'in_progress Create src/page.tsx',
          'pending Create src/card.tsx',
          'pending Create src/filter.tsx',
        ),
        edit('src/page.tsx'),
        list(
          'completed Create src/page.tsx',
          'completed Create src/card.tsx',
          'completed Create src/filter.tsx',
        ),
      ],
    },
    {
      why: 'headings of an unknown kind',
      steps: [
        edit('src/cache.ts'),
        list('completed Phase 1 (5/5)', 'completed Phase 2 (4/4)', 'completed Add the cache'),
      ],
    },
    {
      why: 'two at once',
      steps: [
        list('in_progress Add the cache', 'pending Run the tests'),
        edit('src/cache.ts'),
        list('completed Add the cache', 'completed Run the tests'),
      ],
    },
    {
      why: 'calls between',
      steps: [
        all('in_progress', 'pending'),
        edit('src/cache.ts'),
        all('completed', 'pending'),
        read('README.md'),
        list(`completed ${texts[0]}`, `completed ${texts[1]}`, `pending ${texts[2]}`),
        read('README.md'),
        all('completed'),
      ],
    },
    {
      why: 'the doubtful one may lie in a gap',
      steps: [
        list('in_progress Run the tests', 'pending Add the cache', 'pending Translate the labels'),
        edit('src/cache.ts'),
        edit('src/labels.ts'),
        { call: 'Bash', input: { command: 'npm test' }, ok: null },
        list('completed Run the tests', 'completed Add the cache', 'completed Translate the labels'),
      ],
    },
  ],
)
