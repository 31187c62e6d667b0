import { describe, expect, it } from 'vitest'
import { filesNamedIn } from '../src/promise/named-files.js'
import { type Ask, promiseOf } from '../src/promise/promise.js'

/** An ask in short: `test`, `lint of web`, `all test`, `test?` where it may mean something else. */
function short(ask: Ask): string {
  const what =
    ask.kind === 'check'
      ? ask.check
      : ask.kind === 'deed'
        ? ask.deed
        : ask.kind === 'file'
          ? `file ${ask.file}`
          : ask.kind === 'command'
            ? `$ ${ask.words.join(' ')}`
            : 'exercise'
  return `${ask.whole ? 'all ' : ''}${what}${ask.sure ? '' : '?'}${ask.subject.length === 0 ? '' : ` of ${ask.subject.join(' ')}`}`
}

describe('what an item asks for, and nothing else', () => {
  it.each([
    ['Run the tests', ['test']],
    ['Run tests, lint, and typecheck', ['test', 'lint', 'typecheck']],
    ['Run tests to verify the changes work', ['test']],
    ['Run typecheck and fix any errors', ['typecheck']],
    ['Run all tests', ['all test']],
    ['Make sure the parser tests pass', ['test of parser']],
    ['Get the test suite green', ['test']],
    ['Check types', ['typecheck']],
    ['Lint the new components', ['lint of components']],
    ['Run eslint', ['lint']],
    ['Run `make check`', ['$ make check']],
    ['Run pnpm run typecheck', ['$ pnpm run typecheck']],
    ['Verify cargo build succeeds', ['build']],
    ['Build', ['build']],
    ['Build the release image', ['build']],
    ['Build the app', ['build?']],
    ['Commit the changes', ['commit']],
    ['Push the branch', ['push of branch']],
    ['Open a pull request', ['pull-request']],
    ['Run the database migrations', ['migrate']],
    ['Install the dependencies', ['install of dependencies']],
    ['Deploy the web app', ['deploy of web app']],
    ['Create .mcp.json', ['file .mcp.json']],
    ['Phase 2: 创建 skill_recommendation.py', ['file skill_recommendation.py']],
    ['Tests ausführen', ['test']],
    ['Prüfen, ob der Linter durchläuft', ['lint']],
    ['Ejecutar las pruebas', ['test']],
    ['Ejecutar las migraciones', ['migrate']],
    ['Vérifier que le linter passe', ['lint']],
    ['Executar os testes', ['test']],
    ['Eseguire i test', ['test']],
    ['Запустить тесты', ['test']],
    ['运行测试', ['test']],
    ['运行构建并确认通过', ['build']],
    ['テストを実行する', ['test']],
    ['테스트 실행', ['test']],
  ])('%s', (text, asks) => {
    const promise = promiseOf(text)
    expect([promise.asks.map(short), promise.covered]).toEqual([asks, true])
  })
})

describe('what an item asks for beside something that only its meaning decides', () => {
  it.each([
    ['Update exports and verify typecheck', ['typecheck']],
    ['Add a test for refunds and run it', ['test']],
    ['Run the tests and get approval', ['test']],
    ['Write docs/api.md and get approval', ['file docs/api.md']],
    ['Create docs/plan.md with the three phases', ['file docs/plan.md of three phases']],
    ['Test the login page', ['exercise of login page']],
    ['验证并测试新结构', ['exercise of 新结构']],
    ['Implement US-005: Run Database Migrations', ['migrate?']],
    ['Build the login page', []],
    ['Build frontend hooks', []],
    ['Fix the failing test', []],
    ['Update tests', []],
    ['Write unit tests for the parser', []],
    ['Verify error format includes code, message and the flag', []],
    ['Validate input types and parameters', []],
    ['Commit message parsing for merges', []],
    ['Add push notifications', []],
    ['Review the deployment script', []],
    ['Add rate limiting to src/auth/login.ts', []],
  ])('%s', (text, asks) => {
    const promise = promiseOf(text)
    expect([promise.asks.map(short), promise.covered]).toEqual([asks, false])
  })
})

it.each([
  ['Run the tests to see which fail', true],
  ['Write a failing test', true],
  ['Run npm audit and report the findings', true],
  ['Run the tests', false],
])('%s: a failing run may be the point: %s', (text, wanted) => {
  expect(promiseOf(text).wantsFailure).toBe(wanted)
})

it.each([
  ['Create .mcp.json', ['.mcp.json']],
  ['Edit ./.github/workflows/ci.yml and .env.local', ['./.github/workflows/ci.yml', '.env.local']],
  ['Set it in package.json:12', ['package.json']],
  ['Call console.log in Node.js v1.0', []],
  ['Change the Dockerfile', ['Dockerfile']],
])('the files that “%s” names', (text, files) => {
  expect(filesNamedIn(text)).toEqual(files)
})
