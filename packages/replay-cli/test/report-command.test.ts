/** What `report` writes, and what it refuses. How the page looks and works is tested in packages/report-page. */

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageHead, pageJson } from '../src/report/report-writer.js'
import { pageText } from '../src/text/printable.js'
import { inflatedPage } from './inflated-page.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('recordings/a.jsonl', untested)
place.write('recordings/b.jsonl', delegated)

function read(file: string): string {
  return readFileSync(join(place.folder, file), 'utf8')
}

/** What `audit` counts, which a page must count, too. */
async function _audited(source: string): Promise<object> {
  const output = await place.json(`audit ${source} --fail-on never --json`)
  expect(output).toMatchObject({ summary: { sessions: expect.any(Number) } })
  const { summary } = JSON.parse(JSON.stringify(output))
  const { sessions, completions, unsupported, findings } = summary
  return { sessions, completions, unsupported, findings }
}

test('its policy allows its own script and style, and nothing else', async () => {
  await place.run('report recordings/a.jsonl --out policy.html')
  const page = read('policy.html')
  const hash = (text = ''): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
  const [, script] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? []
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
  expect(policy).toBe(
    `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`,
  )
  expect(
    page.match(/https?:\/\/[^\s"'`)]+/g)?.filter((url) => !url.startsWith('http://www.w3.org/')),
  ).toEqual([])
})

test('what it refuses', async () => {
  const before = read('recordings/a.jsonl')
  const told: string[] = []
  for (const words of [
    'report recordings/a.jsonl',
    'report recordings/a.jsonl --out recordings/a.jsonl',
    'report recordings --out recordings/b.jsonl',
    'report recordings/a.jsonl --out no/such/folder/x.html',
    'report recordings --session nope --out x.html',
  ]) {
    const { code, stderr } = await place.run(words)
    told.push(`${code} ${stderr.trim()}`)
  }
  expect(told).toMatchInlineSnapshot(`
    [
      "2 todo-replay: Required option '--out <file>' not specified.
      todo-replay report --help says how it is called.",
      "2 todo-replay: recordings/a.jsonl is the file being read. Write to another file.",
      "2 todo-replay: recordings/b.jsonl is the file being read. Write to another file.",
      "2 todo-replay: no/such/folder/x.html can't be written: there is no such file or folder.",
      "2 todo-replay: There is no session "nope" in recordings. It holds login-7, docs-1, docs-1/reader.",
    ]
  `)
  expect(read('recordings/a.jsonl')).toBe(before)
  expect(existsSync(join(place.folder, 'x.html'))).toBe(false)
  expect(readdirSync(place.folder).filter((name) => name.includes('partial'))).toEqual([])
})

test('secrets are taken out of recordings and of ledgers, unless they are to stay', async () => {
  const secret = ['ghp', 'Zx8Qw3Er5Ty7Ui9Op1As2Df4Gh6Jk8Lz0Xc3'].join('_')
  place.write('secret.jsonl', untested.replaceAll('redirect', `redirect ${secret}`))
  await place.run('import secret.jsonl --no-redact --ledger todos.db')
  for (const source of ['secret.jsonl', 'todos.db']) {
    await place.run(`report ${source} --out redacted.html`)
    expect(inflatedPage(read('redacted.html')), source).not.toContain(secret.slice(8))
    expect(inflatedPage(read('redacted.html')), source).toContain('[redacted:')
    await place.run(`report ${source} --no-redact --out open.html`)
    expect(inflatedPage(read('open.html')), source).toContain(secret)
  }
})

/** Texts of the characters that matter, and of any others. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '<',
      '/',
      'script',
      '>',
      '!--',
      '\u202e',
      '\u001b',
      '\u2028',
      '\n',
      ' ',
      '\ud800',
      'a',
      '"',
      '\\',
    ),
  }),
)
const dangerous = /[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|(?![\n\t])\p{Cc}/u

test('a text of a page has no dangerous character, and keeps its lines and what it was', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const shown = pageText(text)
      expect(shown).not.toMatch(dangerous)
      expect(pageText(shown)).toBe(shown)
      expect(shown.split('\n')).toHaveLength(text.split(/\r\n|[\n\r\u2028\u2029]/).length)
    }),
  )
  expect(pageText('if x:\n\treturn\n  done')).toBe('if x:\n\treturn\n  done')
})

test('the JSON of a block can not end it, and is the value with its texts fit for a page', () => {
  const values = fc.dictionary(texts, fc.oneof(texts, fc.integer(), fc.array(texts), fc.constant(null)), {
    noNullPrototype: true,
  })
  fc.assert(
    fc.property(values, (value) => {
      const json = pageJson(value)
      expect(json).not.toContain('<')
      expect(json).not.toMatch(dangerous)
      const expected = Object.fromEntries(
        Object.entries(value).map(([key, each]) => [
          pageText(key),
          typeof each === 'string' ? pageText(each) : Array.isArray(each) ? each.map(pageText) : each,
        ]),
      )
      expect(JSON.parse(json)).toEqual(expected)
    }),
  )
})

test('a built page that would end its own element is not written', () => {
  const files = { script: 'const text = "</script>"', style: '' }
  expect(() => pageHead(files, '')).toThrow("the page's script would end its own element")
})
