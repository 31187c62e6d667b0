/** A command without a source reads the newest session that an agent recorded for the current folder. */

import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { session, type TestSession, writeDatabase } from '../../recordings/test/opencode/records.js'
import { newestSession } from '../src/sources/resolve-source.js'
import { ago } from '../src/text/count.js'
import { MemoryPlace } from './memory-place.js'
import { claudeCode, lines, todoWrite } from './recordings.js'

const place = new MemoryPlace()
const root = realpathSync(place.folder)
let homes = 0

/** A home folder of its own, with files in it: what they hold, and the day on which each was last written to. */
function home(files: { readonly [path: string]: readonly [day: number, content: string] }): string {
  homes += 1
  const name = `home-${homes}`
  place.makeFolder(name)
  for (const [path, [day, content]] of Object.entries(files)) {
    place.write(join(name, path), content)
    const at = new Date(Date.UTC(2026, 0, day))
    utimesSync(join(root, name, path), at, at)
  }
  return join(root, name)
}

/** The file that is found from a folder, without the home's path. */
async function found(
  HOME: string,
  folder: string,
  env: { readonly [name: string]: string } = {},
): Promise<string> {
  const { path, agent } = await newestSession({ cwd: () => folder, env: { HOME, ...env } })
  return `${agent}: ${path.replace(HOME, '~')}`
}

const claude = (cwd: string, isSidechain = false): string =>
  lines(
    { type: 'summary', summary: 'Earlier' },
    { type: 'user', isSidechain, cwd, message: { role: 'user', content: 'Hello' } },
  )
const codex = (cwd: string, source: unknown = 'cli'): string =>
  lines({ timestamp: '2026-01-01T00:00:00Z', type: 'session_meta', payload: { id: 'x', cwd, source } })
const rollout = (day: string): string =>
  `.codex/sessions/2026/01/${day}/rollout-2026-01-${day}T00-00-00-x.jsonl`
const hash = (folder: string): string => createHash('sha256').update(folder).digest('hex')

describe('Claude Code', () => {
  test('the newest file of the folder, and of no other', async () => {
    const HOME = home({
      '.claude/projects/-a-b-c/old.jsonl': [1, claude('/a/b.c')],
      '.claude/projects/-a-b-c/new.jsonl': [3, claude('/a/b.c')],
      '.claude/projects/-a-b-c/notes.txt': [9, 'no session'],
      '.claude/projects/-a-b/other.jsonl': [9, claude('/a/b')],
    })
    expect(await found(HOME, '/a/b.c')).toBe('Claude Code: ~/.claude/projects/-a-b-c/new.jsonl')
  })

  test('two folders of one name are told apart by what the records say', async () => {
    const HOME = home({
      '.claude/projects/-a-b-c/one.jsonl': [1, claude('/a/b-c')],
      '.claude/projects/-a-b-c/two.jsonl': [2, claude('/a/b/c')],
    })
    expect(await found(HOME, '/a/b-c')).toContain('one.jsonl')
    expect(await found(HOME, '/a/b/c')).toContain('two.jsonl')
  })

  test('files of sub-agents, and files in which nobody speaks, are not taken', async () => {
    const HOME = home({
      '.claude/projects/-a/mine.jsonl': [1, claude('/a')],
      '.claude/projects/-a/agent-1.jsonl': [5, claude('/a', true)],
      '.claude/projects/-a/warm-up.jsonl': [6, claude('/a', true)],
      '.claude/projects/-a/summary.jsonl': [7, lines({ type: 'summary', summary: 'x' })],
      '.claude/projects/-a/torn.jsonl': [8, '{"type":"us'],
      '.claude/projects/-a/mine/subagents/agent-2.jsonl': [9, claude('/a', true)],
    })
    expect(await found(HOME, '/a')).toContain('mine.jsonl')
  })

  test('a name that is too long is cut, and a hash is added', async () => {
    const folder = `/${'long/'.repeat(60)}`
    const name = folder.replaceAll('/', '-').slice(0, 200)
    const HOME = home({ [`.claude/projects/${name}-1abc/x.jsonl`]: [1, claude(folder)] })
    expect(await found(HOME, folder)).toContain('-1abc/x.jsonl')
  })

  test('CLAUDE_CONFIG_DIR says where', async () => {
    const HOME = home({
      '.claude/projects/-a/usual.jsonl': [9, claude('/a')],
      'own/projects/-a/own.jsonl': [1, claude('/a')],
    })
    expect(await found(HOME, '/a', { CLAUDE_CONFIG_DIR: join(HOME, 'own') })).toContain('own.jsonl')
    expect(await found(HOME, '/a', { CLAUDE_CONFIG_DIR: '' })).toContain('usual.jsonl')
  })
})

describe('Codex', () => {
  test('the newest session whose folder it is, wherever it was begun; a sub-agent is none', async () => {
    const HOME = home({
      [rollout('02')]: [5, codex('/a')],
      [rollout('03')]: [4, codex('/a')],
      [rollout('04')]: [8, codex('/other')],
      [rollout('05')]: [9, codex('/a', { subagent: { thread_spawn: { parent_thread_id: 'x' } } })],
      [rollout('06')]: [9, 'not JSON\n'],
    })
    expect(await found(HOME, '/a')).toBe(
      'Codex: ~/.codex/sessions/2026/01/02/rollout-2026-01-02T00-00-00-x.jsonl',
    )
  })

  test('links are resolved on both sides, and CODEX_HOME says where', async () => {
    const HOME = home({ [rollout('02').replace('.codex', 'own')]: [5, codex(join(root, 'link'))] })
    mkdirSync(join(root, 'real'))
    symlinkSync(join(root, 'real'), join(root, 'link'))
    for (const folder of ['real', 'link']) {
      expect(await found(HOME, join(root, folder), { CODEX_HOME: join(HOME, 'own') })).toContain('rollout-')
    }
  })
})

describe('Gemini CLI', () => {
  test('by the hash of the folder, or by the short name that is written down', async () => {
    const HOME = home({
      [`.gemini/tmp/${hash('/a')}/chats/session-1.json`]: [1, '{}'],
      [`.gemini/tmp/${hash('/a')}/chats/session-1/session-sub.json`]: [9, '{}'],
      [`.gemini/tmp/${hash('/a')}/chats/notes.json`]: [9, '{}'],
      '.gemini/tmp/b/chats/session-2.jsonl': [2, '{}'],
      '.gemini/projects.json': [2, JSON.stringify({ projects: { '/b': 'b', '/up': '../..', '/c': 7 } })],
    })
    expect(await found(HOME, '/a')).toBe(`Gemini CLI: ~/.gemini/tmp/${hash('/a')}/chats/session-1.json`)
    expect(await found(HOME, '/b')).toBe('Gemini CLI: ~/.gemini/tmp/b/chats/session-2.jsonl')
    const up = found(HOME, '/up')
    await expect(up).rejects.toThrow('No agent recorded a session in this folder, /up.')
    await expect(up).rejects.toMatchObject({
      lines: expect.not.arrayContaining([expect.stringContaining('..')]),
    })
    await expect(found(HOME, '/c')).rejects.toThrow('No agent recorded a session in this folder, /c.')
  })
})

describe('other agents', () => {
  const json = JSON.stringify

  test('Qwen Code, by what the records say, or by the hash of the folder', async () => {
    const HOME = home({
      '.qwen/projects/-a/chats/one.jsonl': [1, lines({ cwd: '/a' })],
      '.qwen/projects/-b/chats/two.jsonl': [2, lines({ cwd: '/b' })],
      [`.qwen/tmp/${hash('/c')}/chats/session-1.json`]: [3, '{}'],
    })
    expect(await found(HOME, '/a')).toBe('Qwen Code: ~/.qwen/projects/-a/chats/one.jsonl')
    expect(await found(HOME, '/c')).toContain('Qwen Code: ~/.qwen/tmp/')
    await expect(found(HOME, '/d')).rejects.toMatchObject({
      lines: expect.arrayContaining([`looked in ${HOME}/.qwen (Qwen Code)`]),
    })
  })

  test('opencode, whose database holds the sessions of all folders: which one is said', async () => {
    const HOME = home({})
    const data = join(HOME, '.local/share/opencode')
    mkdirSync(data, { recursive: true })
    const begun = (id: string, directory: string, updated: number, more = {}): TestSession =>
      session(id, [], { directory, time: { updated }, ...more })
    writeDatabase(join(data, 'opencode.db'), [
      begun('ses_1', '/a', 10),
      begun('ses_2', '/a', 20),
      begun('ses_3', '/b', 30),
      begun('ses_4', '/a', 40, { parentID: 'ses_2' }),
    ])
    const newest = await newestSession({ cwd: () => '/a', env: { HOME } })
    expect(newest).toEqual({ agent: 'opencode', path: join(data, 'opencode.db'), at: 20, session: 'ses_2' })
  })

  test('Cline, Roo Code and OpenHands, by what stands beside the session', async () => {
    const task = (extension: string): string =>
      `.config/Code/User/globalStorage/${extension}/tasks/1700000000000`
    const HOME = home({
      [`${task('saoudrizwan.claude-dev')}/api_conversation_history.json`]: [2, '[]'],
      [`${task('saoudrizwan.claude-dev')}/history_item.json`]: [2, json({ workspace: '/a' })],
      [`${task('rooveterinaryinc.roo-cline')}/api_conversation_history.json`]: [3, '[]'],
      [`${task('rooveterinaryinc.roo-cline')}/history_item.json`]: [3, json({ workspace: '/b' })],
      '.cline/data/sessions/s1/s1.messages.json': [4, '{}'],
      '.cline/data/sessions/s1/s1.json': [4, json({ cwd: '/c' })],
      '.openhands/conversations/c1/base_state.json': [5, json({ workspace: { working_dir: '/d' } })],
      '.openhands/conversations/c1/events/event-00000-0a1b2c3d.json': [5, '{}'],
    })
    expect(await found(HOME, '/a')).toMatch(/^Cline: .*api_conversation_history\.json$/)
    expect(await found(HOME, '/b')).toMatch(/^Roo Code: .*api_conversation_history\.json$/)
    expect(await found(HOME, '/c')).toBe('Cline: ~/.cline/data/sessions/s1/s1.messages.json')
    expect(await found(HOME, '/d')).toBe('OpenHands: ~/.openhands/conversations/c1/events')
  })
})

test('none: it says where it looked', async () => {
  const HOME = home({ '.claude/projects/-a/x.jsonl': [1, claude('/a')] })
  await expect(found(HOME, '/a b')).rejects.toMatchObject({
    code: 'no-source',
    message: 'No agent recorded a session in this folder, /a b. Say what to read.',
    lines: expect.arrayContaining([
      `looked in ${HOME}/.claude (Claude Code)`,
      'found nothing of Codex, Gemini CLI, Qwen Code, opencode, Cline, Roo Code or OpenHands in their own folders',
    ]),
  })
  await expect(found('', '/a')).rejects.toThrow('HOME is not set')
})

test('the program reads it, and names it on standard error', async () => {
  const session = claudeCode([
    { user: 'Hello' },
    { id: 'm1', model: [todoWrite('c1', ['Say hello', 'completed'])] },
  ])
  const name = root.replace(/[^a-zA-Z0-9]/g, '-')
  const HOME = home({ [`.claude/projects/${name}/c0ffee.jsonl`]: [5, session] })
  const { code, stdout, stderr } = await place.run('show --json', { env: { HOME } })
  expect({ code, session: JSON.parse(stdout).session }).toEqual({ code: 0, session: 'c0ffee' })
  expect(stderr).toBe(`reading ${HOME}/.claude/projects/${name}/c0ffee.jsonl (Claude Code, 2026-01-05)\n`)
  const empty = await place.run('show', { env: { HOME: home({}) } })
  expect({ code: empty.code, stdout: empty.stdout }).toEqual({ code: 2, stdout: '' })
  // What changes a ledger asks for one.
  for (const words of ['copy', 'redact --built-in', 'redact --forget --session x']) {
    expect((await place.run(words, { env: { HOME } })).stderr).toBe(
      'todo-replay: Name a ledger, such as todos.db.\n',
    )
  }
})

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [-5, 'just now'],
  [60, '1 minute ago'],
  [200, '3 minutes ago'],
  [3600, '1 hour ago'],
  [47 * 3600, '47 hours ago'],
  [48 * 3600, '2026-01-08'],
])('%i seconds ago: %s', (seconds, said) => {
  const now = Date.UTC(2026, 0, 10, 12)
  expect(ago(now - seconds * 1000, now)).toBe(said)
})
