/** A folder as Claude Code leaves it, with its own notes beside the recordings. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { recordingsIn } from '../src/sources/source.js'

const folder = mkdtempSync(join(tmpdir(), 'claude-code-folder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what it notes of a sub-agent is not taken for a recording', async () => {
  const agents = join(folder, 'project', '1111', 'subagents')
  mkdirSync(agents, { recursive: true })
  writeFileSync(join(folder, 'project', '1111.jsonl'), '')
  writeFileSync(join(agents, 'agent-a1b2.jsonl'), '')
  writeFileSync(join(agents, 'agent-a1b2.meta.json'), '{"agentType":"general-purpose"}')
  const { files } = await recordingsIn(folder)
  expect(files).toEqual([join(folder, 'project', '1111.jsonl'), join(agents, 'agent-a1b2.jsonl')])
})
