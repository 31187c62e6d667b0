import { auditRules } from '@todo-ledger/audit'
import { describe, expect, it } from 'vitest'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, lines, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('a b/untested.jsonl', untested)
place.write('a b/delegated.jsonl', delegated)

async function sarif(words: string): Promise<unknown> {
  return JSON.parse((await place.run(words)).stdout)
}

describe('--format sarif', () => {
  it('names file, line, level, rule and verdict', async () => {
    expect(await sarif('audit . --format sarif')).toMatchObject({
      runs: [
        {
          tool: { driver: { name: 'todo-replay', rules: auditRules.map(({ id }) => ({ id })) } },
          results: expect.arrayContaining([
            expect.objectContaining({
              ruleId: 'never-ran',
              ruleIndex: auditRules.findIndex(({ id }) => id === 'never-ran'),
              level: 'error',
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'a%20b/untested.jsonl' },
                    region: { startLine: 7 },
                  },
                  logicalLocations: [{ name: 'item 2', fullyQualifiedName: 'login-7/item 2', kind: 'item' }],
                },
              ],
              properties: expect.objectContaining({
                session: 'login-7',
                item: '2',
                text: 'Run the tests',
                turn: 5,
                verdict: 'unsupported',
              }),
            }),
          ]),
          properties: { summary: { sessions: 3 } },
        },
      ],
    })
  })

  it('keeps its fingerprints when the session grows before the place', async () => {
    const fingerprints = async (input: string): Promise<readonly string[]> => {
      const { stdout } = await runInMemory(['audit', '-', '--format', 'sarif'], { input })
      return [...stdout.matchAll(/"todoLedger\/v1": "([0-9a-f]{32})"/g)].map(([, digits = '']) => digits)
    }
    const [head = '', input = '', ...rest] = untested.trimEnd().split('\n')
    const note = JSON.stringify({ input: 'And hurry', trigger: 'user' })
    const before = await fingerprints(untested)
    expect(new Set(before).size).toBe(2)
    expect(await fingerprints(`${[head, note, input, ...rest].join('\n')}\n`)).toEqual(before)
    expect(await fingerprints(untested.replaceAll('Run the tests', 'Run all the tests'))).not.toEqual(before)
  })

  it('makes neither a link nor a placeholder of a text', async () => {
    const name = 'see [here](https://evil.example) and {0}'
    const item = (status: string): object => ({ items: [{ id: '1', text: 'Run the tests', status }] })
    const input = lines(
      { recording: 'todo-ledger/1', session: 's', profile: 'todo-manager' },
      {
        turn: 1,
        calls: [{ id: 'c1', name: 'todo', input: item('in_progress'), ok: true, output: '' }],
      },
      {
        turn: 2,
        calls: [
          { id: 'c2', name: 'Edit', input: { file_path: name }, ok: true, output: '' },
          { id: 'c3', name: 'todo', input: item('completed'), ok: true, output: '' },
        ],
      },
    )
    const { stdout } = await runInMemory(['audit', '-', '--format', 'sarif'], { input })
    expect(JSON.parse(stdout)).toMatchObject({
      runs: [
        {
          results: expect.arrayContaining([
            expect.objectContaining({
              message: { text: expect.stringContaining('[here] (https://evil.example) and {{0}}') },
            }),
          ]),
        },
      ],
    })
  })
})
