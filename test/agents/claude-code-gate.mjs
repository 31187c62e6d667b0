/** Claude Code with a hook that refuses completions without evidence. */

import { join } from 'node:path'
import { anthropicModel, resultsIn } from './anthropic-model.mjs'
import { claudeProgram, setUpClaude } from './claude-code-program.mjs'
import { gatedScript, outlineOf } from './claude-code-scripts.mjs'
import { outline } from './outline.mjs'

const run = 'run user: Mend it. script:gated'

/** What the model reads of calls that failed, over all requests. */
function failuresTold(model) {
  const results = model.requests
    .flatMap((request) => resultsIn(request))
    .filter(({ is_error }) => is_error === true)
  return results.map(({ content }) =>
    typeof content === 'string' ? content : content.map(({ text }) => text).join(''),
  )
}

/** The gate refuses, the model reads why, does the work, and is let through. */
export async function checkGate(place, list) {
  const ledger = join(place.folder, 'gate.db')
  await setUpClaude(place, ['--ledger', ledger, '--gate'])
  const gated = gatedScript(place.project, list)
  const model = await anthropicModel({ gated })
  const session = await claudeProgram(place, list, model)('Mend it. script:gated')
  place.expect('every script was played', model.left(), [])
  const told = failuresTold(model).map(
    (text) =>
      text.match(/Item 2 \("Run the tests"\) can't be completed yet\..*? was run before the mark/)?.[0],
  )
  place.expect('the model was told once what is missing', told, [
    'Item 2 ("Run the tests") can\'t be completed yet. Item 2 asks for "Run the tests", but nothing of the kind was run before the mark',
  ])
  const lines = outlineOf({ gated }, [{ name: 'gated', run, ends: 'idle' }])
  const recorded = await place.events(join(place.home, '.claude/projects'))
  place.expect('the recording is what was scripted', outline(recorded.get(session)), lines)
  const live = outline((await place.events(ledger)).get(session) ?? [])
  const known = (line) => !/^turn |^assistant: /.test(line)
  place.expect('so is the ledger', live.filter(known), lines.filter(known))
  const { status } = await place.replay('verify', ledger)
  place.expect('the ledger is as it was written', status, 0)
  await model.close()
}
