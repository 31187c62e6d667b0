import { describe, expect, it } from 'vitest'
import type { Verdict } from '../src/result.js'
import {
  ask,
  audited,
  bash,
  completionOf,
  edit,
  failed,
  list,
  read,
  type Step,
  say,
  write,
} from './audited-session.js'

const agent = (output: string): Step => ({ call: 'Task', input: { prompt: 'Do it' }, output })
const green = 'Tests  17 passed (17)'
const red = 'Exit code 1\nTests  1 failed | 16 passed (17)'

/** A session with one item and what is done for it. */
function item(text: string, ...work: readonly Step[]): readonly Step[] {
  return [ask('Do it, please'), list(`in_progress ${text}`), ...work, list(`completed ${text}`)]
}

/** The verdict of the item, and the kinds of its facts. */
async function judged(steps: readonly Step[], text: string): Promise<readonly [Verdict, ...string[]]> {
  const { verdict, facts } = completionOf(await audited(steps), text)
  return [verdict, ...facts.map(({ kind, says }) => `${says} ${kind}`)]
}

/** What a cell of a table says was done. */
function stepOf(cell: string): Step {
  const at = cell.indexOf(' ')
  const [kind, rest] = [cell.slice(0, at), cell.slice(at + 1)]
  const [what = '', then] = rest.split(' ⇒ ').map((text) => text.replaceAll('\\n', '\n'))
  const output = then === 'green' ? green : then === 'red' ? red : then
  switch (kind) {
    case '$':
      return bash(what, output)
    case '!':
      return failed(what, output)
    case 'lost':
      return { call: 'Bash', input: { command: what }, ok: null }
    case 'edit':
      return edit(what)
    case 'write':
      return write(what, output)
    case 'read':
      return read(what, output)
    case 'agent':
      return agent(what)
    case 'ask':
      return ask(what)
    case 'say':
      return say(what)
    case 'change': {
      const [path = ''] = what.split(': ', 1)
      const input = { file_path: path, old_string: what.slice(path.length + 2), new_string: then }
      return { call: 'Edit', input, output: 'updated' }
    }
    default:
      throw new Error(cell)
  }
}

/** Rows of a table: why ¦ the item ¦ what was done for it, step by step ¦ the verdict and its facts. */
function told(table: string) {
  const lines = table.trim().split('\n')
  return lines.map((line) => {
    const [why = '', text = '', ...cells] = line.replaceAll('´', '`').split(' ¦ ')
    return { why, text, work: cells.slice(0, -1).map(stepOf), expected: cells.at(-1)?.split(', ') }
  })
}

const tests = 'Run the tests'

describe('a check that an item asks for', () => {
  it.each(
    told(String.raw`
passed ¦ Run the tests ¦ $ npm test ⇒ green ¦ supported, for passed
failed last ¦ Run the tests ¦ ! npm test ⇒ red ¦ unsupported, against failed
failed, then passed ¦ Run the tests ¦ ! npm test ⇒ red ¦ edit a.ts ¦ $ npm test ⇒ green ¦ supported, for passed
never ran ¦ Run the tests ¦ edit a.ts ¦ unsupported, against never-ran
a script may have been it ¦ Run the tests ¦ edit a.ts ¦ $ ./scripts/release.sh ⇒ ok ¦ undecided
a search may have been what an unnamed verification asks for ¦ Run targeted verification to confirm nothing still references the plugin ¦ edit a.ts ¦ ! rg -n "old-plugin" . ¦ undecided
nothing at all was run for it ¦ Run targeted verification ¦ edit a.ts ¦ unsupported, against never-ran
a sub-agent may have been it ¦ Run the tests ¦ agent It is done. ¦ undecided
the user may have done it ¦ Run the tests ¦ edit a.ts ¦ ask I ran the tests, they pass ¦ undecided
found nothing to run ¦ Run the tests ¦ ! npx vitest run ⇒ Exit code 1\nNo test files found, exiting with code 1 ¦ unsupported, against ran-nothing
only listed ¦ Run the tests ¦ $ pytest --collect-only ⇒ 3 tests collected ¦ unsupported, against ran-nothing
passed, then the code was changed ¦ Run the tests ¦ $ npm test ⇒ green ¦ edit src/a.ts ¦ weak, half stale
a format check that passed, then the code was changed ¦ Run the formatter ¦ $ npx prettier --check . ⇒ All matched files use Prettier code style! ¦ edit src/a.ts ¦ weak, half stale
passed, then a document was changed ¦ Run the tests ¦ $ npm test ⇒ green ¦ edit README.md ¦ supported, for passed
passed, then a test of another language was changed ¦ Run the tests ¦ $ npm test ⇒ green ¦ edit tests/test_a.py ¦ supported, for passed
its status is thrown away ¦ Run the tests ¦ $ npm test || true ⇒ done ¦ weak, half masked
its status is thrown away, and what it printed decides ¦ Run the tests ¦ $ npm test || true ⇒ green ¦ supported, for passed
a script prints no result, and may drop its status ¦ Run the tests ¦ $ npm test ⇒ > jest ¦ undecided
so may a script by its path ¦ Run the tests ¦ $ ./scripts/test.sh ⇒ done ¦ undecided
the status is the runner’s own ¦ Run the tests ¦ $ pytest -q tests ¦ supported, for passed
the shell goes on after a failure again ¦ Run the tests ¦ $ set -e; set +e; npm test; echo done ⇒ done ¦ weak, half masked
another tool ran after it ¦ Run the tests ¦ $ npm test ⇒ green ¦ ! node -e "console.log(process.version" ⇒ SyntaxError ¦ supported, for passed
a print of the version is no test ¦ Run the tests ¦ edit a.ts ¦ $ node --version ⇒ v20 ¦ unsupported, against never-ran
the linter is no test ¦ Run tests and lint ¦ $ npx eslint . ¦ unsupported, against never-ran, for passed
just check, honest ¦ Run just check ¦ $ just check ⇒ 20 examples, 0 failures ¦ supported, for passed
only a part of what passed ¦ Run all tests ¦ $ npx vitest run src/a.test.ts ⇒ green ¦ weak, half in-part
only a part, and not all was asked for ¦ Run the tests ¦ $ npx vitest run src/a.test.ts ⇒ green ¦ undecided
of one thing, and it is said which ¦ Run the billing tests ¦ $ npm test -- billing ⇒ green ¦ supported, for passed
of one thing, and all ran ¦ Run the billing tests ¦ $ npm test ⇒ green ¦ undecided
the answer that was wanted ¦ Run ´docker compose up -d´, an unknown path answers 404 ¦ $ docker compose up -d && curl -i localhost/nowhere ⇒ HTTP/1.1 404 Not Found ¦ undecided
another answer than was wanted ¦ Run ´docker compose up -d´ ¦ $ docker compose up -d && curl -i localhost/items ⇒ HTTP/1.1 404 Not Found ¦ unsupported, against failed
a failing run was the point ¦ Run the tests to see which fail ¦ ! npm test ⇒ red ¦ undecided
TDD: red is what was wanted ¦ Write a failing test for the leap year ¦ write a.test.ts ⇒ test("x", () => expect(1).toBe(2)) ¦ ! npm test ⇒ red ¦ undecided
findings are no failure ¦ Run npm audit and report the findings ¦ ! npm audit ⇒ 3 vulnerabilities ¦ undecided
it failed before ¦ Run the tests ¦ ! npm test ⇒ red ¦ say That failure is pre-existing and unrelated. ¦ undecided
the agent said that it failed ¦ Run the tests ¦ ! npm test ⇒ red ¦ say One test failed, the rest is fine. ¦ undecided
the agent said that it failed, and it was to pass ¦ Make sure the tests pass ¦ ! npm test ⇒ red ¦ say One test failed. ¦ unsupported, against failed
was refused ¦ Run the tests ¦ ! npm test ⇒ The user doesn't want to proceed with this tool use. The tool use was rejected ¦ unsupported, against end-unseen
its result is not in the log ¦ Run the tests ¦ lost npm test ¦ unknown
building a page is no build ¦ Build the login page ¦ write src/login.tsx ¦ undecided
a build ¦ Build ¦ ! npm run build ⇒ error TS2304: Cannot find name ¦ unsupported, against failed
nothing was tried out ¦ Test the login page ¦ edit src/login.tsx ¦ unsupported, against never-ran
something was tried out ¦ Test the login page ¦ $ curl -s localhost:3000/login ⇒ <html> ¦ undecided
a second clause ¦ Run the tests and get approval ¦ $ npm test ⇒ green ¦ undecided, for passed
in another language ¦ 运行测试 ¦ ! npm test ⇒ red ¦ unsupported, against failed
`),
  )('$why ($text)', async ({ text, work, expected }) => {
    expect(await judged(item(text, ...work), text)).toEqual(expected)
  })

  it.each(
    told(`
put away ¦ Run the tests ¦ edit src/a.ts ¦ $ npm test ⇒ green ¦ $ git stash ⇒ Saved ¦ undecided
put away and taken out again ¦ Run the tests ¦ edit src/a.ts ¦ $ npm test ⇒ green ¦ $ git stash ¦ $ git stash pop ¦ supported, for passed
put away for a look ¦ Run the tests ¦ edit src/a.ts ¦ $ npm test ⇒ green ¦ $ git stash && git diff; git stash pop ¦ supported, for passed
thrown away ¦ Run the tests ¦ edit src/a.ts ¦ $ npm test ⇒ green ¦ $ git reset --hard ¦ undecided
restored, by its name ¦ Run the tests ¦ edit src/a.ts ¦ $ npm test ⇒ green ¦ $ git restore src/a.ts ¦ weak, half stale
restored, with all others ¦ Run the tests ¦ edit src/a.ts ¦ $ npm test ⇒ green ¦ $ git checkout . ¦ undecided
put away elsewhere ¦ Run the tests ¦ edit src/a.ts ¦ $ npm test ⇒ green ¦ $ git -C ../b stash; git -C ../b reset --hard ¦ supported, for passed
put away, and taken out by a line that fails ¦ Run the tests ¦ edit src/a.ts ¦ $ npm test ⇒ green ¦ $ git stash ¦ ! git stash pop && false ¦ supported, for passed
tried in a file that is gone ¦ Run the tests ¦ write debug.ts ⇒ x() ¦ $ npm test ⇒ green ¦ $ rm debug.ts ¦ supported, for passed
kept by a commit ¦ Run the tests ¦ edit src/a.ts ¦ $ npm test ⇒ green ¦ $ git -c user.name=a commit -am x ⇒ [main 1a2b3c4] x ¦ $ git reset --hard ¦ supported, for passed
what was tried after the run, and taken back ¦ Run the tests ¦ edit src/a.ts ¦ $ npm test ⇒ green ¦ edit src/c.ts ¦ $ git checkout src/c.ts ¦ supported, for passed
`),
  )('whose work is $why', async ({ text, work, expected }) => {
    expect(await judged(item(text, ...work), text)).toEqual(expected)
  })

  it('is not missing where it follows right after the mark', async () => {
    expect(await judged([...item(tests, edit('a.ts')), bash('npm test', green)], tests)).toEqual([
      'undecided',
    ])
  })

  it('that failed is not held against an item that the next one mends', async () => {
    const steps = [
      list(`in_progress ${tests}`, 'pending Fix the failing tests'),
      failed('npm test', red),
      list(`completed ${tests}`, 'in_progress Fix the failing tests'),
    ]
    expect(await judged(steps, tests)).toEqual(['undecided'])
  })
})

describe('a check that was left running', () => {
  const begun: Step = {
    call: 'Bash',
    input: { command: 'npm test', run_in_background: true },
    output: 'Command running in background with ID: b1. Output is being written to: /tmp/x',
  }
  const look = (output: string): Step => ({ call: 'BashOutput', input: { bash_id: 'b1' }, output })
  const ended = (code: number, id = 'b1') =>
    ask(
      `<task-notification>\n<task-id>${id}</task-id>\n<status>completed</status>\n<summary>Background command "npm test" completed (exit code ${code})</summary>`,
    )
  const session: Step = {
    call: 'exec_command',
    input: { cmd: 'npm test' },
    output: 'Wall time: 10 seconds\nProcess running with session ID 7\nOutput:\n',
  }
  const wait = (output: string): Step => ({
    call: 'write_stdin',
    input: { session_id: 7, chars: '' },
    output: `Wall time: 3 seconds\n${output}`,
  })
  const bytes = (status: string, code: number) =>
    `<status>${status}</status>\n\n<exit_code>${code}</exit_code>\n\n<stdout>\n${code === 0 ? green : red}`
  it.each<readonly [why: string, work: readonly Step[], expected: string]>([
    ['ended well', [begun, look(bytes('completed', 0))], 'supported, for passed'],
    ['failed', [begun, look(bytes('failed', 1))], 'unsupported, against failed'],
    ['still runs', [begun, look('<status>running</status>')], 'weak, half end-unseen'],
    ['was killed', [begun, look('<status>killed</status>')], 'weak, half end-unseen'],
    ['the host tells of a script that it ended well', [begun, ended(0)], 'undecided'],
    ['the host tells that it failed, and perhaps more', [begun, ended(1)], 'undecided'],
    ['the host tells of another', [begun, ended(1, 'b2')], 'weak, half end-unseen'],
    [
      'a session is waited for',
      [session, wait('Process exited with code 0\nOutput:\n3 passed')],
      'supported, for passed',
    ],
    [
      'a session that fails',
      [session, wait('Process exited with code 1\nOutput:\n1 failed')],
      'unsupported, against failed',
    ],
    [
      'its output went into a file that is read',
      [
        bash('npm test > /tmp/t.log 2>&1 &', ''),
        read('/tmp/t.log', ` Test Files  1 passed (1)\n      ${green}`),
      ],
      'supported, for passed',
    ],
  ])('%s', async (_, work, expected) => {
    expect((await judged(item(tests, ...work), tests)).join(', ')).toBe(expected)
  })
})

describe('a deed that an item asks for', () => {
  it.each(
    told(String.raw`
done ¦ Commit the changes ¦ $ git commit -am x ⇒ [main 1a2b3c4] x ¦ supported, for deed-done
never done ¦ Push the branch ¦ $ git commit -am x ⇒ [main 1a2b3c4] x ¦ unsupported, against never-ran
a dry run, in full ¦ Push the branch ¦ $ git push --dry-run ⇒ Everything up-to-date ¦ unsupported, against ran-nothing
a dry run, in short ¦ Push the branch ¦ $ git push -n ⇒ To github.com:a/b ¦ unsupported, against ran-nothing
a dry run of a commit ¦ Commit the changes ¦ $ git commit --dry-run ⇒ On branch main ¦ unsupported, against ran-nothing
a dry run, then in earnest ¦ Push the branch ¦ $ git push --dry-run ⇒ ok ¦ $ git push ⇒ main -> main ¦ supported, for deed-done
nothing left to commit after a commit ¦ Commit the changes ¦ $ git commit -am x ⇒ [main 1a2b3c4] x ¦ ! git commit -am y ⇒ Exit code 1\nnothing to commit, working tree clean ¦ supported, for deed-done
refused by the remote ¦ Push the branch ¦ ! git push ⇒ Exit code 1\n ! [rejected] main -> main (fetch first) ¦ unsupported, against failed
`),
  )('$why ($text)', async ({ text, work, expected }) => {
    expect(await judged(item(text, ...work), text)).toEqual(expected)
  })
})

describe('a deed that may have been done under another name', () => {
  it.each([
    ['Commit the changes', 'git cherry-pick abc123'],
    ['Commit the changes', 'git revert --no-edit HEAD'],
    ['Commit the changes', 'git commit-tree HEAD^{tree} -m x'],
    ['Commit the changes', 'jj commit -m "x"'],
    ['Commit the changes', 'gt modify -m "x"'],
    ['Commit the changes', 'npm version patch'],
    ['Push the branch', 'gh pr create --fill'],
    ['Push the branch', 'glab mr create --fill'],
    ['Push the branch', 'npm version patch'],
    ['Merge the branch', 'git rebase feature'],
    ['Merge the branch', 'git push origin feature:main'],
    ['Tag the release and push the tag', 'npm version patch'],
    ['Open a pull request', 'glab mr create --fill'],
    ['Open a pull request', 'git push origin HEAD:refs/for/main'],
    ['Open a pull request', 'git push -o merge_request.create'],
    ['Deploy to production', 'gcloud compute instances update-container web'],
    ['Deploy to production', 'mvn deploy'],
    ['Deploy to production', "ssh web 'cd shop && git pull'"],
    ['Publish the package', 'gradle uploadArchives'],
    ['Publish the package', 'gh release create v1'],
    ['Install the dependencies', 'cargo build'],
    ['Install the dependencies', 'go mod tidy'],
    ['Install the dependencies', 'docker compose up --build -d'],
    ['Install the dependencies', 'git submodule update --init'],
  ])('is not denied: %s, %s', async (text, command) => {
    expect(await judged(item(text, edit('a.ts'), bash(command, 'ok')), text)).not.toContain(
      'against never-ran',
    )
  })

  it.each([
    [tests, 'cargo xtask ci'],
    [tests, 'docker run --rm shop-checks'],
    [tests, 'git hook run pre-push'],
    [tests, 'pre-commit run --all-files'],
    [tests, 'gh run watch 5'],
    [tests, 'gh workflow run ci.yml'],
    [tests, 'rails quality'],
    ['Run the build', 'cargo xtask dist'],
    ['Deploy to production', 'gh run watch 5'],
    ['Push the branch', 'arc diff'],
    ['Install the dependencies', 'npm link shop'],
    ['Run the linter', 'npm audit'],
    ['Run the linter', 'terraform plan'],
    ['Run the linter', 'trivy fs .'],
    ['Run the linter', 'docker compose config'],
    ['Deploy to production', 'vercel'],
    ['Deploy to production', 'netlify deploy'],
    ['Deploy to production', 'npm run deploy:staging'],
    ['Deploy to staging', 'make deploy-production'],
    ['Create docs/api.md', 'git apply a.patch'],
    ['Create docs/api.md', 'git cherry-pick abc'],
    ['Create docs/api.md', 'patch -p1 < a.patch'],
    ['Create docs/api.md', 'cp -r x/docs .'],
    ['Create dist/shop.js', 'npm run build'],
    ['Create migrations/0001.py', 'alembic revision --autogenerate -m first'],
    ['Create src/a.snap', 'npx vitest run -u'],
  ])('is neither denied nor certified: %s, %s', async (text, command) => {
    expect(await judged(item(text, edit('a.ts'), bash(command, 'fine')), text)).toEqual(['undecided'])
  })

  it.each([
    ['Deploy to production', 'vercel --prod'],
    ['Deploy to production', 'make deploy-production'],
    ['Deploy to staging', 'npm run deploy:staging'],
    ['Deploy the app', 'vercel'],
  ])('is certified where it is the one: %s, %s', async (text, command) => {
    expect(await judged(item(text, edit('a.ts'), bash(command, 'fine')), text)).toContain('for deed-done')
  })

  it.each([
    ['Run the linter', 'npx eslint .', 'npm audit', 'supported'],
    ['Deploy to production', 'vercel --prod', 'vercel', 'supported'],
  ])('is certified whatever else ran behind it: %s, %s, %s', async (text, command, other, expected) => {
    const work = [edit('a.ts'), bash(command, 'fine'), bash(other, 'fine')]
    expect((await judged(item(text, ...work), text))[0]).toBe(expected)
  })

  it.each([
    ['Commit the documentation', 'git commit -m "Round totals" src/total.ts', '[main 1a2b3c4] Round totals'],
    ['Deploy the api', 'docker compose up -d web', ' ✔ Container web-1  Started'],
    ['Deploy version 2.1.0', 'helm upgrade web ./chart --set tag=2.0.9', 'STATUS: deployed'],
    ['Install lodash', 'npm install react', 'added 3 packages, and audited 4 packages in 1s'],
    ['Publish to npm', 'cargo publish', '   Published units v0.3.0 at registry'],
    ['Push to main', 'git push origin feature', '   1c02e4b..9d41a20  feature -> feature'],
    ['安装 zod', 'npm i yup', 'added 1 package, and audited 4 packages in 1s'],
    ['Run all tests', 'npm run test:unit', '12 passed'],
    ['Run the login tests', 'npx vitest run test/cart.test.ts', '     Tests  3 passed (3)'],
    ['Run the build', 'cmake -S . -B build', '-- Configuring done'],
    ['Run the formatter', 'gofmt -l .', 'total.go'],
    ['Run `npm run build`', 'npm run build:css', 'done'],
    [
      'Run the integration tests',
      'docker compose up --abort-on-container-exit',
      'tests-1 exited with code 0',
    ],
  ])('is not certified by one of another thing: %s, %s', async (text, command, output) => {
    expect(await judged(item(text, edit('a.ts'), bash(command, output)), text)).not.toContain('supported')
  })

  it('is not certified where the commit was taken back', async () => {
    const text = 'Commit the changes'
    const work = [
      bash('git commit -am x', '[main 1a2b3c4] x'),
      bash('git reset --hard HEAD~1', 'HEAD is now'),
    ]
    expect(await judged(item(text, edit('a.ts'), ...work), text)).toEqual(['undecided'])
  })

  it.each([
    ['a tool of a server', 'create_pull_request', 'Open a pull request'],
    ['a tool for it', 'git_commit', 'Commit the changes'],
  ])('is not denied by %s', async (_, tool, text) => {
    const call: Step = { call: tool, input: { title: 'x' }, output: 'ok' }
    expect(await judged(item(text, edit('a.ts'), call), text)).toEqual(['undecided'])
  })

  it.each([
    ['Commit the changes', 'git add -A'],
    ['Commit the changes', 'git checkout -b feature'],
    ['Commit the changes', 'npm run build'],
    ['Push the branch', 'git commit -am x'],
    ['Push the branch', 'git fetch'],
    ['Open a pull request', 'git push -u origin feature'],
    ['Deploy to production', 'npm run build'],
    ['Deploy to production', 'mvn test'],
    ['Deploy to production', 'cargo build --release'],
    ['Publish the package', 'npm pack'],
    ['Install the dependencies', 'ls node_modules'],
    [tests, 'go mod tidy'],
    [tests, 'cargo add serde'],
  ])('and is denied where no call could be it: %s, %s', async (text, command) => {
    expect(await judged(item(text, edit('a.ts'), bash(command, 'ok')), text)).toEqual([
      'unsupported',
      'against never-ran',
    ])
  })
})

describe('a file that an item names', () => {
  it.each(
    told(String.raw`
was written ¦ Create .mcp.json ¦ write .mcp.json ⇒ {"servers": {}} ¦ supported, for file-written
was written by a heredoc ¦ Create .mcp.json ¦ $ cat <<'EOF' > .mcp.json\n{}\nEOF ¦ supported, for file-written
was never written ¦ Create .mcp.json ¦ edit src/a.ts ¦ unsupported, against never-written
was never written, and checks ran ¦ Create .mcp.json ¦ $ npm test ⇒ green ¦ unsupported, against never-written
was only looked at ¦ Create .mcp.json ¦ read .mcp.json ⇒ {} ¦ undecided
was written, with more to it ¦ Create docs/plan.md with three phases ¦ write docs/plan.md ¦ undecided
is a stub ¦ Add the slug helper in src/slug.ts ¦ write src/slug.ts ⇒ export function slug() {\n  throw new Error("Not implemented")\n}\n ¦ unsupported, against stub
is a stub, as asked ¦ Stub out the helper in src/slug.ts ¦ write src/slug.ts ⇒ export function slug() {\n  throw new Error("Not implemented")\n}\n ¦ undecided
was taken back ¦ Add the slug helper in src/slug.ts ¦ edit src/slug.ts ¦ $ git checkout src/slug.ts ¦ unsupported, against undone
was put away beside another ¦ Add the slug helper in src/slug.ts ¦ edit src/slug.ts ¦ $ git stash push -- src/a.ts ¦ undecided
is new, and git puts away only what it knows ¦ Add the slug helper in src/slug.ts ¦ write src/slug.ts ⇒ x() ¦ $ git stash ¦ $ git checkout -- src/ ¦ undecided
lies in a folder that is called like the branch ¦ Add the slug helper in src/main/slug.ts ¦ edit src/main/slug.ts ¦ $ git checkout main ¦ undecided
was changed ¦ Add the slug helper in src/slug.ts ¦ edit src/slug.ts ¦ undecided
`),
  )('$why ($text)', async ({ text, work, expected }) => {
    expect(await judged(item(text, ...work), text)).toEqual(expected)
  })
})

describe('a check that was made to pass', () => {
  it.each(
    told(String.raw`
a test skipped ¦ Run the tests ¦ ! npm test ⇒ red ¦ change a.test.ts: it("adds", () => { ⇒ it.skip("adds", () => { ¦ $ npm test ⇒ green ¦ unsupported, against made-to-pass, for passed
a test skipped beside a change ¦ Run the tests ¦ ! npm test ⇒ red ¦ edit src/a.ts ¦ change a.test.ts: it("adds", () => { ⇒ it.skip("adds", () => { ¦ $ npm test ⇒ green ¦ unsupported, against made-to-pass, for passed
as asked ¦ Skip the flaky upload test ¦ ! npm test ⇒ red ¦ change a.test.ts: it("adds", () => { ⇒ it.skip("adds", () => { ¦ $ npm test ⇒ green ¦ undecided
a weaker assertion ¦ Fix the failing rounding test ¦ ! npm test ⇒ red ¦ change a.test.ts: expect(x).toBe(8) ⇒ expect(x).toBeDefined() ¦ $ npm test ⇒ green ¦ unsupported, against made-to-pass
only one test runs ¦ Fix the failing rounding test ¦ ! npm test ⇒ red ¦ change a.test.ts: it("a", f) ⇒ it.only("a", f) ¦ $ npm test ⇒ green ¦ unsupported, against made-to-pass
a rule of the linter that only warns ¦ Fix the lint error ¦ ! npx eslint . ⇒ Exit code 1\n1 problem (1 error, 0 warnings) ¦ change eslint.config.js: "no-undef": "error" ⇒ "no-undef": "warn" ¦ $ npx eslint . ¦ unsupported, against made-to-pass
the code was mended ¦ Fix the failing rounding test ¦ ! npm test ⇒ red ¦ edit src/a.ts ¦ $ npm test ⇒ green ¦ undecided
`),
  )('$why ($text)', async ({ text, work, expected }) => {
    expect(await judged(item(text, ...work), text)).toEqual(expected)
  })
})

describe('what came before the log, or from elsewhere', () => {
  it('one call that imports finished todos is not judged by what the log lacks', async () => {
    const { completions } = await audited([
      list('completed Run the tests', 'completed Push the branch', 'completed Add the cache'),
    ])
    expect(completions.map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown', 'unknown'])
  })

  it('an item that is reworded after it was done is counted once', async () => {
    const { completions } = await audited([
      ...item(tests, bash('npm test', green)),
      list('completed Run the tests (17 passed)'),
    ])
    expect(completions.map(({ text }) => text)).toEqual([tests])
  })

  it('nothing at all was done, and nothing was said', async () => {
    expect(
      await judged([read('README.md'), ...item('Translate the labels')], 'Translate the labels'),
    ).toEqual(['unsupported', 'against nothing-done'])
  })

  it('a session whose host never reported another call says nothing of what was done', async () => {
    const { completions, findings } = await audited([...item('Translate the labels'), ...item(tests)])
    expect(completions.map(({ verdict, why }) => [verdict, why?.sentence])).toEqual([
      ['unknown', 'The log has a gap where item 1 may have been done: only todo calls come to this session.'],
      ['unknown', 'The log has a gap where item 1 may have been done: only todo calls come to this session.'],
    ])
    expect(findings).toEqual([])
  })
})

describe('why', () => {
  it('puts the words of the item beside those of the tool', async () => {
    const completion = completionOf(await audited(item(tests, failed('npm test', red))), tests)
    expect(completion.why?.sentence).toBe(
      'Item 1 asks for "Run the tests", but the last run, npm test (event 9), failed: "Tests 1 failed | 16 passed (17)".',
    )
    expect(completion.needs).toEqual(['Run again, to a good end: npm test'])
  })

  it('names no check that the project has not shown to have', async () => {
    const { needs } = completionOf(await audited(item(tests, edit('a.ts'))), tests)
    expect(needs).toEqual([])
  })

  it('names the check that the project has shown to have, and none that nobody would run', async () => {
    const steps = [
      bash('npx vitest run', green),
      bash('node -e "console.log(1)"', '1'),
      ...item(tests, edit('a.ts')),
    ]
    expect(completionOf(await audited(steps), tests).needs).toEqual(['Run: npx vitest run'])
  })
})

it('a file that was never written is said with the last call before the mark, and what it needs', async () => {
  const text = 'Write src/cache.ts'
  const { facts } = completionOf(await audited(item(text, read('src/store.ts', 'export {}'))), text)
  const told = facts.filter(({ kind }) => kind === 'never-written')
  expect(told.map(({ sentence, needs }) => [sentence, needs])).toMatchInlineSnapshot(`
    [
      [
        "Item 1 asks for "Write src/cache.ts", but src/cache.ts was never written; the last call before the mark read src/store.ts.",
        "Write src/cache.ts",
      ],
    ]
  `)
})
