/** What a profile is: one system's tools, rules, nag and continuation policy, and renderer, as data. */

import type { Intent, WantedItem } from '../decide.js'
import { HostError, wholeNumber } from '../errors.js'
import type { JsonValue, PhaseScheme, RuleMode, TodoStatus, Violation } from '../events.js'
import type { RecordedOutcome } from '../host-input.js'
import { type EvidenceRequirement, evidenceRequired, usualRequirement } from '../rules/evidence-required.js'
import type { SessionState, TodoItem } from '../state.js'
import { type ContinuationPolicy, neverContinue } from '../supervisor/continuation.js'
import type { NagPolicy } from '../supervisor/nag.js'

/** A todo tool as a host hands it to the model. */
export interface TodoTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly [key: string]: JsonValue }
}

export interface RuleSetting {
  readonly id: string
  readonly mode: RuleMode
  readonly options?: { readonly [key: string]: JsonValue }
  /** True where the source judges it before it looks at single items, so that its text comes first. */
  readonly early?: boolean
}

const settingTo =
  (mode: RuleMode) =>
  (...ids: readonly string[]): readonly RuleSetting[] =>
    ids.map((id) => ({ id, mode }))

export const rejecting = settingTo('reject')
export const flagging = settingTo('flag')

/** A call of a todo tool as a profile reads it. */
export interface CallToRead {
  readonly tool: string
  readonly input: unknown
  readonly state: SessionState
  /** What the recording says came of it, for an imported call. */
  readonly recorded: RecordedOutcome | null
}

export interface Reading {
  /** What the call wants; as far as it could be read where there are violations. */
  readonly intent: Intent
  /** What is wrong with the input itself, in the source's checking order. */
  readonly violations: readonly Violation[]
}

export interface Answerable {
  readonly tool: string
  readonly input: unknown
  /** The state after the call: the new one where it was accepted, else the old one. */
  readonly state: SessionState
  /** True where the call only read the list. */
  readonly query: boolean
  /** The keys of the items that the call added, changed or named, in order. */
  readonly touched: readonly string[]
  readonly violations: readonly Violation[]
}

export interface ProfileSettings {
  readonly [name: string]: JsonValue
}

/** What a profile does under its settings. */
interface ProfileParts {
  /** In the source's checking order. */
  readonly rules: readonly RuleSetting[]
  readonly tools: readonly TodoTool[]
  /** Reads a call of one of its tools. Bad input gives violations, never an exception. */
  read(call: CallToRead): Reading
  reply(answer: Answerable): string
  /** The list as its people and models see it. */
  render(items: readonly TodoItem[], goal: string | null): string
}

interface OptionalParts {
  /** What its tools can do, for intents that come as no call of them; null where nobody says. */
  readonly capabilities: Capabilities | null
  /** What it adds to the system prompt, or ''. */
  readonly instructions: string
  readonly nag: NagPolicy | null
  readonly continuation: ContinuationPolicy
  /** How many re-entries one activation gets, reply and sub-agent nudges among them, or null for no limit. */
  readonly wakeBudget: number | null
  readonly phases: PhaseScheme
  /** Rules whose breach voids the updates that were accepted in the turn before it. */
  readonly rollsBackOn: readonly string[]
}

export interface Profile<Settings extends ProfileSettings = ProfileSettings>
  extends ProfileParts,
    OptionalParts {
  readonly name: string
  readonly source: string
  readonly settings: Settings & ProfileSettings
  /** The names of settings that the source itself has for them, as they stand in a file of its agents. */
  readonly sourceNames: readonly string[]
  /**
   * The same system with other settings, by their names or by those that the source has for them.
   * @throws HostError `bad-setting` naming an unknown key or a wrong type
   */
  with(settings: Partial<Settings & ProfileSettings> & GateSettings): Profile<Settings>
}

export interface ProfileDefinition<Settings extends ProfileSettings> {
  readonly name: string
  readonly source: string
  /** Their types are what a setting must have. */
  readonly defaults: Settings
  /** The source's own names for settings, and which setting each is. */
  readonly aliases?: { readonly [name: string]: string }
  readonly build: (settings: Settings) => ProfileParts & Partial<OptionalParts>
}

const usualParts: OptionalParts = {
  capabilities: null,
  instructions: '',
  nag: null,
  continuation: neverContinue,
  wakeBudget: null,
  phases: 'review',
  rollsBackOn: [],
}

export function defineProfile<Settings extends ProfileSettings>(
  definition: ProfileDefinition<Settings>,
): Profile<Settings> {
  const { name, source, defaults, aliases = {} } = definition
  const make = (own: Settings, gate: EvidenceRequirement | undefined): Profile<Settings> => {
    const parts = definition.build(own)
    if (typeof parts.wakeBudget === 'number') wholeNumber(parts.wakeBudget, `wakeBudget of profile ${name}`)
    return Object.freeze({
      ...usualParts,
      ...parts,
      rules: withGate(parts.rules, gate),
      reply: withFix(parts.reply),
      name,
      source,
      // A gate that is off leaves no trace: such a session's log is what it was before there were gates.
      settings: Object.freeze(gate === undefined ? own : { ...own, [gateSetting]: gate }),
      with(changes: Partial<Settings & ProfileSettings> & GateSettings) {
        const { [gateSetting]: given, ...named } = Object.fromEntries(
          Object.entries(changes).map(([key, value]) => [
            Object.hasOwn(aliases, key) ? (aliases[key] ?? key) : key,
            value,
          ]),
        )
        checkSettings(name, defaults, named)
        return make({ ...own, ...named }, Object.hasOwn(changes, gateSetting) ? readGate(name, given) : gate)
      },
      sourceNames: Object.keys(aliases),
    })
  }
  return make({ ...defaults }, undefined)
}

/** The rules with the gate behind all others. */
function withGate(
  rules: readonly RuleSetting[],
  gate: EvidenceRequirement | undefined,
): readonly RuleSetting[] {
  const { id } = evidenceRequired
  if (gate === undefined) return rules.map((rule) => ({ ...rule }))
  return [...rules.filter((rule) => rule.id !== id), { id, mode: 'reject', options: gate }]
}

/** The reply, which of a refusal by the gate also says what to do: no source has a text for that. */
function withFix(reply: ProfileParts['reply']): ProfileParts['reply'] {
  return (answer) => {
    const [first, ...rest] = answer.violations
    const said = reply(answer)
    if (first?.rule !== evidenceRequired.id || said.includes(first.fix)) return said
    const violation = { ...first, message: `${first.message}. ${first.fix}` }
    return reply({ ...answer, violations: [violation, ...rest] })
  }
}

function checkSettings(profile: string, defaults: ProfileSettings, changes: object): void {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(defaults, name)) {
      const known = [...Object.keys(defaults), gateSetting].join(', ')
      throw badSetting(`Profile ${profile} has no setting ${JSON.stringify(name)}. It has: ${known}.`)
    }
    // Counts and budgets are whole; a share is not.
    if (typeof value === 'number' && Number.isInteger(defaults[name])) {
      wholeNumber(value, `Setting ${name} of profile ${profile}`)
    }
    const expected = typeof defaults[name]
    if (typeof value === expected && !Number.isNaN(value)) continue
    const got = value === null || Number.isNaN(value) ? String(value) : typeof value
    throw badSetting(`Setting ${name} of profile ${profile} must be a ${expected}, not ${got}.`)
  }
}

function badSetting(message: string): HostError {
  return new HostError('bad-setting', message)
}

const gateSetting = 'evidenceRequired'

/** What every profile takes beside its own settings. */
export type GateSettings = {
  /** Whether a completion that a stated fact contradicts is refused; true: as usual. Off when absent or false. */
  readonly evidenceRequired?: boolean | Partial<EvidenceRequirement>
}

/** The setting with all its fields, or undefined for off. */
function readGate(profile: string, given: unknown): EvidenceRequirement | undefined {
  if (given === undefined || given === false) return undefined
  if (given === true) return usualRequirement
  const setting = `Setting ${gateSetting}`
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw badSetting(`${setting} of profile ${profile} must be true, false or an object with releaseAfter.`)
  const { releaseAfter = usualRequirement.releaseAfter, ...others } = given as {
    readonly [name: string]: unknown
  }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    const message = `${setting} of profile ${profile} has no field ${JSON.stringify(unknown)}.`
    throw badSetting(`${message} It has: releaseAfter.`)
  }
  if (typeof releaseAfter === 'number' && Number.isSafeInteger(releaseAfter) && releaseAfter >= 0)
    return { releaseAfter }
  throw badSetting(`${setting}.releaseAfter of profile ${profile} must be a whole number of at least 0.`)
}

/** What a tool may keep of an item beside text and status. */
export type KeptPart = 'reason' | 'activeForm' | 'priority'

export interface ReplacingTool {
  readonly tool: string
  /**
   * Whose ids are: `own` the model's, `position` nobody's, so that places count, `lifelong` the session's, which an item
   * keeps for life.
   */
  readonly ids: 'own' | 'position' | 'lifelong'
  readonly keeps?: readonly KeptPart[]
  /** What becomes of a text: spaces around it go, or it is one line. */
  readonly text?: 'trimmed' | 'one-line'
  /** What the system makes of a list by itself; the list as it is when absent. */
  readonly intentOf?: (items: readonly WantedItem[], state: SessionState) => Intent
}

interface AddingTool {
  readonly tool: string
  /** What else than a text a call can say of an item; only the text when absent, and the item is pending. */
  readonly keeps?: readonly KeptPart[]
  readonly oneByOne?: boolean
  /** The id of the item that comes next but so many, from 0. */
  readonly nextId: (state: SessionState, index: number) => string
}

/** What a system's tools can do. What is absent they can't. */
export interface Capabilities {
  readonly statuses: readonly TodoStatus[]
  readonly replace?: ReplacingTool
  readonly add?: AddingTool
  readonly setStatus?: { readonly [status in TodoStatus]?: string }
  readonly reword?: string
  readonly begin?: string
  readonly clear?: string
  readonly query?: string
  /** The tool that takes an open item for whoever calls, by its `id`. */
  readonly claim?: string
}

export const usualStatuses: readonly TodoStatus[] = ['pending', 'in_progress', 'completed']

export const allStatuses: readonly TodoStatus[] = [...usualStatuses, 'blocked', 'cancelled']

/** The list that is wanted as what a replacing tool would make of it. */
export function replacementOf(
  { ids, text: kept, intentOf }: ReplacingTool,
  wanted: readonly WantedItem[],
  state: SessionState,
): Intent {
  const worded = wanted.map((item) => {
    if (kept === undefined) return item
    return { ...item, text: kept === 'trimmed' ? item.text.trim() : item.text.replace(/\s+/g, ' ').trim() }
  })
  const items = worded
    .filter(({ text }) => kept !== 'one-line' || text !== '')
    .map((item, index) => {
      if (item.ownId && ids !== 'position') return item
      return { ...item, id: ids === 'lifelong' ? `(new ${index + 1})` : String(index + 1), ownId: false }
    })
  const stable = ids === 'lifelong' ? { stable: true } : {}
  return intentOf?.(items, state) ?? { kind: 'replace', items, numbered: ids === 'position', ...stable }
}
