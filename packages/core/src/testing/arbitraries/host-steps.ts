/** What a host may do in a session under a profile. */

import fc from 'fast-check'
import type { Profile, TodoTool } from '../../profiles/profile.js'
import type {
  AnswerStep,
  HostStep,
  NextInput,
  SideBySideStep,
  StepCall,
  TodoToolCall,
  TurnStep,
  WorkCall,
  Worker,
  WorkStep,
} from '../drive-session.js'
import type { InputEdges } from './schema-values.js'
import { arbitraryInput, arbitraryValidInput } from './tool-inputs.js'

/** How long sessions get. */
export interface SessionSize {
  /** The most steps; 25 when absent. */
  readonly maxSteps?: number
  /** True where some sessions have several at work at once; none when absent. */
  readonly several?: boolean
}

/** A call of one of the profile's todo tools, valid, broken or hostile. */
export function arbitraryTodoCall(profile: Profile): fc.Arbitrary<TodoToolCall> {
  const edges = edgesOf(profile)
  const calls = profile.tools.map((tool) => arbitraryCallOf(tool, edges))
  return fc.oneof(...calls)
}

/** The sizes at which something changes under the profile: where a limit stands, each with the next. */
function edgesOf({ promises: { limits = {} }, rules }: Profile): InputEdges {
  const cap = rules.find(({ id }) => id === 'max-items')?.options?.['max']
  const { items, open, textLength } = limits
  const lengths = [items?.most, open?.most, typeof cap === 'number' ? cap : undefined]
  return { lengths: lengths.flatMap(around), textLengths: around(textLength?.most) }
}

/** A number that something turns at, and the next; none of those that no session gets to. */
function around(most: number | undefined): readonly number[] {
  return most === undefined || most > 60 ? [] : [most, most + 1]
}

/** A setting may take a profile's tools away. */
function hasTools({ tools }: Profile): boolean {
  return tools.length > 0
}

/** A whole turn: one to three calls, todo tools and others, one by one or together. */
export function arbitraryTurn(profile: Profile): fc.Arbitrary<TurnStep> {
  const work = { weight: 1, arbitrary: arbitraryWorkCall() }
  const todo = hasTools(profile) ? [{ weight: 4, arbitrary: arbitraryTodoCall(profile) }] : []
  const call: fc.Arbitrary<StepCall> = fc.oneof(...todo, work)
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

/** The same turn again and again, until a list that grows by single items is as long as it may be, and longer. */
function arbitraryFilling(profile: Profile): fc.Arbitrary<TurnStep> | null {
  const { lengths } = edgesOf(profile)
  if (lengths.length === 0 || !hasTools(profile)) return null
  return fc
    .record({ call: arbitraryTodoCall(profile), times: fc.constantFrom(...lengths) })
    .map(({ call, times }) => ({ do: 'turn', calls: [call], together: false, ending: 'ended', times }))
}

/** A whole session under a profile, after the user's first input. */
export function arbitrarySession(
  profile: Profile,
  { maxSteps = 25, several = false }: SessionSize = {},
): fc.Arbitrary<readonly HostStep[]> {
  const step: fc.Arbitrary<HostStep> = fc.oneof(
    { weight: 6, arbitrary: arbitraryTurn(profile) },
    { weight: 2, arbitrary: arbitraryWork(1, 4) },
    { weight: 3, arbitrary: arbitraryAnswer() },
    { weight: 1, arbitrary: fc.constantFrom<HostStep>({ do: 'compact' }, { do: 'delegate' }) },
  )
  const steps = fc.array(step, { maxLength: maxSteps })
  const pushes: readonly fc.Arbitrary<HostStep | readonly HostStep[]>[] = [
    arbitrarySilence(profile),
    arbitrarySpending(profile),
    arbitraryFilling(profile),
    arbitraryChange(profile),
  ].filter((push) => push !== null)
  const together = fc
    .tuple(arbitraryOpening(profile), fc.array(arbitrarySideBySide(profile), { minLength: 2, maxLength: 5 }))
    .map(([opening, those]): readonly HostStep[] => [opening, ...those])
  if (pushes.length === 0)
    return fc.oneof({ weight: 5, arbitrary: steps }, { weight: several ? 1 : 0, arbitrary: together })
  const push = fc.oneof(...pushes)
  const few = fc.array(step, { maxLength: 3 })
  const opening = arbitraryOpening(profile)
  const pushed = fc.tuple(opening, few, push, few, push).map((parts): readonly HostStep[] => parts.flat())
  return fc.oneof(
    { weight: 4, arbitrary: steps },
    { weight: 2, arbitrary: pushed },
    { weight: several ? 2 : 0, arbitrary: together },
  )
}

/** Turns of several at once, often until the one who only works would be reminded. */
function arbitrarySideBySide(profile: Profile): fc.Arbitrary<SideBySideStep> {
  const { nags } = profile.promises
  const silence = Math.min(typeof nags?.after === 'number' ? nags.after + 1 : 4, 12)
  const work = arbitraryWorkCall()
  const todo = hasTools(profile)
    ? profile.tools.map((tool) =>
        arbitraryValidInput(tool).map(
          (input): StepCall => ({ kind: 'todo', tool: tool.name, input, asksAgain: false }),
        ),
      )
    : []
  const turn = fc.record({
    by: fc.constantFrom<Worker>('main', 'a', 'b'),
    calls: fc.oneof(
      { weight: 1, arbitrary: fc.tuple(work) },
      {
        weight: 3,
        arbitrary: fc.array(fc.oneof(...(hasTools(profile) ? todo : [work])), { minLength: 1, maxLength: 2 }),
      },
    ),
  })
  return fc.record({
    do: fc.constant('side-by-side' as const),
    turns: fc.uniqueArray(turn, { selector: ({ by }) => by, minLength: 2, maxLength: 3 }),
    edits: fc.boolean(),
    times: fc.constantFrom(1, 1, 1, silence),
  })
}

/** A turn that most often leaves something open. */
function arbitraryOpening(profile: Profile, mostCalls = 3): fc.Arbitrary<TurnStep> {
  const calls = profile.tools.map((tool) =>
    arbitraryValidInput(tool).map(
      (input): TodoToolCall => ({ kind: 'todo', tool: tool.name, input, asksAgain: false }),
    ),
  )
  const call: fc.Arbitrary<StepCall> = hasTools(profile) ? fc.oneof(...calls) : arbitraryWorkCall()
  return fc
    .array(call, { minLength: 1, maxLength: mostCalls })
    .map((each) => ({ do: 'turn', calls: each, together: false, ending: 'ended' }))
}

function arbitraryCallOf(tool: TodoTool, edges: InputEdges): fc.Arbitrary<TodoToolCall> {
  return fc.record<TodoToolCall>({
    kind: fc.constant('todo'),
    tool: fc.constant(tool.name),
    input: arbitraryInput(tool, edges),
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

function arbitraryWork(min: number, max: number): fc.Arbitrary<WorkStep> {
  return fc.record<WorkStep>({ do: fc.constant('work'), turns: fc.integer({ min, max }) })
}

/** So much work that a reminder comes, and comes again, also from one run into the next; null where none does. */
function arbitrarySilence({
  nag,
  promises: { nags },
}: Profile): fc.Arbitrary<HostStep | readonly HostStep[]> | null {
  if (nags === null || (nags === undefined && nag === null)) return null
  const after = typeof nags?.after === 'number' ? nags.after : 10
  const spacing = typeof nags?.spacing === 'number' ? nags.spacing : after
  const again = Math.min(after + spacing, 60)
  const whole = arbitraryWork(Math.min(after, again), again + 2)
  const part = arbitraryWork(1, Math.max(1, after))
  return fc.oneof(
    { weight: 2, arbitrary: whole },
    { weight: 1, arbitrary: fc.tuple(part, fc.constant(plainAnswer), part) },
  )
}

const following = fc.constantFrom<NextInput>('continuation', 'wake', 'reply', 'subagent')
const fresh = fc.constantFrom<NextInput>('user', 'external')

function arbitraryAnswer(): fc.Arbitrary<AnswerStep> {
  return fc.record<AnswerStep>({
    do: fc.constant('answer'),
    text: fc.constantFrom('I go on.', 'I go on.', 'I go on.', 'Done.', ''),
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

/** So many calls that ids come and go; null where the profile counts none. */
function arbitraryChange(profile: Profile): fc.Arbitrary<TurnStep> | null {
  const { ids } = profile.promises
  return ids === 'list' || ids === 'lifelong' ? arbitraryOpening(profile, 6) : null
}

/** Answers that go on until the budget is spent and one more, or the same answer twice; null where nothing goes on. */
function arbitrarySpending({
  wakeBudget,
  promises: { budget },
}: Profile): fc.Arbitrary<HostStep | readonly HostStep[]> | null {
  const most = budget?.most ?? wakeBudget
  if (budget === null || most === null) return null
  const goesOn: AnswerStep = { ...plainAnswer, next: 'continuation' }
  const times = fc.constantFrom(...[most, most + 1, most + 2].map((count) => Math.min(count, 60)))
  const spending = fc
    .record({
      times,
      next: fc.constantFrom<NextInput>('continuation', 'continuation', 'wake', 'reply', 'subagent'),
    })
    .map((each) => ({ ...goesOn, ...each, works: true }))
  return fc.oneof(
    { weight: 3, arbitrary: spending },
    { weight: 1, arbitrary: fc.constant([goesOn, { ...goesOn, works: true }]) },
  )
}

/** A whole answer that nothing comes of by itself. */
export const plainAnswer: AnswerStep = {
  do: 'answer',
  text: 'I go on.',
  complete: true,
  waitingFor: null,
  crashed: false,
  next: 'user',
}
