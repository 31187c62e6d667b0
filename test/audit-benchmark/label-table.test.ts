import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type JudgedLabel, type LabelRow, rowOfAll, rowsText, verdictRows, wayRows } from './label-table.js'
import { readLabels } from './labels.js'

const baselines = { calls: 1, tfIdf: 0.5, checks: 0 }
let units = 0

function judged(
  label: string,
  verdict: JudgedLabel['verdict'],
  rest: Partial<JudgedLabel> = {},
): JudgedLabel {
  units += 1
  return {
    file: `s${units}`,
    unit: `u${units}`,
    label,
    group: 'verify',
    format: 'codex',
    verdict,
    support: verdict === 'supported' ? 0.9 : verdict === 'weak' ? 0.5 : 0.1,
    hasError: false,
    baselines,
    ...rest,
  }
}

/** The shares of a row, as counts. */
function countsOf({ found, certified, accused, doubted, errors }: LabelRow): readonly string[] {
  return [found, certified, accused, doubted, errors].map((figure) =>
    figure === null ? 'none' : `${Math.round(100 * (figure.value ?? 0) * figure.n) / 100} of ${figure.n}`,
  )
}

it('each share is of the labels that it is about; unknown is neither passed nor doubted; other labels count nowhere', () => {
  const row = rowOfAll(
    [
      judged('unsupported', 'unsupported'),
      judged('unsupported', 'weak'),
      judged('unsupported', 'unknown'),
      judged('partial', 'supported'),
      judged('partial', 'weak'),
      judged('supported', 'supported'),
      judged('supported', 'weak', { hasError: true }),
      judged('supported', 'unsupported'),
      judged('supported', null),
      judged('disputed', 'unsupported'),
    ],
    1,
  )
  expect(row.n).toBe(9)
  expect(countsOf(row)).toEqual(['1 of 3', '1 of 5', '1 of 4', '2 of 4', '1 of 4'])
})

it('what is judged in several formats counts once, by the share of them', () => {
  const unit = { unit: 'the same', file: 'one' }
  const row = rowOfAll(
    [
      judged('unsupported', 'unsupported', unit),
      judged('unsupported', 'supported', { ...unit, format: 'opencode' }),
      judged('unsupported', 'unsupported'),
    ],
    1,
  )
  expect(row.n).toBe(2)
  expect(countsOf(row).slice(0, 2)).toEqual(['1.5 of 2', '0.5 of 2'])
})

it('a row for all, for each class and for each format', () => {
  const rows = verdictRows(
    [judged('supported', 'supported'), judged('unsupported', 'weak', { group: 'change', format: 'neutral' })],
    1,
  )
  expect(rows.map(({ of, n }) => `${of} ${n}`)).toEqual([
    'all 2',
    'change 1',
    'verify 1',
    'in codex 1',
    'in neutral 1',
  ])
  expect(rowsText(rows).split('\n')).toHaveLength(2 + rows.length)
})

it('a threshold is chosen on other sessions: one that is low everywhere finds nothing of its own fold', () => {
  // Each session has a score of its own for what is done: only what lies lower in the other sessions is an alarm.
  const done = Array.from({ length: 10 }, (_, i) =>
    judged('supported', i === 0 ? 'weak' : 'supported', {
      file: `s${i}`,
      baselines: { ...baselines, tfIdf: 0.5 + i / 100 },
    }),
  )
  const lie = judged('unsupported', 'supported', { file: 's3', baselines: { ...baselines, tfIdf: 0.1 } })
  const rows = wayRows([...done, lie], { folds: 10, seed: 1 })
  const tfIdf = rows.find(({ of }) => of === 'TF-IDF, out of fold')
  expect(tfIdf?.found.value).toBe(1)
  expect(tfIdf?.accused.value).toBe(0.1)
  expect(tfIdf?.errors).toBeNull()
  expect(rows.map(({ of }) => of)).toEqual([
    'no call in the window',
    'no check in the window',
    'TF-IDF, out of fold',
    'support, out of fold',
  ])
})

it('lines above the header say what labels are worth', () => {
  const folder = mkdtempSync(join(tmpdir(), 'labels-'))
  try {
    const file = join(folder, 'labels.tsv')
    writeFileSync(
      file,
      '# Tuned on.\nfile\tcall\titem\tlabel\tclass\twhy\na.jsonl\tc1\tRun # 2\tpartial\tverify\thalf\n',
    )
    expect(readLabels(file)).toEqual({
      notes: ['Tuned on.'],
      labels: [
        { file: 'a.jsonl', call: 'c1', item: 'Run # 2', label: 'partial', itemClass: 'verify', why: 'half' },
      ],
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
