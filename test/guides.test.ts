/** The guides for those who write profiles and rules: what stands there is what `examples/own-profile` has, and it runs. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { brokenProfiles } from './broken-profiles/broken-profiles.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const examples = join(root, 'examples', 'own-profile')
const guides = ['write-a-profile.md', 'write-a-rule.md', 'test-rules-and-profiles.md'] as const
const textOf = (guide: string) => readFileSync(join(root, 'docs', 'guides', guide), 'utf8')

const folder = mkdtempSync(join(tmpdir(), 'guides-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(guides)('%s', (guide) => {
  const blocks = [
    ...textOf(guide).matchAll(/```js\n\/\/ (\S+)\n[\s\S]*?```\n(?:\n```text\n([\s\S]*?)\n```)?/g),
  ]

  it.each(blocks.map(([block, name = '', printed]) => [name, block, printed] as const))(
    '%s is as it stands there, and runs',
    (name, block, printed) => {
      const source = readFileSync(join(examples, name), 'utf8')
      expect(block).toContain(`\`\`\`js\n${source}\`\`\``)
      // Tests are run by `npm test` itself.
      if (name.endsWith('.test.mjs')) return
      const output = execFileSync(process.execPath, [join(examples, name)], { cwd: folder, encoding: 'utf8' })
      expect(output.trimEnd()).toBe(printed ?? '')
    },
  )

  it('names only what is exported', async () => {
    const named = textOf(guide).match(/(?<=Types: |All types are exported: ).*/g) ?? []
    const declared = ['profiles', 'rules', 'testing', '.'].map((entry) => {
      const path = entry === '.' ? 'index.d.ts' : join(entry, 'index.d.ts')
      return readFileSync(join(root, 'packages/core/dist', path), 'utf8')
    })
    for (const [, name] of named.join(' ').matchAll(/`([A-Za-z]\w+)`/g))
      expect(declared.join('\n')).toContain(name)
  })
})

it('the counterexample of the guide opens by itself, without the code of its profile', () => {
  const program = join(root, 'packages/replay-cli/bin/todo-replay.js')
  const log = execFileSync(process.execPath, [program, 'log', 'counterexample.jsonl'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(log).toMatchInlineSnapshot(`
    "s1
        1    t0     :1  session.opened      errands, read from counterexample.jsonl (neutral)
        2    t0     :2  run.started         user: Begin.
        3    t1     :3  turn.started
        4    t1     :3  todos.updated       add: + #1 Run the tests
        5    t1     :3  turn.ended
        6    t2     :4  turn.started
        7    t2     :4  todos.updated       remove: - #1 Run the tests (pending)
        8    t2     :4  turn.ended
        9    t3     :5  turn.started
       10    t3     :5  todos.updated       add: + #1 Read the docs
       11    t3     :5  turn.ended
       12    t3     :5  session.yielded     idle: open todos, no continuation
    "
  `)
})

it('each file of the example stands in a guide', () => {
  const all = guides.map(textOf).join('\n')
  expect(readdirSync(examples).filter((name) => !all.includes(`\`\`\`js\n// ${name}\n`))).toEqual([])
})

it('what the kit finds is listed, each broken profile once', () => {
  const rows = [
    ...textOf('test-rules-and-profiles.md').matchAll(
      /^\| (an? [^|]+|replies [^|]+|places [^|]+) \| `([\w-]+)` \|/gm,
    ),
  ]
  expect(rows.map(([, what, breaks]) => [what, breaks])).toEqual(
    brokenProfiles.map(({ what, breaks }) => [what, breaks]),
  )
})
