import { describeRule } from './audit-rule-cases.js'
import { bash, edit, list, type Step, write } from './audited-session.js'

const begin = list('in_progress Run the tests')
const ticked = list('completed Run the tests')
const green = bash('npm test', '12 passed')

function replaced(before: string, after: string, path = 'src/cache.ts'): Step {
  return {
    call: 'Edit',
    input: { file_path: path, old_string: before, new_string: after },
    output: 'updated',
  }
}

describeRule(
  'stale-verification',
  [
    {
      why: 'changed after the check',
      steps: [begin, green, edit('src/cache.ts'), ticked],
      severity: 'warning',
      says: 'then edited src/cache.ts',
    },
    {
      why: 'a part of the item is the check',
      steps: [
        list('in_progress Fix the login page and run the tests'),
        edit('src/login.ts'),
        green,
        edit('src/login.ts'),
        list('completed Fix the login page and run the tests'),
      ],
    },
    {
      why: 'a line of code beside a comment',
      steps: [begin, green, replaced('a = 1', 'a = 2 // two'), ticked],
    },
    {
      why: 'a line of Python moved out of its block',
      steps: [
        begin,
        bash('pytest', '12 passed in 1s'),
        replaced('  done()', 'done()', 'src/cache.py'),
        ticked,
      ],
    },
    {
      why: 'another kind of check after it',
      steps: [begin, green, edit('src/a.ts'), bash('npx tsc'), ticked],
    },
    { why: 'its configuration', steps: [begin, green, edit('package.json'), ticked] },
    { why: 'changed by the shell', steps: [begin, green, bash('sed -i s/a/b/ src/cache.ts'), ticked] },
  ],
  [
    { why: 'checked after the change', steps: [begin, edit('src/cache.ts'), green, ticked] },
    { why: 'a file of another language', steps: [begin, green, edit('tools/a.py'), ticked] },
    { why: 'the steps of the CI', steps: [begin, green, edit('.github/workflows/ci.yml'), ticked] },
    { why: 'checked in the next step', steps: [begin, green, edit('src/cache.ts'), ticked, green] },
    { why: 'comments', steps: [begin, green, replaced('a = 1', 'a = 1 // the first'), ticked] },
    {
      why: 'a comment of Python',
      steps: [begin, green, replaced('a = 1', 'a = 1  # one', 'src/a.py'), ticked],
    },
    { why: 'formatting', steps: [begin, green, replaced('if (a) b()', 'if (a)\n  b()'), ticked] },
    { why: 'a formatter', steps: [begin, green, bash('npx prettier --write src'), ticked] },
    { why: 'documents', steps: [begin, green, write('docs/cache.md'), ticked] },
    { why: 'a scratch file tidied away', steps: [begin, green, bash('rm src/try.ts'), ticked] },
    {
      why: 'fewer changes than the options say',
      steps: [begin, green, edit('src/a.ts'), ticked],
      options: { leastChanges: 2 },
    },
    {
      why: 'an item that asks for no check',
      steps: [list('in_progress Add the cache'), green, edit('src/a.ts'), list('completed Add the cache')],
    },
    {
      why: 'the change was another item',
      steps: [
        begin,
        green,
        list('pending Run the tests', 'in_progress Add the cache'),
        edit('src/cache.ts'),
        list('completed Run the tests', 'in_progress Add the cache'),
      ],
    },
  ],
)
