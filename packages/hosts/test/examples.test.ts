import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { scripted } from './scripted-session.js'

const folder = fileURLToPath(new URL('../../../examples/hosts/', import.meta.url))
// The Claude Agent SDK's needs the whole program: claude-agent-sdk.long.test.ts.
const others = ['scripted-model.mjs', 'claude-agent-sdk.mjs']
const examples = readdirSync(folder).filter((name) => !others.includes(name))

it.each(examples)('examples/hosts/%s runs, and the ledger holds its session', async (name) => {
  const { stdout } = await promisify(execFile)(process.execPath, [folder + name], { encoding: 'utf8' })
  // What a tool gave back, and whether that worked, each host tells in its own way.
  const expected = scripted.filter((line) => !/^ {2}(?:true|false): /.test(line))
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(expected))
})
