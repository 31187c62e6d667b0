/** Cline's own program: what it keeps in ~/.cline/data/sessions. It has no todo list; the list here is a file, PLAN.md. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeSum } from './list-scripts.mjs'
import { openaiModel } from './openai-model.mjs'
import { outline } from './outline.mjs'

/** @type {import('./agents.mjs').Agent} */
export const cline = {
  name: 'cline',
  editions: [{ package: 'cline', version: '3.0.65', program: ['.bin/cline'] }],
  check,
}

const plan = (...marks) =>
  ['Mend the sum', 'Run node sum.test.mjs'].map((text, index) => `- [${marks[index]}] ${text}\n`).join('')

/** What the model does, and what must be read of each turn. */
function scriptsIn(project) {
  const sum = join(project, 'sum.mjs')
  const made = (call, came) => ({ calls: [call], reads: [`${call.name}: ${came}`] })
  const edit = (path, old_text, new_text) => ({ name: 'editor', input: { path, old_text, new_text } })
  const tick = (from, to) => made(edit(join(project, 'PLAN.md'), from, to), 'worked, write')
  const shell = (...commands) => ({ name: 'run_commands', input: { commands } })
  const read = (...files) => ({ name: 'read_files', input: { files: files.map((path) => ({ path })) } })
  const delegate = { name: 'spawn_agent', input: { systemPrompt: 'You look.', task: 'Look. script:child' } }
  return {
    work: [
      {
        text: 'I make a plan.',
        calls: [{ name: 'editor', input: { path: join(project, 'PLAN.md'), new_text: plan(' ', ' ') } }],
        reads: ['assistant: I make a plan.', 'editor: worked, write'],
      },
      made(shell('true', 'node sum.test.mjs'), 'failed, execute'),
      {
        calls: [read(join(project, 'none.mjs')), read(sum)],
        reads: ['read_files: failed, read', 'read_files: worked, read'],
      },
      made(edit(sum, 'a * b', 'a + b'), 'failed, write'),
      made(edit(sum, 'a - b', 'a + b'), 'worked, write'),
      made({ name: 'editor', input: { path: 5 } }, 'failed, write'),
      tick('- [ ] Mend', '- [x] Mend'),
      made(shell({ command: 'node', args: ['sum.test.mjs'] }), 'worked, execute'),
      made(delegate, 'worked, delegate'),
      tick('- [ ] Run', '- [x] Run'),
      { text: 'All is done.', reads: ['assistant: All is done.'] },
    ],
    child: [
      {
        text: 'I look.',
        ...made(read(sum), 'worked, read'),
        reads: ['assistant: I look.', 'read_files: worked, read'],
      },
      { text: 'It is one line.', reads: ['assistant: It is one line.'] },
    ],
  }
}

const prompt = 'Mend the sum. script:work'

async function check(place) {
  const { project, home } = place
  writeSum(project)
  const scripts = scriptsIn(project)
  const model = await openaiModel(scripts)
  const run = (...rest) =>
    place.run([...place.program, ...rest], {
      env: { CLINE_TELEMETRY_DISABLED: '1', CLINE_NO_AUTO_UPDATE: '1', NO_COLOR: '1' },
    })
  const told = await run('auth', 'openai', '-k', 'scripted', '-m', 'scripted', '-b', `${model.url}/v1`)
  place.expect('cline auth ends well', told.status, 0)
  place.expect('cline ends well', (await run('--json', prompt)).status, 0)
  // It leaves a program running.
  place.expect('its hub ends', (await run('hub', 'stop')).status, 0)
  place.expect('every script was played', model.left(), [])

  const sessions = join(home, '.cline/data/sessions')
  const [id = ''] = readdirSync(sessions)
  const file = join(sessions, id, `${id}.messages.json`)
  const reads = (name) => scripts[name].flatMap((turn, index) => [`turn ${index + 1}`, ...turn.reads])
  const [[session, events] = []] = await place.events(file)
  place.expect('the session has its id', session, id)
  place.expect('the session is what was scripted', outline(events ?? []), [
    `run user: ${prompt}`,
    ...reads('work'),
    'yields: dormant',
  ])
  const beside = readdirSync(join(sessions, id)).find((name) => /^agent_.*\.messages\.json$/.test(name)) ?? ''
  const [[, child] = []] = await place.events(join(sessions, id, beside))
  place.expect('the sub-agent did what was scripted', outline(child ?? []), [
    'run user: Look. script:child',
    ...reads('child'),
    'yields: dormant',
  ])
  place.expect('it names its parent', child?.[0]?.data.parent, id)

  const { sessions: listed } = await place.replayed('sessions')
  place.expect(
    'todo-replay sessions lists the session that the person began',
    listed.map(({ agent, session: named, project: folder }) => ({ agent, session: named, project: folder })),
    [{ agent: 'Cline', session: id, project }],
  )
  await model.close()
}
