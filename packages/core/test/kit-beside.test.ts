import { describe, expect, it } from 'vitest'
import { profileNamed, profiles } from '../src/profiles/builtin-profiles.js'
import { checkProfile } from '../src/testing/check-profile.js'

/** The same sessions in every run; TEST_SEED gives others (`npm run test:random`). */
const seed = Number(process.env['TEST_SEED'] ?? 1)

const names = [
  'claude-code+markdown-list',
  'codex+beads',
  'todo-manager+markdown-list+beads',
  'loki+markdown-list',
  'wake-loop+beads',
  'recommended+markdown-list',
  'opencode+beads+markdown-list',
]

describe('with other lists beside it, every invariant holds in random sessions', () => {
  it.each(names)('of %s', async (name) => {
    const profile = profileNamed(name)
    if (profile === undefined) throw new Error(`There is no ${name}.`)
    expect(profile.name).toBe(name)
    await checkProfile(profile, { runs: 60, seed })
  })
})

it('a name with a part that is no list beside is no profile', () => {
  expect(['claude-code+codex', '+beads', 'beads+', 'claude-code+'].map(profileNamed)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('is named by its parts, and keeps them under other settings', () => {
  const named = profileNamed('claude-code+beads')
  expect(named?.with({ nagAfter: 3 }).name).toBe('claude-code+beads')
  expect(named?.with({ nagAfter: 3 }).settings['nagAfter']).toBe(3)
  expect(profileNamed('beads+beads')).toBe(profiles.beads)
})
