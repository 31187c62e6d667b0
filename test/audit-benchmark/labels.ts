/** Labelled completions: what readers say of them beside what the audit says. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BaselineScores, baselinesOf } from './baselines.js'
import { randomFor, shuffled } from './random.js'
import { readRecording } from './recording.js'
import { type Replayed, replay, type Target, targetIn } from './replay.js'

/** A line of a file of labels. */
export interface Label {
  /** The recording, as a path below the folder of recordings. */
  readonly file: string
  /** The recorded id of the completing call. */
  readonly call: string
  /** The item's text. */
  readonly item: string
  /** `supported`, `partial`, `unsupported`; others are counted apart. */
  readonly label: string
  /** The item's class, by the readers, else by the audit. */
  readonly itemClass: string
  /** Why, in the readers' words. */
  readonly why: string
}

/** A file of labels. */
export interface LabelFile {
  /** What its first lines, those with a `#`, say of it: that the audit was tuned on it. */
  readonly notes: readonly string[]
  /** The labels. */
  readonly labels: readonly Label[]
}

/** A label with its completion. */
export interface LabelledCompletion extends Label {
  /** Its recording. */
  readonly replayed: Replayed
  /** The completion. */
  readonly target: Target
  /** What the obvious ways say. */
  readonly baselines: BaselineScores
}

/** Labels with their completions, and those whose completion was not found. */
export interface LabelledRecordings {
  /** The recordings, by their path in the labels. */
  readonly recordings: ReadonlyMap<string, Replayed>
  /** The labels. */
  readonly completions: readonly LabelledCompletion[]
  /** Labels whose completion the audit does not have. */
  readonly missing: readonly Label[]
}

/** Reads labels, tab-separated with a header. */
export function readLabels(path: string): LabelFile {
  const all = readFileSync(path, 'utf8').split(/\r?\n/u)
  const notes = all.filter((line) => line.startsWith('#'))
  const [header = '', ...lines] = all.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const names = header.split('\t')
  const labels = lines.map((line) => {
    const cells = line.split('\t')
    const cell = (name: string) => cells[names.indexOf(name)] ?? ''
    return {
      file: cell('file'),
      call: cell('call'),
      item: cell('item'),
      label: cell('label'),
      itemClass: cell('class'),
      why: cell('why'),
    }
  })
  return { notes: notes.map((line) => line.replace(/^#\s*/u, '')), labels }
}

/** Audits the recordings of labels. @throws RecordingError where one can't be read */
export async function auditLabels(labels: readonly Label[], folder: string): Promise<LabelledRecordings> {
  const recordings = new Map<string, Replayed>()
  for (const { file } of labels) {
    if (!recordings.has(file)) recordings.set(file, await replay(await readRecording(join(folder, file))))
  }
  const completions: LabelledCompletion[] = []
  const missing: Label[] = []
  for (const label of labels) {
    const replayed = recordings.get(label.file)
    const target = replayed === undefined ? undefined : targetIn(replayed, label.call, label.item)
    if (replayed === undefined || target === undefined) missing.push(label)
    else {
      const itemClass = label.itemClass === '' ? target.completion.itemClass : label.itemClass
      completions.push({ ...label, itemClass, replayed, target, baselines: baselinesOf(replayed, target) })
    }
  }
  return { recordings, completions, missing }
}

/** Puts each file into one of so many folds, as even as can be, in an order that the seed decides. */
export function foldsOf(files: Iterable<string>, count: number, seed: number): ReadonlyMap<string, number> {
  const order = shuffled([...new Set(files)].sort(), randomFor(seed, 'folds'))
  return new Map(order.map((file, index) => [file, index % count]))
}
