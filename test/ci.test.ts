/** The templates for CI and the plugins, as far as they can be held without running them. */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { knownCommands } from '../packages/replay-cli/src/known-commands.js'
import { filledIn, githubAction, gitlabJob, preCommitHooks, root } from './ci-steps.js'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const json = (path: string) => JSON.parse(read(path))

test.each([
  ['GitHub', githubAction(), 'bash'],
  ['GitLab', gitlabJob(), 'sh'],
])('the script of %s takes its inputs from the environment alone, and is one', (_, template, shell) => {
  expect(template.script).not.toMatch(/\$\{\{|\$\[\[/)
  for (const name of Object.keys(template.env))
    expect(template.script).toMatch(new RegExp(`\\$\\{?${name}\\b`))
  expect(filledIn(template, { sources: 's' })).toMatchObject({ SOURCES: 's', FAIL_ON: 'unsupported,error' })
  expect(spawnSync(shell, ['-n'], { input: template.script, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  })
})

/** The commands of our programs. */
const commands: { readonly [program: string]: readonly string[] } = {
  'todo-replay': knownCommands.map(({ name }) => name),
  'todo-ledger': ['serve', 'mcp', 'token'],
}

const serversOf = (path: string): string => {
  const { command, args } = json(path).mcpServers['todo-ledger']
  return [command, ...args].join(' ')
}

test.each([
  ['ci/github/action.yml', githubAction().script],
  ['ci/gitlab/todo-audit.yml', gitlabJob().script],
  ...preCommitHooks().map(({ id, entry }) => [id, entry]),
  ['plugins/claude-code/hooks/hooks.json', read('plugins/claude-code/hooks/hooks.json')],
  ...['claude-code/.mcp.json', 'codex/.mcp.json', 'gemini-cli/gemini-extension.json'].map((path) => [
    path,
    serversOf(`plugins/${path}`),
  ]),
])('%s starts commands that there are', (_, text = '') => {
  const calls = [...text.matchAll(/npx -y (?:--\S+ )*"?(todo-(?:replay|ledger))\S* ([a-z]+)/g)]
  expect(calls.length).toBeGreaterThan(0)
  for (const [, program = '', command] of calls) expect(commands[program]).toContain(command)
})

test('docs/guides/ci.md gives the templates what they take', () => {
  const blocks = [...read('docs/guides/ci.md').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)]
  const [github, gitlab, preCommit] = blocks.map(([, block = '']) => parse(block))
  const [, action] = github.jobs.agent.steps
  expect(action.uses).toMatch(/\/ci\/github@/)
  expect(Object.keys(githubAction().inputs)).toEqual(expect.arrayContaining(Object.keys(action.with)))
  const [include] = gitlab.include
  expect(existsSync(join(root, include.file))).toBe(true)
  expect(Object.keys(gitlabJob().inputs)).toEqual(expect.arrayContaining(Object.keys(include.inputs)))
  const ids = preCommit.repos[0].hooks.map(({ id }: { readonly id: string }) => id)
  expect(ids).toEqual(preCommitHooks().map(({ id }) => id))
})

test('the plugin for Claude Code has the hooks that `hook --print-settings` prints', () => {
  const { hooks } = json('plugins/claude-code/hooks/hooks.json')
  const program = join(root, 'packages/replay-cli/bin/todo-replay.js')
  const { stdout } = spawnSync(process.execPath, [program, 'hook', '--print-settings'], { encoding: 'utf8' })
  const plugin =
    'command -v todo-replay >/dev/null && exec todo-replay hook; exec npx -y --prefer-offline --fetch-retries=0 todo-replay hook'
  const printed = JSON.parse(stdout, (key, value) =>
    key === 'command' && typeof value === 'string' && value.includes('bin/todo-replay') ? plugin : value,
  )
  expect(hooks).toEqual(printed.hooks)
})

test('the plugins have the version of what they start, and the marketplaces name them', () => {
  const { version } = json('packages/replay-cli/package.json')
  const manifests = [
    'plugins/claude-code/.claude-plugin/plugin.json',
    'plugins/codex/.codex-plugin/plugin.json',
    'plugins/gemini-cli/gemini-extension.json',
  ].map(json)
  expect(manifests.map((manifest) => [manifest.name, manifest.version])).toEqual(
    manifests.map(() => ['todo-ledger', version]),
  )
  expect(json('.claude-plugin/marketplace.json').plugins[0].source).toBe('./plugins/claude-code')
  expect(json('.agents/plugins/marketplace.json').plugins[0].source.path).toBe('./plugins/codex')
})
