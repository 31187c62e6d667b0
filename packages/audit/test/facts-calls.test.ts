import { HostError } from '@todo-ledger/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf, isCosmetic } from '../src/facts/calls/changes.js'
import { covers, takesBack } from '../src/facts/calls/coverage.js'
import { describeCall } from '../src/facts/calls/describe.js'
import { labelOf } from '../src/facts/calls/label.js'
import { weakeningsOf } from '../src/facts/calls/weakenings.js'
import { outcomeOf } from '../src/facts/outcomes/outcome.js'
import { OwnChecks } from '../src/facts/shell/own-checks.js'

const bash = (command: string) => describeCall('Bash', { command })

describe('a command is unwrapped wherever an agent wraps it', () => {
  it.each([
    [
      { command: ['bash', '-lc', 'cat <<EOF > notes/x.md\nhello\nEOF'] },
      'cat <<EOF > notes/x.md',
      'notes/x.md',
    ],
    [{ command: 'bash -lc "echo hello > notes/x.md"' }, 'echo hello > notes/x.md', 'notes/x.md'],
    [
      { command: ['/bin/zsh', '-lc', 'cd notes && echo hello > x.md'] },
      'cd notes && echo hello > x.md',
      'notes/x.md',
    ],
    [
      { command: ['pwsh', '-NoProfile', '-Command', "Set-Content -Path notes/x.md -Value 'hello'"] },
      "Set-Content -Path notes/x.md -Value 'hello'",
      'notes/x.md',
    ],
    [
      { command: 'powershell.exe -Command "echo hello > notes/x.md"' },
      'echo hello > notes/x.md',
      'notes/x.md',
    ],
    [
      { command: ['env', 'A=1', 'bash', '-c', 'bash -c "echo hello > notes/x.md"'] },
      'echo hello > notes/x.md',
      'notes/x.md',
    ],
  ])('%j', (input, line, file) => {
    const call = describeCall('shell', input)
    const label = labelOf('shell', call, input)
    expect(label.action).toBe(`ran ${line.split('\n')[0]?.replace(/^cd \S+ && /, '')}`)
    expect(call.files).toContainEqual({ path: file, access: 'write' })
    expect(changesOf(call, input)).toMatchObject([{ path: file, before: null, after: 'hello' }])
  })
})

describe('a name that stands for whatever the project checks', () => {
  const runs = [
    'just check',
    'npm run check',
    'task check',
    'poe check',
    'hatch run check',
    'make ci',
    './check.sh',
  ]
  it.each(runs)('%s is a check whose printed result decides', (line) => {
    const call = bash(line)
    expect([call.verify, call.opaque]).toEqual([true, true])
    expect(outcomeOf(call, { ok: true, output: '20 examples, 0 failures' })).toMatchObject({
      status: 'passed',
      inferred: false,
      line: '20 examples, 0 failures',
      report: { kind: 'test' },
    })
    expect(outcomeOf(call, { ok: null, output: '20 examples, 3 failures' }).status).toBe('failed')
  })
})

describe('what only says what it would do runs nothing', () => {
  it.each([
    ['git push -n', 'push'],
    ['git push --dry-run origin main', 'push'],
    ['git commit --dry-run', 'commit'],
    ['git tag --help', 'tag'],
    ['npm publish --dry-run', 'publish'],
    ['kubectl apply --dry-run=client -f k8s', 'deploy'],
    ['helm upgrade x ./chart --dry-run', 'deploy'],
    ['npm ci --dry-run', 'install'],
    ['rsync --dry-run a b:', 'deploy'],
    ['rsync -avn a b:', 'deploy'],
    ['npm run release -- --dry-run', 'deploy'],
    ['git clean -fdn && git push -n', 'push'],
  ])('%s', (line, deed) => {
    const call = bash(line)
    expect([call.dry, call.deeds, call.checks]).toEqual([true, [], []])
    expect(call.commands.at(-1)?.deed).toBe(deed)
    expect(outcomeOf(call, { ok: true, output: 'all fine' })).toMatchObject({
      status: 'ran-nothing',
      inferred: false,
    })
  })

  it.each([
    'pytest --collect-only',
    'pytest --version',
    'npx vitest list',
    'npm test -- --help',
    'eslint --help',
    'cargo test -- --list',
    'npx jest --listTests',
    'alembic upgrade head --sql',
    'npx prettier --help',
  ])('%s', (line) => {
    expect([bash(line).checks, bash(line).verify]).toEqual([[], false])
  })

  it.each([
    ['git commit -n -m x', 'commit'],
    ['git push origin main', 'push'],
    ['npm ci', 'install'],
    ['mix deps.get', 'install'],
    ['pod install', 'install'],
    ['twine upload dist/*', 'publish'],
    ['git merge feature', 'merge'],
    ['pip install -r requirements.txt', 'install'],
    ['alembic upgrade head', 'migrate'],
    ['npx prisma migrate deploy', 'migrate'],
    ['python manage.py migrate', 'migrate'],
    ['gh pr create --fill', 'pull-request'],
    ['cargo publish', 'publish'],
    ['vercel deploy --prod', 'deploy'],
    ['apt-get install -y jq', 'install'],
  ])('%s does it', (line, deed) => {
    expect([bash(line).dry, bash(line).deeds]).toEqual([false, [deed]])
  })
})

it.each([
  'git merge --abort',
  'git tag -d v1',
  'git push origin --delete x',
  'git push origin :x',
  'twine check dist/*',
  'git fetch -n',
])('%s does none of it', (line) => {
  expect([bash(line).dry, bash(line).deeds]).toEqual([false, []])
})

describe('an inline script is a run of unknown content', () => {
  it.each(['node -e "console.log(require(\'./package.json\').version)"', 'python -c "print(1)"'])(
    '%s',
    (line) => {
      expect([bash(line).checks, bash(line).opaque]).toEqual([['run'], true])
    },
  )
  it('is not of one kind with a test run', () => {
    expect(bash('npx hardhat test').checks).toEqual(['test'])
  })
})

describe('an end that nobody saw', () => {
  it.each([
    [{ command: 'npm test', run_in_background: true }, '', 'background'],
    [{ command: 'npm test' }, '{"stdout":"","stderr":"","interrupted":true}', 'interrupted'],
    [{ command: 'npm test' }, '{"stdout":"","backgroundTaskId":"b1"}', 'background'],
    [{ command: 'npm test' }, '[Request interrupted by user for tool use]', 'interrupted'],
    [{ command: 'npm test' }, 'Command timed out after 2m 0.0s', 'time-up'],
  ])('%j, %j', (input, output, cause) => {
    expect(outcomeOf(describeCall('Bash', input), { ok: true, output })).toMatchObject({
      status: 'end-unseen',
      cause,
    })
  })
})

it('a command that was cut off says what it printed until then', () => {
  const output = 'Tests: 3 passed\n[Command interrupted]'
  expect(outcomeOf(bash('npm test'), { ok: false, output })).toMatchObject({
    status: 'end-unseen',
    cause: 'interrupted',
    line: '[Command interrupted]',
  })
})

describe('what an edit weakens is seen beside what else it does', () => {
  const rows = String.raw`
a.test.ts ¦ expect(sum(1)).toBe(8) ¦ expect(sum(1)).toBeDefined() ¦ an assertion was replaced by a weaker one
a.test.ts ¦ expect(sum(1)).toBe(8) ¦ const x = 1\nexpect(sum(1)).toBeTruthy() ¦ an assertion was replaced by a weaker one
test_a.py ¦ assert total(1) == 8 ¦ assert total(1) is not None\nother() ¦ an assertion was replaced by a weaker one
a.test.ts ¦ it('adds', () => { ¦ it.only('adds', () => {\n  setUp() ¦ only some tests are run
a.test.ts ¦ it('adds', () => { ¦ import x from 'x'\nit.skip('adds', () => { ¦ a test was skipped
a.test.ts ¦ it('adds', () => {\n  expect(add(1)).toBe(2)\n})\nit('b', () => {\n  expect(b()).toBe(1)\n}) ¦ it('b', () => {\n  expect(b()).toBe(1)\n})\nit('c', () => {\n  log()\n}) ¦ a test was taken out
a.test.ts ¦ it('adds', () => {\n  expect(add(1)).toBe(2)\n}) ¦ it('adds', () => {\n  add(1)\n}) ¦ an assertion was taken out
.eslintrc.json ¦ "no-undef": "error", ¦ "no-undef": "warn",\n"semi": "error", ¦ strictness was switched off
eslint.config.js ¦ rules: { ¦ rules: {\n  'no-console': 'off', ¦ strictness was switched off
biome.json ¦ "noExplicitAny": "error" ¦ "noExplicitAny": "warn" ¦ strictness was switched off
tsconfig.json ¦ "strict": true, ¦ "strict": false,\n"outDir": "dist", ¦ strictness was switched off
.github/workflows/ci.yml ¦       - run: npm ci\n      - run: npm test ¦       - run: npm ci --prefer-offline ¦ a step was taken out of the CI
src/a.ts ¦ const a = b.c ¦ // @ts-ignore\nconst a = b.c\nconst d = 1 ¦ an error was silenced
a.test.ts ¦ expect(f()).toBeDefined() ¦ expect(f()).toBe(9) ¦ nothing
a.test.ts ¦ expect(f()).toBe(8) ¦ expect(f()).toBe(8)\nexpect(g()).toBeDefined() ¦ nothing
a.test.ts ¦ it.skip('adds', () => { ¦ it('adds', () => { ¦ nothing
eslint.config.js ¦ 'no-console': 'off' ¦ 'no-console': 'warn' ¦ nothing
.github/workflows/ci.yml ¦       - run: npm test ¦       - run: npm test -- --coverage\n      - run: npm run lint ¦ nothing
src/a.ts ¦ const a = 1 ¦ const a = 2 ¦ nothing
biome.json ¦ "indentWidth": 2 ¦ "indentWidth": 1 ¦ nothing
package.json ¦ "retries": 2, ¦ "retries": 0, ¦ nothing
.eslintrc ¦ "semi": 2, ¦ "semi": 1, ¦ strictness was switched off
package.json ¦ "test": "vitest run", ¦ "test": "echo ok", ¦ a step was taken out of the CI
package.json ¦ "test": "jest", ¦ "test": "vitest run", ¦ nothing
`
    .trim()
    .split('\n')
  it.each(rows)('%s', (row) => {
    const [path, before, after, kind] = row.split(' ¦ ').map((cell) => cell.replaceAll('\\n', '\n'))
    const input = { file_path: path, old_string: before, new_string: after }
    const call = describeCall('Edit', input)
    const found = weakeningsOf(changesOf(call, input)).map((one) => one.kind)
    if (kind === 'nothing') expect(found).toEqual([])
    else expect(found).toContain(kind)
  })

  it.each([
    ['rm src/a.test.ts', 'a test file was deleted'],
    ['rm src/a.ts', null],
  ])('%s', (line, kind) => {
    const call = bash(line)
    expect(weakeningsOf(changesOf(call, { command: line })).map((one) => one.kind)).toEqual(
      kind === null ? [] : [kind],
    )
  })
})

describe('which files a check covers', () => {
  it.each([
    ['npm test', 'src/a.ts', true],
    ['npm test', 'package.json', true],
    ['npm test', 'api/models.py', false],
    ['npm test', 'README.md', false],
    ['pytest', 'web/src/a.ts', false],
    ['pytest', 'requirements.txt', true],
    ['go test ./...', 'main.go', true],
    ['go test ./...', 'main.rs', false],
    ['make test', 'main.rs', true],
    ['make test', 'docs/a.md', false],
    ['make test', '/tmp/app/src/a.ts', true],
  ])('%s, %s: %s', (line, path, expected) => {
    expect(covers({ description: bash(line), outcome: null }, path)).toBe(expected)
  })

  it.each([
    ['npm test', 'npx vitest run', true],
    ['npm test', 'pytest', false],
    ['cd api && npm test', 'cd web && npm test', false],
    ['npm test -w core', 'npm test -w server', false],
    ['cd api && npm test', 'npm test', true],
    ['npm test', 'cd api && npm test', false],
    ['make test', 'pytest', true],
  ])('that %s failed is taken back by %s: %s', (failed, passed, expected) => {
    const check = (line: string) => ({ description: bash(line), outcome: null })
    expect(takesBack(check(passed), check(failed))).toBe(expected)
  })
})

describe('any call', () => {
  const names = fc.constantFrom('Bash', 'Edit', 'MultiEdit', 'apply_patch', 'frobnicate', 'Task', '')
  const paths = fc.constantFrom(
    'a.test.ts',
    '.eslintrc.json',
    '.github/workflows/ci.yml',
    'package.json',
    'x',
  )
  const pieces = fc.constantFrom(
    'expect(f()).toBe(1)\n',
    "it('a', () => {\n",
    '"semi": "off",\n',
    '- run: npm test\n',
    'x as any\n',
    'except:\n pass\n',
    '*** Begin Patch\n*** Update File: a.test.ts\n@@\n-a\n+b\n',
  )
  const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))).map((list) => list.join(''))

  it('is described, put into words and compared without an exception', () => {
    const input = fc.oneof(
      fc.record({ file_path: paths, old_string: text, new_string: text }),
      fc.record({ command: fc.oneof(text, fc.array(text)) }),
      text,
      fc.anything(),
    )
    fc.assert(
      fc.property(names, input, (name, given) => {
        const call = describeCall(name, given)
        const changes = changesOf(call, given)
        expect(weakeningsOf(changes)).toEqual(weakeningsOf(changes))
        expect(labelOf(name, call, given).label.length).toBeLessThanOrEqual(50)
      }),
    )
  })

  it('is read in time that grows with its length, whatever is repeated in it', () => {
    const units = ['a.b', '"', "'a' ", 'expect(f()).toBe(1)\n', 'assert x\n', '\n', ' as any']
    for (const unit of units) {
      const long = unit.repeat(Math.floor(45_000 / unit.length))
      const input = { file_path: 'a.test.ts', old_string: long, new_string: `${long}x` }
      const call = describeCall('Edit', input)
      expect(weakeningsOf(changesOf(call, input)).length).toBeLessThan(1000)
    }
  })
})

function isCosmeticEdit(input: unknown): boolean {
  const changes = changesOf(describeCall('Edit', input), input)
  return changes.length > 0 && changes.every(isCosmetic)
}

const edit = (old_string: string, new_string: string, file_path = 'src/a.ts') => ({
  file_path,
  old_string,
  new_string,
})

describe('an edit', () => {
  it.each([
    ['a comment behind code', edit('a = 1', 'a = 1 // one')],
    ['a comment line', edit('// one\na = 1', '// the first\n  // number\na = 1')],
    ['a block comment', edit('/** One. */\na = 1', '/**\n * The first.\n */\na = 1')],
    ['a line within a block comment', edit(' * One.', ' * The first.')],
    ['a comment of SQL', edit('-- one\nselect 1', 'select 1', 'a.sql')],
    ['a comment of Python', edit('a = 1', '# one\na = 1', 'a.py')],
    ['a comment of HTML', edit('<p>', '<!-- one --><p>', 'a.html')],
    ['line breaks', edit('if (a) b()', 'if (a)\n  b()')],
    ['indentation', edit('  a()', '    a()')],
    ['several edits', { path: 'a.ts', edits: [edit('a', 'a // one'), edit('b', ' b')] }],
    ['other names of the fields', { path: 'a.ts', oldString: 'a', newString: 'a ' }],
  ])('is cosmetic: %s', (_, input) => expect(isCosmeticEdit(input)).toBe(true))

  it.each([
    ['code', edit('a = 1', 'a = 2')],
    ['code beside a comment', edit('a = 1 // one', 'a = 2 // one')],
    ['code that is commented out', edit('a()', '// a()')],
    ['a link', edit("get('http://a/1')", "get('http://a/2')")],
    ['a colour', edit('color: #fff', 'color: #000')],
    ['a private field', edit('#one = 1', '#two = 1')],
    ['an include', edit('#include <a.h>', '#include <b.h>', 'a.c')],
    ['indentation where it counts', edit('  a()', 'a()', 'a.py')],
    ['one of several edits', { path: 'a.ts', edits: [edit('a', 'a // one'), edit('b', 'c')] }],
    ['a whole file', { file_path: 'a.ts', content: '// one' }],
    ['no edit at all', null],
    ['no edits', { edits: [] }],
    ['a text', 'a'],
  ])('is none: %s', (_, input) => expect(isCosmeticEdit(input)).toBe(false))
})

const own = new OwnChecks([
  { command: 'make abnahme', kind: 'test' },
  { command: './scripts/accept.sh', kind: 'browser' },
  { command: 'npx shopcheck --strict', kind: 'lint' },
  { command: 'ship', kind: 'deploy' },
  { command: 'pytest', kind: 'build' },
])

function sketch(command: string): string {
  const { effect, verify, checks, filter, statusHidden } = describeCall('Bash', { command }, { own })
  const marks = [verify ? 'verify' : '', filter?.kind ?? '', statusHidden ? 'hidden' : ''].filter(
    (mark) => mark !== '',
  )
  return [effect, checks.join('+'), ...marks].join(' ')
}

describe('own check commands', () => {
  it.each([
    ['make abnahme', 'execute test verify'],
    ['make -j4 abnahme', 'execute test verify'],
    ['make -C shop abnahme SHOP=1', 'execute test verify'],
    ['cd shop && make abnahme', 'execute test verify'],
    ['docker compose exec shop make abnahme', 'execute test verify'],
    ['bash -c "make abnahme"', 'execute test verify'],
    ['timeout 60 make abnahme 2>&1', 'execute test verify'],
    ['make abnahme | grep -v warn', 'execute test verify lines hidden'],
    ['make abnahme || true', 'execute test verify status hidden'],
    ['scripts/accept.sh', 'execute browser verify'],
    ['./scripts/accept.sh --all', 'execute browser verify'],
    ['/home/u/shop/scripts/accept.sh', 'execute browser verify'],
    ['bash ./scripts/accept.sh', 'execute browser verify'],
    ['npx shopcheck --strict src', 'execute lint verify'],
    ['pnpm exec shopcheck --strict', 'execute lint verify'],
    ['ship production', 'execute deploy'],
    // They win over what is known.
    ['pytest tests', 'execute build verify'],
    // And are no others.
    ['make other', 'execute '],
    ['make other abnahme', 'execute '],
    ['echo make abnahme', 'read '],
    ['npx shopcheck', 'execute '],
    ['cat scripts/accept.sh', 'read '],
    ['npm test', 'execute test verify'],
  ])('%s', (command, expected) => {
    expect(sketch(command)).toBe(expected)
  })

  it.each([
    '',
    '   ',
    '# nothing',
    'cd app && make abnahme',
    'make abnahme | tee log',
    '(make abnahme)',
    'bash -c "make abnahme"',
    'A=1',
  ])('refuses %j, which is no simple command', (command) => {
    expect(() => new OwnChecks([{ command, kind: 'test' }])).toThrow(HostError)
  })
})
