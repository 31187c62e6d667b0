/** What every reading must be, whatever was read: steps in an order that a session can be told. */

import { expect } from 'vitest'
import type { RecordingStep } from '../src/recording.js'

/** Where a step can stand: in an open run, in an open turn. */
const stands: ReadonlyMap<string, { readonly run: boolean; readonly turn: boolean }> = new Map([
  ['input', { run: false, turn: false }],
  ['turn', { run: true, turn: false }],
  ['call', { run: true, turn: true }],
  ['turn-end', { run: true, turn: true }],
  ['run-end', { run: true, turn: false }],
])

/** @param isWhole true where the reading came to its end: nothing is left open then */
export function expectOrder(steps: readonly RecordingStep[], isWhole: boolean): void {
  const open = new Map<string, { run: boolean; turn: boolean }>()
  for (const step of steps) {
    const session = open.get(step.session)
    if ((session === undefined) !== (step.kind === 'session')) expect(step).toBe('after its session')
    const { run, turn } = session ?? { run: false, turn: false }
    const wanted = stands.get(step.kind)
    if (wanted !== undefined && (wanted.run !== run || wanted.turn !== turn)) {
      expect([step.kind, { run, turn }]).toEqual([step.kind, wanted])
    }
    open.set(step.session, {
      run: step.kind === 'input' || (run && step.kind !== 'run-end'),
      turn: step.kind === 'turn' || (turn && step.kind !== 'turn-end'),
    })
  }
  if (isWhole) expect([...open.values()].some(({ run, turn }) => run || turn)).toBe(false)
}
