/** The kit bites: what is broken on purpose is caught within the run, and what it shows opens in todo-replay. */

import { evidence } from '@todo-ledger/audit'
import type { JsonValue, Profile, Rule, TodoStatus } from '@todo-ledger/core'
import { defineProfile, type RuleSetting } from '@todo-ledger/core/profiles'
import { builtinRules } from '@todo-ledger/core/rules'
import type { CheckOptions } from '@todo-ledger/core/testing'
import { describe, expect, it } from 'vitest'
import { brokenOf } from './broken-profiles/broken-of.js'
import { seed } from './random.js'

/** What the check of a profile finds in as many sessions as can be asked for. */
const found = (profile: Profile, options: CheckOptions) =>
  brokenOf(profile, { runs: 1000, seed, evidence: evidence(), ...options })

/** The rule as it would be if somebody forgot to write its check. */
function unchecked(id: string): readonly Rule[] {
  return builtinRules.filter((rule) => rule.id === id).map((rule) => ({ ...rule, check: () => [] }))
}

const text = { type: 'string' }
const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled']
const fields = { id: text, text, status: { type: 'string', enum: statuses }, reason: text, parent: text }

/**
 * Rules that order the closing of items can lead into a deadlock, which the kit finds, where circles are let in, or two
 * items of one id.
 */
const beside: { readonly [rule: string]: readonly RuleSetting[] } = {
  'dependencies-closed-first': [
    { id: 'ids-unique', mode: 'reject' },
    { id: 'no-dependency-cycle', mode: 'reject' },
  ],
  'children-closed-first': [
    { id: 'ids-unique', mode: 'reject' },
    { id: 'no-parent-cycle', mode: 'reject' },
  ],
}

/** A profile whose one tool takes any list, with one rule in force. */
function underRule(setting: Profile['rules'][number]): Profile {
  const properties = { ...fields, dependencies: { type: 'array', items: text } }
  const items = { type: 'array', items: { type: 'object', properties, required: ['id', 'text', 'status'] } }
  const inputSchema = { type: 'object', properties: { items }, required: ['items'] }
  return defineProfile({
    name: `under ${setting.id}`,
    source: 'this test',
    defaults: {},
    build: () => ({
      rules: [setting, ...(beside[setting.id] ?? [])],
      tools: [{ name: 'put', description: 'Puts a list.', inputSchema }],
      read: ({ input }) => ({
        intent: { kind: 'replace', items: listOf(input).map(itemOf), numbered: false },
        violations: [],
      }),
      reply: ({ violations }) => violations[0]?.message ?? 'ok',
      render: (list) => list.map((item) => item.text).join('\n'),
    }),
  })
}

function listOf(input: unknown): readonly unknown[] {
  const list = field(input, 'items')
  return Array.isArray(list) ? list : []
}

function itemOf(item: unknown, index: number) {
  const word = (name: string) => {
    const value = field(item, name)
    return typeof value === 'string' ? value : null
  }
  const dependencies: readonly unknown[] = [field(item, 'dependencies')].flat()
  return {
    id: word('id') ?? String(index + 1),
    ownId: true,
    text: word('text') ?? '',
    status: statuses.find((status) => status === word('status')) ?? ('pending' as const),
    reason: word('reason'),
    fields: {
      parent: word('parent'),
      dependencies: dependencies.filter((id): id is string => typeof id === 'string'),
    },
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

describe('a rule whose check was forgotten', () => {
  const judged = builtinRules.filter(({ judges }) => judges === 'state')
  const table = judged.map(({ id }) => [id] as const)
  const options: { readonly [rule: string]: { readonly [name: string]: JsonValue } } = {
    'max-items': { max: 3 },
  }

  it.each(table)('is caught: %s', async (id) => {
    const profile = underRule({ id, mode: 'reject', options: options[id] ?? {} })
    const error = await found(profile, { rules: unchecked(id) })
    expect(error).toMatchObject({ counterexample: { invariant: 'rules-kept' } })
    expect(error?.message).toContain(`${id} is broken`)
    expect(await found(profile, { runs: 10 })).toBeUndefined() // where it is there, it is not missed
  })
})
