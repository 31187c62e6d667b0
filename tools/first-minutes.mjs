// npm run docs:first-minutes: what a person sees who has never heard of the project. In a place without the repository it
// installs what `npm pack` makes, types the commands of the README and of the first guide one after the other, at a
// recorded session of our own making, and writes what came to docs/background/first-ten-minutes.md.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { packPackages } from './pack.mjs'
import { root, setUp } from './set-up.mjs'

/** So many lines of an output are kept; the page says how many follow. */
const most = 45
const page = join(root, 'docs', 'background', 'first-ten-minutes.md')

/** What an agent's client says. */
const mcpQuestions = `${[
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'an-agent', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
  {
    id: 3,
    method: 'tools/call',
    params: { name: 'write_todos', arguments: { items: [{ text: 'Run the tests', status: 'in_progress' }] } },
  },
]
  .map((question) => JSON.stringify({ jsonrpc: '2.0', ...question }))
  .join('\n')}\n`

if (setUp()) writeTranscript()
else process.exitCode = 3

function writeTranscript() {
  // Not below /tmp: what is written there is nobody's work, says the audit.
  const place = mkdtempSync(join(homedir(), 'todo-ledger-first-minutes-'))
  const home = join(place, 'home')
  const folder = join(home, 'tidetable')
  const tarballs = join(home, 'tarballs')
  try {
    for (const each of [folder, tarballs]) mkdirSync(each, { recursive: true })
    const files = new Map(packPackages(tarballs).map(({ manifest, tarball }) => [manifest.name, tarball]))
    const session = record(home, folder)
    const tarball = (name) => `../tarballs/${basename(files.get(name))}`
    const libraries = ['core', 'audit'].map((name) => tarball(`@todo-ledger/${name}`)).join(' ')
    const all = [...files.keys()].map(tarball).join(' ')
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const [, example = ''] = /^```js\n(import .*?)^```$/ms.exec(readme) ?? []
    writeFileSync(join(folder, 'release.mjs'), example)
    writeFileSync(join(folder, 'ask.jsonl'), mcpQuestions)
    const steps = [
      [
        'The program. Nothing of it is on npm yet, so it comes from its tarball.',
        `npm install ${tarball('todo-replay')}`,
      ],
      ['Nothing but the name: the newest session that an agent recorded for this folder.', 'npx todo-replay'],
      ['What all agents recorded on this machine.', 'npx todo-replay sessions'],
      [
        'One session, named by the beginning of its id.',
        `npx todo-replay audit --session ${session.slice(0, 4)}`,
      ],
      ['What a finding means.', 'npx todo-replay audit --explain verify-item-without-check'],
      ['Who ticked the item, and after what.', `npx todo-replay blame --session ${session.slice(0, 4)} 3`],
      ['The list at a moment.', `npx todo-replay show --session ${session.slice(0, 4)} --turn 6`],
      [
        'A page to send.',
        `npx todo-replay report --session ${session.slice(0, 4)} --out report.html && ls -s report.html`,
      ],
      ["The README's agent loop, with the gate on.", `npm install ${libraries} && node release.mjs`],
      [
        'An agent that speaks MCP asks for its tools and writes its list.',
        `npm install ${all} && npx todo-ledger mcp < ask.jsonl | cut -c 1-400`,
      ],
      [
        'What it kept is a ledger, which can be checked.',
        'npx todo-replay verify todos.db && npx todo-replay log todos.db',
      ],
      ['All that it can do.', 'npx todo-replay help'],
    ]
    const begin = performance.now()
    const told = steps.map(([why, command]) => tell(why, command, { home, folder, place }))
    writeFileSync(page, pageOf(told, performance.now() - begin))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** Puts a session where Claude Code keeps those of a folder; gives its id. */
function record(home, folder) {
  const recorded = readFileSync(join(root, 'fixtures', 'tests-ticked-without-a-run', 'session.jsonl'), 'utf8')
  const { cwd, sessionId } = JSON.parse(recorded.split('\n')[0])
  const sessions = join(home, '.claude', 'projects', folder.replaceAll(/[^A-Za-z0-9]/g, '-'))
  mkdirSync(sessions, { recursive: true })
  writeFileSync(join(sessions, `${sessionId}.jsonl`), recorded.replaceAll(cwd, folder))
  return sessionId
}

function tell(why, command, { home, folder, place }) {
  process.stderr.write(`${command}\n`)
  const begin = performance.now()
  const { PATH = '' } = process.env
  const { stdout, stderr, status } = spawnSync('bash', ['-c', `${command} 2>&1`], {
    cwd: folder,
    env: {
      PATH,
      HOME: home,
      NO_COLOR: '1',
      npm_config_fund: 'false',
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
    },
    encoding: 'utf8',
  })
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  const slug = (path) => path.replaceAll(/[^A-Za-z0-9]/g, '-')
  const text = `${stdout}${stderr}`
    .replaceAll(slug(home), '-home')
    .replaceAll(home, '~')
    .replaceAll(place, '~')
    .trimEnd()
  const lines = text.split('\n')
  const rest = lines.length > most ? [`… and ${lines.length - most} lines more`] : []
  const output = [...lines.slice(0, most), ...rest].join('\n')
  return `${why}\n\n\`\`\`console\n$ ${command}\n${output}\n\`\`\`\n\nExit code ${status}, ${seconds} s.\n`
}

function pageOf(told, milliseconds) {
  return `# The first ten minutes

\`npm run docs:first-minutes\` wrote this: it packs the packages, installs them into an empty folder of an empty home, and types these commands there, without the repository. The home holds one recorded session, a fixture of the project's own. Node.js ${process.version}, ${process.platform}; ${(milliseconds / 1000).toFixed(0)} s in all. \`debug\`, \`watch\` and the live page need a terminal or a browser and are not in it.

${told.join('\n')}`
}
