import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { saysFirst, scripted } from './scripted-session.js'

const example = fileURLToPath(new URL('../../../examples/hosts/claude-agent-sdk.mjs', import.meta.url))
const program = process.env['CLAUDE_CODE']

// The program is 380 MB: it is not installed for this.
it.skipIf(program === undefined)(
  'CLAUDE_CODE=/path/to/claude: the example runs with Claude Code',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [example], { encoding: 'utf8' })
    const expected = saysFirst(scripted).map((line) => line.replace('write_file', 'mcp__files__write_file'))
    expect(stdout).toBe(['continue', 'stop', 'success', ...expected, ''].join('\n'))
  },
)
