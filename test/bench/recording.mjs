// Recordings as Claude Code writes them, of any size and always the same ones. How long lines are, how many of them an
// audit has no use for, and how often results are told twice, is as in recordings of real sessions.
import { closeSync, openSync, writeSync } from 'node:fs'

const itemsOfTask = 6
const things = ['cache', 'parser', 'login page', 'rate limiter', 'search index', 'retry queue', 'upload form']
const areas = ['core', 'api', 'web', 'worker', 'cli']

/**
 * Writes a recording until it has so many lines, or bytes.
 * @param {{ lines?: number, bytes?: number, id?: number }} until
 * @returns {{ lines: number, bytes: number }}
 */
export function writeRecording(path, { lines = Infinity, bytes = Infinity, id = 1 }) {
  const file = openSync(path, 'w')
  const written = { lines: 0, bytes: 0 }
  let pieces = []
  let waiting = 0
  for (const line of recordingLines(id)) {
    if (written.lines >= lines || written.bytes >= bytes) break
    const text = `${JSON.stringify(line)}\n`
    pieces.push(text)
    waiting += text.length
    written.lines += 1
    written.bytes += Buffer.byteLength(text)
    if (waiting > 1e6) flush()
  }
  flush()
  closeSync(file)
  return written

  function flush() {
    writeSync(file, pieces.join(''))
    pieces = []
    waiting = 0
  }
}

function* recordingLines(id) {
  const random = seeded(id)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const sessionId = `5e551000-0000-4000-8000-${`${id}`.padStart(12, '0')}`
  let made = 0
  let parentUuid = null
  const name = (kind) => {
    made += 1
    return `${kind}_01${`${id}`.padStart(4, '0')}${`${made}`.padStart(18, '0')}`
  }
  const stamped = (rest) => {
    made += 1
    const uuid = `00000000-0000-4000-8000-${`${made}`.padStart(12, '0')}`
    const base = { parentUuid, isSidechain: false, userType: 'external', cwd: '/home/dev/project', sessionId }
    parentUuid = uuid
    const timestamp = new Date(Date.UTC(2026, 0, 1) + made * 1_500).toISOString()
    return { ...base, version: '2.1.30', gitBranch: 'main', ...rest, uuid, timestamp }
  }
  const said = (part) => {
    const usage = {
      input_tokens: 4,
      cache_creation_input_tokens: 353,
      cache_read_input_tokens: 19743,
      output_tokens: 123,
    }
    const message = {
      model: 'claude-sonnet-4-5-20250929',
      id: name('msg'),
      type: 'message',
      role: 'assistant',
      content: [part],
      stop_reason: null,
      stop_sequence: null,
      usage,
    }
    return stamped({ message, requestId: name('req'), type: 'assistant' })
  }
  function* call(tool, input, output, result, isError = false) {
    const use = { type: 'tool_use', id: name('toolu'), name: tool, input }
    if (random() < 0.3) yield said({ type: 'thinking', thinking: prose(200), signature: letters(1_500) })
    yield said(use)
    for (let more = random(); more < 0.55; more = random())
      yield stamped({
        type: 'progress',
        toolUseID: use.id,
        data: { type: 'hook_progress', text: letters(900) },
      })
    const content = [
      { tool_use_id: use.id, type: 'tool_result', content: output, ...(isError ? { is_error: true } : {}) },
    ]
    yield stamped({ type: 'user', message: { role: 'user', content }, toolUseResult: result })
  }
  const letters = (length) => {
    let text = ''
    while (text.length < length) text += Math.floor(random() * 2 ** 40).toString(36)
    return text.slice(0, length)
  }
  const prose = (words) =>
    Array.from({ length: words }, () =>
      pick(['the', 'test', 'is', 'read', 'before', ...things, ...areas]),
    ).join(' ')
  const code = (lines) =>
    Array.from(
      { length: lines },
      (_, line) =>
        `${line + 1}→export const ${pick(areas)}${line} = ${pick(areas)}(${Math.floor(random() * 1e6)}) // ${prose(3)}`,
    ).join('\n')
  let list = []
  const updated = () => {
    const oldTodos = list
    const todos = list.map(({ content, status, activeForm }) => ({ content, status, activeForm }))
    return call('TodoWrite', { todos }, 'Todos have been modified successfully.', {
      oldTodos,
      newTodos: todos,
    })
  }
  const setStatus = (index, status) => {
    list = list.map((item, place) => (place === index ? { ...item, status } : item))
  }

  for (let task = 1; ; task += 1) {
    yield stamped({ type: 'user', message: { role: 'user', content: `Work on task ${task}: ${prose(40)}` } })
    list = Array.from({ length: itemsOfTask }, (_, index) => {
      const [thing, area] = [pick(things), pick(areas)]
      const content =
        index === itemsOfTask - 1
          ? 'Run the tests'
          : `${pick(['Add', 'Fix', 'Rewrite'])} the ${thing} of ${area} ${task}-${index}`
      return {
        content,
        status: 'pending',
        activeForm: `Working on ${content}`,
        file: `/home/dev/project/src/${area}/${thing.replaceAll(' ', '-')}.ts`,
      }
    })
    yield* updated()
    for (const [index, { file: file_path }] of list.entries()) {
      setStatus(index, 'in_progress')
      yield* updated()
      for (let reads = 1 + Math.floor(random() * 3); reads > 0; reads -= 1) {
        const text = code(20 + Math.floor(random() * 150))
        yield* call('Read', { file_path }, text, {
          type: 'text',
          file: { filePath: file_path, content: text, numLines: 100 },
        })
      }
      if (random() < 0.4)
        yield* call('Grep', { pattern: pick(things), path: 'src' }, prose(150), {
          mode: 'content',
          content: prose(150),
        })
      if (index < itemsOfTask - 1) {
        const [old_string, new_string] = [code(4), code(6)]
        const originalFile = code(120)
        yield* call(
          'Edit',
          { file_path, old_string, new_string },
          `The file ${file_path} has been updated.`,
          { filePath: file_path, oldString: old_string, newString: new_string, originalFile },
        )
      }
      const isWrong = random() < 0.1
      const stdout = `${'✓ writes what it was given\n'.repeat(Math.floor(random() * 60))}Tests  ${isWrong ? '1 failed | ' : ''}12 passed (13)\n`
      yield* call(
        'Bash',
        { command: `npx vitest run src/${pick(areas)}`, description: 'Run the tests' },
        isWrong ? `Exit code 1\n${stdout}` : stdout,
        { stdout, stderr: '', interrupted: false },
        isWrong,
      )
      setStatus(index, 'completed')
      yield* updated()
      yield said({ type: 'text', text: prose(60) })
    }
  }
}

/** Numbers from 0 to 1, always the same ones. */
export function seeded(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
