/** `--session` without a source: the session is looked for in the folders of all agents. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { claudeCode, result, todoWrite, use } from './recordings.js'

const place = new MemoryPlace()
const fixture = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../fixtures/${path}`, import.meta.url)), 'utf8')

const session = (id: string, cwd = '/me/shop', text = 'Fix dates.ts'): string =>
  claudeCode(
    [
      { user: 'Please' },
      { id: 'm1', model: [todoWrite('c1', [text, 'in_progress'])] },
      { user: [result('c1', 'ok')] },
      { id: 'm2', model: [use('t1', 'Task', { description: 'x', prompt: 'x', subagent_type: 'x' })] },
      { user: [result('t1', 'Done.')] },
    ],
    id,
  ).replaceAll('"cwd":"/work"', `"cwd":${JSON.stringify(cwd)}`)
const subagent = claudeCode(
  [{ user: 'x' }, { id: 's1', model: [todoWrite('d1', ['Look at it', 'in_progress'])] }],
  'aaaaaaaa-1111',
).replaceAll('"isSidechain":false', '"isSidechain":true,"agentId":"b1"')

const here = process.cwd()
const projects = '.claude/projects'
const conversation = fixture('openhands-events/session.jsonl').trim().split('\n')
for (const [path, content] of [
  [`${projects}/-me-shop/aaaaaaaa-1111.jsonl`, session('aaaaaaaa-1111')],
  [`${projects}/-me-shop/aaaaaaaa-1111/subagents/agent-b1.jsonl`, subagent],
  [`${projects}/-me-shop/aaaaaaaa-2222.jsonl`, session('aaaaaaaa-2222')],
  // Resumed: an older Claude Code copies the records into a file of another name.
  [`${projects}/-me-shop/copied.jsonl`, session('dddddddd-4444')],
  [`${projects}/-me-other/cccccccc-3333.jsonl`, session('cccccccc-3333', '/me/other')],
  [`${projects}/-here/eeee-1.jsonl`, session('eeee-1', here)],
  [`${projects}/-there/eeee-2.jsonl`, session('eeee-2', '/there')],
  ['.codex/sessions/2026/03/09/rollout-2026-03-09T08-00-00-x.jsonl', fixture('codex-rollout/session.jsonl')],
  ...conversation.map(
    (event, index) =>
      [
        `.openhands/conversations/0c0ffee0/events/event-${String(index).padStart(5, '0')}-0a1b2c3d.json`,
        event,
      ] as const,
  ),
] as const) {
  place.write(join('home', path), content)
}
const HOME = join(place.folder, 'home')
const run = (words: string, home = HOME): ReturnType<typeof runInMemory> =>
  runInMemory(words.split(' '), { env: { HOME: home, NO_COLOR: '1' } })

/** Which session a command read, and which file it said it reads. */
async function shown(id: string): Promise<string> {
  const { code, stdout, stderr } = await run(`show --session ${id}`)
  const file = /reading (?<path>.*) \(/.exec(stderr)?.groups?.['path']?.replace(HOME, '~')
  return code === 0 ? `${stdout.split('\n')[0]} of ${file}` : stderr.trim()
}

describe('finds it', () => {
  test.each([
    ['by a file’s name', 'aaaaaaaa-1', 'aaaaaaaa-1111 of ~/.claude/projects/-me-shop/aaaaaaaa-1111.jsonl'],
    [
      'in a file of another name',
      'dddddddd-4444',
      'dddddddd-4444 of ~/.claude/projects/-me-shop/copied.jsonl',
    ],
    ['by few letters', 'c', 'cccccccc-3333 of ~/.claude/projects/-me-other/cccccccc-3333.jsonl'],
    ['of Codex', '01a5cc10', /^01a5cc10-\S+ of ~\/\.codex\/sessions/],
    [
      'of OpenHands, by the name of its folder',
      '0c0ffee0',
      /of ~\/\.openhands\/conversations\/0c0ffee0\/events/,
    ],
    [
      'a sub-agent in a file of its own',
      'aaaaaaaa-1111/',
      'aaaaaaaa-1111/b1 of ~/.claude/projects/-me-shop/aaaaaaaa-1111.jsonl',
    ],
  ])('%s', async (_, id, expected) => {
    expect(await shown(id)).toMatch(expected)
  })

  test.each(['audit', 'log', 'stats', 'diff', 'bisect --rule max-items', 'watch --once', 'blame 1'])(
    'for %s',
    async (command) => {
      const { stdout, stderr } = await run(`${command} --session cccccccc --json`)
      expect(stderr).toContain('reading ')
      expect(stdout).toContain('cccccccc-3333')
    },
  )
})

describe('says why not', () => {
  test('several begin so', async () => {
    expect(await shown('aaaaaaaa')).toMatchInlineSnapshot(
      `"todo-replay: Several sessions begin with "aaaaaaaa": aaaaaaaa-2222, aaaaaaaa-1111. Give more of the id."`,
    )
  })
  test('none does', async () => {
    expect(await shown('cccccccd-3333')).toMatchInlineSnapshot(
      `"todo-replay: There is no session "cccccccd-3333" among the 8 sessions of all agents. Did you mean cccccccc-3333? \`todo-replay sessions --all\` lists them; for a session elsewhere, also name the file or folder."`,
    )
  })
  test('there is none at all', async () => {
    const { code, stderr } = await run('show --session x', join(place.folder, 'nobody'))
    expect(code).toBe(2)
    expect(stderr).toMatchInlineSnapshot(`
      "todo-replay: There is no session "x" anywhere: agents recorded none here. \`todo-replay sessions --all\` lists them; for a session elsewhere, also name the file or folder.
      "
    `)
  })
})
