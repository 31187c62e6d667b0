import { memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { profileNamed } from '@todo-ledger/recordings'
import { codex } from '@todo-ledger/recordings/agents'
import { describe, expect, it } from 'vitest'
import { evidence } from '../src/evidence.js'
import { GatedHost } from './gated-host.js'

/** One thing that is done: a command with its output, `!` before one that failed, `edit` for a change. */
type Deed = readonly [command: string, output?: string]

async function does(host: GatedHost, [command, output = '']: Deed): Promise<void> {
  if (command.startsWith('edit ')) await host.edit(command.slice(5))
  else if (command.startsWith('!')) await host.bash(command.slice(1), output, false)
  else await host.bash(command, output)
}

async function isAccepted(text: string, deeds: readonly Deed[]): Promise<boolean> {
  const host = await GatedHost.open()
  await host.list(`in_progress ${text}`)
  for (const deed of deeds) await does(host, deed)
  return (await host.list(`completed ${text}`)).ok
}

const green = 'Tests  12 passed (12)'
const red = 'Exit code 1\nTests  1 failed | 11 passed (12)'

describe('an honest agent is refused nothing', () => {
  const tests: readonly (readonly Deed[])[] = [
    [['npm test', green]],
    [['npx vitest run', green]],
    [['cd web && pnpm test', green]],
    [['bash -lc "npm test"', green]],
    [['npm test 2>&1 | tail -20', green]],
    [['npm test || true', green]],
    [['timeout 60 npm test', green]],
    [['!npm test', red], ['edit src/a.ts'], ['npm test', green]],
    [['!npm test', red], ['edit src/a.ts'], ['npx vitest run src/a.test.ts', green]],
    [['npm test', green], ['edit README.md']],
    [
      ['npm test', green],
      ['git commit -am done', '[main 1a2b3c4] done'],
    ],
    [['make check', 'ok']],
    [['just check', '20 examples, 0 failures']],
    [['npm run check', green]],
    [['./scripts/ci.sh', 'all good']],
    [['python run_all.py', 'OK']],
    [['docker compose run app pytest', '12 passed in 0.3s']],
    [['pytest -q', '12 passed in 0.31s']],
    [['cargo test', 'test result: ok. 8 passed; 0 failed; 0 ignored']],
    [['go test ./...', 'ok  \texample.org/a\t0.01s']],
  ]
  const builds: readonly (readonly Deed[])[] = [
    'npm run build',
    'pnpm build',
    'yarn build',
    'npx vite build',
    'make',
    'make build',
    'cargo build --release',
    'go build ./...',
    'mvn package',
    './gradlew build',
    'dotnet build',
    'docker build .',
    'npx tsc -b',
    'cmake --build .',
    'npx next build',
    'swift build',
    'bazel build //...',
    './build.sh',
    'just build',
    'nx build web',
  ].map((command) => [[command, 'done']])
  const lints: readonly (readonly Deed[])[] = [
    'npm run lint',
    'npx eslint .',
    'pnpm lint',
    'npx biome check',
    'ruff check .',
    'flake8',
    'pylint src',
    'cargo clippy',
    'golangci-lint run',
    'go vet ./...',
    'bundle exec rubocop',
    'npx stylelint "**/*.css"',
    'shellcheck run.sh',
    'make lint',
    'just lint',
    'pre-commit run --all-files',
    'npx oxlint',
    'mvn checkstyle:check',
    './lint.sh',
    'hatch run lint',
  ].map((command) => [[command, '']])
  const commits: readonly (readonly Deed[])[] = [
    'git commit -am done',
    'git add -A && git commit -m done',
    'git -C web commit -am done',
    'git commit --amend --no-edit',
    'git commit -F message.txt',
    'cd web && git commit -m "a b"',
    'git add . && git commit -m x && git log -1',
    'bash -lc "git commit -am done"',
    'git commit -m "$(cat <<EOF\ndone\nEOF\n)"',
    'git commit -qam done',
    'git commit -m done -- src',
    'git commit -S -m done',
    'git commit -m done; git status',
    './scripts/commit.sh',
    'gh api repos/a/b/contents -f x=y && git commit -am x',
    'git stash pop && git commit -am x',
    'npm version patch && git commit -am x',
    'python commit.py',
    'git commit --allow-empty -m x',
    'git commit -m done && git push',
  ].map((command) => [[command, '[main 1a2b3c4] done']])
  const changes: readonly (readonly Deed[])[] = [
    [['edit src/parser.ts']],
    [['sed -i s/a/b/ src/parser.ts']],
    [['git apply fix.patch']],
    [['npx codemod src']],
    [['cat src/parser.ts', 'it is there already']],
    [['edit src/a.ts'], ['!npm test', red]],
    [['cp a.ts src/parser.ts']],
    [['python fix.py']],
    [['git checkout theirs -- src/parser.ts']],
    [['npm install parser']],
    [['edit src/parser.ts'], ['npm test', green]],
    [['tee src/parser.ts <<EOF\nx\nEOF']],
    [['mv a.ts src/parser.ts']],
    [['rm src/old.ts']],
    [['git revert HEAD']],
    [['npx prettier --write src']],
    [['edit docs/parser.md']],
    [['perl -pi -e s/a/b/ src/parser.ts']],
    [['git cherry-pick abc1234']],
    [['edit package.json']],
  ]
  it.each([
    ['Run the tests', tests],
    ['Build', builds],
    ['Run the linter', lints],
    ['Commit the changes', commits],
    ['Fix the parser in src/parser.ts', changes],
    ['Improve the parser', changes],
  ] as const)('%s: twenty ways', async (text, ways) => {
    expect(ways).toHaveLength(20)
    const refused: string[] = []
    for (const way of ways) if (!(await isAccepted(text, way))) refused.push(JSON.stringify(way))
    expect(refused).toEqual([])
  })
})

describe('what a stated fact contradicts', () => {
  it('is refused with both quotations and what to do', async () => {
    const host = await GatedHost.open()
    await host.list('in_progress Run the tests')
    await host.bash('npm test', red, false)
    const reply = await host.list('completed Run the tests')
    expect(reply.ok).toBe(false)
    expect(reply.text).toContain(
      'Item 1 ("Run the tests") can\'t be completed yet. Item 1 asks for "Run the tests", but the last run, npm test',
    )
    expect(reply.text).toContain('"Tests 1 failed | 11 passed (12)"')
    expect(reply.text).toContain('Run again, to a good end: npm test. Then complete the item again')
    expect(host.statuses()).toEqual(['in_progress'])
  })

  it.each([
    ['that only says what is wrong', codex.profile, 'update_plan', 'plan', 'step'],
    ['that says itself what to do', profiles.recommended, 'write_todos', 'items', 'text'],
  ] as const)('ends its sentences in one full stop, in a reply %s', async (_, profile, tool, list, text) => {
    const host = await GatedHost.open(profile.with({ evidenceRequired: true }))
    const marked = async (status: string) => {
      const turn = await host.session.startTurn()
      const items = ['Run the tests', 'Commit the changes'].map((each) => ({ [text]: each, status }))
      const reply = await turn.callTodoTool(tool, { [list]: items })
      await turn.end()
      return reply
    }
    expect((await marked('pending')).ok).toBe(true)
    await host.edit('src/a.ts')
    const { ok, text: said } = await marked('completed')
    expect(ok).toBe(false)
    expect(said).toMatch(/the last call before it edited src\/a\.ts\. Do what/)
    expect(said).toMatch(/The same holds for item 2 \(.*edited src\/a\.ts\)\./)
    expect(said).not.toMatch(/\.(?:\.|\)\.)/)
  })

  it.each<readonly [string, readonly Deed[], readonly Deed[]]>([
    ['Run the tests', [['edit src/a.ts']], [['npm test', green]]],
    ['Run the tests', [['!npm test', red]], [['npm test', green]]],
    ['Run the tests', [['pytest --collect-only', '3 tests collected']], [['pytest', '3 passed in 0.1s']]],
    ['Push the branch', [['git push --dry-run', 'ok']], [['git push', 'main -> main']]],
    ['Commit the changes', [['edit src/a.ts']], [['git commit -am x', '[main 1a2b3c4] x']]],
    ['Create .mcp.json', [['edit src/a.ts']], [['edit .mcp.json']]],
    ['Test the login page', [['edit src/login.tsx']], [['curl -s localhost:3000/login', '<html>']]],
  ])('%s: doing what is asked passes (%j)', async (text, before, after) => {
    const host = await GatedHost.open()
    await host.list(`in_progress ${text}`)
    for (const deed of before) await does(host, deed)
    const refused = await host.list(`completed ${text}`)
    expect(refused.ok).toBe(false)
    expect(refused.text).toMatch(/\. Then complete the item again; leave it open until then\./)
    for (const deed of after) await does(host, deed)
    expect((await host.list(`completed ${text}`)).ok).toBe(true)
  })

  it('is let go and flagged after so many refusals of the same item, with the facts in the log', async () => {
    const host = await GatedHost.open(codex.profile.with({ evidenceRequired: { releaseAfter: 2 } }))
    await host.list('in_progress Run the tests')
    await host.edit('src/parser.ts')
    expect((await host.list('completed Run the tests')).ok).toBe(false)
    expect((await host.list('completed Run the tests')).ok).toBe(false)
    expect((await host.list('completed Run the tests')).ok).toBe(true)
    const { flags, waivedRules, contradictions } = await host.lastUpdate()
    expect(waivedRules).toEqual(['evidence-required'])
    expect(flags).toMatchObject([{ rule: 'evidence-required', item: '1', received: ['never-ran'] }])
    expect(contradictions?.['k1']).toMatchObject([{ kind: 'never-ran', asked: 'Run the tests' }])
    expect(host.session.state.disagreements).toEqual([])
  })

  it('is known of an item that never came into the list by its text', async () => {
    const host = await GatedHost.open(codex.profile.with({ evidenceRequired: { releaseAfter: 1 } }))
    await host.list('pending Plan')
    await host.edit('src/parser.ts')
    expect((await host.list('pending Plan', 'completed Run the tests')).ok).toBe(false)
    expect((await host.list('completed Run the tests', 'pending Plan')).ok).toBe(true)
  })
})

describe('what the gate leaves alone', () => {
  it('a session in which the host recorded no other tool, and says so once', async () => {
    const host = await GatedHost.open()
    await host.list('in_progress Run the tests', 'pending Deploy the site')
    expect((await host.list('completed Run the tests', 'in_progress Deploy the site')).ok).toBe(true)
    expect((await host.lastUpdate()).flags).toMatchObject([{ rule: 'evidence-required', item: null }])
    expect((await host.list('completed Run the tests', 'completed Deploy the site')).ok).toBe(true)
    expect((await host.lastUpdate()).flags).toEqual([])
  })

  it('a call whose result never came', async () => {
    const host = await GatedHost.open()
    await host.list('in_progress Run the tests')
    await host.callWithoutResult('npx vitest run')
    expect((await host.list('completed Run the tests')).ok).toBe(true)
    expect((await host.lastUpdate()).contradictions).toBeUndefined()
  })

  it('what was done before the list was taken over', async () => {
    const host = await GatedHost.open()
    await host.edit('src/parser.ts')
    await host.session.adopt('update_plan', { plan: [{ step: 'Run the tests', status: 'completed' }] })
    expect(host.statuses()).toEqual(['completed'])
  })

  it('a recorded session keeps its outcomes: the rule only flags', async () => {
    const ledger = openLedger({ store: memoryStore(), evidence: evidence(), profileNamed })
    const session = await ledger.session('s1', {
      profile: codex.profile.with({ evidenceRequired: true }),
      recorded: { format: 'test', file: 'test' },
    })
    const host = new GatedHost(session, { ok: true, output: 'Plan updated' })
    await host.begin()
    await host.list('in_progress Run the tests')
    await host.edit('src/parser.ts')
    expect((await host.list('completed Run the tests')).ok).toBe(true)
    const { flags, waivedRules } = await host.lastUpdate()
    expect(flags).toMatchObject([{ rule: 'evidence-required', item: '1' }])
    expect(waivedRules).toBeUndefined()
  })
})

it('the gate in a new process judges as the old one', async () => {
  const host = await GatedHost.open()
  await host.list('in_progress Run the tests')
  await host.edit('src/parser.ts')
  const later = await host.reopened()
  expect((await later.list('completed Run the tests')).ok).toBe(false)
})
