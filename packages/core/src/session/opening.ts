/** The first event of a session: what it runs under. */

import { HostError } from '../errors.js'
import type { EventDataByType, RecordingSource, RuleInForce, TodoCallsOnly } from '../events.js'
import type { Evidence } from '../evidence.js'
import { frozenData } from '../frozen-data.js'
import type { Profile, RuleSetting } from '../profiles/profile.js'
import { builtinRules } from '../rules/builtin-rules.js'
import { evidenceRequired } from '../rules/evidence-required.js'
import type { Rule } from '../rules/rule.js'
import type { EventBody } from './transaction.js'

export interface SessionOpening {
  readonly goal?: string | null
  /** The session that started this one as a sub-agent. */
  readonly parent?: string | null
  /** The recording that the session is read from: its outcomes are facts and the supervisor is off. */
  readonly recorded?: RecordingSource
  /** True if the session gets only todo calls, as an MCP server does: the audit looks for other work in the client's recording, or says `unknown`. */
  readonly todoCallsOnly?: TodoCallsOnly
}

/** @throws HostError `unknown-rule`; `no-evidence`, for a gate without anybody who judges would let every completion pass */
export function openingOf(
  profile: Profile,
  { goal = null, parent = null, recorded, todoCallsOnly }: SessionOpening,
  { rules, evidence }: { readonly rules: readonly Rule[]; readonly evidence: Evidence | undefined },
): EventBody {
  const { name, settings, phases } = profile
  if (
    evidence === undefined &&
    profile.rules.some(({ id, mode }) => id === evidenceRequired.id && mode !== 'off')
  )
    throw new HostError(
      'no-evidence',
      `Profile ${name} asks for evidence (evidenceRequired), and this ledger has none. Open it with openLedger({ evidence: evidence() }) from @todo-ledger/audit.`,
    )
  const data: EventDataByType['session.opened'] = {
    profile: name,
    settings,
    rules: rulesInForce(profile, rules, recorded !== undefined),
    goal,
    source: recorded ?? null,
    parent,
    // As it was before there was another one.
    ...(phases === 'review' ? {} : { phases }),
    ...(todoCallsOnly === undefined ? {} : { todoCallsOnly }),
  }
  return { type: 'session.opened', data }
}

/** The rules of the last session of each profile: sessions that have the same ones share them. */
const lastRules = new WeakMap<
  Profile,
  { readonly own: readonly Rule[]; readonly recorded: boolean; readonly rules: readonly RuleInForce[] }
>()

/** Own rules that the profile does not set apply as `reject`; in a recording what would be refused is flagged. */
function rulesInForce(profile: Profile, own: readonly Rule[], recorded: boolean): readonly RuleInForce[] {
  const last = lastRules.get(profile)
  if (last?.own === own && last.recorded === recorded) return last.rules
  const known = new Map([...builtinRules, ...own].map((rule) => [rule.id, rule]))
  const set = new Map<string, RuleSetting>(own.map(({ id }) => [id, { id, mode: 'reject' }]))
  for (const { id } of profile.rules) set.delete(id)
  const all = [...profile.rules, ...set.values()].map(({ id, mode, options }) => {
    const rule = known.get(id)
    if (rule === undefined)
      throw new HostError(
        'unknown-rule',
        `Profile ${profile.name} sets the rule ${JSON.stringify(id)}, which is not known. Pass it to openLedger({ rules }).`,
      )
    const lowered = recorded && mode === 'reject'
    const every = { ...rule.defaults, ...options }
    return { id, version: rule.version, mode: lowered ? ('flag' as const) : mode, options: every, lowered }
  })
  const rules = frozenData(all)
  lastRules.set(profile, { own, recorded, rules })
  return rules
}

/** @throws HostError `profile-mismatch` if the session runs under another profile than was asked for */
export function mustRunUnder(asked: Profile | string | undefined, id: string, has: string): void {
  const name = typeof asked === 'object' ? asked.name : asked
  if (name === undefined || name === has) return
  throw new HostError(
    'profile-mismatch',
    `Session ${JSON.stringify(id)} runs under profile ${has}, not ${name}. Open it with ${has} or name a new session.`,
  )
}
