// The commands of both programs, as their help has them.
import { Readable, Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { knownCommands } from '../../packages/replay-cli/dist/known-commands.js'
import { main } from '../../packages/replay-cli/dist/main.js'
import { mcpCommand } from '../../packages/server/dist/commands/mcp.js'
import { serveCommand } from '../../packages/server/dist/commands/serve.js'
import { tokenCommand } from '../../packages/server/dist/commands/token.js'
import { fenced, page } from './markdown.mjs'

const columns = 100

export async function commandLine() {
  const parts = [
    '`todo-replay` reads, audits and keeps sessions; `todo-ledger` serves a ledger. Each prints this itself: `todo-replay help COMMAND`, `todo-ledger COMMAND --help`.',
    fenced('text', await helpOf([])),
  ]
  for (const { name } of knownCommands)
    parts.push(`## todo-replay ${name}`, fenced('text', await helpOf(['help', name])))
  for (const command of [serveCommand(), mcpCommand(), tokenCommand()]) {
    command.configureOutput({ getOutHelpWidth: () => columns })
    const help = command.helpInformation().replace('Usage: ', 'Usage: todo-ledger ')
    parts.push(`## todo-ledger ${command.name()}`, fenced('text', help))
  }
  return page('Command line', parts)
}

/** @param {readonly string[]} words */
async function helpOf(words) {
  const stream = new MemoryStream({ decodeStrings: false })
  const host = { stdout: stream, stderr: stream, stdin: Readable.from([]), env: {}, cwd: () => '/' }
  await main(words.length === 0 ? ['--help'] : words, host)
  return stream.text
}

class MemoryStream extends Writable {
  text = ''
  isTTY = true
  columns = columns

  /** @param {string} chunk @param {string} _encoding @param {() => void} done */
  _write(chunk, _encoding, done) {
    // What the terminal shows, without its colours.
    this.text += stripVTControlCharacters(chunk)
    done()
  }
}
