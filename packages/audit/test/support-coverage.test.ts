import { describe, expect, it } from 'vitest'
import { bash, edit, grep, read, type Step, write } from './audited-session.js'
import { worked } from './support-rows.js'

/** An item with its work, and what of it is left out; null where nothing is. */
interface Row {
  readonly why: string
  readonly item: string
  readonly work: readonly Step[]
  readonly leftOut: string | null
}

const get = (url: string): Step => bash(`curl -s http://localhost:3000${url}`, '{"ok": true, "items": []}')

const files = 'Update Dockerfile and docker-compose.yml'
const things = 'Create the parser, lexer and printer'
const count = 'Fix the imports in all three files'
const gone = 'Remove all uses of oldClient'
const requests = 'Verify that both endpoints answer'
const pages = 'Verify that all pages load'
const two = 'Verify login and logout'
const callers = 'Update all callers of formatDate'
const five = 'Update all five callers of formatDate'
const listedFiles = ['feed', 'mail', 'invoice', 'calendar', 'export'].map((name) => `src/${name}.ts`)
const search = grep('formatDate', listedFiles.map((file) => `${file}:3:  formatDate(a)`).join('\n'))
const call = (file: string, replace_all = false): Step => ({
  call: 'Edit',
  input: { file_path: file, old_string: 'formatDate(a)', new_string: 'formatDate(a, b)', replace_all },
  output: 'updated',
})

const rows: readonly Row[] = [
  { why: 'one file of two', item: files, work: [edit('Dockerfile')], leftOut: 'docker-compose.yml' },
  { why: 'both files', item: files, work: [edit('Dockerfile'), edit('docker-compose.yml')], leftOut: null },
  { why: 'neither file: nothing was begun', item: files, work: [edit('src/a.ts')], leftOut: null },
  {
    why: 'the second file by a command that names it',
    item: files,
    work: [edit('Dockerfile'), bash("sed -i 's/3.1/3.2/' docker-compose.yml")],
    leftOut: null,
  },
  {
    why: 'the second file by an edit that failed',
    item: files,
    work: [
      edit('Dockerfile'),
      { call: 'Edit', input: { file_path: 'docker-compose.yml' }, output: 'Error: not found', ok: false },
    ],
    leftOut: 'docker-compose.yml',
  },
  {
    why: 'files that stand in no list',
    item: 'Move config.ts from a.ts of the old layout',
    work: [edit('config.ts')],
    leftOut: null,
  },
  {
    why: 'two things of three',
    item: things,
    work: [write('src/parser.ts', 'class Parser'), write('src/lexer.ts', 'class Lexer')],
    leftOut: 'printer',
  },
  {
    why: 'three things of three',
    item: things,
    work: [write('src/parser.ts'), write('src/lexer.ts'), write('src/printer.ts')],
    leftOut: null,
  },
  {
    why: 'a sub-agent may have made the rest',
    item: things,
    work: [
      write('src/parser.ts'),
      {
        call: 'Task',
        input: { description: 'Make the rest', prompt: 'Make it' },
        output: 'All is made now.',
      },
    ],
    leftOut: null,
  },
  {
    why: 'a thing of several words may be called otherwise',
    item: 'Add the user settings page and routes',
    work: [write('src/routes.ts', 'routes')],
    leftOut: null,
  },
  { why: 'one file of three', item: count, work: [edit('src/a.ts')], leftOut: '2 of 3 files' },
  {
    why: 'one file, twice',
    item: count,
    work: [edit('src/a.ts'), edit('src/a.ts')],
    leftOut: '2 of 3 files',
  },
  { why: 'three files', item: count, work: [edit('a.ts'), edit('b.ts'), edit('c.ts')], leftOut: null },
  {
    why: 'a command may have written the rest',
    item: count,
    work: [edit('a.ts'), bash('node scripts/fix-imports.js')],
    leftOut: null,
  },
  {
    why: 'the last search still finds it',
    item: gone,
    work: [edit('src/a.ts', 'newClient'), grep('oldClient', 'src/b.ts:4: oldClient.get(path)')],
    leftOut: 'what oldClient still finds',
  },
  {
    why: 'the last search finds nothing',
    item: gone,
    work: [
      grep('oldClient', 'src/a.ts:4: oldClient.get(path)'),
      edit('src/a.ts', 'newClient'),
      grep('oldClient', 'No files found'),
    ],
    leftOut: null,
  },
  {
    why: 'the search was before the write',
    item: gone,
    work: [grep('oldClient', 'src/a.ts:4: oldClient.get(path)'), edit('src/a.ts', 'newClient')],
    leftOut: null,
  },
  {
    why: 'not all uses were to go',
    item: 'Remove oldClient from the cart',
    work: [edit('src/cart.ts', 'newClient'), grep('oldClient', 'src/b.ts:4: oldClient.get(path)')],
    leftOut: null,
  },
  { why: 'one request of two', item: requests, work: [get('/users')], leftOut: '1 of 2' },
  { why: 'both requests', item: requests, work: [get('/users'), get('/orders')], leftOut: null },
  {
    why: 'both requests in one line',
    item: requests,
    work: [bash('curl -s localhost:3000/users; curl -s localhost:3000/orders', '{"ok": true}')],
    leftOut: null,
  },
  {
    why: 'a loop may have made them',
    item: requests,
    work: [bash('for p in users orders; do curl -s localhost:3000/$p; done', '{"ok": true}')],
    leftOut: null,
  },
  {
    why: 'a suite covers what it covers',
    item: requests,
    work: [bash('npm test', '4 passed')],
    leftOut: null,
  },
  {
    why: 'two callers of five that the search listed',
    item: callers,
    work: [search, ...listedFiles.slice(0, 2).map((file) => call(file))],
    leftOut: '3 of 5 files that formatDate listed',
  },
  {
    why: 'two files of five that were to be changed everywhere',
    item: 'Pass the locale to formatDate everywhere',
    work: [search, ...listedFiles.slice(0, 2).map((file) => call(file))],
    leftOut: '3 of 5 files that formatDate listed',
  },
  {
    why: 'all of them',
    item: callers,
    work: [search, ...listedFiles.map((file) => call(file))],
    leftOut: null,
  },
  {
    why: 'most of them: the others may define it or be its tests',
    item: callers,
    work: [search, ...listedFiles.slice(0, 3).map((file) => call(file))],
    leftOut: null,
  },
  {
    why: 'a command may have changed the rest',
    item: callers,
    work: [search, call('src/feed.ts'), bash("sed -i 's/formatDate(a)/formatDate(a, b)/' src/*.ts")],
    leftOut: null,
  },
  {
    why: 'two lines of five callers',
    item: five,
    work: [call('src/feed.ts'), call('src/mail.ts')],
    leftOut: '3 of 5',
  },
  { why: 'five lines', item: five, work: listedFiles.map((file) => call(file)), leftOut: null },
  { why: 'everywhere in one file', item: five, work: [call('src/feed.ts', true)], leftOut: null },
  { why: 'one page of all', item: pages, work: [get('/home')], leftOut: '1 of 2' },
  { why: 'several pages of all', item: pages, work: [get('/home'), get('/cart')], leftOut: null },
  { why: 'one thing of two asked', item: two, work: [get('/login')], leftOut: 'logout' },
  { why: 'both things asked', item: two, work: [get('/login'), get('/logout')], leftOut: null },
]

describe('what an item names and its work does not reach', () => {
  it.each(rows)('$item: $why', async ({ item, work, leftOut }) => {
    const before = [read('src/a.ts', 'export {}')]
    const { missing, wouldChange, verdict } = await worked(item, work, before)
    const said = missing.filter((each) => each.startsWith('it leaves out '))
    expect(said).toEqual(leftOut === null ? [] : [`it leaves out ${leftOut}`])
    expect(wouldChange.filter((each) => each.startsWith('work for what'))).toEqual(
      leftOut === null ? [] : [`work for what it leaves out: ${leftOut}`],
    )
    if (leftOut !== null) expect(verdict).not.toBe('supported')
  })

  it('says it even where every part is met otherwise, and cuts what is long', async () => {
    const name = `${'long'.repeat(30)}.yml`
    const { support, missing } = await worked(`Update Dockerfile and ${name}`, [edit('Dockerfile')])
    expect(support).toBe(0.65)
    expect(missing).toEqual([`it leaves out ${name.slice(0, 59)}…`])
  })
})
