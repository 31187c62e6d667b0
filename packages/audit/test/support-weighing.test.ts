import { describe, expect, it } from 'vitest'
import { bash, edit, failed, grep, read, type Step, say } from './audited-session.js'
import { type Pair, worked } from './support-rows.js'

const told =
  'The port of the cart is finished, and the old module can go as soon as the two callers have been moved over.'
const code: readonly Step[] = [read('src/cart.ts', 'export {}')]
const change: readonly Step[] = [...code, edit('src/cart.ts')]

function section(title: string): Step {
  const point = '- The module keeps one entry for each of them, and drops it when the session ends.'
  return say(
    `## Overview\n\n${point}\n${point}\n\n## ${title}\n\n${point}\n${point}\n${point}\n${point}\n${point}`,
  )
}

const pairs: readonly Pair[] = [
  {
    rule: 'a told text of 100 characters is told',
    item: 'Tell the testers about the port',
    fires: [say('Ported.')],
    silent: [say(told)],
  },
  {
    rule: 'and tells nothing where a report was to be written',
    item: 'Write a report on the port',
    fires: [say(told)],
    silent: [section('Report on the port')],
  },
  {
    rule: 'a choice is told shortly, a plan is not',
    item: 'Decide on the format of the cart',
    fires: [],
    silent: [say(told)],
  },
  {
    rule: '`docker inspect` shows nothing running',
    item: 'Verify the container works',
    before: change,
    fires: [bash('docker inspect shop', '[{"Id": "1a2b"}]')],
    silent: [bash('docker exec shop curl -s localhost:80/health', '{"ok": true}')],
  },
  {
    rule: 'a file that is itself to be updated was not',
    item: 'Update CHANGELOG.md',
    fires: [edit('src/cart.ts'), edit('src/a.ts')],
    silent: [edit('CHANGELOG.md')],
  },
  {
    rule: '`git mv` and `git rm` change files, `git log` does not',
    item: 'Move the cart module',
    fires: [bash('git log --stat src/cart', 'src/cart | 3')],
    silent: [bash('git mv src/cart src/shop/cart')],
  },
  {
    rule: 'an own request that fails at last fails the check',
    item: 'Verify that the login works',
    before: change,
    fires: [
      bash('curl -s localhost:3000/login', '{"ok": true}'),
      edit('src/login.ts'),
      failed('curl -s localhost:3000/login', 'curl: (22) The requested URL returned error: 500'),
    ],
    silent: [
      failed('curl -s localhost:3000/login', 'curl: (22) The requested URL returned error: 500'),
      edit('src/login.ts'),
      bash('curl -s localhost:3000/login', '{"ok": true}'),
    ],
  },
  {
    rule: 'where something was written a verification is more than reading',
    item: 'Verify the cart changes',
    fires: [edit('src/cart.ts'), read('src/cart.ts', 'cart'), section('Cart changes')],
    silent: [edit('src/cart.ts'), bash('npm test', '4 passed')],
  },
  {
    rule: 'where nothing was written reading meets it',
    item: 'Verify the cart changes',
    fires: [],
    silent: [read('src/cart.ts', 'cart'), grep('cart', 'src/cart.ts:1: cart'), section('Cart changes')],
  },
  {
    rule: 'a line that writes a file and runs it is a write',
    item: 'Write the seed script',
    fires: [bash('node seed.js', 'seeded')],
    silent: [bash("cat > seed.js <<'X'\nconsole.log(1)\nX\nnode seed.js", '1')],
  },
  {
    rule: 'a scan that is run is read, even where it finds something',
    item: 'Scan the dependencies for vulnerabilities',
    fires: [say(`${told} ${told}`)],
    silent: [failed('npm audit', '3 vulnerabilities (1 low, 2 high)\nExit code 1'), say(`${told} ${told}`)],
  },
  {
    rule: 'tests that could not be loaded did not run, however openly that is said',
    item: 'Run the unit tests',
    before: change,
    fires: [
      failed('python -m pytest', 'collected 0 items / 2 errors\n=== 2 errors in 0.31s ==='),
      say('Two test files fail with an import error; I leave that as it is, the tests failed.'),
    ],
    silent: [
      failed('python -m pytest', '=== 2 failed, 9 passed in 0.31s ==='),
      say('Two tests fail, as before the change; I leave that as it is, the tests failed.'),
    ],
  },
  {
    rule: 'the same where pytest is told to be quiet',
    item: 'Run the unit tests',
    before: change,
    fires: [failed('python -m pytest -q', '2 errors in 0.31s'), say('The tests failed to load.')],
    silent: [failed('python -m pytest -q', '2 failed, 9 passed in 0.31s'), say('Two of the tests failed.')],
  },
  {
    rule: 'packages that are fetched are an update of them',
    item: 'Update the dependencies',
    fires: [],
    silent: [bash('npm install lodash@4', 'added 1 package')],
  },
]

describe('what a piece of work is to an item', () => {
  it.each(pairs)('$rule', async ({ item, before, fires, silent }) => {
    expect((await worked(item, fires, before)).verdict).not.toBe('supported')
    expect((await worked(item, silent, before)).verdict).toBe('supported')
  })

  it('a file that is itself to be changed counts for more than one that is only named', async () => {
    const work = [edit('src/cart.ts'), edit('src/a.ts')]
    expect((await worked('Update CHANGELOG.md', work)).verdict).toBe('unsupported')
    expect((await worked('Update the list of the cart in CHANGELOG.md', work)).verdict).toBe('weak')
  })
})
