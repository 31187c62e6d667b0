/** What an audit of a folder keeps: the next one says the same, whatever was changed in between, and reads only that. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FileAuditor } from '../src/audit/file-auditor.js'
import { runInMemory } from './memory-host.js'
import { lines, untested } from './recordings.js'
import { familyFolder } from './session-families.js'

const root = mkdtempSync(join(tmpdir(), 'audit-cache-'))
let places = 0

beforeAll(() => {
  // A file that was just written may be written once more: it is kept only later.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
})
afterAll(() => {
  vi.useRealTimers()
  rmSync(root, { recursive: true, force: true })
})

const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
const withSecret = lines(
  { recording: 'todo-ledger/1', session: 'secret', profile: 'todo-manager' },
  { input: `Log in with ${secret}`, trigger: 'user' },
  {
    turn: 1,
    calls: [
      {
        id: 's1',
        name: 'todo',
        input: { items: [{ id: '1', text: `Log in with ${secret}`, status: 'completed' }] },
        ok: true,
        output: '',
      },
    ],
  },
)

/** A folder with sessions of many kinds, and a home for what is kept. */
class Place {
  readonly folder: string
  readonly home: string

  constructor(files: readonly { readonly path: string; readonly content: string }[]) {
    places += 1
    this.folder = join(root, `${places}`, 'sessions')
    this.home = join(root, `${places}`, 'home')
    for (const { path, content } of files) this.write(path, content)
  }

  write(path: string, content: string): void {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }

  /** What an audit prints, and how many files and sessions it had to look into. */
  async audit(...words: readonly string[]) {
    const answer = vi.spyOn(FileAuditor.prototype, 'answer')
    const argv = ['audit', this.folder, '--fail-on', 'never', '--jobs', '1', ...words]
    const { code, stdout, stderr } = await runInMemory(argv, { env: { HOME: this.home } })
    const kinds = answer.mock.calls.map(([{ kind }]) => kind)
    answer.mockRestore()
    const read = kinds.filter((kind) => kind === 'read').length
    return { printed: { code, stdout, stderr }, read, judged: kinds.length - read }
  }

  get kept(): readonly string[] {
    return filesIn(join(this.home, '.cache'))
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => path.endsWith('.jsonl'))
  } catch {
    return []
  }
}

const everyKind = [
  ...familyFolder(3),
  { path: 'k/one.jsonl', content: untested },
  { path: 'k/secret.jsonl', content: withSecret },
  { path: 'k/other.json', content: '{"a":1}' },
  { path: 'k/half.jsonl', content: `${untested}{"turn":` },
]

test('the next audit says the same to the letter, and reads nothing', async () => {
  const place = new Place(everyKind)
  for (const words of [['--json'], ['--all'], ['--format', 'sarif']]) {
    const first = await place.audit(...words, '--no-cache')
    expect(first.read).toBe(everyKind.length)
    const second = await place.audit(...words)
    expect(second.printed).toEqual(first.printed)
    const third = await place.audit(...words)
    expect(third).toEqual({ printed: first.printed, read: 0, judged: 0 })
  }
  expect(place.kept).toHaveLength(1)
})

test('numbers are those of a fresh run, too', async () => {
  const place = new Place(everyKind)
  const env = { HOME: place.home }
  const stats = () => runInMemory(['stats', place.folder, '--json'], { env })
  const first = await stats()
  expect(await stats()).toEqual(first)
})

describe('what changed is found out anew', () => {
  const files = familyFolder(4)
  const changes: readonly [name: string, change: (place: Place) => void, words: readonly string[]][] = [
    ['a session', (place) => place.write('m/family-1.jsonl', untested), []],
    ['a sub-agent alone', (place) => place.write('z/family-4-agent.jsonl', untested), []],
    ['one more session', (place) => place.write('m/more.jsonl', untested), []],
    ['one less', (place) => rmSync(join(place.folder, 'm/family-2.jsonl')), []],
    ['the profile', () => undefined, ['--profile', 'todo-write']],
    ['where todos are looked for', () => undefined, ['--todos', 'markdown']],
  ]
  test.each(changes)('%s', async (_, change, words) => {
    const place = new Place(files)
    await place.audit('--json')
    change(place)
    const fresh = await place.audit('--json', '--no-cache', ...words)
    expect((await place.audit('--json', ...words)).printed).toEqual(fresh.printed)
    expect(await place.audit('--json', ...words)).toEqual({ printed: fresh.printed, read: 0, judged: 0 })
  })

  test('with other settings', async () => {
    const place = new Place(files)
    await place.audit('--json')
    const settings = join(place.home, 'settings.yaml')
    writeFileSync(settings, 'rules:\n  instant-flip: off\n')
    const fresh = await place.audit('--json', '--no-cache', '--config', settings)
    expect((await place.audit('--json', '--config', settings)).printed).toEqual(fresh.printed)
  })
})

describe('nothing is kept', () => {
  test.each([
    ['where nobody wants it', ['--no-cache']],
    ['where secrets are left in', ['--no-redact']],
    ['of what a repository says', ['--repo', process.cwd()]],
  ])('%s', async (_, words) => {
    const place = new Place(everyKind)
    await place.audit(...words)
    expect(place.kept).toEqual([])
  })

  test('of a secret', async () => {
    const place = new Place(everyKind)
    await place.audit()
    const kept = place.kept.map((file) => readFileSync(file, 'utf8')).join('')
    expect(kept).toContain('Log in with')
    expect(kept).not.toContain(secret.slice(4))
  })
})

test('what somebody else put into the cache is not believed', async () => {
  const [mine, other] = [new Place(everyKind), new Place(everyKind)]
  const fresh = await mine.audit('--json')
  const [file = ''] = mine.kept
  const whole = readFileSync(file, 'utf8')
  // The same folder and program, with another secret: what a stranger can make.
  writeFileSync(join(mine.home, '.local/state/todo-replay/cache-secret'), 'f'.repeat(64))
  await mine.audit('--json')
  const strange = mine.kept.filter((each) => each !== file).map((each) => readFileSync(each, 'utf8'))
  expect(strange).toHaveLength(1)
  rmSync(join(mine.home, '.local/state/todo-replay/cache-secret'))
  for (const text of [...strange, whole, whole.replaceAll('unsupported', 'supported'), '[]\n{}\n']) {
    await mine.audit('--json')
    for (const each of mine.kept) writeFileSync(each, text)
    expect(await mine.audit('--json')).toEqual(fresh)
  }
  expect((await other.audit('--json')).read).toBe(everyKind.length)
})

test('where there is no home, and where it can not be written, an audit goes on without', async () => {
  const place = new Place(everyKind)
  const fresh = await place.audit('--json')
  for (const env of [{}, { HOME: '/dev/null' }]) {
    const { stdout } = await runInMemory(['audit', place.folder, '--fail-on', 'never', '--json'], { env })
    expect(stdout).toBe(fresh.printed.stdout)
  }
})
