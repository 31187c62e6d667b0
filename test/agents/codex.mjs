/** Codex: its rollouts, and what `codex exec --json` prints; with tools that are called, and with programs of the model. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/set-up.mjs'
import { listScripts, outlineOfBoth, prompts, writeSum } from './list-scripts.mjs'
import { checkMcp, server } from './mcp.mjs'
import { openaiModel } from './openai-model.mjs'
import { outline, subagents } from './outline.mjs'
import { checkPlugin } from './plugin.mjs'
import { answers, checkReader } from './reader.mjs'

const name = '@openai/codex'

/** @type {import('./agents.mjs').Agent} */
export const codex = {
  name: 'codex',
  editions: [
    { package: name, version: '0.142.5', program: ['.bin/codex'] },
    { package: name, version: '0.169.0', program: ['.bin/codex'] },
  ],
  check,
}

const patch = (lines) => `*** Begin Patch\n${lines.join('\n')}\n*** End Patch\n`

/** @type {import('./list-scripts.mjs').Words} */
const words = {
  list: (items) => ({
    name: 'update_plan',
    input: { plan: items.map(({ text, status }) => ({ step: text, status })) },
  }),
  refused: { name: 'update_plan', input: { plan: 'all' } },
  read: (file) => ({ name: 'exec_command', input: { cmd: `cat ${file}` } }),
  edit: (file, old, now) => ({
    name: 'apply_patch',
    input: patch([
      `*** Update File: ${file}`,
      '@@',
      `-export const sum = (a, b) => ${old}`,
      `+export const sum = (a, b) => ${now}`,
    ]),
  }),
  write: (file, text) => ({
    name: 'apply_patch',
    input: patch([
      `*** Add File: ${file}`,
      ...text
        .trimEnd()
        .split('\n')
        .map((line) => `+${line}`),
    ]),
  }),
  shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
  delegate: null,
}

async function check(place) {
  const { project, home } = place
  writeSum(project)
  const scripts = listScripts(project, words)
  const model = await openaiModel(scripts)
  mkdirSync(join(home, '.codex'), { recursive: true })
  writeFileSync(join(home, '.codex/config.toml'), settings(`${model.url}/v1`))
  const codex = (...rest) =>
    place.run([...place.program, 'exec', ...rest], { env: { SCRIPTED_KEY: 'scripted', RUST_LOG: 'off' } })
  const told = await codex('--json', '--skip-git-repo-check', prompts.work)
  place.expect('codex exec ends well', told.status, 0)
  const more = await codex('resume', '--last', '--skip-git-repo-check', prompts.more)
  place.expect('codex exec resume ends well', more.status, 0)
  place.expect('every script was played', model.left(), [])

  const files = readdirSync(join(home, '.codex/sessions'), { recursive: true })
  const rollouts = files.filter((file) => file.endsWith('.jsonl'))
  place.expect('one rollout was recorded', rollouts.length, 1)
  const [[, events] = []] = await place.events(join(home, '.codex/sessions', rollouts[0]))
  place.expect('the rollout is what was scripted', outline(events ?? []), outlineOfBoth(scripts))

  const printed = join(place.folder, 'exec.jsonl')
  writeFileSync(printed, told.stdout)
  const [[, shown] = []] = await place.events(printed)
  place.expect(
    'the output tells each plan once, without what is in progress',
    outline(shown ?? []).filter((line) => line.startsWith('update_plan')),
    scripts.work
      .flatMap(({ reads }) => reads)
      .filter((line) => line.startsWith('update_plan:'))
      .map((line) => line.replaceAll('> ', '- ')),
  )
  await model.close()
  await checkAgents(place.beside('agents'))
  await checkCompaction(place.beside('compaction'))
  if (place.edition.version === '0.169.0') {
    await checkAsReader(place.beside('reader'))
    await checkAsClient(place.beside('mcp'))
    await checkAsPlugin(place.beside('plugin'))
  }
}

/**
 * Its model finds the tools of servers by a search, and calls them in the server's namespace. It waits for no server
 * before its first request: the model does, until the server has made its ledger.
 */
const asClient = (place, settingsFor) => ({
  title: 'codex',
  words,
  model: openaiModel,
  first: [
    {
      calls: [
        {
          name: 'exec_command',
          input: {
            cmd: `until [ -e '${place.home}/.local/share/todo-ledger/todos.db' ]; do sleep 0.1; done; sleep 3`,
            yield_time_ms: 30_000,
          },
        },
      ],
    },
    { calls: [{ name: 'tool_search', input: { query: 'todo list', limit: 8 } }] },
  ],
  tool: ({ input }, name) => {
    const found = input.filter(({ type }) => type === 'tool_search_output').flatMap(({ tools }) => tools)
    const space = found.find(({ tools = [] }) => tools.some((each) => each.name === name))
    return { name, namespace: space?.name }
  },
  run: (model, prompt) => {
    writeFileSync(join(place.home, '.codex/config.toml'), settingsFor(`${model.url}/v1`))
    return place.run([...place.program, 'exec', '--skip-git-repo-check', prompt], {
      env: { SCRIPTED_KEY: 'scripted', RUST_LOG: 'off' },
    })
  },
})

async function checkAsClient(place) {
  mkdirSync(join(place.home, '.codex'), { recursive: true })
  const [command, args] = [JSON.stringify(server.command), JSON.stringify(server.args)]
  const entry = `[mcp_servers.todo-ledger]\ncommand = ${command}\nargs = ${args}\n`
  await checkMcp(
    place,
    asClient(place, (url) => `${settings(url)}${entry}`),
  )
}

/** The plugin is the server. */
async function checkAsPlugin(place) {
  const config = join(place.home, '.codex/config.toml')
  const steps = [
    { words: ['plugin', 'marketplace', 'add', root], says: 'Added marketplace' },
    { words: ['plugin', 'add', 'todo-ledger@todo-ledger'], says: 'Added plugin' },
  ]
  await checkPlugin(
    place,
    steps,
    asClient(place, (url) => `${settings(url)}${readFileSync(config, 'utf8')}`),
  )
}

/** Its user's settings are passed over where it reads, so the model is named by words of the test's. */
async function checkAsReader(place) {
  const model = await openaiModel({ reader: answers.map((answer) => ({ text: JSON.stringify(answer) })) })
  const provider = 'model_providers.loopback'
  const words = [
    'model="gpt-5.5"',
    'model_provider="loopback"',
    `${provider}.name="Loopback"`,
    `${provider}.base_url="${model.url}/v1"`,
    `${provider}.wire_api="responses"`,
    `${provider}.env_key="SCRIPTED_KEY"`,
    'analytics.enabled=false',
    'otel.exporter="none"',
  ].flatMap((setting) => ['-c', setting])
  const env = { SCRIPTED_KEY: 'scripted', RUST_LOG: 'off' }
  const sent = ({ model: name, tools = [] }) => ({
    model: name,
    tools: tools.map((tool) => tool.name ?? tool.type),
  })
  await checkReader(place, {
    reader: 'codex',
    model,
    env,
    words,
    sent,
    tools: ['request_user_input', 'apply_patch'],
  })
  await model.close()
}

/** The tools of sub-agents: in what they stand, and what waits. */
const agentTools = {
  '0.142.5': {
    namespace: 'multi_agent_v1',
    feature: 'multi_agent',
    inputs: { spawn: {}, wait: (id) => ({ targets: [id] }) },
  },
  '0.169.0': {
    namespace: 'collaboration',
    feature: 'multi_agent_v2',
    inputs: { spawn: { task_name: 'look', fork_turns: 'none' }, wait: () => ({}) },
  },
}

/** A session with a sub-agent, and one that the person cuts off. */
async function checkAgents(place) {
  const { home } = place
  const { namespace, feature, inputs } = agentTools[place.edition.version]
  const plan = (status) => words.list([{ text: 'Look around', status }])
  const model = await openaiModel({
    work: [
      { text: 'I start.', calls: [plan('in_progress')] },
      { calls: [{ name: 'spawn_agent', namespace, input: { message: 'Look around.', ...inputs.spawn } }] },
      ({ input }) => {
        const id = /"agent_id":"([^"]+)"/.exec(
          input.findLast(({ output }) => output !== undefined).output,
        )?.[1]
        return {
          calls: [{ name: 'wait_agent', namespace, input: { ...inputs.wait(id), timeout_ms: 20_000 } }],
        }
      },
      { calls: [plan('completed')] },
      { text: 'Done.' },
    ],
    cut: [{ calls: [words.shell('echo on')] }, { text: 'I go on.', hold: true }],
  })
  mkdirSync(join(home, '.codex'), { recursive: true })
  writeFileSync(
    join(home, '.codex/config.toml'),
    `${settings(`${model.url}/v1`)}[features]\n${feature} = true\n`,
  )
  const codex = (rest, options = {}) =>
    place.run([...place.program, 'exec', ...rest], {
      env: { SCRIPTED_KEY: 'scripted', RUST_LOG: 'off' },
      ...options,
    })
  place.expect(
    'a session with a sub-agent ends',
    (await codex(['--skip-git-repo-check', 'Go. script:work'])).status,
    0,
  )
  await codex(['resume', '--last', '--skip-git-repo-check', 'Go on. script:cut'], {
    during: (child) => {
      child.stdin.end()
      const seen = (part) => {
        if (String(part).includes('I go on.')) child.kill('SIGINT')
      }
      child.stdout.on('data', seen)
      child.stderr.on('data', seen)
    },
  })
  place.expect('every script of them was played', model.left(), [])
  const sessions = join(home, '.codex/sessions')
  const rollouts = readdirSync(sessions, { recursive: true }).filter((file) => file.endsWith('.jsonl'))
  const read = []
  for (const file of rollouts.sort()) {
    const [found] = await place.events(join(sessions, file))
    read.push({ file, session: found?.[0], events: found?.[1] ?? [] })
  }
  const parent = read.find(({ events }) => events[0]?.data.parent === null)
  const child = read.find(({ events }) => events[0]?.data.parent !== null)
  place.expect('the parent and the sub-agent have a rollout each', rollouts.length, 2)
  place.expect('the sub-agent names its parent', child?.events[0]?.data.parent, parent?.session)
  place.expect('the sub-agent is told of, and back', subagents(parent?.events ?? []), ['spawn_agent'])
  const named = parent?.events.find(({ type }) => type === 'subagent.started')?.data.child
  place.expect('it is called as its own session is', named, child?.session)
  const lines = outline(parent?.events ?? [])
  place.expect('what was cut off is', lines.slice(lines.indexOf('run user: Go on. script:cut')), [
    'run user: Go on. script:cut',
    'turn 6',
    'exec_command: worked, read',
    'turn 7',
    'assistant: I go on.',
    'interrupted',
    'yields: dormant',
  ])
  await model.close()
}

/** A session whose conversation is compacted; the summary is a response of the model, too. */
async function checkCompaction(place) {
  const { home } = place
  const list = words.list([{ text: 'Look around', status: 'completed' }])
  const model = await openaiModel({ long: [{ text: 'I start.', calls: [list] }, { text: 'Done.' }] })
  mkdirSync(join(home, '.codex'), { recursive: true })
  writeFileSync(
    join(home, '.codex/config.toml'),
    `model_auto_compact_token_limit = 105\n${settings(`${model.url}/v1`)}`,
  )
  const { status } = await place.run([...place.program, 'exec', '--skip-git-repo-check', 'Go. script:long'], {
    env: { SCRIPTED_KEY: 'scripted', RUST_LOG: 'off' },
  })
  place.expect('a session that is compacted ends', status, 0)
  const sessions = join(home, '.codex/sessions')
  const [rollout = ''] = readdirSync(sessions, { recursive: true }).filter((file) => file.endsWith('.jsonl'))
  const [[, events] = []] = await place.events(join(sessions, rollout))
  place.expect('the compaction is told', outline(events ?? []), [
    'run user: Go. script:long',
    'turn 1',
    'assistant: I start.',
    'update_plan: x Look around',
    'turn 2',
    'assistant: A title',
    'context.compacted',
    'turn 3',
    'assistant: Done.',
    'yields: dormant',
  ])
  await model.close()
}

/** A model that has its tools by name; the plan is off where it is not asked for. */
function settings(url) {
  return `
model = "gpt-5.5"
model_provider = "loopback"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.loopback]
name = "Loopback"
base_url = "${url}"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
[tools.update_plan]
enabled = true
[analytics]
enabled = false
[otel]
exporter = "none"
`
}
