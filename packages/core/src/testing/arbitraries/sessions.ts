/** What a host may do in a session under a profile, and profiles with settings of all sizes. */

import fc from 'fast-check'
import type { JsonValue, TodoEvent } from '../../events.js'
import { profileList } from '../../profiles/builtin-profiles.js'
import type { Profile, TodoTool } from '../../profiles/profile.js'
import type { Rule } from '../../rules/rule.js'
import { initialState, type TodoItem } from '../../state.js'
import {
  type AnswerStep,
  driveSession,
  type HostStep,
  type NextInput,
  type SideBySideStep,
  type StepCall,
  type TodoToolCall,
  type TurnStep,
  type Worker,
  workTurn,
} from '../drive-session.js'
import { arbitraryInput, arbitraryValidInput, type InputHints } from './tool-inputs.js'

export interface SessionOptions {
  readonly maxSteps?: number
  /** True where some sessions have several at work at once; none when absent. */
  readonly several?: boolean
  /** The ledger's own rules: what they look for is tried. */
  readonly rules?: readonly Rule[]
  readonly texts?: readonly string[]
}

/** A call of one of the profile's todo tools, valid, broken or hostile. */
export function arbitraryTodoCall(
  profile: Profile,
  options: SessionOptions = {},
): fc.Arbitrary<TodoToolCall> {
  const hints = hintsOf(profile, options)
  return todoCall(profile, (tool) => arbitraryInput(tool, hints))
}

function todoCall({ tools }: Profile, inputOf: (tool: TodoTool) => fc.Arbitrary<JsonValue>) {
  const calls = tools.map((tool) =>
    fc.record<TodoToolCall>({
      kind: fc.constant('todo'),
      tool: fc.constant(tool.name),
      input: inputOf(tool),
      asksAgain: seldom(8, false, true),
    }),
  )
  return fc.oneof(...calls)
}

/** Longer lists, silences and budgets than this are not tried. */
const mostTried = 60

/** Numbers in rules' options are limits; strings in the source of an own rule's check may be what it looks for. */
function hintsOf(profile: Profile, { rules = [], texts = [] }: SessionOptions): InputHints {
  const options = [...profile.rules.map((setting) => setting.options), ...rules.map((rule) => rule.defaults)]
  const limits = options.flatMap((each = {}) =>
    Object.values(each).filter((limit) => typeof limit === 'number' && limit > 0 && limit <= mostTried),
  )
  const literals = /'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`([^`\\$]+)`/gu
  const named = rules.flatMap(({ check }) =>
    [...String(check).matchAll(literals)].flatMap((found) =>
      found.slice(1).filter((text) => text !== undefined),
    ),
  )
  return { limits: limits.map(Number).filter(Number.isInteger), texts: [...texts, ...named] }
}

const nextInputs: readonly NextInput[] = [
  ...(['user', 'continuation', 'continuation', 'external', 'wake', 'reply', 'subagent'] as const),
]

export function arbitrarySession(
  profile: Profile,
  options: SessionOptions = {},
): fc.Arbitrary<readonly HostStep[]> {
  const { maxSteps = 25, several = false } = options
  const limits = limitsOf(profile, options)
  const hasTools = profile.tools.length > 0 // a setting may take them away
  const anyCall = hasTools ? arbitraryTodoCall(profile, options) : workCall
  const validCall = hasTools ? todoCall(profile, arbitraryValidInput) : workCall
  /** Its calls come again until the list is full. */
  const turnOf = (call: fc.Arbitrary<StepCall>, maxLength: number, mostItems: number) =>
    fc.record<TurnStep>({
      do: fc.constant('turn'),
      calls: callsOf(call, maxLength),
      ending: seldom(10, 'ended', 'interrupted', 'crashed'),
      times: often(15, mostItems),
    })
  const answer = fc.record<AnswerStep>({
    do: fc.constant('answer'),
    text: fc.constantFrom('I go on.', 'I go on.', 'I go on.', 'I go on.', 'Done.', ''),
    complete: seldom(5, true, false),
    waitingFor: seldom(6, null, 'a reply'),
    crashed: seldom(8, false, true),
    next: fc.constantFrom(...nextInputs),
    times: often(4, limits.budget),
    works: fc.boolean(),
  })
  const step = fc.oneof<fc.WeightedArbitrary<HostStep>[]>(
    { weight: 5, arbitrary: turnOf(anyCall, 3, limits.items) },
    { weight: 1, arbitrary: turnOf(validCall, 6, 1) },
    { weight: 2, arbitrary: often(0, limits.silence).map((times) => ({ ...workTurn, times })) },
    { weight: 4, arbitrary: answer },
    { weight: 1, arbitrary: fc.constantFrom({ do: 'compact' }, { do: 'delegate' }) },
  )
  // What most often leaves something open.
  const opening = fc.array<HostStep>(turnOf(validCall, 3, 1), { maxLength: 1 })
  const opened = (steps: fc.Arbitrary<HostStep[]>) => fc.tuple(opening, steps).map((parts) => parts.flat())
  const alone = opened(fc.array(step, { maxLength: maxSteps }))
  if (!several) return alone
  const by = fc.constantFrom<Worker>('main', 'a', 'b')
  const turn = fc.record({ by, calls: callsOf(validCall, 2) })
  const sideBySide = fc.record<SideBySideStep>({
    do: fc.constant('side-by-side'),
    turns: fc.uniqueArray(turn, { selector: (each) => each.by, maxLength: 3 }),
    edits: fc.boolean(),
    times: often(2, Math.min(limits.silence / 2, 12)),
  })
  const together = opened(fc.array<HostStep>(sideBySide, { maxLength: 5 }))
  return fc.oneof({ weight: 3, arbitrary: alone }, { weight: 1, arbitrary: together })
}

/** Calls, among them work now and then; where there are none, which fast-check tries for a smaller session, only work. */
function callsOf(call: fc.Arbitrary<StepCall>, maxLength: number): fc.Arbitrary<readonly StepCall[]> {
  const some = fc.oneof({ weight: 4, arbitrary: call }, { weight: 1, arbitrary: workCall })
  return fc.array(some, { maxLength }).map((calls) => (calls.length === 0 ? workTurn.calls : calls))
}

/** The log of a whole session under a profile. Follow it with `await`: a log comes from driving a session. */
export function arbitraryLog(
  profile: Profile,
  options: SessionOptions = {},
): fc.Arbitrary<Promise<readonly TodoEvent[]>> {
  return arbitrarySession(profile, options).map(async (steps) => (await driveSession(profile, steps)).events)
}

/** Any built-in profile with other settings: numbers from 1 to 6, switches either way; texts stay as they are. */
export function arbitraryProfile(): fc.Arbitrary<Profile> {
  const withSettings = profileList.map((profile) => {
    const model: { [name: string]: fc.Arbitrary<JsonValue> } = {}
    for (const [name, value] of Object.entries(profile.settings)) {
      if (typeof value === 'number') model[name] = fc.integer({ min: 1, max: 6 })
      if (typeof value === 'boolean') model[name] = fc.boolean()
    }
    return fc.record(model, { requiredKeys: [], noNullPrototype: true }).map((settings) => {
      const shown = `${profile.name} with ${JSON.stringify(settings)}`
      return Object.freeze({ ...profile.with(settings), [fc.toStringMethod]: () => shown })
    })
  })
  return fc.oneof(...withSettings)
}

function seldom<const Value>(weight: number, usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
}

/** Once by this weight; else up to as often as it may come, and that often half of the time. */
function often(weight: number, limit: number): fc.Arbitrary<number> {
  const most = Math.max(1, Math.min(limit, mostTried))
  const many = fc.integer({ min: 1, max: 2 * most }).map((times) => Math.min(times, most))
  return fc.oneof({ weight, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: many })
}

const workCall = fc.constantFrom<StepCall>(
  { kind: 'work', tool: 'Bash', input: { command: 'make' }, ok: true },
  { kind: 'work', tool: 'Edit', input: { file_path: 'a.ts' }, ok: true },
  { kind: 'work', tool: 'Bash', input: { command: 'npm test' }, ok: false },
)

const openItem: TodoItem = {
  ...({ key: 'k1', id: '1', text: 'Anything', status: 'pending', reason: null, parent: null } as const),
  ...{ dependencies: [], activeForm: null, priority: null, owner: null, notes: null, estimate: null },
  ...{
    metadata: null,
    added: { turn: 1, seq: 1, at: 0 },
    started: null,
    closed: null,
    blocked: null,
    actor: null,
  },
}

/** How long a list, a silence and a row of answers must be for all to be seen: one more than is allowed, or twice. */
function limitsOf(profile: Profile, options: SessionOptions) {
  const { settings, wakeBudget } = profile
  const named = Object.entries(settings).filter(([name]) => /after|spacing/iu.test(name))
  const turns = named.flatMap(([, value]) => (typeof value === 'number' ? value : []))
  const ended = { text: 'I go on.', complete: true, waitingFor: null }
  const asked = profile.continuation({ ...initialState, items: [openItem] }, ended)
  const budget = asked.action === 'continue' ? asked.budget : wakeBudget
  return {
    items: Math.max(1, ...hintsOf(profile, options).limits) + 1,
    silence: 2 * (turns.length === 0 ? 10 : Math.max(...turns)) + 2,
    budget: (budget ?? 0) + 2,
  }
}
