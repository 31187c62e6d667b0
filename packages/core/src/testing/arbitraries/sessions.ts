/** What a host may do in a session under a profile, and profiles with settings of all sizes. */

import fc from 'fast-check'
import type { JsonValue, TodoEvent } from '../../events.js'
import { profileList } from '../../profiles/builtin-profiles.js'
import type { Profile } from '../../profiles/profile.js'
import type { Rule } from '../../rules/rule.js'
import { initialState, type TodoItem } from '../../state.js'
import {
  type AnswerStep,
  driveSession,
  type HostStep,
  type NextInput,
  plainAnswer,
  type SideBySideStep,
  type StepCall,
  type TodoToolCall,
  type TurnStep,
  type WorkCall,
  type Worker,
  workTurn,
} from '../drive-session.js'
import { arbitraryInput, arbitraryValidInput, type InputHints } from './tool-inputs.js'

export interface SessionOptions {
  /** The most steps; 25 when absent. */
  readonly maxSteps?: number
  /** True where some sessions have several at work at once; none when absent. */
  readonly several?: boolean
  /** The ledger's own rules: what they look for is tried. */
  readonly rules?: readonly Rule[]
  /** Texts that items have now and then. */
  readonly texts?: readonly string[]
}

/** A call of one of the profile's todo tools, valid, broken or hostile. */
export function arbitraryTodoCall(
  profile: Profile,
  options: SessionOptions = {},
): fc.Arbitrary<TodoToolCall> {
  const hints = hintsOf(profile, options)
  return oneOf(
    profile.tools.map((tool) =>
      fc.record<TodoToolCall>({
        kind: fc.constant('todo'),
        tool: fc.constant(tool.name),
        input: arbitraryInput(tool, hints),
        asksAgain: seldom(8, false, true),
      }),
    ),
  )
}

/** Longer lists, silences and budgets than this are not tried. */
const mostTried = 60

/** Numbers in rules' options are limits; strings in the source of an own rule's check may be what it looks for. */
function hintsOf(profile: Profile, { rules = [], texts = [] }: SessionOptions): InputHints {
  const options = [...profile.rules.map((setting) => setting.options), ...rules.map((rule) => rule.defaults)]
  const limits = options
    .flatMap((each = {}) => Object.values(each))
    .filter((value) => typeof value === 'number')
  const tried = limits.filter((limit) => Number.isInteger(limit) && limit > 0 && limit <= mostTried)
  return {
    lengths: [...new Set(tried.flatMap((limit) => [limit, limit + 1]))],
    texts: [...texts, ...rules.flatMap((rule) => literalsOf(String(rule.check)))],
  }
}

function literalsOf(source: string): readonly string[] {
  const literals = source.matchAll(/'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`([^`\\$]+)`/gu)
  return [...literals].flatMap((found) => found.slice(1).filter((text) => text !== undefined))
}

/** A whole turn: one to three calls, todo tools and others, one by one or together. */
export function arbitraryTurn(profile: Profile, options: SessionOptions = {}): fc.Arbitrary<TurnStep> {
  const work = { weight: 1, arbitrary: workCall }
  const todo = hasTools(profile) ? [{ weight: 4, arbitrary: arbitraryTodoCall(profile, options) }] : []
  const call: fc.Arbitrary<StepCall> = fc.oneof(...todo, work)
  return fc.record<TurnStep>({
    do: fc.constant('turn'),
    calls: fc.oneof(
      { weight: 3, arbitrary: fc.tuple(call) },
      { weight: 1, arbitrary: fc.array(call, { minLength: 2, maxLength: 3 }) },
    ),
    together: fc.boolean(),
    ending: seldom(10, 'ended', 'interrupted', 'crashed'),
    times: fc.constant(1),
  })
}

/** A whole session under a profile, after the user's first input. */
export function arbitrarySession(
  profile: Profile,
  options: SessionOptions = {},
): fc.Arbitrary<readonly HostStep[]> {
  const { maxSteps = 25, several = false } = options
  const step: fc.Arbitrary<HostStep> = fc.oneof(
    { weight: 6, arbitrary: arbitraryTurn(profile, options) },
    { weight: 2, arbitrary: work(1, 4) },
    { weight: 3, arbitrary: arbitraryAnswer },
    { weight: 1, arbitrary: fc.constantFrom<HostStep>({ do: 'compact' }, { do: 'delegate' }) },
  )
  const opening = arbitraryOpening(profile, 3)
  const few = fc.array(step, { maxLength: 3 })
  const push = oneOf([
    ...(profile.nag === null ? [] : [arbitrarySilence(profile)]),
    ...arbitrarySpending(profile),
    ...arbitraryFilling(profile, options),
    // So many calls that ids come and go.
    arbitraryOpening(profile, 6).map((turn) => [turn]),
  ])
  const pushed = fc.tuple(opening, few, push, few, push).map((parts): readonly HostStep[] => parts.flat())
  const sideBySide = fc.array(arbitrarySideBySide(profile), { minLength: 2, maxLength: 5 })
  return fc.oneof(
    { weight: 4, arbitrary: fc.array(step, { maxLength: maxSteps }) },
    { weight: 2, arbitrary: pushed },
    {
      weight: several ? 2 : 0,
      arbitrary: fc.tuple(opening, sideBySide).map(([first, rest]) => [first, ...rest]),
    },
  )
}

/** The log of a whole session under a profile. Follow it with `await`: a log comes from driving a session. */
export function arbitraryLog(
  profile: Profile,
  options: SessionOptions = {},
): fc.Arbitrary<Promise<readonly TodoEvent[]>> {
  return arbitrarySession(profile, options).map(async (steps) => (await driveSession(profile, steps)).events)
}

/** The profile with other settings: numbers from 1 to 6, switches either way; texts stay as they are. */
export function arbitrarySettings(profile: Profile): fc.Arbitrary<Profile> {
  const model: { [name: string]: fc.Arbitrary<JsonValue> } = {}
  for (const [name, value] of Object.entries(profile.settings)) {
    if (typeof value === 'number') model[name] = fc.integer({ min: 1, max: 6 })
    if (typeof value === 'boolean') model[name] = fc.boolean()
  }
  return fc.record(model, { requiredKeys: [], noNullPrototype: true }).map((settings) => {
    const shown = `${profile.name} with ${JSON.stringify(settings)}`
    return Object.freeze({ ...profile.with(settings), [fc.toStringMethod]: () => shown })
  })
}

/** Any built-in profile with any settings. */
export function arbitraryProfile(): fc.Arbitrary<Profile> {
  return fc.oneof(...profileList.map(arbitrarySettings))
}

/** A setting may take a profile's tools away. */
function hasTools({ tools }: Profile): boolean {
  return tools.length > 0
}

function oneOf<Value>(choices: readonly fc.Arbitrary<Value>[]): fc.Arbitrary<Value> {
  return fc.oneof(...choices)
}

function seldom<const Value>(weight: number, usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
}

const workCall = fc.constantFrom<WorkCall>(
  { kind: 'work', tool: 'Read', input: { file_path: 'a.ts' }, ok: true },
  { kind: 'work', tool: 'Edit', input: { file_path: 'a.ts' }, ok: true },
  { kind: 'work', tool: 'Bash', input: { command: 'npm test' }, ok: false },
)

function work(min: number, max: number): fc.Arbitrary<TurnStep> {
  return fc.integer({ min, max }).map((times) => ({ ...workTurn, times }))
}

const following = fc.constantFrom<NextInput>('continuation', 'wake', 'reply', 'subagent')

const arbitraryAnswer: fc.Arbitrary<AnswerStep> = fc.record({
  do: fc.constant('answer' as const),
  text: fc.constantFrom('I go on.', 'I go on.', 'I go on.', 'Done.', ''),
  complete: seldom(5, true, false),
  waitingFor: seldom(6, null, 'a reply'),
  crashed: seldom(8, false, true),
  next: fc.oneof(
    { weight: 4, arbitrary: following },
    { weight: 1, arbitrary: fc.constantFrom<NextInput>('user', 'external') },
  ),
  times: fc.constant(1),
  works: fc.constant(false),
})

function validCall(profile: Profile): fc.Arbitrary<StepCall> {
  if (!hasTools(profile)) return workCall
  return oneOf(
    profile.tools.map((tool) =>
      arbitraryValidInput(tool).map(
        (input): StepCall => ({ kind: 'todo', tool: tool.name, input, asksAgain: false }),
      ),
    ),
  )
}

/** A turn that most often leaves something open. */
function arbitraryOpening(profile: Profile, maxLength: number): fc.Arbitrary<TurnStep> {
  return fc.array(validCall(profile), { minLength: 1, maxLength }).map((calls) => ({ ...workTurn, calls }))
}

/** Turns of several at once, often until the one who only works would be reminded. */
function arbitrarySideBySide(profile: Profile): fc.Arbitrary<SideBySideStep> {
  const turn = fc.record({
    by: fc.constantFrom<Worker>('main', 'a', 'b'),
    calls: fc.oneof(
      { weight: 1, arbitrary: fc.tuple<StepCall[]>(workCall) },
      { weight: 3, arbitrary: fc.array(validCall(profile), { minLength: 1, maxLength: 2 }) },
    ),
  })
  return fc.record({
    do: fc.constant('side-by-side' as const),
    turns: fc.uniqueArray(turn, { selector: ({ by }) => by, minLength: 2, maxLength: 3 }),
    edits: fc.boolean(),
    times: fc.constantFrom(1, 1, 1, Math.min(silenceOf(profile) + 1, 12)),
  })
}

/** So many turns without an update as are sure to bring a reminder, by the settings that are named so. */
function silenceOf({ settings }: Profile): number {
  const named = Object.entries(settings).filter(([name]) => /after|spacing/iu.test(name))
  const turns = named.flatMap(([, value]) => (typeof value === 'number' ? value : []))
  return turns.length === 0 ? 10 : Math.max(...turns)
}

/** So much work that a reminder comes, and comes again, also from one run into the next. */
function arbitrarySilence(profile: Profile): fc.Arbitrary<readonly HostStep[]> {
  const silence = Math.min(silenceOf(profile), mostTried / 2)
  const part = work(1, silence)
  return fc.oneof(
    { weight: 2, arbitrary: fc.tuple(work(silence, 2 * silence + 2)) },
    { weight: 1, arbitrary: fc.tuple(part, fc.constant(plainAnswer), part) },
  )
}

const openItem: TodoItem = {
  ...{
    key: 'k1',
    id: '1',
    text: 'Anything',
    status: 'pending',
    reason: null,
    parent: null,
    dependencies: [],
  },
  ...{ activeForm: null, priority: null, owner: null, notes: null, estimate: null, metadata: null },
  ...{ added: { turn: 1, seq: 1, at: 0 }, started: null, closed: null, blocked: null, actor: null },
}

/** Answers that go on until the budget is spent and one more, or the same answer twice; nothing where nothing goes on. */
function arbitrarySpending(profile: Profile): readonly fc.Arbitrary<readonly HostStep[]>[] {
  const ended = { text: 'I go on.', complete: true, waitingFor: null }
  const asked = profile.continuation({ ...initialState, items: [openItem] }, ended)
  const most = asked.action === 'continue' ? asked.budget : profile.wakeBudget
  if (most === null) return []
  const goesOn: AnswerStep = { ...plainAnswer, next: 'continuation' }
  const spending = fc.record({
    times: fc.constantFrom(...[0, 1, 2].map((more) => Math.min(most + more, mostTried) || 1)),
    next: fc.oneof(fc.constant<NextInput>('continuation'), following),
  })
  return [
    spending.map((each) => [{ ...goesOn, ...each, works: true }]),
    fc.constant([goesOn, { ...goesOn, works: true }]),
  ]
}

/** The same turn again and again, until a list that grows by single items is as long as it may be, and longer. */
function arbitraryFilling(
  profile: Profile,
  options: SessionOptions,
): readonly fc.Arbitrary<readonly HostStep[]>[] {
  const { lengths } = hintsOf(profile, options)
  if (lengths.length === 0 || !hasTools(profile)) return []
  return [
    fc
      .record({ call: arbitraryTodoCall(profile, options), times: fc.constantFrom(...lengths) })
      .map(({ call, times }) => [{ ...workTurn, calls: [call], times }]),
  ]
}
