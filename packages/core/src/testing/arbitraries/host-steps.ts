/** What a host may do in a session under a profile. */

import fc from 'fast-check'
import type { Profile, TodoTool } from '../../profiles/profile.js'
import type {
  AnswerStep,
  HostStep,
  NextInput,
  StepCall,
  TodoToolCall,
  TurnStep,
  WorkCall,
  WorkStep,
} from '../drive-session.js'
import { arbitraryInput } from './tool-inputs.js'

/** How long sessions get. */
export interface SessionSize {
  /** The most steps; 25 when absent. */
  readonly maxSteps?: number
}

/** A call of one of the profile's todo tools, valid, broken or hostile. */
export function arbitraryTodoCall(profile: Profile): fc.Arbitrary<TodoToolCall> {
  const calls = profile.tools.map((tool) => arbitraryCallOf(tool))
  return fc.oneof(...calls)
}

/** A whole turn: one to three calls, todo tools and others, one by one or together. */
export function arbitraryTurn(profile: Profile): fc.Arbitrary<TurnStep> {
  const call: fc.Arbitrary<StepCall> = fc.oneof(
    { weight: 4, arbitrary: arbitraryTodoCall(profile) },
    { weight: 1, arbitrary: arbitraryWorkCall() },
  )
  return fc.record<TurnStep>({
    do: fc.constant('turn'),
    calls: fc.oneof(
      { weight: 3, arbitrary: fc.tuple(call) },
      { weight: 1, arbitrary: fc.array(call, { minLength: 2, maxLength: 3 }) },
    ),
    together: fc.boolean(),
    ending: fc.oneof(
      { weight: 10, arbitrary: fc.constant('ended' as const) },
      { weight: 1, arbitrary: fc.constantFrom('interrupted' as const, 'crashed' as const) },
    ),
  })
}

/** A whole session under a profile, after the user's first input. */
export function arbitrarySession(
  profile: Profile,
  { maxSteps = 25 }: SessionSize = {},
): fc.Arbitrary<readonly HostStep[]> {
  const step: fc.Arbitrary<HostStep> = fc.oneof(
    { weight: 6, arbitrary: arbitraryTurn(profile) },
    { weight: 2, arbitrary: arbitraryWork() },
    { weight: 3, arbitrary: arbitraryAnswer() },
    { weight: 1, arbitrary: fc.constantFrom<HostStep>({ do: 'compact' }, { do: 'delegate' }) },
  )
  return fc.array(step, { maxLength: maxSteps })
}

function arbitraryCallOf(tool: TodoTool): fc.Arbitrary<TodoToolCall> {
  return fc.record<TodoToolCall>({
    kind: fc.constant('todo'),
    tool: fc.constant(tool.name),
    input: arbitraryInput(tool),
    asksAgain: fc.oneof(
      { weight: 8, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  })
}

function arbitraryWorkCall(): fc.Arbitrary<WorkCall> {
  return fc.constantFrom<WorkCall>(
    { kind: 'work', tool: 'Read', input: { file_path: 'a.ts' }, ok: true },
    { kind: 'work', tool: 'Edit', input: { file_path: 'a.ts' }, ok: true },
    { kind: 'work', tool: 'Bash', input: { command: 'npm test' }, ok: false },
  )
}

/** Now and then so many that every reminder comes, more than once. */
function arbitraryWork(): fc.Arbitrary<WorkStep> {
  const turns = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 5, max: 22 }) },
  )
  return fc.record<WorkStep>({ do: fc.constant('work'), turns })
}

const following = fc.constantFrom<NextInput>('continuation', 'wake', 'reply', 'subagent')
const fresh = fc.constantFrom<NextInput>('user', 'external')

function arbitraryAnswer(): fc.Arbitrary<AnswerStep> {
  return fc.record<AnswerStep>({
    do: fc.constant('answer'),
    text: fc.constantFrom('Done.', 'I go on.', 'Still at it.', ''),
    complete: fc.oneof(
      { weight: 5, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    waitingFor: fc.oneof(
      { weight: 6, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constant('a reply') },
    ),
    crashed: fc.oneof(
      { weight: 8, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    next: fc.oneof({ weight: 4, arbitrary: following }, { weight: 1, arbitrary: fresh }),
  })
}
