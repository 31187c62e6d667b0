/** Recordings in which the work behind one supported completion is gone, fails, or is out of date; or in which nothing of it changed. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openRecording, type RecordingStep } from '@todo-ledger/recordings'
import { auditsOfSteps, type Judged, judgedIn } from './replay.js'

/** One way to change a recording. */
interface Operator {
  readonly id: string
  /** Whether the completion must no longer be supported. */
  readonly takesAway: boolean
  /** Whether it means something for checks alone. */
  readonly ofChecks?: true
  /** The changed steps. @param call the id of the call that a tool's words come from; @param mark that of the completing call */
  readonly change: (steps: readonly RecordingStep[], call: string, mark: string) => readonly RecordingStep[]
}

const operators: readonly Operator[] = [
  {
    id: 'check-removed',
    takesAway: true,
    change: (steps, call) => steps.filter((step) => !('call' in step) || step.call !== call),
  },
  {
    id: 'check-failed',
    takesAway: true,
    change: (steps, call) =>
      steps.map((step) =>
        step.kind === 'result' && step.call === call
          ? { ...step, ok: false, output: 'Exit code: 1\nTests 1 failed | 2 passed (3)', details: null }
          : step,
      ),
  },
  {
    id: 'result-lost',
    takesAway: true,
    change: (steps, call) => steps.filter((step) => step.kind !== 'result' || step.call !== call),
  },
  {
    id: 'only-listed',
    takesAway: true,
    ofChecks: true,
    change: (steps, call) =>
      steps.map((step) =>
        step.kind === 'result' && step.call === call
          ? { ...step, output: 'No tests found, exiting with code 0', details: null }
          : step,
      ),
  },
  {
    id: 'words-in-between',
    takesAway: false,
    change: (steps, _call, mark) =>
      steps.flatMap((step): readonly RecordingStep[] => {
        if (step.kind !== 'call' || step.call !== mark) return [step]
        const { session, at, source } = step
        return [{ kind: 'message', role: 'assistant', text: 'Going on.', session, at, source }, step]
      }),
  },
]

/** What became of the mutants of one kind. */
export interface MutantRow {
  readonly id: string
  readonly takesAway: boolean
  readonly all: number
  /** Those in which the audit gives the right answer. */
  readonly right: number
  /** Where it does not. */
  readonly wrong: readonly string[]
}

/** Makes mutants of the completions that tools support in the recordings of a folder, and audits them. */
export async function mutantRows(folder: string): Promise<readonly MutantRow[]> {
  const results = operators.map(({ id, takesAway }) => ({
    id,
    takesAway,
    all: 0,
    right: 0,
    wrong: [] as string[],
  }))
  for (const file of recordingsIn(folder)) {
    const steps = await stepsOf(join(folder, file))
    if (steps === null) continue
    for (const { completion } of await judged(steps)) {
      const fact = completion.facts.find(({ says, tool }) => says === 'for' && tool !== '')
      const call = fact?.source?.call
      if (completion.verdict !== 'supported' || completion.facts.length > 1 || call === undefined) continue
      for (const [index, { change, takesAway, ofChecks }] of operators.entries()) {
        if (ofChecks === true && fact?.kind !== 'passed') continue
        const after = (await judged(change(steps, call, completion.call))).find(
          (other) => other.completion.call === completion.call && other.completion.text === completion.text,
        )
        const row = results[index]
        if (after === undefined || row === undefined) continue
        row.all += 1
        if ((after.completion.verdict !== 'supported') === takesAway) row.right += 1
        else row.wrong.push(`${file}: ${completion.text}`)
      }
    }
  }
  return results
}

function recordingsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:jsonl|json)$/.test(name) && !name.endsWith('expected.json'))
    .sort()
}

async function stepsOf(file: string): Promise<readonly RecordingStep[] | null> {
  const recording = await openRecording(file).catch(() => null)
  if (recording === null) return null
  const steps: RecordingStep[] = []
  for await (const step of recording.steps) steps.push(step)
  return steps
}

async function judged(steps: readonly RecordingStep[]): Promise<readonly Judged[]> {
  return judgedIn(await auditsOfSteps(steps, { format: 'mutant', file: 'mutant' }))
}
