import { beforeAll, expect, it } from 'vitest'
import { type OperatorRun, runOperator, type Untouched, untouchedOf } from './mutation-run.js'
import { rowOf, tableOf, untouchedFigures } from './mutation-table.js'
import { operatorsFor } from './operators/index.js'
import { projectOf } from './recording.js'
import { replay } from './replay.js'
import { tinyRecording } from './tiny-recording.js'

let untouched: readonly Untouched[]
beforeAll(async () => {
  untouched = untouchedOf([await replay(await tinyRecording())])
})

async function run(id: string, seed = 1): Promise<OperatorRun> {
  const operator = operatorsFor([], projectOf).find((one) => one.id === id)
  if (operator === undefined) throw new Error(`There is no operator ${id}.`)
  return runOperator(operator, untouched, { seed, most: 100 })
}

it('a completion knows its span and the steps of its evidence', () => {
  const [first, second] = untouched
  const lineAt = (index: number | undefined) => {
    const step = first?.replayed.recording.steps[index ?? -1]
    return step?.kind === 'call' ? step.call : step?.kind
  }
  expect([lineAt(first?.target.from), lineAt(first?.target.to)]).toEqual(['plan', 'mark1'])
  expect(lineAt(first?.target.evidence[0]?.step)).toBe('edit')
  expect([second?.target.startedBy, lineAt(second?.target.evidence[0]?.step)]).toEqual(['mark1', 'check'])
})

it('a defect that is found counts, with the obvious ways beside it', async () => {
  const { judged, tainted } = await run('checks-removed')
  expect(tainted).toBe(0)
  expect(judged).toMatchObject([
    {
      text: 'Verify the cart page shows the total',
      right: true,
      error: true,
      named: true,
      verdict: 'unsupported',
    },
  ])
  expect(judged[0]?.baselines).toMatchObject({ calls: 0, checks: 0 })
  expect(judged[0]?.ownBaselines).toMatchObject({ calls: 1, checks: 1 })
})

it('what stays supported under a silent change is right, and one row tells all of it', async () => {
  const clock = await run('clock-rescaled')
  expect(clock.judged).toHaveLength(5)
  const figures = untouchedFigures(untouched)
  const row = rowOf(clock, clock.judged, figures, null)
  expect(row).toMatchObject({ n: 5, kept: 1, precision: null, newFindings: 0, right: { value: 1 } })
  expect(tableOf([row]).split('\n')).toHaveLength(3)
})

it('the same seed gives the same mutants, byte for byte', async () => {
  expect(JSON.stringify(await run('reads-added', 5))).toBe(JSON.stringify(await run('reads-added', 5)))
})

it.each([
  ['a/entireio--cli-12.jsonl', 'entireio--cli'],
  ['cases/case-017.jsonl', 'case'],
  ['fixtures/honest-session/session.jsonl', 'honest-session'],
])('%s is of the project %s', (file, project) => {
  expect(projectOf(file)).toBe(project)
})
