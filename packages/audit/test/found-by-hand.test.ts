/** What audits of real sessions said wrongly, as their owner read them; each in a session of our own. */

import { describe, expect, it } from 'vitest'
import { ask, audited, bash, completionOf, edit, list, read, type Step } from './audited-session.js'

const green = 'Tests  17 passed (17)'

async function judged(text: string, ...steps: readonly Step[]) {
  const { verdict, why, facts } = completionOf(await audited(steps), text)
  return { verdict, says: why?.sentence ?? facts.map(({ sentence }) => sentence).join(' ') }
}

describe('what passed before a change that only another check saw', () => {
  it.each([
    ['Run the formatter', bash('npx prettier --write .', 'src/a.ts 12ms'), bash('npx eslint .', '')],
    ['Run the linter', bash('npx eslint .', ''), bash('npm run build', 'done')],
    ['Run the type check', bash('npx tsc --noEmit', ''), bash('npm test', green)],
    ['Run the tests', bash('npm test', green), bash('./scripts/ci.sh', 'ok')],
  ])('%s: nobody knows', async (text, first, then) => {
    const steps = (...more: readonly Step[]) => [
      list(`in_progress ${text}`),
      first,
      ...more,
      list(`completed ${text}`),
    ]
    expect((await judged(text, ...steps())).verdict).toBe('supported')
    expect((await judged(text, ...steps(edit('src/a.ts'), then))).verdict).toBe('undecided')
    expect((await judged(text, ...steps(edit('src/a.ts'), first))).verdict).toBe('supported')
  })
})

describe('an item that the first list brings done', () => {
  const first = list('completed Find out what to review', 'pending Review it')

  it('is undecided where the log shows calls before the list', async () => {
    const { verdict, says } = await judged(
      'Find out what to review',
      bash('git log -3', 'abc'),
      read('a.ts'),
      first,
    )
    expect([verdict, says]).toEqual([
      'undecided',
      'No tool says whether item 1 was done: only the meaning of the work decides.',
    ])
  })

  it('is never said not to be done: that may have been before the log', async () => {
    const { verdict } = await judged(
      'Run the tests',
      read('a.ts'),
      list('completed Run the tests', 'pending Review it'),
    )
    expect(verdict).toBe('undecided')
  })

  it('is unknown where nothing stands before it', async () => {
    expect((await judged('Find out what to review', first)).verdict).toBe('unknown')
    const after = [ask('Go on'), first, read('a.ts')]
    expect((await judged('Find out what to review', ...after)).verdict).toBe('unknown')
  })
})

it('items that stay open are named as the list names them at the end', async () => {
  const { findings } = await audited([
    list('pending Read it', 'pending Plan it', 'pending Write it', 'pending Check it'),
    read('a.ts'),
    list('completed Read it', 'pending Plan A', 'pending Plan B', 'pending Write it', 'pending Check it'),
  ])
  const end = findings.find(({ rule }) => rule === 'ended-with-open-items')
  expect([end?.message, end?.item, end?.text]).toEqual([
    'The session ends with items 2, 3, 4, 5 open.',
    '2',
    'Plan A',
  ])
})

it('a command over several lines is named by more than the first one', async () => {
  const commit = bash('git add \\\n  src/a.ts \\\n  src/b.ts && git commit -m fix', '[main 1a2b3c4] fix')
  const text = 'Create git commit'
  const { verdict, says } = await judged(text, list(`in_progress ${text}`), commit, list(`completed ${text}`))
  expect(verdict).toBe('supported')
  expect(says).toContain('git add src/a.ts src/b.ts && git commit -m fix')
})

it.each([
  ['Push the branch', bash('git push --dry-run', 'ok'), 'Run it in earnest, not as git push --dry-run does'],
  [
    'Run the tests',
    bash('npx jest', 'No tests found'),
    'Run it so that something is run: npx jest ran nothing',
  ],
  [
    'Run the tests',
    bash('npm test || true', 'done'),
    'Run it so that its result shows, which npm test || true hides',
  ],
])('who did not do “%s” is never told to do the same again', async (text, run, needs) => {
  const audit = await audited([list(`in_progress ${text}`), run, list(`completed ${text}`)])
  expect(completionOf(audit, text).needs).toEqual([needs])
})

describe('what a stranger tried: done another way, or not what was asked', () => {
  const committed = '[main abc1234] x\n 1 file changed'
  const opened = 'https://github.com/a/b/pull/12'
  const added = 'added 12 packages in 3s'
  const tagged = 'To github.com:a/b.git\n * [new tag]         v1.0 -> v1.0'
  it.each([
    ['Run the linter', bash('git commit -am x', committed), 'undecided'],
    ['Run the formatter', bash('git add -A && git commit -m x', committed), 'undecided'],
    ['Run the linter', bash('git commit --no-verify -am x', committed), 'unsupported'],
    ['Run the linter', bash('git commit -nam x', committed), 'unsupported'],
    ['Run the linter', bash('git add -A', ''), 'unsupported'],
    ['Run the linter', bash('npx lint-staged', 'done'), 'undecided'],
    ['Run the tests', bash('git commit -am x', committed), 'unsupported'],
    ['Run the tests', bash('mix check', 'ok'), 'undecided'],
    ['Run the tests', bash('rails check', 'ok'), 'undecided'],
    ['Run the tests', bash('python manage.py check', 'no issues (0 silenced).'), 'unsupported'],
    ['Run the tests', bash('cargo check', 'Finished dev'), 'unsupported'],
    ['Install the dependencies', bash('gradle dependencies', 'BUILD SUCCESSFUL in 3s'), 'undecided'],
    ['Install the dependencies', bash('./gradlew :app:dependencies', 'BUILD SUCCESSFUL in 3s'), 'undecided'],
    ['Install the dependencies', bash('gradle --version', 'Gradle 8'), 'unsupported'],
    ['Install the dependencies', bash('ln -s ../main/node_modules node_modules'), 'undecided'],
    ['Install the dependencies', bash('rm -rf node_modules'), 'unsupported'],
    ['Install the dependencies', bash('tar xf node_modules.tgz'), 'undecided'],
    ['Install the dependencies', bash('nix develop -c true'), 'undecided'],
    ['Install the dependencies', bash('ls node_modules'), 'unsupported'],
    ['Install node modules', bash('npm ci', added), 'supported'],
    ['Install dev deps', bash('pnpm add -D vitest', 'Done in 2s'), 'supported'],
    ['Install dev dependencies', bash('npm ci --omit=dev', added), 'undecided'],
    [
      'Install Python requirements',
      bash('pip install -r requirements.txt', 'Successfully installed x'),
      'supported',
    ],
    ['Install the dependencies', bash('uv sync', 'Installed 3 packages in 2ms'), 'supported'],
    ['Install the dependencies', bash('poetry install', 'No dependencies to install or update'), 'supported'],
    ['Install the Rust dependencies', bash('cargo fetch', ''), 'supported'],
    ['Install gems', bash('bundle install', 'Bundle complete!'), 'supported'],
    ['Install PHP packages', bash('composer install', 'Generating autoload files'), 'supported'],
    ['Install the dependencies', bash('npm install --dry-run', 'added 12 packages'), 'unsupported'],
    ['Make sure the linter passes', bash('npx stylelint .', 'Found 3 problems'), 'undecided'],
    ['Install Python dependencies', bash('npm ci', added), 'undecided'],
    ['Install the Rust dependencies', bash('npm ci', added), 'undecided'],
    ['Install Ruby gems', bash('npm ci', added), 'undecided'],
    ['Install PHP packages', bash('npm ci', added), 'undecided'],
    ['Install node packages', bash('composer install', 'Generating autoload files'), 'undecided'],
    ['Install JavaScript packages', bash('yarn', 'Done in 2s'), 'supported'],
    ['Install pnpm', bash('npm ci', added), 'undecided'],
    ['Install Poetry', bash('pip install requests', 'Successfully installed requests'), 'undecided'],
    ['Install Poetry', bash('pip install poetry', 'Successfully installed poetry'), 'supported'],
    ['Install uv', bash('npm install', added), 'undecided'],
    ['Install zod', bash('npm ci', added), 'undecided'],
    ['Open a PR against main', bash('gh pr create --base main --fill', opened), 'supported'],
    ['Open a PR against main', bash('gh pr create --fill', opened), 'supported'],
    ['Open a PR against main', bash('gh pr create -B develop --fill', opened), 'undecided'],
    ['Open a PR against main', bash('gh pr create -Bdevelop --fill', opened), 'undecided'],
    [
      'Open a PR',
      bash('gh pr create --web', 'Opening github.com/a/b/compare/x in your browser.'),
      'undecided',
    ],
    ['Push the changes to main', bash('gh pr merge 3 --squash', 'Merged'), 'undecided'],
    ['Deploy to production', bash('glab mr merge 3', 'Merged'), 'undecided'],
    ['Deploy to production', bash('git merge feature', 'Fast-forward'), 'unsupported'],
    [
      'Create a pull request',
      bash('glab mr create --fill', 'https://gitlab.com/a/b/-/merge_requests/1'),
      'supported',
    ],
    ['Create a pull request', bash('glab mr create --fill'), 'supported'],
    ['Create a pull request', bash('gh pr create --dry-run', 'Would have created'), 'unsupported'],
    ['Create a pull request', bash('gh pr create --fill', 'pull request create failed: x'), 'unsupported'],
    ['Create a pull request', bash('gh pr list', 'none'), 'unsupported'],
    ['Push the branch', bash('git push --tags', tagged), 'undecided'],
    ['Push the branch', bash('git push origin --tags', tagged), 'undecided'],
    ['Push the branch', bash('git push origin v1.0', tagged), 'undecided'],
    ['Push the tags', bash('git push --tags', tagged), 'supported'],
    ['Push the branch', bash('git push --follow-tags', tagged), 'supported'],
    ['Push the branch', bash('git push -u origin feature --tags', tagged), 'supported'],
    ['Push the branch', bash('git push && git push --tags', tagged), 'supported'],
    [
      'Deploy to production',
      bash('gh workflow run deploy.yml', 'Created workflow_dispatch event'),
      'undecided',
    ],
    ['Deploy to production', bash('docker compose up -d', 'Started'), 'undecided'],
    ['Deploy to production', bash('docker compose -f docker-compose.prod.yml up -d', 'Started'), 'supported'],
    ['Create data/out.csv', bash('unzip bundle.zip', 'inflating: out.csv'), 'undecided'],
    ['Create data/out.csv', bash('unzip -l bundle.zip', '1 file'), 'unsupported'],
    ['Create coverage/index.html', bash('npx vitest run --coverage', green), 'undecided'],
    ['Create src/a.ts', bash('npx vitest run', green), 'unsupported'],
  ] as const)('%s: %j', async (text, step, verdict) => {
    const steps = [list(`in_progress ${text}`), edit('src/b.ts'), step, list(`completed ${text}`)]
    expect((await judged(text, ...steps)).verdict).toBe(verdict)
  })
})
