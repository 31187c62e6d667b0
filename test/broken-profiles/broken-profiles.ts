/** Profiles that are broken in one place each, and what `checkProfile` must find there. */

import { defineRule, isOpen, type Profile, profiles, type Rule } from '@todo-ledger/core'
import {
  defineProfile,
  neverContinue,
  property,
  spacedNag,
  textOf,
  unreadable,
} from '@todo-ledger/core/profiles'
import type { CheckOptions, Invariant } from '@todo-ledger/core/testing'

/** One that is broken. */
export interface BrokenProfile {
  /** In what way. */
  readonly what: string
  /** The invariant that it breaks. */
  readonly breaks: string
  /** The profile. */
  readonly profile: Profile
  /** What else the check is given. */
  readonly options?: CheckOptions
}

const { todoManager, todoListMiddleware, wakeLoop, recommended } = profiles
const loki = profiles.loki.with({ autoContinue: true })

/** Jobs that are added one by one, done and removed; with a number of this list's own, and a rule of this list's own. */
function jobs(nextId: (ids: readonly string[], used: number) => string): Profile {
  const text = { type: 'string' }
  const tool = (name: string, field: string) => ({
    name,
    description: name,
    inputSchema: { type: 'object', properties: { [field]: text }, required: [field] },
  })
  return defineProfile({
    name: 'jobs',
    source: 'test/broken-profiles',
    defaults: {},
    build: () => ({
      tools: [tool('add', 'text'), tool('done', 'id'), tool('remove', 'id')],
      rules: [{ id: 'few-open', mode: 'reject' }],
      read: ({ tool: name, input, state: { items, idsUsed } }) => {
        if (name === 'add') {
          const id = nextId(
            items.map((item) => item.id),
            idsUsed,
          )
          const wanted = textOf(property(input, 'text')) ?? 'A job'
          return {
            intent: { kind: 'edit', add: [{ id, ownId: false, text: wanted, status: 'pending' }] },
            violations: [],
          }
        }
        const key = items.find(({ id }) => id === textOf(property(input, 'id')))?.key
        if (key === undefined) return unreadable()
        const intent =
          name === 'done'
            ? ({ kind: 'edit', edit: [{ key, status: 'completed' }] } as const)
            : ({ kind: 'edit', remove: [key] } as const)
        return { intent, violations: [] }
      },
      reply: ({ violations: [first] }) => first?.message ?? 'ok',
      render: (items) => items.map((item) => `${item.id} ${item.text}`).join('\n'),
      nag: spacedNag({ after: 4, spacing: 6, text: () => 'Any news?' }),
      continuation: neverContinue,
      capabilities: {
        statuses: ['pending', 'completed'],
        add: {
          tool: 'add',
          oneByOne: true,
          nextId: ({ items, idsUsed }) =>
            nextId(
              items.map(({ id }) => id),
              idsUsed,
            ),
        },
        setStatus: { completed: 'done' },
      },
    }),
  })
}

/** The rule of its own: so many may be open. */
function fewOpen(most: number): Rule {
  return defineRule({
    id: 'few-open',
    version: 1,
    check: ({ items }) =>
      items.filter(isOpen).length > most ? [{ message: 'Too many are open', fix: 'Do one first.' }] : [],
  })
}

/** A profile that is nobody else's, and whole: its ids count on. */
const ownProfile: Profile = jobs((_ids, used) => String(used + 1))
const own = { rules: [fewOpen(4)] }

/** Each who works on the list may have one item in progress. */
const oneInProgressEach: Profile = {
  ...todoListMiddleware,
  rules: [
    ...todoListMiddleware.rules.filter(({ id }) => id !== 'exactly-one-in-progress'),
    { id: 'single-in-progress', mode: 'reject', options: { per: 'actor' } },
  ],
}

/** What the author says of the rule once more: it is the only way to know that the rule itself is wrong. */
const fourOpen: Invariant = {
  name: 'four-open',
  summary: 'Never more than four are open.',
  check({ states }) {
    const crowded = states.find(({ items }) => items.filter(isOpen).length > 4)
    return crowded === undefined ? null : { seq: crowded.seq, message: 'Five items are open' }
  },
}

/** Each with one fault. */
export const brokenProfiles: readonly BrokenProfile[] = [
  {
    what: 'a nag that comes a turn late',
    breaks: 'nags-due',
    profile: {
      ...todoManager,
      nag: (state) =>
        todoManager.nag?.({ ...state, turnsSinceCallInRun: state.turnsSinceCallInRun - 1 }) ?? null,
    },
    options: { like: todoManager },
  },
  {
    what: 'a nag that never comes',
    breaks: 'nags-due',
    profile: { ...todoListMiddleware, nag: null },
    options: { like: todoListMiddleware },
  },
  {
    what: 'a budget that fresh input does not renew',
    breaks: 'continuations-due',
    profile: {
      ...loki,
      continuation: (state, ended) =>
        state.run.number > 10 ? neverContinue(state, ended) : loki.continuation(state, ended),
    },
    options: { like: loki },
  },
  {
    what: 'a budget of one too many',
    breaks: 'continuations-due',
    profile: { ...loki, continuation: loki.with({ maxAutoContinues: 11 }).continuation },
    options: { like: loki },
  },
  {
    what: 'a continuation after the same answer',
    breaks: 'continuations-due',
    profile: {
      ...loki,
      continuation: (state, ended) =>
        loki.continuation({ ...state, continuations: { ...state.continuations, lastAnswer: null } }, ended),
    },
    options: { like: loki },
  },
  {
    what: 'replies that are refused though budget is left',
    breaks: 'continuations-due',
    profile: { ...wakeLoop, wakeBudget: 20 },
    options: { like: wakeLoop },
  },
  {
    what: 'a cap that is handed on one too high',
    breaks: 'rules-kept',
    profile: { ...todoManager, rules: todoManager.with({ maxItems: 21 }).rules },
    options: { like: todoManager },
  },
  {
    what: 'a cap that is handed on one too low',
    breaks: 'refusals-needed',
    profile: { ...recommended, rules: recommended.with({ maxItems: 19 }).rules },
    options: { like: recommended },
  },
  {
    what: 'a rule of its own that lets one more in',
    breaks: 'four-open',
    profile: ownProfile,
    options: { rules: [fewOpen(5)], also: [fourOpen] },
  },
  {
    what: 'an id that is used again after a removal',
    breaks: 'ids-kept',
    profile: jobs((ids) => String(Math.max(0, ...ids.map(Number)) + 1)),
    options: own,
  },
  {
    what: 'places that are counted from 0',
    breaks: 'ids-kept',
    profile: {
      ...todoListMiddleware,
      read: (call) => {
        const { intent, violations } = todoListMiddleware.read(call)
        if (intent.kind !== 'replace') return { intent, violations }
        const items = intent.items.map((item, index) => ({ ...item, id: String(index) }))
        return { intent: { ...intent, items, numbered: false }, violations }
      },
    },
  },
  {
    what: 'a nag that another who updates the list puts off',
    breaks: 'nags-due',
    profile: {
      ...ownProfile,
      nag: (state) =>
        state.otherActors.some(({ nags, turn }) => turn.own > 0 && nags.updatedTurn === turn.own)
          ? null
          : (ownProfile.nag?.(state) ?? null),
    },
    options: { ...own, like: ownProfile },
  },
  {
    what: 'a write once a turn, where a sub-agent may write again',
    breaks: 'rules-kept',
    profile: todoListMiddleware,
    options: {
      rules: [
        defineRule({
          id: 'one-update-per-turn',
          version: 1,
          check: ({ actor, turn }) =>
            actor === null && turn.open && turn.writers.length > 1
              ? [{ message: 'The list was written already', fix: 'Wait.' }]
              : [],
        }),
      ],
    },
  },
  {
    what: 'a single item in progress for each, where only those of the main agent are counted',
    breaks: 'rules-kept',
    profile: oneInProgressEach,
    options: {
      rules: [
        defineRule({
          id: 'single-in-progress',
          version: 1,
          check: ({ items }) =>
            items.filter(({ status, actor }) => status === 'in_progress' && actor === null).length > 1
              ? [{ message: 'Two are in progress', fix: 'Stop one.' }]
              : [],
        }),
      ],
    },
  },
]
