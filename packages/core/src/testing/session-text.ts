/** The steps of a session in words, a line each: what a person reads of a counterexample. */

import { type AnswerStep, type HostStep, type StepCall, type TurnStep, workTurn } from './drive-session.js'

/** The steps as a numbered list, after the user's first input, which every session begins with. */
export function sessionText(steps: readonly HostStep[]): string {
  return steps
    .map((step, index) => {
      const times = 'times' in step && step.times > 1 ? `; ${step.times} times` : ''
      return `  ${index + 1}. ${stepText(step)}${times}`
    })
    .join('\n')
}

function stepText(step: HostStep): string {
  switch (step.do) {
    case 'turn':
      return turnText(step)
    case 'answer':
      return answerText(step)
    case 'side-by-side': {
      const each = step.turns.map(({ by, calls }) => `${by} ${callsText(calls)}`)
      return `at once: ${[...each, ...(step.edits ? ['a person adds an item'] : [])].join('; ')}`
    }
    case 'compact':
      return 'the conversation is compacted'
    case 'delegate':
      return 'work goes to a sub-agent and comes back'
  }
}

function turnText({ calls, together, ending }: TurnStep): string {
  const isWork = JSON.stringify(calls) === JSON.stringify(workTurn.calls)
  const parts = [
    isWork ? 'a turn of other work' : callsText(calls),
    ...(together && calls.length > 1 ? ['todo calls together'] : []),
    ...(ending === 'ended' ? [] : [ending === 'crashed' ? 'then the host crashes' : 'then it is cut off']),
  ]
  return parts.join('; ')
}

/** Longer inputs are cut: the recording has them whole. */
const longestInput = 400

function callsText(calls: readonly StepCall[]): string {
  const texts = calls.map((call) => {
    const input = JSON.stringify(call.input).replace(
      /[^\x20-\x7e]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    const cut = input.length > longestInput
    const shown = cut ? `${input.slice(0, longestInput)}… (${input.length} characters)` : input
    return `${call.tool}(${shown})${call.kind === 'todo' && call.asksAgain ? ', asked twice' : ''}`
  })
  return texts.join(', then ')
}

function answerText({ text, complete, waitingFor, crashed, next, works }: AnswerStep): string {
  const parts = [
    `${works ? 'a turn of other work, then ' : ''}the model answers ${JSON.stringify(text)}`,
    ...(complete ? [] : ['cut off']),
    ...(waitingFor === null ? [] : [`it waits for ${waitingFor}`]),
    ...(crashed ? ['the host crashes'] : []),
    `next: ${nextTexts[next]}`,
  ]
  return parts.join('; ')
}

const nextTexts: { readonly [next in AnswerStep['next']]: string } = {
  user: "the user's input",
  external: 'an input from outside',
  continuation: "what the profile goes on with, else the user's input",
  wake: "what the profile wakes with, else the user's input",
  reply: 'a reply',
  subagent: "a sub-agent's news",
}
