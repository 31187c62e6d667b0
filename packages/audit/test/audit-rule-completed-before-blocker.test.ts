import { describeRule } from './audit-rule-cases.js'
import { bash, edit, type Step, task, taskUpdate } from './audited-session.js'

const waiting: readonly Step[] = [
  task('Run the migration'),
  task('Deploy the service'),
  taskUpdate('2', { addBlockedBy: ['1'] }),
]
const deployed = bash('./deploy.sh', 'deployed')
const done = (id: string) => taskUpdate(id, { status: 'completed' })

describeRule(
  'completed-before-blocker',
  [
    {
      why: 'the blocker was pending',
      steps: [...waiting, deployed, done('2')],
      severity: 'warning',
      says: 'item 1 ("Run the migration"), which it waits for, was still pending',
    },
    {
      why: 'the blocker was in progress',
      steps: [...waiting, taskUpdate('1', { status: 'in_progress' }), deployed, done('2')],
      says: 'still in progress',
    },
    {
      why: 'one of two blockers',
      steps: [
        ...waiting,
        task('Ask for leave'),
        taskUpdate('2', { addBlockedBy: ['3'] }),
        done('1'),
        deployed,
        done('2'),
      ],
      says: 'item 3',
    },
    {
      why: 'the blocker was completed only after more work',
      steps: [...waiting, deployed, done('2'), bash('npm run migrate', 'migrated'), done('1')],
    },
  ],
  [
    { why: 'the blocker was completed', steps: [...waiting, done('1'), deployed, done('2')] },
    {
      why: 'the blocker was removed',
      steps: [...waiting, taskUpdate('1', { status: 'deleted' }), deployed, done('2')],
    },
    { why: 'the marks came in the other order', steps: [...waiting, deployed, done('2'), done('1')] },
    { why: 'nothing waits', steps: [task('Add the cache'), task('Add the labels'), edit('a.ts'), done('2')] },
    { why: 'the blocker itself', steps: [...waiting, bash('npm run migrate', 'migrated'), done('1')] },
  ],
)
