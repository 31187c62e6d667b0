import { describeRule } from './audit-rule-cases.js'
import { bash, edit, failed, list, read, report, type Step, say, write } from './audited-session.js'

const claim = say('The cache is in place, and all tests pass.')

function item(...work: readonly Step[]): readonly Step[] {
  return [list('in_progress Add the cache'), ...work, list('completed Add the cache')]
}

const fix = edit('src/cache.ts')
const green = bash('npm test', 'Tests  12 passed (12)')
const red = failed('npm test', 'Exit code 1\n\nTests  2 failed | 10 passed (12)')

describeRule(
  'claim-contradicts-log',
  [
    { why: 'no test was ever run', steps: item(fix, claim), severity: 'error', says: 'no tests were run' },
    {
      why: 'it says that it ran them itself',
      steps: item(read('src/cache.ts'), say('I ran the test suite: all tests pass.')),
      severity: 'error',
    },
    { why: 'only types were checked', steps: item(fix, bash('npx tsc --noEmit'), claim), severity: 'error' },
    {
      why: 'the last run failed',
      steps: item(fix, green, fix, red, claim),
      severity: 'error',
      says: 'the last run failed',
    },
    { why: 'written since', steps: item(fix, green, fix, claim), severity: 'warning', says: 'since' },
    {
      why: 'not built',
      steps: item(fix, say('Everything works now, and the build succeeds.')),
      says: 'nothing was built',
    },
    { why: 'no types checked', steps: item(fix, say('✅ **Type check**: passes')), says: 'no type check' },
    { why: 'no linter', steps: item(fix, say('Lint is clean.')), says: 'no linter' },
    {
      why: 'not deployed',
      steps: item(fix, say('The cache has been deployed to production.')),
      says: 'deployed',
    },
    { why: 'in a list with ticks', steps: item(fix, say('Done:\n\n- ✅ All 12 tests pass\n')) },
    { why: 'German', steps: item(fix, say('Alle Tests bestanden.')) },
    { why: 'Chinese', steps: item(fix, say('缓存已添加，所有测试通过。')) },
    { why: 'said after the mark', steps: [...item(fix), claim] },
    { why: 'said twice', steps: [...item(fix, claim), claim] },
  ],
  [
    { why: 'the tests passed', steps: item(fix, green, claim) },
    { why: 'they passed after a red run', steps: item(fix, red, fix, green, claim) },
    { why: 'only notes were written since', steps: item(fix, green, write('docs/cache.md'), claim) },
    { why: 'they run in the next step', steps: item(fix, claim, green) },
    {
      why: 'a sub-agent may have run them',
      steps: item(fix, { call: 'Task', input: { prompt: 'run the tests' }, output: report }, claim),
    },
    { why: 'a script that is not known', steps: item(fix, bash('./scripts/everything.sh', 'ok'), claim) },
    {
      why: 'a tool that is not known',
      steps: item(fix, { call: 'mcp__ci__wait', input: {}, output: 'green' }, claim),
    },
    {
      why: 'a commit with its hooks',
      steps: item(fix, bash('git commit -m cache', '1 file changed'), claim),
    },
    {
      why: 'nothing was written: it speaks of what was read',
      steps: item(read('docs/status.md', 'all tests pass'), claim),
    },
    {
      why: 'the failure is said openly',
      steps: item(fix, red, say('All cache tests pass; the login tests fail as they did before.')),
    },
    { why: 'a part of them', steps: item(fix, red, say('10 tests pass now.')) },
    { why: 'a denial', steps: item(fix, say('The tests do not pass yet.')) },
    { why: 'a plan', steps: item(fix, say('Next I make sure that all tests pass.')) },
    { why: 'a wish', steps: item(fix, say('All tests should pass now.')) },
    { why: 'a condition', steps: item(fix, say('Once all tests pass, we can merge.')) },
    { why: 'a question', steps: item(fix, say('Do all tests pass?')) },
    { why: 'a quotation', steps: item(fix, say('The readme says "all tests pass", but that is old.')) },
    { why: 'a quoted line', steps: item(fix, say('> All tests pass.\n\nThat is what the issue says.')) },
    { why: 'code', steps: item(fix, say('```\nAll tests pass\n```')) },
    {
      why: 'what is asked for',
      steps: item(fix, say('## Acceptance criteria\n\n1. Tests pass\n2. Build succeeds')),
    },
    { why: 'an open box', steps: item(fix, say('- [ ] All tests pass')) },
    {
      why: 'a test that hands something on',
      steps: item(fix, say('The tests pass the token to the server.')),
    },
    {
      why: 'a gap in the log',
      steps: item(fix, { call: 'Bash', input: { command: 'npm test' }, ok: null }, claim),
    },
  ],
)
