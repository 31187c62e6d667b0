/** Ten pages with their answers, as a person sees them: docs/background/reader-pages.md, held against what the program makes today. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SessionAudit } from '@todo-ledger/audit'
import type { Page } from '@todo-ledger/audit/reader'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readerWords } from '../packages/replay-cli/src/session-view/reader-words.js'
import { runInMemory } from '../packages/replay-cli/test/memory-host.js'
import { answersFile, chosen } from './reader-page-cases.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'todo-reader-pages-'))
beforeAll(() => process.chdir(root))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const answers = new Map(
  readFileSync(join(root, answersFile), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => [String(JSON.parse(line).id), line] as const),
)

async function run(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runInMemory([...words, '--no-config'])
  expect({ code, stderr: code === 0 ? '' : stderr }, words.join(' ')).toEqual({ code: 0, stderr: '' })
  return stdout
}

async function pageOf(fixture: string, item: string): Promise<Page> {
  const lines = (await run('pages', `fixtures/${fixture}`)).trimEnd().split('\n')
  const pages = lines.map((line): Page => JSON.parse(line))
  const page = pages.find((each) => each.item === item)
  if (page === undefined) throw new Error(`${fixture} has no item ${item}`)
  return page
}

/** What an audit of all says of one item. */
function blockOf(printed: string, item: string): string {
  const lines = printed.split('\n')
  const begin = lines.findIndex((line) => new RegExp(`^  [✓~✗?] (?:[A-Z]+ )?#${item} `).test(line))
  const length = lines.slice(begin + 1).findIndex((line) => /^$|^ {2}\S/.test(line))
  return lines.slice(begin, begin + 1 + length).join('\n')
}

const fenced = (text: string, kind = ''): string => `\`\`\`\`${kind}\n${text}\n\`\`\`\``

test('ten pages with their answers are those of docs', async () => {
  const parts: string[] = []
  for (const [index, [fixture, item, why]] of chosen.entries()) {
    const { id, page, text } = await pageOf(fixture, item)
    const audit = ['audit', `fixtures/${fixture}`, '--answers', answersFile, '--all', '--fail-on', 'never']
    const { verdict, p, line, quote, why: reason } = JSON.parse(answers.get(id) ?? '{}')
    parts.push(
      `## ${index + 1}. ${text}`,
      `${why} (\`fixtures/${fixture}\`, item ${item})`,
      fenced(page),
      'The answer:',
      fenced(JSON.stringify({ verdict, p, line, quote, why: reason }), 'json'),
      'What the audit says:',
      fenced(blockOf(await run(...audit), item)),
      'On the page of the report:',
      `> ${onThePage(JSON.parse(await run(...audit.filter((word) => word !== '--all'), '--json')), item)}`,
    )
  }
  await expect(`${[...head, ...parts, ...(await batches())].join('\n\n')}\n`).toMatchFileSnapshot(
    '../docs/background/reader-pages.md',
  )
})

/** What stands on the report's page; packages/report-page/test holds it against the page itself. */
function onThePage(printed: { readonly sessions: readonly SessionAudit[] }, item: string): string {
  const completions = printed.sessions.flatMap((session) => session.completions)
  const completion = completions.find((each) => each.item === item)
  const words = completion === undefined ? null : readerWords(completion)
  if (words === null) throw new Error(`nothing was read of ${item}`)
  const { verdict, why, place, quote, sure, model, beside } = words
  const cited = place === null ? '' : ` ${place}: “${quote}”`
  const by = `${sure === null ? '' : `${sure}, says `}${model}${beside === '' ? '' : `; ${beside}`}`
  return `Reader: ${verdict}. ${why}${cited} ${by}`.replace(/\s+/g, ' ')
}

const head = [
  '# Ten pages, their answers, and what the audit says',
  'Made of the project’s own fixtures and of the answers that are kept beside them ([test/audit-benchmark/answers](../../test/audit-benchmark/answers)), by `npx vitest run test/reader-pages.test.ts -u`, which also holds this page against what the program makes. What is asked about each of them: [packages/audit/src/reader/question.ts](../../packages/audit/src/reader/question.ts).',
  'In the report the reader’s sentence is the headline of the case, too:',
  '![A case in the report, with what the reader says](../images/report-reader.png)',
]

/** A page in each provider's form, what comes back, and what the audit makes of it. */
async function batches(): Promise<readonly string[]> {
  const [fixture, item] = ['tests-ticked-without-a-run', '3']
  const page = await pageOf(fixture, item)
  const { verdict, p, parts, line, quote, why } = JSON.parse(answers.get(page.id) ?? '{}')
  const answer = { verdict, p, parts, line, quote, why }
  const results = {
    openai: {
      id: 'batch_req_1',
      custom_id: page.id,
      response: {
        status_code: 200,
        body: { model: 'model-1', choices: [{ message: { content: JSON.stringify(answer) } }] },
      },
      error: null,
    },
    anthropic: {
      custom_id: page.id,
      result: {
        type: 'succeeded',
        message: { model: 'model-1', content: [{ type: 'tool_use', name: 'answer', input: answer }] },
      },
    },
  }
  const texts: string[] = [
    '## There and back by batch',
    'The page of the first case in each provider’s form, with question, page and schema cut; what comes back; and what the audit makes of it. Anthropic’s interface takes the lines as one object: `jq -s "{requests: .}" batch.jsonl`.',
  ]
  for (const form of ['openai', 'anthropic'] as const) {
    const printed = await run('pages', `fixtures/${fixture}`, '--batch', form, '--model', 'model-1')
    const request = printed.split('\n').find((each) => each.includes(page.id)) ?? ''
    const file = join(folder, `${form}.jsonl`)
    writeFileSync(file, `${JSON.stringify(results[form])}\n`)
    const words = ['audit', `fixtures/${fixture}`, '--answers', file, '--all', '--fail-on', 'never']
    const audit = await run(...words)
    texts.push(
      `### ${form === 'openai' ? 'OpenAI' : 'Anthropic'}`,
      fenced(
        [
          `$ todo-replay pages fixtures/${fixture} --batch ${form} --model model-1 --out batch.jsonl`,
          shortened(request),
          '',
          'results.jsonl:',
          JSON.stringify(results[form]),
          '',
          `$ todo-replay audit fixtures/${fixture} --answers results.jsonl --all`,
          blockOf(audit, item),
        ].join('\n'),
      ),
    )
  }
  return texts
}

/** A line of JSON with its long texts and its schema cut. */
function shortened(line: string): string {
  return JSON.stringify(JSON.parse(line), (key, value: unknown) => {
    if (key === 'schema' || key === 'input_schema') return '…'
    return typeof value === 'string' && value.length > 80 ? `${value.slice(0, 40)}…` : value
  })
}
