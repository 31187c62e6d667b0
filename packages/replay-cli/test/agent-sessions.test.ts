/** `sessions` without a source: what all agents recorded, and the cache that must never be wrong. */

import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { projectFilter } from '../src/sessions/project-filter.js'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { claudeCode, lines, result, todoWrite, use } from './recordings.js'
import { program } from './run-program.js'

const place = new MemoryPlace()
const fixtures = fileURLToPath(new URL('../../../fixtures/', import.meta.url))
let homes = 0

// What was written just now is not kept, for it may be changed again in the same moment: these tests run tomorrow.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A home folder of its own with these files in it. */
function home(files: { readonly [path: string]: string }): string {
  homes += 1
  const name = `home-${homes}`
  place.makeFolder(name)
  for (const [path, content] of Object.entries(files)) place.write(join(name, path), content)
  return join(place.folder, name)
}

/** A run on a terminal, which says how many files it reads. */
async function listed(
  HOME: string,
  words = '',
): Promise<{
  readonly code: number
  readonly stdout: string
  readonly messages: string
  readonly read: number
}> {
  const argv = ['sessions', ...words.split(' ').filter(Boolean)]
  const run = await runInMemory(argv, { columns: 100, env: { HOME, NO_COLOR: '1' } })
  const progress = [...run.stderr.matchAll(/of (\d+) files? read/g)]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's own
  const messages = run.stderr.replace(/[^\r\n]*\r\u001b\[2K/g, '')
  return { code: run.code, stdout: run.stdout, messages, read: Number(progress[0]?.[1] ?? 0) }
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
    const _json: unknown = JSON.parse((await listed(HOME, '--json')).stdout)
    expect(stdout).toMatchInlineSnapshot(`
      "project                until (UTC)       agent        turns  items  ✗  session
      /home/noor/tide-table  2026-03-09 08:30  Codex            7    3/3  ·  01a5cc10
        On the tide table, high water should stand out. Bold is fine. Tests please.
      /me/shop               2026-02-02 17:06  Gemini CLI       7    3/3  ·  77f1c0a4
        The opening hours crash when a day says 'closed'. Make it accept that, please, and keep the tests…
      /me/shop               2026-01-07 08:00  Claude Code      3    1/1  1  aaaaaaaa
        Please
      /me/shop               2026-01-07 08:00  Claude Code      3    1/1  1  bbbbbbbb
        Please

      4 sessions, 2 completions unsupported (✗) in 2 of them; todo-replay audit --session ID says more of one
      "
    `)
    expect(messages).toMatchInlineSnapshot(`
      "note: 1 file left out, no recorded session in it
      note: 1 piece of 1 file skipped: todo-replay audit FILE says which
      "
    `)
    expect(await listed(HOME)).toEqual({ code, stdout, messages, read: 0 })
  })

  test('tasks of Cline and Roo Code, one for each folder', async () => {
    const HOME = home({})
    const storage = '.config/Code/User/globalStorage'
    for (const [extension, name] of [
      ['saoudrizwan.claude-dev', 'cline-task'],
      ['rooveterinaryinc.roo-cline', 'roo-task'],
    ] as const) {
      const tasks = join(HOME, storage, extension, 'tasks')
      mkdirSync(tasks, { recursive: true })
      for (const task of readdirSync(join(fixtures, name))) {
        if (!/\./.test(task)) cpSync(join(fixtures, name, task), join(tasks, task), { recursive: true })
      }
    }
    const { stdout } = await listed(HOME, '--json')
    const sessions: readonly { readonly agent: string }[] = JSON.parse(stdout).sessions
    expect(sessions.map(({ agent }) => agent).toSorted()).toEqual(['Cline', 'Roo Code'])
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
      ...conversation('.openhands/sessions/c0', null),
      ...conversation('.openhands/users/me/conversations/c2', null),
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
    const byUsers = [
      'OpenHands ~/.openhands/sessions/c0/events ',
      'OpenHands ~/.openhands/users/me/conversations/c2/events ',
    ]
    expect(await where({})).toEqual(['OpenHands ~/.openhands/conversations/c1/events /me/shop', ...byUsers])
    expect(await where({ OPENHANDS_CONVERSATIONS_DIR: '~/elsewhere' })).toEqual([
      ...byUsers,
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

  test('unsupported completions are those that the audit of the file finds, with the work of sub-agents', async () => {
    const HOME = home({})
    const folder = join(HOME, '.claude/projects/-x')
    mkdirSync(folder, { recursive: true })
    const files: string[] = []
    for (const name of readdirSync(fixtures)) {
      const from = join(fixtures, name)
      if (!/^(?:sub|claimed|items|honest|ticked)/.test(name) || !readdirSync(from).includes('session.jsonl'))
        continue
      cpSync(from, join(folder, name), { recursive: true })
      renameSync(join(folder, name, 'session.jsonl'), join(folder, `${name}.jsonl`))
      files.push(join(folder, `${name}.jsonl`))
    }
    expect(files.length).toBeGreaterThan(5)
    const { stdout } = await listed(HOME, '--json')
    const counted = new Map<string, unknown>()
    for (const each of JSON.parse(stdout).sessions)
      counted.set(`${each.file} ${each.session}`, each.completions)
    for (const file of files) {
      const audit = await runInMemory(['audit', file, '--json', '--fail-on', 'never'])
      for (const { session, summary } of JSON.parse(audit.stdout).sessions) {
        const own = counted.get(`${file} ${session}`)
        if (own !== undefined) expect({ file, own }).toEqual({ file, own: summary.verdicts })
      }
    }
    expect(counted.size).toBeGreaterThan(5)
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

  test('a project, a time, a session', async () => {
    const at = threeSessions()
    expect(await names(at, '--project /me/shop')).toEqual(['aaaaaaaa-2', 'aaaaaaaa-1'])
    expect(await names(at, '--project SHO')).toEqual(['aaaaaaaa-1'])
    expect(await names(at, '--session c')).toEqual(['cccccccc-3'])
    expect(await names(at, '--since 2026-01-07')).toHaveLength(3)
    expect(await names(at, '--since 2026-01-07T08:00:06')).toEqual([])
    const old = new Date('2026-01-05T00:00:00Z')
    utimesSync(join(at, '.claude/projects/-me-other/cccccccc-3.jsonl'), old, old)
    expect(await names(at, '--since 2026-01-06')).toEqual(['aaaaaaaa-2', 'aaaaaaaa-1'])
    expect((await listed(at, '--session nope')).messages).toContain('No listed session')
    expect((await listed(at, '--session aaaaaaaa-2')).stdout).toContain(
      `${at}/.claude/projects/-me-shop-api/aaaaaaaa`,
    )
    expect((await listed(at, '--since soon')).messages).toContain('such as 12h, 7d or 2w')
  })

  test('only files that are asked for are read', async () => {
    const at = threeSessions()
    expect((await listed(at, '--project other')).read).toBe(1)
    expect((await listed(at)).read).toBe(2)
    expect((await listed(at)).read).toBe(0)
  })

  test('with a source its options are refused', async () => {
    for (const words of ['--since 7d', '--project x', '--all', '--config x']) {
      const { code, messages } = await listed('/', `${fixtures}nag-ignored ${words}`)
      expect({ code, messages }).toMatchObject({ code: 2 })
      expect(messages).toContain('leave the source out')
    }
  })

  test.each([
    ['.', '/me/shop', '/me/shop', true],
    ['.', '/me/shop', '/me/shop/api', true],
    ['.', '/me/shop', '/me/shopping', false],
    ['..', '/me/shop', '/me/other', true],
    ['~/shop', '/', '/home/me/shop/x', true],
    ['~', '/', '/home/me', true],
    ['./..b', '/me', '/me/..b/c', true],
    ['shop', '/', '/x/Web-Shop', true],
    ['shop', '/', '/shop/x', false],
  ])('--project %s in %s: %s is %s', (asked, cwd, folder, isMeant) => {
    expect(projectFilter(asked, cwd, '/home/me')(folder)).toBe(isMeant)
  })
})

describe('the cache is never wrong', () => {
  const path = '.claude/projects/-me/one.jsonl'
  const text = ticked('one', '/me')
  const padded = (session: string): string =>
    `${lines({ type: 'x', text: 'x'.repeat(9_000) })}${session}${lines({ type: 'x', text: 'x'.repeat(9_000) })}`

  /** The list after a change, which must be what a run without a cache gives. */
  async function afterwards(HOME: string, read: number): Promise<void> {
    const fresh = await listed(HOME, '--no-cache --json')
    const cached = await listed(HOME, '--json')
    expect(cached.stdout).toBe(fresh.stdout)
    expect(cached.messages).toBe(fresh.messages)
    expect({ read: cached.read }).toEqual({ read })
  }

  async function warm(files: { readonly [path: string]: string }): Promise<string> {
    const HOME = home(files)
    await listed(HOME)
    await afterwards(HOME, 0)
    return HOME
  }

  test('a file that grew, shrank, went', async () => {
    const HOME = await warm({ [path]: text, '.claude/projects/-me/two.jsonl': ticked('two', '/me') })
    appendFileSync(join(HOME, path), claudeCode([{ user: 'More' }], 'one'))
    await afterwards(HOME, 1)
    writeFileSync(join(HOME, path), text.slice(0, text.length / 2))
    await afterwards(HOME, 1)
    rmSync(join(HOME, path))
    await afterwards(HOME, 0)
  })

  test('a folder of events in which one is added, changed, goes', async () => {
    const events = fixture('openhands-events/session.jsonl').trim().split('\n')
    const folder = '.openhands/conversations/c1/events'
    const name = (index: number): string => `${folder}/event-${String(index).padStart(5, '0')}-0a1b2c3d.json`
    const last = events.length - 1
    const HOME = await warm(
      Object.fromEntries(events.slice(0, last).map((event, index) => [name(index), event])),
    )
    writeFileSync(join(HOME, name(last)), events[last] ?? '')
    await afterwards(HOME, 1)
    await afterwards(HOME, 0)
    writeFileSync(join(HOME, name(3)), '{"torn":')
    await afterwards(HOME, 1)
    rmSync(join(HOME, name(2)))
    await afterwards(HOME, 1)
  })

  test('a change of the same size in the middle, with the time set back', async () => {
    const HOME = await warm({ [path]: padded(text) })
    const file = join(HOME, path)
    const at = new Date('2026-01-01T00:00:00Z')
    utimesSync(file, at, at)
    await listed(HOME)
    await afterwards(HOME, 0)
    writeFileSync(file, padded(text.replace('"status":"completed"', '"status":"cancelled"')))
    utimesSync(file, at, at)
    await afterwards(HOME, 1)
  })

  test('a file that was changed just now is not kept', async () => {
    const HOME = home({ [path]: text })
    vi.useRealTimers()
    utimesSync(join(HOME, path), new Date(), new Date())
    await listed(HOME)
    await afterwards(HOME, 1)
  })

  test("a sub-agent's file that appears beside it, changes, goes", async () => {
    const session = claudeCode(
      [
        { user: 'Please' },
        { id: 'm1', model: [todoWrite('c1', ['Fix dates.ts', 'in_progress'])] },
        { user: [result('c1', 'ok')] },
        {
          id: 'm2',
          model: [use('t1', 'Task', { description: 'Fix', prompt: 'Fix dates.ts', subagent_type: 'x' })],
        },
        { user: [result('t1', 'Done.')] },
      ],
      'one',
    ).replace(
      /("tool_use_id":"t1".*)\}\n/,
      '$1,"toolUseResult":{"status":"completed","agentId":"a1","content":[{"type":"text","text":"Done."}]}}\n',
    )
    const sub = claudeCode(
      [
        { user: 'Fix dates.ts' },
        {
          id: 's1',
          model: [use('e1', 'Edit', { file_path: '/me/dates.ts', old_string: 'a', new_string: 'b' })],
        },
        { user: [result('e1', 'ok')] },
      ],
      'one',
    ).replaceAll('"isSidechain":false', '"isSidechain":true,"agentId":"a1"')
    const HOME = await warm({ [path]: session })
    const file = join(HOME, '.claude/projects/-me/one/subagents/agent-a1.jsonl')
    place.write(file.slice(place.folder.length), sub)
    await afterwards(HOME, 1)
    await afterwards(HOME, 0)
    appendFileSync(file, '{"type":\n')
    await afterwards(HOME, 1)
    rmSync(file)
    await afterwards(HOME, 1)
  })

  test('other settings, another profile', async () => {
    const HOME = await warm({ [path]: text })
    place.write('words.json', JSON.stringify({ checks: [{ command: 'make all', kind: 'build' }] }))
    const other = await listed(HOME, '--json --config words.json')
    expect(other.read).toBe(1)
    expect(other.stdout).toBe((await listed(HOME, '--json --config words.json --no-cache')).stdout)
    expect((await listed(HOME, '--json --profile todo-manager')).read).toBe(1)
    expect((await listed(HOME, '--json --todos markdown')).read).toBe(1)
    await afterwards(HOME, 0)
  })

  test('what it can not read or write is no cache', async () => {
    const HOME = await warm({ [path]: text })
    const folder = join(HOME, '.cache/todo-replay')
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name))
      bytes[60] = (bytes[60] ?? 0) ^ 1
      writeFileSync(join(folder, name), bytes)
    }
    await afterwards(HOME, 1)
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file')
    await listed(HOME)
    await afterwards(HOME, 1)
    expect((await listed(HOME)).messages).toBe('')
  })
})

test('several programs at once do not disturb each other', async () => {
  const HOME = home(
    Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        `.claude/projects/-me-${index % 3}/s${index}.jsonl`,
        index === 5
          ? 'no JSON\n'
          : `${ticked(`s${index}`, `/me/${index % 3}`)}${index % 4 === 0 ? '{\n' : ''}`,
      ]),
    ),
  )
  const alone = await runInMemory(['sessions', '--json', '--no-cache'], { env: { HOME } })
  const { PATH = '' } = process.env
  const runs = await Promise.all([1, 2].map(() => runBuilt('sessions --json', { HOME, PATH })))
  for (const { code, stdout, stderr } of runs) {
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: alone.stdout, stderr: alone.stderr })
  }
})

/** The built program. */
async function runBuilt(
  words: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { spawn } = await import('node:child_process')
  const child = spawn(process.execPath, [program, ...words.split(' ')], { cwd: place.folder, env })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
}
