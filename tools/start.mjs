// npm start: sets up, then audits the bundled recordings; with arguments, runs todo-replay with them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, setUp } from './set-up.mjs'

if (setUp()) await start(process.argv.slice(2))
else process.exitCode = 3

async function start(typed) {
  const args = typed.length > 0 ? typed : ['audit', 'fixtures', '--format', 'brief', '--fail-on', 'never']
  // npm runs us in the project's root; a path that a person types is relative to where they typed it.
  const folder = typed.length > 0 && existsSync(process.env.INIT_CWD ?? '') ? process.env.INIT_CWD : root
  const program = join(root, 'packages', 'replay-cli', 'bin', 'todo-replay.js')
  process.chdir(folder)
  // What it says to type next must be what can be typed.
  process.env.TODO_REPLAY_CALLED_AS ??= 'npm start --'
  process.argv = [process.execPath, program, ...args]
  try {
    await import(pathToFileURL(program).href)
  } catch (error) {
    process.stderr.write(`todo-replay could not be run: ${error.message}\n`)
    process.exitCode = 3
  }
}
