import type { JsonValue } from '@todo-ledger/core'

import { HostError, type LedgerOptions, memoryStore, openLedger, profileList } from '@todo-ledger/core'
import { usualRequirement } from '@todo-ledger/core/rules'

import { profileNamed } from '@todo-ledger/recordings'

import { codex } from '@todo-ledger/recordings/agents'
import { describe, expect, it } from 'vitest'
import { openSession, readAll } from '../../core/test/open-session.js'
import { evidence } from '../src/evidence.js'
import { GatedHost } from './gated-host.js'

const gated = { evidenceRequired: true } as const

describe('a completion without support', () => {
  it('is refused with the item, what is missing and what to do', async () => {
    const host = await GatedHost.open()
    await host.list('in_progress Fix the parser', 'pending Run the tests')
    await host.edit('src/parser.ts')
    expect(await host.list('completed Fix the parser', 'in_progress Run the tests')).toMatchObject({
      ok: true,
    })
    await host.edit('src/other.ts')
    const reply = await host.list('completed Fix the parser', 'completed Run the tests')
    expect(reply.ok).toBe(false)
    expect(reply.text).toMatchInlineSnapshot(
      `"Error: Item 2 ("Run the tests") can't be completed yet: the recorded work does not show it (support 0.00, it takes 0.30). Missing: a test run. Needed: a test run that passes, before the mark. Do that, then complete the item again; leave it open until then."`,
    )
    expect(reply.violations).toMatchObject([{ rule: 'evidence-required', item: '2', expected: 0.3 }])
    expect(host.statuses()).toEqual(['completed', 'in_progress'])
  })

  it('goes through once the work is there, with its support in the log', async () => {
    const host = await GatedHost.open()
    await host.list('in_progress Run the tests')
    await host.edit('src/parser.ts')
    expect(await host.list('completed Run the tests')).toMatchObject({ ok: false })
    await host.bash('npx vitest run', 'Tests  12 passed (12)')
    expect(await host.list('completed Run the tests')).toMatchObject({ ok: true })
    const last = await host.lastUpdate()
    expect(last.support?.['k1']).toBeGreaterThanOrEqual(0.7)
    expect(last.flags).toEqual([])
  })

  it("is judged by the host's own check commands too", async () => {
    const acceptance = async (options: Partial<LedgerOptions>) => {
      const host = await GatedHost.open(undefined, options)
      await host.list('in_progress Run the tests')
      await host.bash('acme all', 'fine')
      return (await host.list('completed Run the tests')).ok
    }
    expect(await acceptance({})).toBe(false)
    expect(
      await acceptance({ evidence: evidence({ checks: [{ command: 'acme all', kind: 'test' }] }) }),
    ).toBe(true)
  })

  it('is let go and flagged after so many refusals of the same item', async () => {
    const host = await GatedHost.open(codex.profile.with({ evidenceRequired: { releaseAfter: 2 } }))
    await host.list('in_progress Run the tests', 'pending Deploy the site')
    await host.edit('src/parser.ts')
    const both = ['completed Run the tests', 'completed Deploy the site'] as const
    expect((await host.list(both[0], 'pending Deploy the site')).ok).toBe(false)
    expect((await host.list(...both)).ok).toBe(false)
    // The first has been refused twice, the second once.
    const third = await host.list(...both)
    expect(third.violations?.map(({ item }) => item)).toEqual(['2'])
    expect((await host.list(...both)).ok).toBe(true)
    const { flags, waivedRules, support } = await host.lastUpdate()
    expect(waivedRules).toEqual(['evidence-required'])
    const ours = flags.filter(({ rule }) => rule === 'evidence-required')
    expect(ours.map(({ item }) => item)).toEqual(['1', '2'])
    expect(ours[0]?.message).toMatchInlineSnapshot(
      `"Item 1 ("Run the tests") was completed after 2 refusals without the recorded work showing it (support 0.00, it takes 0.30). Missing: a test run"`,
    )
    expect(Object.keys(support ?? {})).toEqual(['k1', 'k2'])
    expect(host.session.state.disagreements).toEqual([])
  })

  it('is only flagged where no refusal is allowed', async () => {
    const host = await GatedHost.open(codex.profile.with({ evidenceRequired: { releaseAfter: 0 } }))
    await host.list('in_progress Run the tests')
    await host.edit('src/parser.ts')
    expect((await host.list('completed Run the tests')).ok).toBe(true)
    expect((await host.lastUpdate()).flags).toMatchObject([{ rule: 'evidence-required', item: '1' }])
  })

  it('tells of all items in the first violation, for most replies tell only that', async () => {
    const host = await GatedHost.open()
    await host.edit('src/parser.ts')
    await host.list('in_progress Run the tests', 'pending Deploy the site')
    const reply = await host.list('completed Run the tests', 'completed Deploy the site')
    expect(reply.violations).toHaveLength(2)
    expect(reply.text).toContain('Deploy the site')
  })

  it('added as completed is the same item by its text', async () => {
    const host = await GatedHost.open(codex.profile.with({ evidenceRequired: { releaseAfter: 1 } }))
    await host.list('pending Plan')
    await host.edit('src/parser.ts')
    expect((await host.list('pending Plan', 'completed Run the tests')).ok).toBe(false)
    expect((await host.list('completed Deploy the site', 'pending Plan')).ok).toBe(false)
    expect((await host.list('completed Run the tests', 'pending Plan')).ok).toBe(true)
  })
})

describe('what the gate leaves alone', () => {
  it('a session in which the host recorded no other tool, and says so once', async () => {
    const host = await GatedHost.open()
    await host.list('in_progress Run the tests', 'in_progress Deploy the site')
    expect((await host.list('completed Run the tests', 'in_progress Deploy the site')).ok).toBe(true)
    const { flags, support, waivedRules } = await host.lastUpdate()
    expect(flags).toMatchObject([{ rule: 'evidence-required', item: null }])
    expect(support).toBeUndefined()
    expect(waivedRules).toBeUndefined()
    expect((await host.list('completed Run the tests', 'completed Deploy the site')).ok).toBe(true)
    expect((await host.lastUpdate()).flags).toEqual([])
  })

  it('the classes that are spared', async () => {
    const host = await GatedHost.open()
    await host.edit('src/parser.ts')
    await host.list('in_progress Decide on the approach', 'pending Summarize the result')
    const done = ['completed Decide on the approach', 'completed Summarize the result'] as const
    expect((await host.list(...done)).ok).toBe(true)
    expect((await host.lastUpdate()).support).toBeUndefined()
  })

  it('a call whose result never came, in an earlier turn: the evidence may lie there', async () => {
    const host = await GatedHost.open()
    await host.list('in_progress Run the tests')
    await host.callWithoutResult('npx vitest run')
    expect((await host.list('completed Run the tests')).ok).toBe(true)
    expect((await host.lastUpdate()).support).toBeUndefined()
  })

  it('but not one of the same turn: its result is to be waited for', async () => {
    const host = await GatedHost.open()
    await host.list('in_progress Run the tests')
    const turn = await host.session.startTurn()
    await turn.recordCall({ call: 'now', name: 'Bash', input: { command: 'npx vitest run' } })
    const mark = { plan: [{ step: 'Run the tests', status: 'completed' }] }
    const reply = await turn.callTodoTool('update_plan', mark)
    expect(reply.ok).toBe(false)
    expect(reply.text).toContain('npx vitest run')
    await turn.recordResult({ call: 'now', ok: true, output: 'Tests  12 passed (12)' })
    await turn.end()
    expect((await host.list('completed Run the tests')).ok).toBe(true)
  })

  it('a list that was taken over: its work stands in another log', async () => {
    const host = await GatedHost.open()
    await host.edit('src/parser.ts')
    await host.session.adopt('update_plan', { plan: [{ step: 'Run the tests', status: 'completed' }] })
    expect(host.statuses()).toEqual(['completed'])
    const { flags, support } = await host.lastUpdate()
    expect(support).toBeUndefined()
    expect(flags.map(({ rule }) => rule)).not.toContain('evidence-required')
  })
})

describe('a recorded session', () => {
  it('keeps its outcomes: the rule only flags, with the support in the log', async () => {
    const ledger = openLedger({ store: memoryStore(), evidence: evidence(), profileNamed })
    const session = await ledger.session('s1', {
      profile: codex.profile.with(gated),
      recorded: { format: 'test', file: 'test' },
    })
    const host = new GatedHost(session, { ok: true, output: 'Plan updated' })
    await host.begin()
    await host.list('in_progress Run the tests')
    await host.edit('src/parser.ts')
    expect((await host.list('completed Run the tests')).ok).toBe(true)
    const { flags, support, waivedRules } = await host.lastUpdate()
    expect(flags).toMatchObject([{ rule: 'evidence-required', item: '1' }])
    expect(support?.['k1']).toBeLessThan(0.3)
    expect(waivedRules).toBeUndefined()
  })
})

describe('the setting', () => {
  it.each(profileList.map((profile) => [profile.name, profile] as const))(
    'is known to %s, off by default, and its refusal tells what to do',
    async (_name, profile) => {
      expect(profile.settings['evidenceRequired']).toBeUndefined()
      expect(profile.rules.map(({ id }) => id)).not.toContain('evidence-required')
      const on = profile.with(gated)
      expect(on.rules.at(-1)).toEqual({ id: 'evidence-required', mode: 'reject', options: usualRequirement })
      expect(on.with({}).settings).toEqual(on.settings)
      expect(on.with({ evidenceRequired: false }).settings).toEqual(profile.settings)
      const violation = {
        rule: 'evidence-required',
        message: 'It is not shown',
        item: '1',
        expected: 0.3,
        received: 0,
        fix: 'Run it.',
      }
      const { state } = await openSession(profile)
      const tool = profile.tools[0]?.name ?? ''
      const text = on.reply({ tool, input: {}, state, query: false, touched: [], violations: [violation] })
      expect(text.split('Run it.')).toHaveLength(2)
      expect(text).toContain('It is not shown. Run it.')
    },
  )

  const wrong: readonly (readonly [JsonValue, string])[] = [
    ['yes', 'must be true, false or an object'],
    [null, 'must be true, false or an object'],
    [[], 'must be true, false or an object'],
    [{ treshold: 1 }, 'has no field "treshold". It has: threshold, releaseAfter, spare'],
    [{ threshold: 30 }, 'evidenceRequired.threshold of profile codex must be a number from 0 to 1'],
    [{ threshold: Number.NaN }, 'must be a number from 0 to 1'],
    [{ releaseAfter: -1 }, 'must be a whole number from 0 on'],
    [{ releaseAfter: 1.5 }, 'must be a whole number from 0 on'],
    [{ spare: ['thinking'] }, 'must be a list of classes of items (change, verify'],
    [{ spare: 'think' }, 'must be a list of classes of items'],
  ]
  it.each(wrong)('%j is a bad setting: %s', (given, message) => {
    const settings: { readonly [name: string]: JsonValue } = { evidenceRequired: given }
    const change = () => codex.profile.with(settings)
    expect(change).toThrow(HostError)
    expect(change).toThrow(message)
  })

  it('comes back with a session that is resumed without a profile', async () => {
    const host = await GatedHost.open(codex.profile.with({ evidenceRequired: { threshold: 0.5 } }))
    const resumed = await host.reopened()
    expect(resumed.session.profile.settings['evidenceRequired']).toEqual({
      threshold: 0.5,
      releaseAfter: 3,
      spare: ['think', 'communicate'],
    })
    expect((await readAll(host.store.read('s1'))).length).toBeGreaterThan(1)
  })
})
