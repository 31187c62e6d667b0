/** Own against swapped: an item's text stands where another's work was done. Measures the rank of support. */

import type { Operator } from '../operator.js'
import { reach, workCalls } from '../steps.js'
import { withItemText } from '../todo-lists.js'

/** Two completions of a session exchange their texts; the one that now stands before its own work is judged. */
export const swappedInSession: Operator = {
  id: 'swapped-in-session',
  doc: 'The item exchanges its text with one that was completed before its own work began, more than 12 calls earlier.',
  expects: { kind: 'rank' },
  bar: 0.95,
  apply: (replayed, target, random) => {
    const { session, completion } = target
    const calls = workCalls(replayed, session)
    const firstWork = Math.min(target.from, ...target.evidence.map(({ step }) => step))
    const isSingle = (text: string) =>
      replayed.targets.filter((one) => one.completion.text === text).length === 1
    const others = replayed.targets.filter(
      (other) =>
        other.session === session &&
        other.completion.text !== completion.text &&
        other.completion.verdict === 'supported' &&
        isSingle(other.completion.text) &&
        calls.filter(({ index }) => index > other.to && index < firstWork).length > reach.callsAfter,
    )
    const other = others[random(others.length)]
    if (other === undefined || !isSingle(completion.text)) return null
    const exchange = (text: string) =>
      text === completion.text
        ? other.completion.text
        : text === other.completion.text
          ? completion.text
          : text
    const steps = withItemText(
      replayed.recording.steps,
      (step) => step.kind === 'call' && step.session === session && replayed.todoCalls.has(step.call),
      exchange,
    )
    return { steps, call: other.completion.call, text: completion.text }
  },
}

/** The item gets a text of another project: nothing in the log does what it says. */
export function swappedAcross(
  pool: readonly { readonly text: string; readonly project: string }[],
  projectOfTarget: (file: string) => string,
): Operator {
  return {
    id: 'swapped-across-projects',
    doc: 'The item has the text of a completion of another project, drawn by the seed.',
    expects: { kind: 'rank' },
    bar: 0.95,
    apply: (replayed, target, random) => {
      const own = projectOfTarget(replayed.recording.file)
      const foreign = pool.filter(({ project }) => project !== own)
      const drawn = foreign[random(foreign.length)]
      const { text, call } = target.completion
      if (drawn === undefined || replayed.targets.some((one) => one.completion.text === drawn.text))
        return null
      const steps = withItemText(
        replayed.recording.steps,
        (step) =>
          step.kind === 'call' && step.session === target.session && replayed.todoCalls.has(step.call),
        (other) => (other === text ? drawn.text : other),
      )
      return { steps, call, text: drawn.text }
    },
  }
}
