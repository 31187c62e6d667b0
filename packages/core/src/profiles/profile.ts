/** What a profile is: one system's tools, rules, nag and continuation policy, and renderer, as data. */

import type { Intent } from '../decide/intent.js'
import { HostError } from '../errors.js'
import type { CarriedCounters, JsonValue, PhaseScheme, RuleMode, Violation } from '../events.js'
import type { RecordedOutcome } from '../host-input.js'
import { type EvidenceRequirement, evidenceRequired, usualRequirement } from '../rules/evidence-required.js'
import type { SessionState, TodoItem } from '../state.js'
import { type ContinuationPolicy, neverContinue } from '../supervisor/continuation.js'
import type { NagPolicy } from '../supervisor/nag.js'
import { wholeNumber } from '../whole-number.js'
import type { Capabilities } from './capabilities.js'

/** A todo tool as a host hands it to the model. */
export interface TodoTool {
  /** The tool's name. */
  readonly name: string
  /** What the model reads of it. */
  readonly description: string
  /** The JSON Schema of its input. */
  readonly inputSchema: { readonly [key: string]: JsonValue }
}

/** How a profile sets a rule. */
export interface RuleSetting {
  /** The rule's id. */
  readonly id: string
  /** What happens to an update that breaks it. */
  readonly mode: RuleMode
  /** The options that differ from the rule's defaults. */
  readonly options?: { readonly [key: string]: JsonValue }
  /** True where the source judges it before it looks at single items, so that its text comes first. */
  readonly early?: boolean
}

/** A call of a todo tool as a profile reads it. */
export interface CallToRead {
  /** The tool's name. */
  readonly tool: string
  /** The input as the model gave it. */
  readonly input: unknown
  /** The state that it finds. */
  readonly state: SessionState
  /** What the recording says came of it, for an imported call. */
  readonly recorded: RecordedOutcome | null
}

/** What a profile reads in a call. */
export interface Reading {
  /** What the call wants; as far as it could be read where there are violations. */
  readonly intent: Intent
  /** What is wrong with the input itself, in the source's checking order. */
  readonly violations: readonly Violation[]
}

/** What a profile answers to. */
export interface Answerable {
  /** The tool's name. */
  readonly tool: string
  /** The input as the model gave it. */
  readonly input: unknown
  /** The state after the call: the new one where it was accepted, else the old one. */
  readonly state: SessionState
  /** True where the call only read the list. */
  readonly query: boolean
  /** The keys of the items that the call added, changed or named, in order. */
  readonly touched: readonly string[]
  /** What was wrong; empty where it was accepted. */
  readonly violations: readonly Violation[]
}

/** A profile's settings: plain data. */
export interface ProfileSettings {
  /** A setting. */
  readonly [name: string]: JsonValue
}

/** One todo system. */
export interface Profile<Settings extends ProfileSettings = ProfileSettings> {
  /** Its name, such as `todo-manager`. */
  readonly name: string
  /** Where its behaviour is described. */
  readonly source: string
  /** Its settings, the defaults filled in. */
  readonly settings: Settings
  /** Its rules, in the source's checking order. */
  readonly rules: readonly RuleSetting[]
  /** Its tools. */
  readonly tools: readonly TodoTool[]
  /** What its tools can do, for intents that come as no call of them; null where nobody says. */
  readonly capabilities: Capabilities | null
  /** What it adds to the system prompt, or ''. */
  readonly instructions: string
  /** When it reminds the model, or null for never. */
  readonly nag: NagPolicy | null
  /** What it does when a run ends. */
  readonly continuation: ContinuationPolicy
  /** How many re-entries one activation gets, reply and sub-agent nudges among them, or null for no limit. */
  readonly wakeBudget: number | null
  /** How its sessions' phase is told. */
  readonly phases: PhaseScheme
  /** Rules whose breach voids the updates that were accepted in the turn before it. */
  readonly rollsBackOn: readonly string[]
  /** The names of settings that the source itself has for them, as they stand in a file of its agents. */
  readonly sourceNames: readonly string[]
  /**
   * The same system as a file of one of its agents sets it: what stands there under the source's own names is read,
   * all else (`model`, say) is left out. Null where nothing there is about todos.
   * @param content the file as a YAML or JSON parser gives it
   * @throws HostError `bad-setting` naming a wrong type
   */
  ofAgentFile(content: unknown): Profile<Settings> | null
  /**
   * Reads what another host had counted, where it is given with its list; null where that is not there, or where the
   * profile takes over lists alone.
   * @throws HostError `bad-state` naming what is not as it must be
   */
  carried(input: unknown): CarriedCounters | null
  /** Reads a call of one of its tools. Bad input gives violations, never an exception. */
  read(call: CallToRead): Reading
  /** What the model is answered. */
  reply(answer: Answerable): string
  /** The list as its people and models see it. */
  render(items: readonly TodoItem[], goal: string | null): string
  /**
   * The same system with other settings, by their names or by those that the source has for them.
   * @throws HostError `bad-setting` naming an unknown key or a wrong type
   */
  with(settings: Partial<Settings> & GateSettings): Profile<Settings>
}

/** What a profile's file writes. */
export interface ProfileDefinition<Settings extends ProfileSettings> {
  /** Its name. */
  readonly name: string
  /** Where its behaviour is described. */
  readonly source: string
  /** The settings' defaults; their types are what a setting must have. */
  readonly defaults: Settings
  /** True where its replies give a violation's fix by themselves. */
  readonly givesFix?: boolean
  /** The source's own names for settings, and which setting each is. */
  readonly aliases?: { readonly [name: string]: string }
  /** Everything that depends on the settings. */
  readonly build: (
    settings: Settings,
  ) => Omit<
    Profile<Settings>,
    'name' | 'source' | 'settings' | 'with' | 'sourceNames' | 'ofAgentFile' | OptionalPart
  > &
    Partial<Pick<Profile<Settings>, OptionalPart>>
}

/** What a profile need not say. */
type OptionalPart =
  | 'capabilities'
  | 'instructions'
  | 'nag'
  | 'continuation'
  | 'wakeBudget'
  | 'phases'
  | 'carried'
  | 'rollsBackOn'

/** Makes a profile of its definition. */
export function defineProfile<Settings extends ProfileSettings>(
  definition: ProfileDefinition<Settings>,
): Profile<Settings> {
  const { aliases = {} } = definition
  const sourceNames = Object.freeze(Object.keys(aliases))
  const make = (own: Settings, gate: EvidenceRequirement | undefined): Profile<Settings> => {
    const parts = definition.build(own)
    if (typeof parts.wakeBudget === 'number')
      wholeNumber(parts.wakeBudget, `wakeBudget of profile ${definition.name}`)
    return Object.freeze({
      capabilities: null,
      instructions: '',
      nag: null,
      continuation: neverContinue,
      wakeBudget: null,
      phases: 'review' as const,
      carried: () => null,
      ...parts,
      rules: withGate(
        parts.rules.map((rule) => ({ ...rule })),
        gate,
      ),
      rollsBackOn: parts.rollsBackOn ?? [],
      reply: definition.givesFix === true ? parts.reply : withFix(parts.reply),
      name: definition.name,
      source: definition.source,
      // A gate that is off leaves no trace: such a session's log is what it was before there were gates.
      settings: Object.freeze(gate === undefined ? own : { ...own, [gateSetting]: gate }),
      with(changes: Partial<Settings> & GateSettings) {
        const { [gateSetting]: given, ...named } = canonical(changes, aliases)
        checkSettings(definition.name, definition.defaults, named)
        const isSet = Object.hasOwn(changes, gateSetting)
        return make({ ...own, ...named }, isSet ? readGate(definition.name, given) : gate)
      },
      sourceNames,
      ofAgentFile(content: unknown) {
        const fields = new Map<string, unknown>(
          typeof content === 'object' && content !== null && !Array.isArray(content)
            ? Object.entries(content)
            : [],
        )
        const given = sourceNames.filter((name) => fields.has(name))
        if (given.length === 0) return null
        // A key without a value is as good as none.
        const set = given.filter((name) => (fields.get(name) ?? null) !== null)
        const named = canonical(Object.fromEntries(set.map((name) => [name, fields.get(name)])), aliases)
        checkSettings(definition.name, definition.defaults, named)
        return make({ ...own, ...named }, gate)
      },
    })
  }
  return make({ ...definition.defaults }, undefined)
}

/** The rules with the gate behind all others. */
function withGate(
  rules: readonly RuleSetting[],
  gate: EvidenceRequirement | undefined,
): readonly RuleSetting[] {
  const { id } = evidenceRequired
  if (gate === undefined) return rules
  return [...rules.filter((rule) => rule.id !== id), { id, mode: 'reject', options: gate }]
}

/** The reply, which of a refusal by the gate also says what to do: no source has a text for that. */
function withFix(reply: Profile['reply']): Profile['reply'] {
  return (answer) => {
    const [first, ...rest] = answer.violations
    if (first?.rule !== evidenceRequired.id) return reply(answer)
    return reply({
      ...answer,
      violations: [{ ...first, message: `${first.message}. ${first.fix}` }, ...rest],
    })
  }
}

/** Settings under their own names. */
function canonical(
  changes: object,
  aliases: { readonly [name: string]: string },
): { [name: string]: JsonValue } {
  const named = Object.entries(changes).map(([name, value]) => {
    const own = Object.hasOwn(aliases, name) ? aliases[name] : name
    return [own ?? name, value] as const
  })
  return Object.fromEntries(named)
}

function checkSettings(profile: string, defaults: ProfileSettings, changes: object): void {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(defaults, name)) {
      const known = [...Object.keys(defaults), gateSetting].join(', ')
      throw new HostError(
        'bad-setting',
        `Profile ${profile} has no setting ${JSON.stringify(name)}. It has: ${known}.`,
      )
    }
    const expected = typeof defaults[name]
    // Counts and budgets are whole; a share is not.
    if (typeof value === 'number' && Number.isInteger(defaults[name])) {
      wholeNumber(value, `Setting ${name} of profile ${profile}`)
    }
    if (typeof value !== expected || Number.isNaN(value)) {
      const got = value === null ? 'null' : Number.isNaN(value) ? 'NaN' : typeof value
      throw new HostError(
        'bad-setting',
        `Setting ${name} of profile ${profile} must be a ${expected}, not ${got}.`,
      )
    }
  }
}

/** The name of the setting. */
const gateSetting = 'evidenceRequired'

/** What every profile takes beside its own settings. */
export type GateSettings = {
  /** Whether a completion that a stated fact contradicts is refused; true: as usual. Off when absent or false. */
  readonly evidenceRequired?: boolean | Partial<EvidenceRequirement>
}

/**
 * The setting with all its fields, or undefined for off.
 * @param profile the profile's name
 * @param given what was set
 * @throws HostError `bad-setting` naming the profile, the field and what was expected
 */
function readGate(profile: string, given: unknown): EvidenceRequirement | undefined {
  if (given === undefined || given === false) return undefined
  if (given === true) return usualRequirement
  const wrong = (field: string, expected: string): HostError =>
    new HostError('bad-setting', `Setting ${gateSetting}${field} of profile ${profile} must be ${expected}.`)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw wrong('', 'true, false or an object with releaseAfter')
  }
  const fields = new Map<string, unknown>(Object.entries(usualRequirement))
  for (const [name, value] of Object.entries(given)) {
    if (!fields.has(name)) {
      const known = [...fields.keys()].join(', ')
      throw new HostError(
        'bad-setting',
        `Setting ${gateSetting} of profile ${profile} has no field ${JSON.stringify(name)}. It has: ${known}.`,
      )
    }
    if (value !== undefined) fields.set(name, value)
  }
  const releaseAfter = fields.get('releaseAfter')
  if (typeof releaseAfter !== 'number' || !Number.isSafeInteger(releaseAfter) || releaseAfter < 0)
    throw wrong('.releaseAfter', 'a whole number from 0 on')
  return { releaseAfter }
}
