/** opencode: what it keeps in its database, and what `opencode export` prints. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listScripts, outlineOfBoth, prompts, writeSum } from './list-scripts.mjs'
import { openaiModel } from './openai-model.mjs'
import { outline, subagents } from './outline.mjs'

/** @type {import('./agents.mjs').Agent} */
export const opencode = {
  name: 'opencode',
  editions: [{ package: 'opencode-ai', version: '1.18.33', program: ['.bin/opencode'] }],
  check,
}

/** @type {import('./list-scripts.mjs').Words} */
const words = {
  list: (items) => ({
    name: 'todowrite',
    // Versions before 1.2 want ids.
    input: {
      todos: items.map(({ text, status }, at) => ({
        id: String(at + 1),
        content: text,
        status,
        priority: 'high',
      })),
    },
  }),
  refused: { name: 'todowrite', input: { todos: 'all' } },
  read: (filePath) => ({ name: 'read', input: { filePath } }),
  edit: (filePath, oldString, newString) => ({ name: 'edit', input: { filePath, oldString, newString } }),
  write: (filePath, content) => ({ name: 'write', input: { filePath, content } }),
  shell: (command) => ({ name: 'bash', input: { command, description: 'As scripted' } }),
  delegate: (prompt) => ({ name: 'task', input: { description: 'Looks', prompt, subagent_type: 'general' } }),
}

/** What is off: all that is not the conversation. */
const quiet = {
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
}

async function check(place) {
  const { project, home } = place
  writeSum(project)
  const scripts = listScripts(project, words)
  const model = await openaiModel(scripts)
  mkdirSync(join(home, '.config/opencode'), { recursive: true })
  writeFileSync(join(home, '.config/opencode/opencode.json'), JSON.stringify(settings(`${model.url}/v1`)))
  const opencode = (...rest) => place.run([...place.program, ...rest], { env: quiet })

  const { stdout, status } = await opencode('run', '--format', 'json', prompts.work)
  place.expect('opencode run ends well', status, 0)
  const id = /"sessionID":"(ses_\w+)"/.exec(stdout)?.[1] ?? ''
  place.expect('opencode goes on', (await opencode('run', '--session', id, prompts.more)).status, 0)
  place.expect('every script was played', model.left(), [])

  // opencode itself puts a prompt of several words in quotes.
  const should = outlineOfBoth(scripts, (prompt) => `"${prompt}"`)
  const exported = join(place.folder, 'export.json')
  writeFileSync(exported, (await opencode('export', id)).stdout)
  place.expect(
    'the export is what was scripted',
    outline((await place.events(exported)).get(id) ?? []),
    should,
  )

  const stored = await place.events(join(home, '.local/share/opencode/opencode.db'))
  place.expect('the database is what was scripted', outline(stored.get(id) ?? []), should)
  place.expect('the sub-agent is told of', subagents(stored.get(id) ?? []), ['task'])
  const child = [...stored].find(([session]) => session !== id)
  place.expect(
    'the sub-agent did what was scripted',
    outline(child?.[1] ?? []).filter((line) => !/^(?:run|yields|turn)/.test(line)),
    scripts.child.flatMap(({ reads }) => reads),
  )
  await model.close()
}

function settings(baseURL) {
  return {
    autoupdate: false,
    share: 'disabled',
    model: 'loopback/scripted',
    small_model: 'loopback/scripted',
    permission: 'allow',
    provider: {
      loopback: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Loopback',
        options: { baseURL, apiKey: 'scripted' },
        models: { scripted: { name: 'Scripted', tool_call: true } },
      },
    },
  }
}
