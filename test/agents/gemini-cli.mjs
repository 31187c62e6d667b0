/** Gemini CLI: what it records in ~/.gemini/tmp/<project>/chats. */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { geminiModel } from './gemini-model.mjs'
import { listScripts, outlineOfBoth, prompts, writeSum } from './list-scripts.mjs'
import { checkMcp, server } from './mcp.mjs'
import { outline } from './outline.mjs'
import { checkPlugin } from './plugin.mjs'
import { answers, checkReader } from './reader.mjs'

/** @type {import('./agents.mjs').Agent} */
export const geminiCli = {
  name: 'gemini-cli',
  editions: [
    { package: '@google/gemini-cli', version: '0.20.2', program: ['.bin/gemini'] },
    { package: '@google/gemini-cli', version: '0.61.0', program: ['.bin/gemini'] },
  ],
  check,
}

/** What lets it work in a folder that it does not know. */
const trust = { '0.20.2': [], '0.61.0': ['--skip-trust'] }

const list = (items) => ({
  name: 'write_todos',
  input: { todos: items.map(({ text, status }) => ({ description: text, status })) },
})

/** @type {import('./list-scripts.mjs').Words} */
const words = {
  list,
  refused: list(['Mend the sum', 'Write the notes'].map((text) => ({ text, status: 'in_progress' }))),
  read: (file_path) => ({ name: 'read_file', input: { file_path } }),
  edit: (file_path, old_string, new_string) => ({
    name: 'replace',
    input: { file_path, instruction: 'As scripted', old_string, new_string },
  }),
  write: (file_path, content) => ({ name: 'write_file', input: { file_path, content } }),
  shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'As scripted' } }),
  delegate: null,
}

const settings = {
  general: { disableAutoUpdate: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  telemetry: { enabled: false },
  useWriteTodos: true,
}

async function check(place) {
  const { project, home } = place
  writeSum(project)
  mkdirSync(join(home, '.gemini'), { recursive: true })
  writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings))
  const scripts = listScripts(project, words)
  const model = await geminiModel(scripts)
  const gemini = (...rest) =>
    place.run(
      [...place.program, '--yolo', ...trust[place.edition.version], '-m', 'gemini-2.5-pro', ...rest],
      {
        env: { GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: model.url, GEMINI_CLI_NO_RELAUNCH: '1' },
      },
    )
  place.expect('gemini ends well', (await gemini('-p', prompts.work)).status, 0)
  place.expect('gemini goes on', (await gemini('--resume', 'latest', '-p', prompts.more)).status, 0)
  place.expect('every script was played', model.left(), [])

  const [folder] = readdirSync(join(home, '.gemini/tmp')).filter((name) => name !== 'bin')
  const chats = join(home, '.gemini/tmp', folder, 'chats')
  // A minute later, resuming begins a file of the same session that holds nothing but the context, and goes on in the first.
  const files = readdirSync(chats).sort()
  const ids = new Set(files.map((file) => /-([\da-f]{8})\.jsonl?$/.exec(file)?.[1]))
  place.expect('one chat was recorded', ids.size, 1)
  const [[, events] = []] = await place.events(join(chats, files[0]))
  place.expect('the chat is what was scripted', outline(events ?? []), outlineOfBoth(scripts))
  await model.close()
  if (place.edition.version === '0.61.0') {
    await checkAsReader(place.beside('reader'))
    await checkAsClient(place.beside('mcp'))
    await checkAsPlugin(place.beside('plugin'))
  }
}

/** Its model calls the tools of servers by a name that begins with the server's. */
const asClient = (place) => ({
  title: 'gemini',
  words,
  model: geminiModel,
  tool: ({ tools = [] }, name) => {
    const offered = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations)
    return { name: offered.find((each) => each.name.endsWith(`_${name}`) && each.name !== name)?.name }
  },
  run: (model, prompt) =>
    place.run([...place.program, '--yolo', '--skip-trust', '-m', 'gemini-2.5-pro', '-p', prompt], {
      env: { GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: model.url, GEMINI_CLI_NO_RELAUNCH: '1' },
    }),
})

function set({ home }, more) {
  mkdirSync(join(home, '.gemini'), { recursive: true })
  writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify({ ...settings, ...more }))
}

async function checkAsClient(place) {
  set(place, { mcpServers: { 'todo-ledger': server } })
  await checkMcp(place, asClient(place))
}

/** The extension is the server. */
async function checkAsPlugin(place) {
  set(place, {})
  const folder = 'plugins/gemini-cli'
  const steps = [
    { words: ['extensions', 'validate', folder], says: 'successfully validated' },
    {
      words: ['extensions', 'install', '--consent', '--skip-settings', folder],
      says: 'installed successfully',
    },
  ]
  await checkPlugin(place, steps, asClient(place))
}

/** With a server, a hook and an extension of the user's: none of them is asked. */
async function checkAsReader(place) {
  const { home } = place
  const told = join(place.folder, 'told')
  const touch = { command: 'touch', args: [told] }
  const hook = { matcher: '*', hooks: [{ type: 'command', command: `touch ${told}` }] }
  mkdirSync(join(home, '.gemini'), { recursive: true })
  writeFileSync(
    join(home, '.gemini/settings.json'),
    JSON.stringify({ ...settings, mcpServers: { own: touch }, hooks: { BeforeAgent: [hook] } }),
  )
  const model = await geminiModel({ reader: answers.map((answer) => ({ text: JSON.stringify(answer) })) })
  const env = {
    GEMINI_API_KEY: 'scripted',
    GOOGLE_GEMINI_BASE_URL: model.url,
    GEMINI_CLI_NO_RELAUNCH: '1',
    GEMINI_MODEL: 'gemini-2.5-pro',
  }
  const sent = ({ tools = [] }) => ({
    model: 'gemini-2.5-pro',
    tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
  })
  await checkReader(place, { reader: 'gemini', model, env, sent, tools: [] })
  place.expect("no server and no hook of the user's was started", existsSync(told), false)
  await model.close()
}
