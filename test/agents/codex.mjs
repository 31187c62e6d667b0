/** Codex: its rollouts, and what `codex exec --json` prints; with tools that are called, and with programs of the model. */

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectHonest, listScripts, outlineOfBoth, prompts, writeSum } from './list-scripts.mjs'
import { openaiModel } from './openai-model.mjs'
import { outline } from './outline.mjs'

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
  await expectHonest(place, join(home, '.codex/sessions', rollouts[0]))

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
