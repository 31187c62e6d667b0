/** Writes scenes in every format, audits them, and holds what the audit says against what is right. */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { auditsOf, type Judged, judgedIn } from '../audit-benchmark/replay.js'
import { claudeCode } from './formats/claude-code.js'
import { codex } from './formats/codex.js'
import type { SceneFormat } from './formats/rendering.js'
import { type Expected, readScenes, type Scene } from './scene.js'

/** Each scene is written in all that can say it. */
export const sceneFormats: readonly SceneFormat[] = [claudeCode, codex]

/** What came of an item of a scene in a format. */
export interface SceneOutcome {
  readonly scene: Scene
  /** The format's name. */
  readonly format: string
  /** The text of the item. */
  readonly item: string
  readonly expected: Expected
  /** The last completion of the item; undefined where the audit has none. */
  readonly judged: Judged | undefined
  /** True where the verdict is right, and nothing that was done is accused. */
  readonly holds: boolean
}

/** All scenes. @param root the folder of their files */
export function scenesIn(root: string): readonly Scene[] {
  return readdirSync(root)
    .filter((name) => name.endsWith('.scenes'))
    .sort()
    .flatMap((name) => readScenes(readFileSync(`${root}/${name}`, 'utf8'), name))
}

/** The folder of the scenes, for programs that run from source or from `dist`. */
export const sceneFolder = fileURLToPath(
  new URL(import.meta.url.includes('/dist/') ? '../../../audit-scenes' : '.', import.meta.url),
)

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
  const read = await auditsOf({ name: file, bytes })
  if (read.format !== name) throw new Error(`${scene.id}: written as ${name}, read as ${read.format}`)
  const all = judgedIn(read)
  return [...scene.expects].map(([item, expected]) => {
    const judged = all.findLast(({ completion }) => completion.text === item)
    const isAccused = judged?.findings.some(({ severity }) => severity === 'error') === true
    const holds = judged?.completion.verdict === expected.verdict && !(expected.done && isAccused)
    return { scene, format: name, item, expected, judged, holds }
  })
}
