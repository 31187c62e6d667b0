import { describeRule } from './audit-rule-cases.js'
import { ask, bash, edit, list, type Step, write } from './audited-session.js'

const file = 'src/cache.ts'
const begin = list('in_progress Add the cache')
const ticked = list('completed Add the cache')
const done = [begin, edit(file), ticked]

function commented(): Step {
  const input = { file_path: file, old_string: 'a = 1', new_string: 'a = 1 // one' }
  return { call: 'Edit', input, output: 'updated' }
}

describeRule(
  'late-work-after-done',
  [
    {
      why: 'changed twice more',
      steps: [...done, edit(file), edit(file)],
      severity: 'warning',
      says: '2 more changes',
    },
    {
      why: 'a file that it names, ticked before it was begun',
      steps: [
        list('in_progress Update src/cache.ts'),
        edit('src/a.ts'),
        list('completed Update src/cache.ts'),
        edit(file),
        edit(file),
      ],
    },
    { why: 'once, where the options say so', steps: [...done, edit(file)], options: { leastChanges: 1 } },
  ],
  [
    { why: 'changed once more', steps: [...done, edit(file)] },
    { why: 'other files', steps: [...done, edit('src/other.ts'), edit('src/other.ts')] },
    { why: 'the user asked for it', steps: [...done, ask('Make it smaller.'), edit(file), edit(file)] },
    { why: 'reopened', steps: [...done, begin, edit(file), edit(file), ticked] },
    { why: 'comments', steps: [...done, commented(), commented()] },
    {
      why: 'formatting',
      steps: [...done, bash(`npx prettier --write ${file}`), bash(`npx prettier --write ${file}`)],
    },
    {
      why: 'documents',
      steps: [begin, write('docs/cache.md'), ticked, write('docs/cache.md'), write('docs/cache.md')],
    },
    {
      why: 'another item in progress',
      steps: [
        list('in_progress Add the cache', 'pending Add the labels'),
        edit(file),
        list('completed Add the cache', 'in_progress Add the labels'),
        edit(file),
        edit(file),
        list('completed Add the cache', 'completed Add the labels'),
      ],
    },
    {
      why: 'another item is still in progress at the end',
      steps: [
        list('in_progress Add the cache', 'pending Add the labels'),
        edit(file),
        list('completed Add the cache', 'in_progress Add the labels'),
        edit(file),
        edit(file),
      ],
    },
    {
      why: 'a shared file',
      steps: [
        list('in_progress Add the labels', 'pending Add the cache'),
        edit(file),
        list('completed Add the labels', 'in_progress Add the cache'),
        edit(file),
        list('completed Add the labels', 'completed Add the cache'),
        edit(file),
        edit(file),
      ],
    },
    {
      why: 'an item that was never started may have done it',
      steps: [
        list('in_progress Add the cache', 'pending Add the labels'),
        edit(file),
        list('completed Add the cache', 'pending Add the labels'),
        edit(file),
        edit(file),
        list('completed Add the cache', 'completed Add the labels'),
      ],
    },
  ],
)
