/**
 * What README.md and docs/ show of code is a part of a file in examples/, which runs; `// …` stands for what is left out.
 * A block that ```text follows is a whole file, and that is what it prints. What follows a `$` was typed.
 */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { knownCommands } from '../packages/replay-cli/src/known-commands.js'
import { runInMemory } from '../packages/replay-cli/test/memory-host.js'
import { mcpCommand } from '../packages/server/src/commands/mcp.js'
import { serveCommand } from '../packages/server/src/commands/serve.js'
import { tokenCommand } from '../packages/server/src/commands/token.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const read = (path: string): string => readFileSync(path, 'utf8')

const pages = [join(root, 'README.md'), ...filesIn('docs').filter((path) => path.endsWith('.md'))].filter(
  (path) => !path.includes(join('docs', 'sources')),
)
const examples = filesIn('examples').filter((path) => /\.(?:mjs|py)$/.test(path))

/** The blocks of a kind in all pages, each with the output that stands behind it. */
function blocksOf(kind: RegExp) {
  const fence = new RegExp(
    `^\`\`\`(?:${kind.source})\\n([\\s\\S]*?)^\`\`\`\\n(?:\\n\`\`\`text\\n([\\s\\S]*?)^\`\`\`\\n)?`,
    'gm',
  )
  return pages.flatMap((page) =>
    [...read(page).matchAll(fence)].map(([, block = '', printed]) => ({
      page: relative(root, page),
      first: block.split('\n').find((line) => line !== '// …') ?? '',
      block,
      printed,
    })),
  )
}

const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Whether the parts of a block, between what is left out, stand in a file in their order. */
function isPartOf(block: string, file: string): boolean {
  const parts = block.split(/^\/\/ …$/m).map((part) => lines(part).join('\n'))
  let rest = `\n${lines(read(file)).join('\n')}\n`
  return parts.every((part) => {
    if (part === '') return true
    const place = rest.indexOf(`\n${part}\n`)
    if (place < 0) return false
    rest = rest.slice(place + part.length + 1)
    return true
  })
}

const folder = mkdtempSync(join(tmpdir(), 'snippets-'))
afterAll(() => rmSync(folder, { recursive: true }))

const code = blocksOf(/js|ts|py/)

it.each(code)('$page: $first', ({ block, printed }) => {
  const file = examples.find((path) => isPartOf(block, path))
  expect(file, block).toBeDefined()
  if (file === undefined || printed === undefined) return
  expect(read(file)).toBe(block)
  expect(execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' }).trimEnd()).toBe(
    printed.trimEnd(),
  )
})

it('every example is run: by what shows its output, or by a test that names it', () => {
  const printing = code.filter(({ printed }) => printed !== undefined).map(({ block }) => block)
  const tests = [
    ...filesIn('test'),
    ...filesIn('packages/hosts/test'),
    ...filesIn('packages/replay-cli/test'),
    ...filesIn('packages/server/test'),
  ]
    .filter((path) => /\.test\.ts$/.test(path))
    .map(read)
    .join('\n')
  const idle = examples.filter(
    (path) =>
      !path.endsWith('.test.mjs') &&
      !path.includes(join('examples', 'hosts')) && // packages/hosts/test/examples.test.ts runs the folder
      !tests.includes(basename(path)) &&
      !printing.some((block) => block.endsWith(read(path))) &&
      !examples.some((other) => other !== path && read(other).includes(`./${basename(path)}'`)),
  )
  expect(idle.map((path) => relative(root, path))).toEqual([])
})

const typed = blocksOf(/console/).filter(({ block }) => /^\$ (?:npm start --|todo-replay) /.test(block))

it.each(typed)('$page: $first', async ({ block }) => {
  const [command = '', ...shown] = block.trimEnd().split('\n')
  const words = command.replace(/^\$ (?:npm start --|todo-replay) /, '').split(' ')
  const { stdout } = await runInMemory([...words, '--fail-on', 'never'], { env: { COLUMNS: '80' } })
  const printed = stdout.split('\n')
  // In the order in which it prints them, and maybe not all.
  let place = 0
  for (const line of shown) {
    expect(printed.slice(place)).toContain(line)
    place = printed.indexOf(line, place) + 1
  }
})

/** What the pages have somebody type: lines of shell blocks, and code within a line. */
const commands = pages.flatMap((page) => {
  const text = read(page)
  const blocks = [...text.matchAll(/^```+(\w*)\n([\s\S]*?)^```+$/gm)]
  const inBlocks = blocks
    .filter(([, kind = '']) => ['', 'sh', 'console'].includes(kind))
    .flatMap(([, , block = '']) => block.split('\n'))
  const prose = text.replace(/^```[\s\S]*?^```+$/gm, '')
  const inLines = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, each = '']) => each)
  return [...inBlocks, ...inLines].flatMap((line) => {
    const [, name = '', rest = ''] =
      /^(?:\$ )?(?:[A-Z_]+=\S+ )*(todo-replay|npm start --|todo-ledger|npm run)((?: .*)?)$/.exec(line) ?? []
    return name === ''
      ? []
      : [{ page: relative(root, page), line, name, words: rest.replace(/ (?:#|\||>|&&).*/, '') }]
  })
})

it('every command that the documentation names is there, with its options', async () => {
  const helpOf = new Map(
    [serveCommand(), mcpCommand(), tokenCommand()].map((command) => [
      `todo-ledger ${command.name()}`,
      command.helpInformation(),
    ]),
  )
  for (const { name } of knownCommands)
    helpOf.set(`todo-replay ${name}`, (await runInMemory(['help', name])).stdout)
  const { scripts } = JSON.parse(read(join(root, 'package.json')))
  const wrong = commands.filter(({ name, words }) => {
    const [command = ''] = words.trim().split(/\s+/)
    if (name === 'npm run') return scripts[command] === undefined
    if (command === '' || /^(?:--?\w|[A-Z…])/.test(command)) return false
    const program = name === 'npm start --' ? 'todo-replay' : name
    const help = helpOf.get(`${program} ${command}`)
    if (help === undefined) return !(program === 'todo-replay' && command === 'help')
    return (words.match(/(?<= )--[a-z-]+/g) ?? []).some((option) => !new RegExp(`${option}\\b`).test(help))
  })
  expect(wrong.map(({ page, line }) => `${page}: ${line}`)).toEqual([])
  expect(commands.length).toBeGreaterThan(100)
})

/** Settings of the audit; other JSON is somebody else's. */
const settings = blocksOf(/json/).filter(({ block }) => /"rules": \{|"checks": \[/.test(block))

it.each(settings)('the settings of $page are taken', async ({ page, block }) => {
  const place = mkdtempSync(join(folder, 'settings-'))
  const file = join(place, 'todo-replay.config.json')
  writeFileSync(file, block)
  const recording = join(root, 'fixtures', 'tests-ticked-without-a-run', 'session.jsonl')
  const audit = ['audit', recording, '--fail-on', 'never', '--reader', 'none']
  const { code, stderr } = await runInMemory([...audit, '--config', file])
  expect({ page, code, stderr: code === 0 ? '' : stderr }).toEqual({ page, code: 0, stderr: '' })
})

it('every path of the programs that an agent is to be configured with is there', () => {
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/\/path\/to\/(packages\/[\w/.-]+)/g)].map(([, path = '']) => path),
  )
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(named.length).toBeGreaterThan(2)
})

it('the counterexample of the guide opens by itself, without the code of its profile', async () => {
  const { stdout } = await runInMemory(['log', join(folder, 'counterexample.jsonl')])
  expect(stdout).toMatchInlineSnapshot(`
    "s1
        1    t0         session.opened      errands, live
        2    t0         run.started         user: Begin.
        3    t1         turn.started
        4    t1         todos.updated       add: + #1 Write the parser
        5    t1         todos.updated       add: + #2 Write the parser
        6    t1         turn.ended
        7    t2         turn.started
        8    t2         todos.updated       remove: - #1 Write the parser (pending)
        9    t2         turn.ended
       10    t3         turn.started
       11    t3         todos.updated       add: + #2 Write the parser
       12    t3         turn.ended
    "
  `)
})

it('the entry of README.md for an agent starts the server, which offers the todo tools', async () => {
  const [{ block } = { block: '' }] = blocksOf(/json/).filter(({ page }) => page === 'README.md')
  const entry = JSON.parse(block).mcpServers['todo-ledger']
  const args = entry.args.map((word: string) => word.replace('/path/to', root))
  expect([entry.command, existsSync(args[0])]).toEqual(['node', true])
  const server = spawn(process.execPath, [...args, '--store', ':memory:'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: server.stdout })
  const ask = async (id: number, method: string, params: object) => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const [line] = await once(answers, 'line')
    return JSON.parse(line).result
  }
  const clientInfo = { name: 'test', version: '1' }
  await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  const { tools } = await ask(2, 'tools/list', {})
  expect(tools.map(({ name }: { name: string }) => name)).toContain('write_todos')
  server.stdin.end()
  await once(server, 'exit')
})

describe('the guides for those who write profiles and rules', () => {
  const guides = ['rules.md']
  const textOf = (guide: string) => read(join(root, 'docs', 'guides', guide))

  it.each(guides)('%s names only what is exported', (guide) => {
    const named = textOf(guide).match(/(?<=Types: |All types are exported: ).*/g) ?? []
    const declared = ['profiles', 'rules', 'testing', '.'].map((entry) => {
      const path = entry === '.' ? 'index.d.ts' : join(entry, 'index.d.ts')
      return read(join(root, 'packages/core/dist', path))
    })
    for (const [, name] of named.join(' ').matchAll(/`([A-Za-z]\w+)`/g))
      expect(declared.join('\n')).toContain(name)
  })
})
