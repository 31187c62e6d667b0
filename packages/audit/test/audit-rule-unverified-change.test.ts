import { describeRule } from './audit-rule-cases.js'
import { bash, edit, failed, list, type Step, write } from './audited-session.js'

const begin = list('in_progress Add the cache')
const ticked = list('completed Add the cache')
const changed = edit('src/cache.ts')

describeRule(
  'unverified-change',
  [
    { why: 'no check at all', steps: [begin, changed, ticked], severity: 'info', says: 'src/cache.ts' },
    { why: 'a check before the change', steps: [begin, bash('npm test', '12 passed'), changed, ticked] },
    {
      why: 'a check that could not run',
      steps: [begin, changed, failed('vitest run', 'bash: vitest: command not found'), ticked],
    },
    { why: 'a formatter checks nothing', steps: [begin, changed, bash('npx prettier --write src'), ticked] },
    {
      why: 'only a kind that the options leave out',
      steps: [begin, changed, bash('npx eslint src'), ticked],
      options: { notEnough: ['lint'] },
    },
    {
      why: 'the check that is still open asks for none',
      steps: [
        list('in_progress Add the cache', 'pending Translate the labels'),
        changed,
        list('completed Add the cache', 'pending Translate the labels'),
      ],
    },
  ],
  [
    { why: 'a check in its time', steps: [begin, changed, bash('npm test', '12 passed'), ticked] },
    { why: 'a check that failed is a check', steps: [begin, changed, failed('npm test'), ticked] },
    { why: 'a check after the mark', steps: [begin, changed, ticked, bash('npm run build', 'built')] },
    {
      why: 'the item promises no change',
      steps: [list('in_progress Find the callers'), changed, list('completed Find the callers')],
    },
    { why: 'a document', steps: [begin, write('docs/cache.md'), ticked] },
    {
      why: 'comments alone',
      steps: [begin, commented('src/cache.ts', 'const a = 1', 'const a = 1 // the first'), ticked],
    },
    {
      why: 'an open item asks for it',
      steps: [
        list('in_progress Add the cache', 'pending Run the tests'),
        changed,
        list('completed Add the cache', 'pending Run the tests'),
      ],
    },
    {
      why: 'the item itself asks for it, which another rule says',
      steps: [
        list('in_progress Add the cache and run the tests'),
        changed,
        list('completed Add the cache and run the tests'),
      ],
    },
    {
      why: 'a sub-agent may have checked it',
      steps: [
        begin,
        changed,
        {
          call: 'Task',
          input: { prompt: 'look it over' },
          output: 'I looked it over, ran everything, and all tests pass.',
        },
        ticked,
      ],
    },
    { why: 'nothing was written', steps: [begin, bash('node make-cache.js'), ticked] },
  ],
)

function commented(path: string, before: string, after: string): Step {
  return {
    call: 'Edit',
    input: { file_path: path, old_string: before, new_string: after },
    output: 'updated',
  }
}
