/** The steps of a session in words, a line each: what a person reads of a counterexample. */

import type { JsonValue } from '../events.js'
import type { AnswerStep, HostStep, NextInput, SideBySideStep, StepCall, TurnStep } from './drive-session.js'

/** The steps as a numbered list, after the user's first input, which every session begins with. */
export function sessionText(steps: readonly HostStep[]): string {
  const lines = steps.map(stepText)
  return lines.map((line, index) => `  ${index + 1}. ${line}`).join('\n')
}

function stepText(step: HostStep): string {
  switch (step.do) {
    case 'turn':
      return turnText(step)
    case 'work':
      return step.turns === 1 ? 'a turn of other work' : `${step.turns} turns of other work`
    case 'answer':
      return answerText(step)
    case 'side-by-side':
      return sideBySideText(step)
    case 'compact':
      return 'the conversation is compacted'
    case 'delegate':
      return 'work goes to a sub-agent and comes back'
  }
}

function turnText({ calls, together, ending, times }: TurnStep): string {
  const parts = [
    calls.map(callText).join(', then '),
    ...(together && calls.length > 1 ? ['todo calls together'] : []),
    ...(ending === 'ended' ? [] : [ending === 'crashed' ? 'then the host crashes' : 'then it is cut off']),
    ...timesText(times),
  ]
  return parts.join('; ')
}

function sideBySideText({ turns, edits, times }: SideBySideStep): string {
  const each = turns.map(({ by, calls }) => `${by} ${calls.map(callText).join(', then ')}`)
  const parts = [...each, ...(edits ? ['a person adds an item'] : []), ...timesText(times)]
  return `at once: ${parts.join('; ')}`
}

function callText(call: StepCall): string {
  const text = `${call.tool}(${inputText(call.input)})`
  return call.kind === 'todo' && call.asksAgain ? `${text}, asked twice` : text
}

/** Longer inputs are cut: the recording has them whole. */
const longestInput = 400

function inputText(input: JsonValue): string {
  const text = JSON.stringify(input).replace(/[^\x20-\x7e]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return text.length > longestInput ? `${text.slice(0, longestInput)}… (${text.length} characters)` : text
}

function answerText({ text, complete, waitingFor, crashed, next, times, works }: AnswerStep): string {
  const parts = [
    `${works === true ? 'a turn of other work, then ' : ''}the model answers ${JSON.stringify(text)}`,
    ...(complete ? [] : ['cut off']),
    ...(waitingFor === null ? [] : [`it waits for ${waitingFor}`]),
    ...(crashed ? ['the host crashes'] : []),
    ...timesText(times),
    `next: ${nextTexts[next]}`,
  ]
  return parts.join('; ')
}

const nextTexts: { readonly [next in NextInput]: string } = {
  user: "the user's input",
  external: 'an input from outside',
  continuation: "what the profile goes on with, else the user's input",
  wake: "what the profile wakes with, else the user's input",
  reply: 'a reply',
  subagent: "a sub-agent's news",
}

function timesText(times = 1): readonly string[] {
  return times === 1 ? [] : [`${times} times`]
}
