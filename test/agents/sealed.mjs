// One edition of one agent, in a process that has no network but loopback: run.mjs starts it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agents } from './agents.mjs'
import { Place } from './place.mjs'

const [name, version, installed, keep] = process.argv.slice(2)
const agent = agents.find((each) => each.name === name)
const edition = agent.editions.find((each) => each.version === version)
const folder = mkdtempSync(join(tmpdir(), `agent-${name}-`))
const place = new Place(edition, installed, folder)
try {
  await agent.check(place)
} catch (error) {
  place.fail('the sessions are played to their end', error.stack)
}
if (keep === undefined) rmSync(folder, { recursive: true, force: true })
else process.stdout.write(`  kept: ${folder}\n`)
process.stdout.write(`  ${place.held} held, ${place.failed} failed\n`)
process.exit(place.failed === 0 && place.held > 0 ? 0 : 1)
