// Keeps what V8 compiles of the program's parts, for the Node.js that runs this: the program is put to its usual work
// first, so that what is kept holds the functions that it needs. Compiled code depends on the options of the process too.
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const program = join(root, 'packages', 'replay-cli', 'program')
const { compiledFolder, partLoader } = createRequire(import.meta.url)(
  '../packages/replay-cli/bin/load-part.cjs',
)

const { loadPart, scriptOf, scripts } = partLoader(() => null)
await useProgram()
keepCompiled()

async function useProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-compile-'))
  try {
    const { main } = loadPart('main.cjs')
    const run = async (words, input = '') => {
      const code = await main(words, hostIn(folder, input))
      if (code !== 0) throw new Error(`todo-replay ${words.join(' ')} ended with ${code}`)
    }
    const recordings = ['honest-session', 'tests-ticked-without-a-run'].map((name) =>
      join(root, 'fixtures', name, 'session.jsonl'),
    )
    for (const recording of recordings) {
      await run(['audit', recording, '--fail-on', 'never'])
      await run(['audit', recording, '--json', '--fail-on', 'never'])
      await run(['show', recording])
    }
    const ledger = join(folder, 'todos.db')
    const call = {
      session_id: 's1',
      cwd: folder,
      tool_name: 'Bash',
      tool_use_id: 't1',
      tool_input: { command: 'ls' },
    }
    for (const hook_event_name of ['PreToolUse', 'PostToolUse'])
      await run(['hook', '--ledger', ledger], JSON.stringify({ ...call, hook_event_name, tool_response: {} }))
    await run(['show', ledger])
    loadPart('hook-process.cjs')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** All parts, also those that nothing above needed: of these, what runs when they are loaded. */
function keepCompiled() {
  const fresh = `${compiledFolder}.new`
  const parts = readdirSync(program, { recursive: true }).filter((file) =>
    /^(?!compiled-).*\.cjs$/.test(file),
  )
  for (const file of parts) {
    const name = file.replaceAll('\\', '/')
    const compiled = (scripts.get(name) ?? scriptOf(name)).createCachedData()
    mkdirSync(join(fresh, name, '..'), { recursive: true })
    writeFileSync(join(fresh, name), compiled)
  }
  rmSync(compiledFolder, { recursive: true, force: true })
  renameSync(fresh, compiledFolder)
}

/** What it reads from and writes to: nothing of the person's. */
function hostIn(folder, input) {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })
  const env = { HOME: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder }
  return {
    stdout: nowhere(),
    stderr: nowhere(),
    stdin: Readable.from([Buffer.from(input)]),
    env,
    cwd: () => folder,
  }
}
