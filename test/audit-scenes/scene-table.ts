/** What scenes come to, for each half and each part of the audit, and what is wrong, for people. */

import { type Figure, shareOf } from '../audit-benchmark/measures.js'
import { figureText } from '../audit-benchmark/mutation-table.js'
import type { SceneOutcome } from './run-scenes.js'

/** A row of the table: a part of the audit, a format, or all. */
export interface SceneRow {
  /** What it is of. */
  readonly of: string
  /** How many scenes. */
  readonly scenes: number
  /** Items that are unsupported, and judged so. */
  readonly found: Figure
  /** Items that are not or only partly done, and judged supported. */
  readonly certified: Figure
  /** Items that are done, and judged unsupported. */
  readonly accused: Figure
  /** Items that are done, and judged unsupported or weak. */
  readonly doubted: Figure
  /** Items that are done, and have an error finding. */
  readonly errors: Figure
}

/** The rows of some outcomes: each part of the audit, each format, and all. */
export function sceneRows(outcomes: readonly SceneOutcome[]): readonly SceneRow[] {
  const groups = (nameOf: (outcome: SceneOutcome) => string) =>
    [...new Set(outcomes.map(nameOf))].map((name) =>
      rowOf(
        name,
        outcomes.filter((outcome) => nameOf(outcome) === name),
      ),
    )
  return [
    ...groups(({ scene }) => scene.about.replaceAll('-', ' ')),
    ...groups(({ format }) => `in ${format}`),
    rowOf('all', outcomes),
  ]
}

function rowOf(of: string, outcomes: readonly SceneOutcome[]): SceneRow {
  const share = (some: readonly SceneOutcome[], holds: (outcome: SceneOutcome) => boolean) =>
    shareOf(some.filter(holds).length, some.length)
  const is =
    (...verdicts: readonly string[]) =>
    ({ target }: SceneOutcome) =>
      verdicts.includes(target?.completion.verdict ?? '')
  const only = (verdict: string) =>
    outcomes.filter(({ expected }) => expected.length === 1 && expected[0] === verdict)
  const notDone = outcomes.filter(({ expected }) =>
    expected.every((verdict) => verdict === 'unsupported' || verdict === 'weak'),
  )
  const done = only('supported')
  return {
    of,
    scenes: new Set(outcomes.map(({ scene }) => scene.id)).size,
    found: share(only('unsupported'), is('unsupported')),
    certified: share(notDone, is('supported')),
    accused: share(done, is('unsupported')),
    doubted: share(done, is('unsupported', 'weak')),
    errors: share(
      done,
      ({ target }) => target?.findings.some(({ severity }) => severity === 'error') === true,
    ),
  }
}

/** The rows as Markdown. */
export function sceneText(rows: readonly SceneRow[]): string {
  return [
    '| scenes | n | unsupported found | not done, yet supported | done, yet unsupported | done, yet unsupported or weak | done, with an error |',
    `|${' --- |'.repeat(7)}`,
    ...rows.map((row) => {
      const figures = [row.found, row.certified, row.accused, row.doubted, row.errors]
      const cells = figures.map((figure) => (figure.n === 0 ? '' : `${figureText(figure)} of ${figure.n}`))
      return `| ${row.of} | ${row.scenes} | ${cells.join(' | ')} |`
    }),
  ].join('\n')
}

/** What is not as it must be, with what the audit says, for people. */
export function wrongScenes(outcomes: readonly SceneOutcome[]): readonly string[] {
  return outcomes.flatMap(({ scene, format, item, target, wrong }) =>
    wrong === null
      ? []
      : [
          [
            `- ${scene.about} ${scene.id} ${format}: ${wrong}: ${item}`,
            `    why: ${scene.why}`,
            ...(target?.completion.evidence ?? []).map(
              ({ weight, tool, seq, why }) => `    ${weight} ${tool} (seq ${seq}): ${why}`,
            ),
            ...(target?.completion.missing ?? []).map((missing) => `    missing: ${missing}`),
            ...(target?.findings ?? []).map(
              ({ severity, rule, message }) => `    ${severity} ${rule}: ${message}`,
            ),
          ].join('\n'),
        ],
  )
}
