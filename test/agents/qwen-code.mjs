/** Qwen Code: what it records in ~/.qwen/projects/<project>/chats. Later versions want a newer Node.js than 20. */

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listScripts, outlineOfBoth, prompts, writeSum } from './list-scripts.mjs'
import { openaiModel } from './openai-model.mjs'
import { outline } from './outline.mjs'

const name = '@qwen-code/qwen-code'

/** @type {import('./agents.mjs').Agent} */
export const qwenCode = {
  name: 'qwen-code',
  editions: [
    { package: name, version: '0.7.1', program: ['.bin/qwen'] },
    { package: name, version: '0.15.10', program: ['.bin/qwen'] },
  ],
  check,
}

/** The tool that starts a sub-agent. */
const agentTools = { '0.7.1': 'task', '0.15.10': 'agent' }

/** @returns {import('./list-scripts.mjs').Words} */
const wordsOf = (agentTool) => ({
  list: (items) => ({
    name: 'todo_write',
    input: {
      todos: items.map(({ text, status }, index) => ({ id: String(index + 1), content: text, status })),
    },
  }),
  refused: { name: 'todo_write', input: { todos: 'all' } },
  read: (path) => ({ name: 'read_file', input: { file_path: path, absolute_path: path } }),
  edit: (file_path, old_string, new_string) => ({
    name: 'edit',
    input: { file_path, old_string, new_string },
  }),
  write: (file_path, content) => ({ name: 'write_file', input: { file_path, content } }),
  shell: (command) => ({
    name: 'run_shell_command',
    input: { command, description: 'As scripted', is_background: false },
  }),
  delegate: (prompt) => ({
    name: agentTool,
    input: { description: 'Looks', prompt, subagent_type: 'general-purpose' },
  }),
})

const settings = {
  general: { disableAutoUpdate: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  security: { auth: { selectedType: 'openai' } },
  telemetry: { enabled: false },
}

async function check(place) {
  const { project, home } = place
  writeSum(project)
  mkdirSync(join(home, '.qwen'), { recursive: true })
  writeFileSync(join(home, '.qwen/settings.json'), JSON.stringify(settings))
  const scripts = listScripts(project, wordsOf(agentTools[place.edition.version]))
  const model = await openaiModel(scripts)
  const qwen = (...rest) =>
    place.run([...place.program, '--yolo', '--auth-type', 'openai', ...rest], {
      env: { OPENAI_API_KEY: 'scripted', OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_MODEL: 'scripted' },
    })
  place.expect('qwen ends well', (await qwen('-p', prompts.work)).status, 0)
  place.expect('qwen goes on', (await qwen('--continue', '-p', prompts.more)).status, 0)
  place.expect('every script was played', model.left(), [])

  const projects = join(home, '.qwen/projects')
  const chats = join(projects, readdirSync(projects)[0] ?? '', 'chats')
  const files = readdirSync(chats).filter((file) => file.endsWith('.jsonl'))
  place.expect('one chat was recorded', files.length, 1)
  const [[, events] = []] = await place.events(join(chats, files[0]))
  place.expect('the chat is what was scripted', outline(events ?? []), outlineOfBoth(scripts))
  await model.close()
}
