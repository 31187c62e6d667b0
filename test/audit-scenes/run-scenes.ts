/** Writes scenes in every format, audits them, and holds what the audit says against what is right. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Verdict } from '@todo-ledger/audit'
import { auditsOf, type Judged, judgedIn } from '../audit-benchmark/replay.js'
import { sceneFormats } from './formats/index.js'
import type { SceneFormat } from './formats/rendering.js'
import { readScenes, type Scene } from './scene.js'

/** The scenes that rules may be written by, and those that only measure them. */
export type SceneHalf = 'open' | 'held-out'

/** What came of an item of a scene in a format. */
export interface SceneOutcome {
  /** The scene. */
  readonly scene: Scene
  /** The format's name. */
  readonly format: string
  /** The text of the item. */
  readonly item: string
  /** The verdicts that are right. */
  readonly expected: readonly Verdict[]
  /** The last completion of the item; undefined where the audit has none. */
  readonly judged: Judged | undefined
  /** What is not as it must be; null where all is. */
  readonly wrong: string | null
}

/** The scenes of a half, file by file. */
export function scenesOf(root: string, half: SceneHalf): readonly Scene[] {
  const folder = join(root, half)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.scenes'))
    .sort()
    .flatMap((name) => readScenes(readFileSync(join(folder, name), 'utf8'), `${half}/${name}`))
}

/** Which half a scene is of: its name decides, so that nobody chooses. */
export function halfOf({ id }: Scene): SceneHalf {
  return (createHash('sha1').update(id).digest()[0] ?? 0) % 3 === 0 ? 'held-out' : 'open'
}

/** What comes of every scene of a half. */
export async function runScenes(root: string, half: SceneHalf): Promise<readonly SceneOutcome[]> {
  const outcomes: SceneOutcome[] = []
  for (const scene of scenesOf(root, half)) outcomes.push(...(await runScene(scene)))
  return outcomes
}

/** The scene in every format that can say it, audited. */
export async function runScene(scene: Scene): Promise<readonly SceneOutcome[]> {
  const outcomes: SceneOutcome[] = []
  for (const format of sceneFormats) {
    if (scene.formats !== null && !scene.formats.includes(format.name)) continue
    const text = format.write(scene)
    if (text !== null) outcomes.push(...(await audited(scene, format, text)))
  }
  return outcomes
}

async function audited(scene: Scene, { name }: SceneFormat, text: string): Promise<readonly SceneOutcome[]> {
  const file = `${scene.id}.${text.includes('\n') ? 'jsonl' : 'json'}`
  const bytes = (async function* () {
    yield text
  })()
  const { format, audits } = await auditsOf({ name: file, bytes })
  if (format !== name) throw new Error(`${scene.id}: written as ${name}, read as ${format}`)
  const all = judgedIn(audits)
  return [...scene.expects].map(([item, expected]) => {
    const judged = all.findLast(({ completion }) => completion.text === item)
    return { scene, format: name, item, expected, judged, wrong: wrongWith(judged, expected) }
  })
}

/** What no tool says is left open: that is wrong only where the scene says that a tool does. */
function wrongWith(judged: Judged | undefined, expected: readonly Verdict[]): string | null {
  if (judged === undefined) return 'no completion'
  const { verdict } = judged.completion
  if (!expected.includes(verdict)) return `${verdict}, not ${expected.join(' or ')}`
  const error = judged.findings.find(({ severity }) => severity === 'error')
  return expected.includes('supported') && error !== undefined ? `error ${error.rule}` : null
}
