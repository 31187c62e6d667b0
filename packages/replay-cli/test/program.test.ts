/** The program as it is bundled: what a start loads, and what modules of users get. */

import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Workplace } from './run-program.js'

const program = fileURLToPath(new URL('../program/', import.meta.url))
const session = fileURLToPath(new URL('../../../fixtures/honest-session/session.jsonl', import.meta.url))
const place = new Workplace()

test('a start loads little before it loads a command', () => {
  expect(sourcesLoadedWith('main')).toMatchInlineSnapshot(`
    [
      "node_modules/commander",
      "packages/core/src/errors.ts",
      "packages/recordings/src/recording-error.ts",
      "src/failure.ts",
      "src/known-commands.ts",
      "src/main.ts",
      "src/output.ts",
      "src/package-folder.ts",
      "src/program.ts",
      "src/text/count.ts",
      "src/text/cut.ts",
      "src/text/printable.ts",
      "src/text/style.ts",
      "src/text/wrap.ts",
    ]
  `)
})

test('the hook is loaded without what reads and judges recordings', () => {
  const sources = sourcesLoadedWith('hook-process')
  expect(sources).toContain('src/hook/run-hook.ts')
  // Its input is parsed within the bounds of a recording's.
  expect(sources.filter((source) => /packages\/(?:audit|recordings)\//.test(source))).toEqual([
    'packages/recordings/src/agents/claude-code/content.ts',
    'packages/recordings/src/agents/claude-code/profile.ts',
    'packages/recordings/src/agents/claude-code/tasks.ts',
    'packages/recordings/src/agents/claude-code/tools.ts',
    'packages/recordings/src/content-texts.ts',
    'packages/recordings/src/json.ts',
  ])
  expect(sources.filter((source) => /commander|re2js|yaml/.test(source))).toEqual([])
})

test.each(['--version', '-V'])('%s is told before anything is loaded', async (word) => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(await place.run(word)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

const rule = `
import { defineAuditRule } from '@todo-ledger/audit'
const from = import.meta.resolve('@todo-ledger/core/history')
export default defineAuditRule({
  id: 'told-from',
  meta: { severity: 'warning', docs: 'Tells where packages come from.' },
  check: ({ completions }) =>
    completions.map(({ item, at }) => (
      { severity: 'warning', item, turn: at.turn, seq: at.seq, evidence: [], message: from.split('/').slice(-4).join('/') }
    )),
})`

test('own rules import the packages that the program holds, whatever is installed beside them', async () => {
  place.write('alone/rule.mjs', rule)
  place.write('beside/rule.mjs', rule)
  const installed = 'beside/node_modules/@todo-ledger/audit'
  place.write(
    `${installed}/package.json`,
    '{ "version": "9.9.9", "type": "module", "exports": "./index.js" }',
  )
  place.write(`${installed}/index.js`, 'export const fromTomorrow = 1')
  for (const folder of ['alone', 'beside']) {
    const { stdout, stderr } = await place.run(`audit ${session} --rules ${folder}/rule.mjs`)
    expect(stderr).toBe('')
    expect(stdout).toContain('program/packages/core/history.js')
  }
  place.write('beside/other.mjs', "export { fromTomorrow as default } from '@todo-ledger/audit'")
  expect(await place.screen(`audit ${session} --rules beside/other.mjs`)).toMatchInlineSnapshot(`
    "--- stderr
    todo-replay: beside/other.mjs: it could not be loaded: SyntaxError: The requested module '@todo-ledger/audit' does not provide an export named 'fromTomorrow'
    --- exit 2"
  `)
})

test('own rules import the packages of the user, too, though they bear such a name', async () => {
  const installed = 'own/node_modules/@todo-ledger/house-rules'
  place.write(`${installed}/package.json`, '{ "type": "module", "exports": "./index.js" }')
  place.write(`${installed}/index.js`, rule)
  place.write('own/rule.mjs', "export { default } from '@todo-ledger/house-rules'")
  const { stdout, stderr } = await place.run(`audit ${session} --rules own/rule.mjs`)
  expect(stderr).toBe('')
  expect(stdout).toContain('program/packages/core/history.js')
  place.write('own/other.mjs', "import '@todo-ledger/nowhere'")
  const { stderr: missing } = await place.run(`audit ${session} --rules own/other.mjs`)
  expect(missing).toMatch(/Cannot find package '@todo-ledger\/nowhere' imported from .*own\/other\.mjs/)
})

/** The sources that are loaded when a part is, in a folder of this package or of another. */
function sourcesLoadedWith(part: string): readonly string[] {
  const sources: string[] = []
  const known = new Set<string>()
  const load = (name: string): void => {
    const file = join(program, name)
    if (known.has(name) || !existsSync(file)) return
    known.add(name)
    // What the bundler adds of its own has no map.
    const map = existsSync(`${file}.map`) ? JSON.parse(readFileSync(`${file}.map`, 'utf8')) : { sources: [] }
    sources.push(...map.sources)
    // What a command needs is imported when it is called; what stands at the beginning of a line, at once.
    for (const [, needed = ''] of readFileSync(file, 'utf8').matchAll(/^import (?:.* from )?"(\..*?)"/gm))
      load(posix.join(posix.dirname(name), needed))
  }
  load(`${part}.js`)
  return [...new Set(sources.map(shortened))].sort()
}

function shortened(source: string): string {
  return source
    .replace(/^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*$/, 'node_modules/$1')
    .replace(/^\.\.\/\.\.\//, 'packages/')
    .replace(/^\.\.\//, '')
}
