import { describe, expect, it } from 'vitest'
import type { Verdict } from '../src/evidence/support/item-support.js'
import {
  ask,
  audited,
  bash,
  completionOf,
  edit,
  failed,
  grep,
  list,
  read,
  report,
  type Step,
  say,
  write,
} from './audited-session.js'

/** An item with the work between its start and its completion; a change item was done before. */
interface Case {
  readonly why: string
  readonly item: string
  readonly before?: readonly Step[]
  readonly work: readonly Step[]
  readonly after?: readonly Step[]
  readonly verdict: readonly Verdict[]
}

const changed: readonly Step[] = [
  read('src/login.ts', 'export function login() {}'),
  list('in_progress Add the login form', 'pending ITEM'),
  edit('src/login.ts', 'export function login() { return form }'),
]

async function verdictOf({ item, before = changed, work, after = [] }: Case): Promise<Verdict> {
  const named = (step: Step): Step =>
    'list' in step
      ? { list: step.list.map(([status, text]) => [status, text === 'ITEM' ? item : text] as const) }
      : step
  const audit = await audited([
    ...before.map(named),
    list('completed Add the login form', `in_progress ${item}`),
    ...work,
    list('completed Add the login form', `completed ${item}`),
    ...after,
  ])
  return completionOf(audit, item).verdict
}

const bad: readonly Verdict[] = ['unsupported']
const notPassed: readonly Verdict[] = ['unsupported', 'weak']
const good: readonly Verdict[] = ['supported']
const notBad: readonly Verdict[] = ['supported', 'weak']

const cases: readonly Case[] = [
  // A check that was promised and never ran.
  { why: 'no call at all', item: 'Test the login form', work: [], verdict: bad },
  { why: 'one more edit', item: 'Test the login flow', work: [edit('src/login.ts')], verdict: bad },
  {
    why: 'a test file written, never run',
    item: 'Test the session timeout',
    work: [write('test/timeout.test.ts')],
    verdict: bad,
  },
  {
    why: 'a type check for a page',
    item: 'Verify the login page works in the browser',
    work: [bash('npx tsc --noEmit')],
    verdict: bad,
  },
  {
    why: 'a linter for behaviour',
    item: 'Test that the API returns 401',
    work: [bash('npx eslint src')],
    verdict: bad,
  },
  {
    why: 'a hand-off',
    item: 'Test the changes',
    work: [say('Done. Please start the dev server and test the form yourself.')],
    verdict: bad,
  },
  {
    why: 'a hand-off in Chinese',
    item: '测试登录页面',
    work: [say('修改完成。你可以启动开发服务器测试效果。')],
    verdict: bad,
  },
  {
    why: 'a look at the process list',
    item: 'Verify the deployment',
    work: [bash('ps aux | grep node', 'node 1')],
    verdict: bad,
  },
  {
    why: 'reads before the last write',
    item: 'Verify the fix',
    work: [read('src/login.ts'), edit('src/login.ts')],
    verdict: bad,
  },
  { why: 'a folder is no test', item: 'Run the tests', work: [bash('mkdir tests')], verdict: bad },
  {
    why: 'only tried, never let in',
    item: 'Test the dashboard',
    work: [failed('curl -sf http://localhost:3000/login', 'curl: (7) Failed to connect: ECONNREFUSED')],
    verdict: notPassed,
  },
  { why: 'German', item: 'Anmeldung testen', work: [edit('src/login.ts')], verdict: bad },
  { why: 'French', item: 'Tester le formulaire', work: [edit('src/login.ts')], verdict: bad },
  { why: 'Spanish', item: 'Probar el formulario', work: [edit('src/login.ts')], verdict: bad },
  { why: 'Japanese', item: 'ログイン画面をテストする', work: [edit('src/login.ts')], verdict: bad },
  { why: 'prefix', item: 'Phase 3: Test the rollback', work: [edit('src/login.ts')], verdict: bad },
  { why: 'noun', item: 'End-to-end testing', work: [edit('src/login.ts')], verdict: bad },
  {
    why: 'deploy by editing its file',
    item: 'Deploy to staging',
    work: [edit('deploy/staging.yml')],
    verdict: notPassed,
  },
  { why: 'build by editing', item: 'Build the project', work: [edit('package.json')], verdict: bad },
  {
    why: 'named new file never written',
    item: 'Create src/session-store.ts',
    work: [edit('src/login.ts'), write('src/session.ts')],
    verdict: bad,
  },
  {
    why: 'a change with reading only',
    item: 'Refactor the token cache',
    work: [read('src/cache.ts'), read('src/token.ts')],
    verdict: bad,
  },
  {
    why: 'a design without a word',
    item: 'Design the storage layer',
    work: [read('docs/a.md'), read('docs/b.md')],
    verdict: bad,
  },
  { why: 'a choice without a word', item: '进行技术选型', work: [read('docs/a.md')], verdict: bad },
  {
    why: 'a report announced, not written',
    item: 'Write the summary report',
    work: [say('Now I will write the report.')],
    verdict: bad,
  },
  // A part missing.
  {
    why: 'lint never ran',
    item: 'Run tests and lint',
    work: [bash('npm test', '12 passed')],
    verdict: ['weak'],
  },
  {
    why: 'tests never ran',
    item: 'Build and test the project',
    work: [bash('npm run build', 'built')],
    verdict: ['weak'],
  },
  {
    why: 'tests written, integration not verified',
    item: 'Write tests and verify the integration',
    work: [write('test/a.test.ts')],
    verdict: ['weak'],
  },
  {
    why: 'its own check failed',
    item: 'Run the type check to verify all fixes',
    work: [failed('npx tsc --noEmit', 'src/a.ts(1,1): error TS2304')],
    verdict: notPassed,
  },
  {
    why: 'filtered until it looks clean',
    item: 'Run the type check to verify all fixes',
    work: [
      failed('npx tsc --noEmit', 'src/a.ts(1,1): error TS2304'),
      bash('npx tsc --noEmit | grep -v src/a.ts'),
    ],
    verdict: ['unsupported'],
  },
  // Done.
  {
    why: 'tests ran',
    item: 'Test the login form',
    work: [bash('npx vitest run', '12 passed')],
    verdict: good,
  },
  {
    why: 'tests ran in Rust',
    item: 'Run the tests',
    work: [bash('cargo test', 'test result: ok. 4 passed')],
    verdict: good,
  },
  {
    why: 'a page was opened',
    item: 'Verify the login page works in the browser',
    work: [
      {
        call: 'mcp__playwright__browser_navigate',
        input: { url: 'http://localhost:3000' },
        output: 'Page Title: Login',
      },
    ],
    verdict: good,
  },
  {
    why: 'a request was made',
    item: 'Test the API endpoint',
    work: [bash('curl -s http://localhost:3000/api', '{"ok":true}')],
    verdict: good,
  },
  {
    why: 'a script of its own',
    item: 'Verify the migration',
    work: [bash('python3 scripts/check_migration.py', 'all rows match')],
    verdict: good,
  },
  {
    why: 'the type check itself',
    item: 'Run the type check',
    work: [bash('pnpm run typecheck', '> tsc --noEmit')],
    verdict: good,
  },
  {
    why: 'fixed until green',
    item: 'Run the type check and fix any errors',
    work: [failed('npx tsc --noEmit', 'error TS2304'), edit('src/a.ts'), bash('npx tsc --noEmit')],
    verdict: good,
  },
  {
    why: 'no errors to fix',
    item: 'Run lint and fix any errors',
    work: [bash('npx eslint .')],
    verdict: good,
  },
  {
    why: 'the check in the next step',
    item: 'Run the tests',
    work: [],
    after: [bash('npm test', '12 passed')],
    verdict: good,
  },
  {
    why: 'both parts',
    item: 'Run tests and lint',
    work: [bash('npm test', '12 passed'), bash('npm run lint')],
    verdict: good,
  },
  {
    why: 'one command for both',
    item: 'Build and test the project',
    work: [bash('npm run build && npm test', '12 passed')],
    verdict: good,
  },
  {
    why: 'a property, read and judged',
    item: 'Verify that no secrets leak into the logs',
    before: [list('in_progress Add the login form', 'pending ITEM')],
    work: [grep('console.log'), read('src/log.ts'), read('src/auth.ts'), say(report)],
    verdict: good,
  },
  {
    why: 'a review, read before and written after',
    item: 'Review the error handling',
    before: [
      read('src/a.ts'),
      read('src/b.ts'),
      read('src/c.ts'),
      list('in_progress Add the login form', 'pending ITEM'),
    ],
    work: [],
    after: [say(report)],
    verdict: notBad,
  },
  { why: 'a change', item: 'Refactor the token cache', work: [edit('src/cache.ts')], verdict: good },
  { why: 'a change in Chinese', item: '修复登录问题', work: [edit('src/login.ts')], verdict: good },
  {
    why: 'a change by sed',
    item: 'Rename the helper',
    work: [bash("sed -i 's/old/new/' src/a.ts")],
    verdict: good,
  },
  {
    why: 'a named new file',
    item: 'Create src/session-store.ts',
    work: [write('/home/me/app/src/session-store.ts')],
    verdict: good,
  },
  {
    why: 'a Codex patch',
    item: 'Add the token cache',
    work: [
      {
        call: 'apply_patch',
        input: '*** Begin Patch\n*** Add File: src/cache.ts\n+export const cache = 1\n*** End Patch',
        output: 'Success',
      },
    ],
    verdict: good,
  },
  { why: 'a report', item: 'Write the summary report', work: [say(report)], verdict: good },
  {
    why: 'a report right after',
    item: 'Write the summary report',
    work: [],
    after: [say(report)],
    verdict: good,
  },
  {
    why: 'a design in prose',
    item: 'Design the storage layer',
    work: [read('docs/a.md'), say(report)],
    verdict: good,
  },
  {
    why: 'reading',
    item: 'Explore the codebase',
    work: [grep('login'), read('src/login.ts'), read('src/form.ts')],
    verdict: good,
  },
  {
    why: 'a sub-agent that reports',
    item: 'Implement the export',
    work: [{ call: 'Task', input: { description: 'Implement the export', prompt: 'Do it' }, output: report }],
    verdict: good,
  },
  {
    why: 'a commit',
    item: 'Commit the changes',
    work: [bash('git add -A && git commit -m "login"', '[main 1] login')],
    verdict: good,
  },
  {
    why: 'a deployment',
    item: 'Deploy to staging',
    work: [bash('kubectl apply -f deploy/staging.yml', 'deployment.apps/app configured')],
    verdict: good,
  },
  {
    why: 'a failing run that was all it asked for',
    item: 'Run the tests',
    work: [failed('npm test', '1 failed')],
    after: [
      say('The tests fail: 1 failed in login.test.ts, 11 passed. It fails because the form is not mounted.'),
    ],
    verdict: good,
  },
  {
    why: 'a generator and a migration',
    item: 'Add a cancelled_at column',
    work: [
      bash('bin/rails generate migration AddCancelledAt', 'create db/migrate/1.rb'),
      bash('bin/rails db:migrate', 'migrated'),
    ],
    verdict: good,
  },
  {
    why: 'a short decision',
    item: 'Decide which findings to fix first',
    work: [
      say(
        'Both findings sit in the refund handler, so the order is:\n\n1. the bounds of the amount, because anyone can send a negative one\n2. the owner of the order, which takes a customer',
      ),
    ],
    verdict: good,
  },
  {
    why: 'a short document',
    item: 'Describe the rules in guestbook/README.md',
    work: [write('guestbook/README.md', '# Rules\nBe kind.\n')],
    verdict: good,
  },
  {
    why: 'a checker that no table knows',
    item: 'Check the links in swap.md',
    work: [bash('npx markdown-link-check swap.md', '1 link checked')],
    verdict: good,
  },
  {
    why: 'a build by running it',
    item: 'Build it and try the export',
    work: [bash('cargo run --quiet -- export | head -3', 'number,species')],
    verdict: good,
  },
  {
    why: 'it was there already',
    item: 'Create the verification script',
    work: [
      grep('verify'),
      say('The script already exists and covers both tables.'),
      read('scripts/verification.py'),
    ],
    verdict: notBad,
  },
  {
    why: 'a server that was only started',
    item: 'Verify that the page renders',
    work: [bash('npm run dev &', '')],
    verdict: notPassed,
  },
  {
    why: 'a sub-agent that says next to nothing',
    item: 'Implement the export',
    work: [
      {
        call: 'Task',
        input: { prompt: 'Do it' },
        output: "Done.\nagentId: c91e5d02 (for resuming to continue this agent's work if needed)",
      },
    ],
    verdict: ['unknown'],
  },
]

describe('the verdict on an item', () => {
  it.each(cases)('$item: $why', async (each) => {
    expect(each.verdict).toContain(await verdictOf(each))
  })

  it('does not take a check for one of what was written after it', async () => {
    const audit = await audited([
      list('in_progress Add the form', 'pending Verify the changes'),
      edit('src/form.ts'),
      bash('npm test', '12 passed'),
      edit('src/login.ts'),
      list('completed Add the form', 'in_progress Verify the changes'),
      list('completed Add the form', 'completed Verify the changes'),
    ])
    expect(completionOf(audit, 'Verify the changes').verdict).toBe('unsupported')
  })

  it('does not take requests from before the work for a look at its result', async () => {
    const request = bash('curl -s http://localhost:3000/', '<html>')
    const audit = await audited([
      request,
      request,
      request,
      list('in_progress Add the form', 'pending Verify the deployment'),
      edit('src/form.ts'),
      list('completed Add the form', 'in_progress Verify the deployment'),
      list('completed Add the form', 'completed Verify the deployment'),
    ])
    expect(completionOf(audit, 'Verify the deployment').verdict).toBe('unsupported')
  })

  it('takes an old check that nothing was written after', async () => {
    const audit = await audited([
      list('in_progress Add the form', 'pending Run the tests'),
      edit('src/form.ts'),
      bash('npm test', '12 passed'),
      list('completed Add the form', 'completed Run the tests'),
    ])
    expect(completionOf(audit, 'Run the tests').verdict).toBe('supported')
  })

  it('does not take what was looked at for one item for a look at another', async () => {
    const look: Step = { call: 'mcp__playwright__browser_click', input: { element: 'Save' }, output: 'Saved' }
    const audit = await audited([
      list('in_progress Test the save button', 'pending Test the offline mode'),
      look,
      look,
      list('completed Test the save button', 'completed Test the offline mode'),
    ])
    expect(completionOf(audit, 'Test the save button').verdict).toBe('supported')
    expect(completionOf(audit, 'Test the offline mode').verdict).not.toBe('supported')
  })

  it('takes what was written for another item for that of one that it names', async () => {
    const audit = await audited([
      list('in_progress Add the form', 'pending Add the avatar to src/profile.ts'),
      edit('src/form.ts'),
      edit('src/profile.ts', 'avatar'),
      list('completed Add the form', 'completed Add the avatar to src/profile.ts'),
    ])
    expect(completionOf(audit, 'Add the avatar to src/profile.ts').verdict).toBe('supported')
  })

  it('does not take the work of the item before for that of one that was never worked on', async () => {
    const audit = await audited([
      list('in_progress Add the login form', 'pending Add the password reset'),
      write('src/login-form.ts', 'login form with a user and a secret'),
      edit('src/login-page.ts', 'show the login form'),
      list('completed Add the login form', 'in_progress Add the password reset'),
      list('completed Add the login form', 'completed Add the password reset'),
    ])
    expect(completionOf(audit, 'Add the password reset').verdict).toBe('unsupported')
  })

  it('does not take the work of a later request for that of an item', async () => {
    const audit = await audited([
      list('in_progress Test the login form'),
      list('completed Test the login form'),
      ask('Now run the tests for real.'),
      bash('npm test', '12 passed'),
    ])
    expect(completionOf(audit, 'Test the login form').verdict).toBe('unsupported')
  })

  it('takes a file that is called like an identifier for a named one', async () => {
    const ticked = async (item: string) => {
      const audit = await audited([
        list('in_progress Add the enable and disable route', `pending ${item}`),
        write('src/routes/disable.ts', 'enable and disable route'),
        edit('src/ProfileCard.tsx', 'enable and disable route'),
        list('completed Add the enable and disable route', `completed ${item}`),
      ])
      return completionOf(audit, item).verdict
    }
    expect(await ticked('Update ProfileCard for blocked people')).toBe('supported')
    expect(await ticked('Update the sheet for blocked people')).toBe('unsupported')
  })

  it('takes a statement that it was there already only after a look', async () => {
    const there = say('The export of invoices is already implemented, so there is nothing to do here for us.')
    const ticked = async (...looks: readonly Step[]) => {
      const audit = await audited([
        list('in_progress Add the export of invoices'),
        ...looks,
        there,
        there,
        list('completed Add the export of invoices'),
      ])
      return completionOf(audit, 'Add the export of invoices').verdict
    }
    expect(await ticked(failed('cat src/export.ts'))).toBe('unsupported')
    expect(await ticked(bash('ls', 'src'))).toBe('unsupported')
    expect(await ticked(read('src/export-invoices.ts'))).not.toBe('unsupported')
  })

  it('ranks work that holds the words of an item above work that is tied to it by time alone', async () => {
    const supportOf = async (path: string) => {
      const audit = await audited([
        read('docs/invoice-export.md', 'invoice export'),
        list('in_progress Add the invoice export'),
        edit(path),
        list('completed Add the invoice export'),
      ])
      return completionOf(audit, 'Add the invoice export')
    }
    const fitting = await supportOf('src/invoice-export.ts')
    const other = await supportOf('src/a.ts')
    expect([fitting.verdict, other.verdict]).toEqual(['supported', 'supported'])
    expect(fitting.support).toBeGreaterThan(0.8)
    expect(other.support).toBeLessThan(0.75)
  })
})
