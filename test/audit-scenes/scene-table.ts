/** What scenes come to, and what is wrong, for people. */

import { baselinesOf } from '../audit-benchmark/baselines.js'
import { type JudgedLabel, saidOf } from '../audit-benchmark/label-table.js'
import type { SceneOutcome } from './run-scenes.js'

/** Scenes as labelled completions: what may be `unsupported` or `weak` is not or only partly done. */
export function judgedScenes(outcomes: readonly SceneOutcome[]): readonly JudgedLabel[] {
  return outcomes.flatMap(({ scene, format, item, expected, replayed, target }) =>
    target === undefined
      ? []
      : [
          {
            file: scene.id,
            unit: `${scene.id} ${item}`,
            label: labelOf(expected),
            group: scene.about.replaceAll('-', ' '),
            format,
            verdict: target.completion.verdict,
            support: target.completion.support ?? 0.5,
            hasError: target.findings.some(({ severity }) => severity === 'error'),
            baselines: baselinesOf(replayed, target),
          },
        ],
  )
}

function labelOf(expected: SceneOutcome['expected']): string {
  if (expected.length === 1 && expected[0] !== 'weak') return expected[0] ?? ''
  return expected.includes('supported') ? 'either' : 'partial'
}

/** What is not as it must be, with what the audit says. */
export function wrongScenes(outcomes: readonly SceneOutcome[]): readonly string[] {
  return outcomes
    .filter(({ wrong }) => wrong !== null)
    .map(({ scene, format, item, target, wrong }) =>
      [
        `- ${scene.about}/${scene.id} ${format}: ${wrong}: ${item}`,
        `    why: ${scene.why}`,
        ...(target === undefined ? [] : saidOf(target)),
      ].join('\n'),
    )
}
