/** `sessions` without a source: what all agents recorded. */

import { cpSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { projectFilter } from '../src/sessions/agent-sessions.js'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { claudeCode, lines, result, todoWrite } from './recordings.js'

const place = new MemoryPlace()
const fixtures = fileURLToPath(new URL('../../../fixtures/', import.meta.url))
let homes = 0

/** A home folder of its own with these files in it. */
function home(files: { readonly [path: string]: string }): string {
  homes += 1
  const name = `home-${homes}`
  place.makeFolder(name)
  for (const [index, [path, content]] of Object.entries(files).entries()) {
    place.write(join(name, path), content)
    const at = new Date(Date.UTC(2026, 2, 9, 8, index))
    utimesSync(join(place.folder, name, path), at, at)
  }
  return join(place.folder, name)
}

/** A run on a terminal. */
async function listed(
  HOME: string,
  words = '',
): Promise<{
  readonly code: number
  readonly stdout: string
  readonly messages: string
}> {
  const argv = ['sessions', ...words.split(' ').filter(Boolean)]
  const run = await runInMemory(argv, { columns: 100, env: { HOME, NO_COLOR: '1' } })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's own
  const messages = run.stderr.replace(/[^\r\n]*\r\u001b\[2K/g, '')
  return { code: run.code, stdout: run.stdout, messages }
}

/** A session that ticks an item; with an edit or without any work. */
function ticked(session: string, cwd: string, text = 'Fix the date parser in dates.ts'): string {
  return claudeCode(
    [
      { user: 'Please' },
      { id: 'm1', model: [todoWrite('c1', [text, 'in_progress'])] },
      { user: [result('c1', 'ok')] },
      { id: 'm2', model: [todoWrite('c2', [text, 'completed'])] },
      { user: [result('c2', 'ok')] },
      { id: 'm3', model: [{ type: 'text', text: 'Fine.' }] },
    ],
    session,
  ).replaceAll('"cwd":"/work"', `"cwd":${JSON.stringify(cwd)}`)
}

const fixture = (path: string): string => readFileSync(join(fixtures, path), 'utf8')

describe('the list', () => {
  test('of several agents, newest first, without what is no session of a person', async () => {
    const HOME = home({
      '.claude/projects/-me-shop/aaaaaaaa-1.jsonl': ticked('aaaaaaaa-1', '/me/shop'),
      '.claude/projects/-me-shop/agent-x.jsonl': ticked('agent-x', '/me/shop'),
      '.claude/projects/-me-shop/notes.jsonl': lines({ type: 'summary', summary: 'x' }),
      '.claude/projects/-me-shop/torn.jsonl': `${ticked('bbbbbbbb-2', '/me/shop')}{"type":\n`,
      '.codex/sessions/2026/03/09/rollout-1.jsonl': fixture('codex-rollout/session.jsonl'),
      '.codex/archived_sessions/rollout-2.jsonl': 'not JSON\n',
      '.gemini/tmp/shop/chats/session-1.json': fixture('gemini-chat/session.json'),
      '.gemini/projects.json': JSON.stringify({ projects: { '/me/shop': 'shop' } }),
    })
    const { code, stdout, messages } = await listed(HOME)
    expect(code).toBe(0)
    expect(stdout).toMatchInlineSnapshot(`
      "project                until (UTC)       agent        session   title
      /me/shop               2026-03-09 08:06  Gemini CLI   77f1c0a4  The opening hours crash wh…
      /home/noor/tide-table  2026-03-09 08:04  Codex        01a5cc10  On the tide table, high wa…
      /me/shop               2026-03-09 08:03  Claude Code  bbbbbbbb  Please
      /me/shop               2026-03-09 08:00  Claude Code  aaaaaaaa  Please

      4 sessions; todo-replay audit --session ID says how well one's completions are supported
      "
    `)
    expect(messages).toMatchInlineSnapshot(`
      "note: 2 files left out, no recorded session in them
      "
    `)
  })

  /** A conversation of OpenHands, an event a file. */
  const conversation = (folder: string, workspace: string | null): { readonly [path: string]: string } =>
    Object.fromEntries([
      ...fixture('openhands-events/session.jsonl')
        .trim()
        .split('\n')
        .map((event, index) => [
          `${folder}/events/event-${String(index).padStart(5, '0')}-0a1b2c3d.json`,
          event,
        ]),
      ...(workspace === null
        ? []
        : [[`${folder}/base_state.json`, JSON.stringify({ workspace: { working_dir: workspace } })]]),
    ])

  test('conversations of OpenHands, wherever its variables say', async () => {
    const HOME = home({
      ...conversation('.openhands/conversations/c1', '/me/shop'),
      ...conversation('elsewhere/c3', '/me/other'),
      ...conversation('kept/conversations/c4', '/me/kept'),
    })
    const where = async (env: { readonly [name: string]: string }): Promise<unknown> => {
      const run = await runInMemory(['sessions', '--json'], { env: { HOME, ...env } })
      const { sessions = [] } = JSON.parse(run.stdout)
      return sessions
        .map(({ file, project, agent }: { [key: string]: string }) =>
          [agent, file?.replace(HOME, '~'), project].join(' '),
        )
        .toSorted()
    }
    expect(await where({})).toEqual(['OpenHands ~/.openhands/conversations/c1/events /me/shop'])
    expect(await where({ OPENHANDS_CONVERSATIONS_DIR: '~/elsewhere' })).toEqual([
      'OpenHands ~/elsewhere/c3/events /me/other',
    ])
    expect(await where({ OPENHANDS_PERSISTENCE_DIR: join(HOME, 'kept') })).toEqual([
      'OpenHands ~/kept/conversations/c4/events /me/kept',
    ])
  })

  test('sessions of Qwen Code, wherever its variables say', async () => {
    const chat = JSON.parse(fixture('gemini-chat/session.json'))
    const older = JSON.stringify({ ...chat, sessionId: 'q-old' })
    const HOME = home({
      '.qwen/tmp/0a1b/chats/session-1.json': older,
      'qwen/tmp/0a1b/chats/session-2.json': JSON.stringify({ ...chat, sessionId: 'q-new' }),
    })
    const { stdout } = await listed(HOME, '--json')
    expect(JSON.parse(stdout).sessions).toMatchObject([{ agent: 'Qwen Code', session: 'q-old' }])
    for (const variable of ['QWEN_HOME', 'QWEN_RUNTIME_DIR']) {
      const run = await runInMemory(['sessions', '--json'], { env: { HOME, [variable]: join(HOME, 'qwen') } })
      expect(JSON.parse(run.stdout).sessions).toMatchObject([{ agent: 'Qwen Code', session: 'q-new' }])
    }
  })

  test('tasks of Cline, wherever its variables say', async () => {
    const task = readdirSync(join(fixtures, 'cline-task')).find((name) => !name.includes('.')) ?? ''
    for (const [variable, value, folder] of [
      ['CLINE_DATA_DIR', 'x', 'x'],
      ['CLINE_DIR', 'y', 'y/data'],
      ['VSCODE_PORTABLE', 'z', 'z/user-data/User/globalStorage/saoudrizwan.claude-dev'],
    ] as const) {
      const HOME = home({})
      cpSync(join(fixtures, 'cline-task', task), join(HOME, folder, 'tasks', task), { recursive: true })
      const run = await runInMemory(['sessions', '--json'], { env: { HOME, [variable]: join(HOME, value) } })
      expect(JSON.parse(run.stdout).sessions).toMatchObject([{ agent: 'Cline' }])
    }
  })

  test("sessions of Cline's program, those of sub-agents left out", async () => {
    const session = (id: string, agent: string): string =>
      JSON.stringify({
        version: 1,
        agent,
        sessionId: id,
        messages: [
          { role: 'user', content: [{ type: 'text', text: '<user_input mode="act">Go</user_input>' }] },
          { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], ts: 1_772_442_000_000 },
        ],
      })
    for (const [variable, value, folder] of [
      ['CLINE_DIR', 'y', 'y/data/sessions'],
      ['CLINE_SESSION_DATA_DIR', 'z', 'z'],
    ] as const) {
      const HOME = home({
        [`${folder}/s1/s1.messages.json`]: session('s1', 'lead'),
        [`${folder}/s1/s1.json`]: '{"cwd":"/p"}',
        [`${folder}/s1/agent_2.messages.json`]: session('s1__agent_2', 'subagent'),
      })
      const run = await runInMemory(['sessions', '--json'], { env: { HOME, [variable]: join(HOME, value) } })
      expect(JSON.parse(run.stdout).sessions).toMatchObject([
        { agent: 'Cline', session: 's1', project: '/p' },
      ])
    }
  })

  test('nothing there: it says so', async () => {
    expect(await listed(home({}))).toMatchObject({ code: 2, stdout: '' })
    expect((await listed(home({}))).messages).toContain('No session of Claude Code')
    expect((await listed('')).messages).toContain('HOME is not set')
  })
})

describe('what is asked for', () => {
  const threeSessions = (): string =>
    home({
      '.claude/projects/-me-shop/aaaaaaaa-1.jsonl': ticked('aaaaaaaa-1', '/me/shop'),
      '.claude/projects/-me-shop-api/aaaaaaaa-2.jsonl': ticked('aaaaaaaa-2', '/me/shop/api'),
      '.claude/projects/-me-other/cccccccc-3.jsonl': ticked('cccccccc-3', '/me/other'),
    })
  const names = async (at: string, words: string): Promise<unknown> => {
    const { stdout } = await listed(at, `--json ${words}`)
    return JSON.parse(stdout).sessions.map(({ session }: { readonly session: string }) => session)
  }

  test('a project', async () => {
    const at = threeSessions()
    expect(await names(at, '--project /me/shop')).toEqual(['aaaaaaaa-2', 'aaaaaaaa-1'])
  })

  test.each([
    ['.', '/me/shop', '/me/shop', true],
    ['.', '/me/shop', '/me/shop/api', true],
    ['.', '/me/shop', '/me/shopping', false],
    ['..', '/me/shop', '/me/other', true],
    ['~/shop', '/', '/home/me/shop/x', true],
    ['~', '/', '/home/me', true],
    ['./..b', '/me', '/me/..b/c', true],
    ['shop', '/me', '/me/shop/x', true],
  ])('--project %s in %s: %s is %s', (asked, cwd, folder, isMeant) => {
    expect(projectFilter(asked, cwd, '/home/me')(folder)).toBe(isMeant)
  })
})
