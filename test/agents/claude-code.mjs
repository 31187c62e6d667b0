/**
 * Claude Code, from a release that had TodoWrite alone to the newest: what it records in ~/.claude/projects, and what
 * `todo-replay hook` records while it runs.
 */

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/set-up.mjs'
import { anthropicModel } from './anthropic-model.mjs'
import { checkGate } from './claude-code-gate.mjs'
import { TaskList, WholeList } from './claude-code-lists.mjs'
import { claudeProgram, environmentOf, setUpClaude } from './claude-code-program.mjs'
import { claudeScripts, outlineOf } from './claude-code-scripts.mjs'
import { checkMcp, server } from './mcp.mjs'
import { outline, subagents } from './outline.mjs'
import { checkPlugin } from './plugin.mjs'
import { answers, checkReader } from './reader.mjs'

const name = '@anthropic-ai/claude-code'

/** @type {import('./agents.mjs').Agent} */
export const claudeCode = {
  name: 'claude-code',
  editions: [
    { package: name, version: '2.0.50', program: ['node', `${name}/cli.js`] },
    { package: name, version: '2.1.112', program: ['node', `${name}/cli.js`] },
    { package: name, version: '2.1.330', program: [`${name}/bin/claude.exe`] },
  ],
  check,
}

/**
 * @typedef {object} Traits what an edition does
 * @property {readonly (typeof WholeList | typeof TaskList)[]} lists the lists that it has
 * @property {string} agentTool the tool that starts a sub-agent
 * @property {boolean} background true where a sub-agent works in the background, and its end wakes the model
 * @property {boolean} hooks true where it has the events that the hook needs
 * @property {boolean} [reads] true where it can be a reader of pages
 */

/** @type {{ [version: string]: Traits }} */
const traits = {
  '2.0.50': { lists: [WholeList], agentTool: 'Task', background: false, hooks: false },
  '2.1.112': {
    lists: [WholeList, TaskList],
    agentTool: 'Agent',
    background: false,
    hooks: false,
  },
  '2.1.330': {
    lists: [TaskList],
    agentTool: 'Agent',
    background: true,
    hooks: true,
    reads: true,
  },
}

const first = '11111111-1111-4111-8111-111111111111'

async function check(place) {
  const edition = traits[place.edition.version]
  for (const List of edition.lists) {
    const list = new List()
    await checkSessions(place.beside(list.name), list, edition)
    if (edition.hooks) await checkGate(place.beside(`gate-${list.name}`), new List())
  }
  if (edition.reads) await checkAsReader(place.beside('reader'))
  if (edition.reads) await checkAsClient(place.beside('mcp'))
  if (edition.reads) await checkAsPlugin(place.beside('plugin'))
}

/** @type {import('./list-scripts.mjs').Words} */
const words = {
  read: (file_path) => ({ name: 'Read', input: { file_path } }),
  edit: (file_path, old_string, new_string) => ({
    name: 'Edit',
    input: { file_path, old_string, new_string },
  }),
  shell: (command) => ({ name: 'Bash', input: { command, description: 'As scripted' } }),
}

/** Its model is offered the tools of servers by a name that holds the server's. */
const asClient = (place, config) => ({
  title: 'claude',
  words,
  model: anthropicModel,
  tool: ({ tools = [] }, name) => ({ name: tools.find((each) => each.name.endsWith(`__${name}`))?.name }),
  run: (model, prompt) => {
    const flags = ['-p', '--dangerously-skip-permissions', ...config, '--', prompt]
    return place.run([...place.program, ...flags], { env: environmentOf({ settings: {} }, model) })
  },
})

async function checkAsClient(place) {
  const config = join(place.folder, 'mcp.json')
  writeFileSync(config, JSON.stringify({ mcpServers: { 'todo-ledger': server } }))
  await checkMcp(place, asClient(place, ['--mcp-config', config]))
}

/** The plugin is the server and the hook. */
async function checkAsPlugin(place) {
  const steps = [
    { words: ['plugin', 'validate', '--strict', 'plugins/claude-code'], says: 'Validation passed' },
    { words: ['plugin', 'validate', '--strict', '.'], says: 'Validation passed' },
    { words: ['plugin', 'install', 'todo-ledger', '--marketplace', root], says: 'Successfully installed' },
    { words: ['mcp', 'list'], says: '✔ Connected' },
  ]
  await checkPlugin(place, steps, asClient(place, []))
  const { home } = place
  const [[, recorded] = []] = await place.events(join(home, '.claude/projects'))
  const [[, hooked] = []] = await place.events(join(home, '.local/share/todo-replay/claude-code.db'))
  // The hook knows the tools of Claude Code alone: what another's does, it takes from its name.
  const told = (events = []) => outline(events).map((line) => line.replace(/^(mcp__.*), \w+$/, '$1'))
  place.expect('the hook of the plugin recorded the same', told(hooked), told(recorded))
}

/** With the hook in the user's settings: a page that is read is no session, and the hook is not asked. */
async function checkAsReader(place) {
  const ledger = join(place.folder, 'hook.db')
  await setUpClaude(place, ['--ledger', ledger])
  const model = await anthropicModel({
    reader: answers.map((input) => ({ calls: [{ name: 'StructuredOutput', input }] })),
  })
  const env = environmentOf({ settings: {} }, model)
  const sent = ({ model: name, tools = [] }) => ({ model: name, tools: tools.map((tool) => tool.name) })
  await checkReader(place, {
    reader: 'claude',
    model,
    env,
    sent,
    tools: ['DeferredToolPlaceholder', 'StructuredOutput'],
  })
  place.expect('the hook was not asked', existsSync(ledger), false)
  await model.close()
}

async function checkSessions(place, list, edition) {
  const { project, home } = place
  const ledger = join(place.folder, 'hook.db')
  if (edition.hooks) await setUpClaude(place, ['--ledger', ledger])
  const scripts = claudeScripts(project, list, edition)
  const model = await anthropicModel(scripts)
  const claude = claudeProgram(place, list, model)

  await claude('--session-id', first, 'Mend the sum. script:work')
  await claude('--continue', 'Write the notes. script:more')
  await interrupted(place, environmentOf(list, model))
  const again = await claude('--resume', first, 'Mark it. script:again')
  const fork = await claude('--resume', first, '--fork-session', 'Elsewhere. script:fork')
  await claude('--resume', first, '/compact')
  await claude('--resume', first, 'After that. script:compacted')
  place.expect('a resumed session is the same session', again, first)
  place.expect('every script was played', model.left(), [])

  const whole = [
    { name: 'work', run: 'run user: Mend the sum. script:work', ends: 'idle' },
    { name: 'more', run: 'run user: Write the notes. script:more', ends: 'idle' },
    { name: 'stopped', run: 'run user: Wait a while. script:stopped', ends: 'idle' },
    { name: 'again', run: 'run user: Mark it. script:again', ends: 'dormant' },
  ]
  const later = [...whole, { name: 'compacted', run: 'run user: After that. script:compacted', ends: 'idle' }]
  const forked = [...whole, { name: 'fork', run: 'run user: Elsewhere. script:fork', ends: 'idle' }]
  const folder = join(home, '.claude/projects')
  const recorded = await place.events(folder)
  const lines = outlineOf(scripts, later)
  lines.splice(lines.indexOf('run user: After that. script:compacted'), 0, 'context.compacted')
  place.expect('the recording is what was scripted', outline(recorded.get(first)), lines)
  place.expect('so is that of the fork', outline(recorded.get(fork)), outlineOf(scripts, forked))
  place.expect('a sub-agent was told of', subagents(recorded.get(first)), [edition.agentTool])
  const hooked = edition.hooks ? await place.events(ledger) : new Map()
  for (const [session, events] of recorded) {
    // A fork is a session of its own, and no hook tells what it goes on from.
    if (session === fork || !edition.hooks) continue
    const live = hooked.get(session) ?? []
    place.expect(`the hook recorded the same of ${session}`, told(outline(live)), told(outline(events)))
  }
  await model.close()
}

/** What is left of an outline without what no hook tells: how a sub-agent was asked, and that the person interrupted. */
function told(lines) {
  return lines
    .filter((line) => line !== 'interrupted')
    .map((line) => line.replace(/^run (?:user: Look around.*|external: )$/, 'run of a sub-agent'))
}

/** A run that the person interrupts while a command runs: the program is spoken to as by an editor. */
async function interrupted(place, env) {
  const flags = [
    '-p',
    '--dangerously-skip-permissions',
    '--input-format',
    'stream-json',
    '--output-format',
    'stream-json',
  ]
  const words = [...place.program, ...flags, '--verbose', '--resume', first]
  const line = (value) => `${JSON.stringify(value)}\n`
  const { stdout, stderr } = await place.run(words, {
    env,
    during: (child) => {
      const content = [{ type: 'text', text: 'Wait a while. script:stopped' }]
      child.stdin.write(line({ type: 'user', message: { role: 'user', content } }))
      let told = ''
      child.stdout.on('data', (part) => {
        told += part
        if (told.includes('setTimeout') && !told.includes('asked-to-stop')) {
          told += 'asked-to-stop'
          setTimeout(
            () =>
              child.stdin.write(
                line({ type: 'control_request', request_id: 'r1', request: { subtype: 'interrupt' } }),
              ),
            3000,
          )
        }
        if (told.includes('"type":"result"')) child.stdin.end()
      })
    },
  })
  place.expect(
    'an interrupted run ends',
    { isOver: stdout.includes('"type":"result"'), stderr },
    { isOver: true, stderr: '' },
  )
}
