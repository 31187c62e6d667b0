import type { Profile } from '@todo-ledger/core'
import { checkProfile } from '@todo-ledger/core/testing'
import { describe, expect, it } from 'vitest'
import { isLongRun, seed } from '../../../test/random.js'
import { agents, claudeCode } from '../src/agents/index.js'
import { profileNamed } from '../src/profiles.js'
import { markdownList } from '../src/todo-sources/profile.js'

/** In `npm test` is seen that each can be driven at all. */
const sessions = isLongRun ? 100 : 2

const own: readonly Profile[] = [
  ...agents.flatMap(({ profile }) => profile ?? []),
  markdownList,
  claudeCode.profile.with({ nagAfter: 2, nagSpacing: 4 }),
]

describe(`in ${sessions} random sessions every invariant holds`, () => {
  it.each(own.map((profile) => [profile.name, profile] as const))('of %s', async (_name, profile) => {
    const { runs } = await checkProfile(profile, { runs: sessions, seed })
    expect(runs).toBe(sessions)
  })
})

const names = [
  'claude-code+markdown-list',
  'loki+markdown-list',
  'recommended+markdown-list',
  'opencode+markdown-list',
]

describe('with other lists beside it, every invariant holds in random sessions', () => {
  it.each(names)('of %s', async (name) => {
    const profile = profileNamed(name)
    if (profile === undefined) throw new Error(`There is no ${name}.`)
    expect(profile.name).toBe(name)
    await checkProfile(profile, { runs: isLongRun ? 20 : 2, seed })
  })
})

it('a name with a part that is no list beside is no profile', () => {
  expect(
    ['claude-code+codex', '+markdown-list', 'markdown-list+', 'claude-code+'].map((name) =>
      profileNamed(name),
    ),
  ).toEqual([undefined, undefined, undefined, undefined])
})

it('is named by its parts, and keeps them under other settings', () => {
  const named = profileNamed('claude-code+markdown-list')
  expect(named?.with({ nagAfter: 3 }).name).toBe('claude-code+markdown-list')
  expect(named?.with({ nagAfter: 3 }).settings['nagAfter']).toBe(3)
  expect(profileNamed('markdown-list+markdown-list')).toBe(markdownList)
})
