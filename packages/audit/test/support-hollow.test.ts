import { describe, expect, it } from 'vitest'
import {
  ask,
  audited,
  bash,
  completionOf,
  edit,
  failed,
  findingsOn,
  list,
  type Step,
  write,
} from './audited-session.js'
import { type Pair, worked } from './support-rows.js'

function change(path: string, before: string, after: string): Step {
  return {
    call: 'Edit',
    input: { file_path: path, old_string: before, new_string: after },
    output: 'updated',
  }
}

const cached = change('src/rates.ts', 'fetchRates()', 'cached(() => fetchRates(), 3600)')
const back = change('src/rates.ts', 'cached(() => fetchRates(), 3600)', 'fetchRates()')
const item = 'Cache the exchange rates'
const stub = 'export function rates() {\n  // TODO: implement\n}'
const red = failed('npm test', 'Tests  1 failed | 4 passed (5)')
const green = bash('npm test', 'Tests  5 passed (5)')
const skip = change('src/a.test.ts', "it('adds', () => {", "it.skip('adds', () => {")
const mended = change('src/a.ts', 'a - b', 'a + b')
const fix = 'Fix the failing test of the adder'

const pairs: readonly Pair[] = [
  { rule: 'undone by the reverse edit', item, fires: [cached, back], silent: [cached, back, cached] },
  {
    rule: 'undone by git',
    item,
    fires: [cached, bash('git checkout -- src/rates.ts')],
    silent: [cached, bash('git checkout -b rates')],
  },
  {
    rule: 'another file is undone',
    item,
    fires: [cached, bash('git restore .')],
    silent: [cached, bash('git restore src/other.ts')],
  },
  {
    rule: 'what is only unstaged still stands',
    item,
    fires: [cached, bash('git reset --hard')],
    silent: [cached, bash('git restore --staged src/rates.ts')],
  },
  {
    rule: 'what is committed stays',
    item,
    fires: [cached, bash('git stash')],
    silent: [cached, bash('git commit -am "Cache"', '[main 1a2b3c4] Cache'), bash('git reset --hard')],
  },
  {
    rule: 'what is stashed comes back',
    item,
    fires: [cached, bash('git stash && npm test', 'Tests  5 passed (5)')],
    silent: [cached, bash('git stash && npm test', 'Tests  5 passed (5)'), bash('git stash pop')],
  },
  {
    rule: 'an undoing that failed',
    item,
    fires: [cached, bash('git checkout src/rates.ts')],
    silent: [cached, failed('git checkout src/rates.ts', 'error: pathspec')],
  },
  {
    rule: 'a new file that is removed again',
    item,
    fires: [write('src/rates.ts', 'export const rates = 1'), bash('rm src/rates.ts')],
    silent: [write('src/rates.ts', 'export const rates = 1'), bash('rm src/old.ts')],
  },
  {
    rule: 'a stub',
    item,
    fires: [write('src/rates.ts', stub)],
    silent: [write('src/rates.ts', stub), cached],
  },
  {
    rule: 'a stub beside something else',
    item: 'Implement the rates in src/rates.ts',
    fires: [write('src/rates.ts', stub), edit('src/index.ts')],
    silent: [write('src/rates.ts', 'export const rates = () => 1'), edit('src/index.ts')],
  },
  {
    rule: 'comments alone',
    item,
    fires: [change('src/rates.ts', 'const a = 1', '// cached for an hour\nconst a = 1')],
    silent: [change('src/rates.ts', 'const a = 1', '// cached for an hour\nconst a = 2')],
  },
  {
    rule: 'a new file of comments alone',
    item,
    fires: [write('src/rates.ts', '// The rates are cached here.')],
    silent: [write('src/rates.ts', '// The rates are cached here.\nexport const rates = cached(fetchRates)')],
  },
  { rule: 'a failing test is skipped', item: fix, fires: [red, skip, green], silent: [red, mended, green] },
  {
    rule: 'a failing test is skipped beside a change of the code',
    item: fix,
    fires: [red, skip, green],
    silent: [red, skip, mended, green],
  },
  {
    rule: 'its file is deleted',
    item: fix,
    fires: [red, bash('rm src/a.test.ts'), green],
    silent: [red, change('src/a.test.ts', "add('1')", 'add(one)'), green],
  },
  {
    rule: 'expectations are taken from what came out',
    item: fix,
    fires: [red, bash('npx vitest run -u', 'Tests  5 passed (5)')],
    silent: [mended, red, bash('npx vitest run -u', 'Tests  5 passed (5)')],
  },
  {
    rule: 'hooks are left out',
    item: 'Commit the cart',
    fires: [
      failed('git commit -m "Cart"', 'husky - pre-commit script failed'),
      bash('git commit --no-verify -m "Cart"', '[main 1a2b3c4] Cart'),
    ],
    silent: [
      failed('git commit -m "Cart"', 'husky - pre-commit script failed'),
      mended,
      bash('git commit -am "Cart"', '[main 1a2b3c4] Cart'),
    ],
  },
  { rule: 'what failed is never run again', item: fix, fires: [red, mended], silent: [red, mended, green] },
]

describe('what was written for an item, looked at', () => {
  it.each(pairs)('$rule', async ({ item: text, fires, silent }) => {
    expect((await worked(text, fires)).verdict).not.toBe('supported')
    expect((await worked(text, silent)).verdict).toBe('supported')
  })

  it.each([
    ['stubs were asked for', 'Write a stub for the rates', [write('src/rates.ts', stub)]],
    ['comments were', 'Comment the rates', [change('src/rates.ts', 'const a = 1', '// one\nconst a = 1')]],
    ['settings are all comments', 'Create config/app.yaml', [write('config/app.yaml', '# port: 80')]],
    ['the item asks for it', 'Skip the failing test of the adder', [red, skip]],
    ['a program may have written it', item, [cached, back, bash('node scripts/cache-rates.js')]],
  ])('is right where %s', async (_, text, work) => {
    expect((await worked(text, work)).verdict).toBe('supported')
  })

  it('is right where the user asks for it, and where it is undone after the mark', async () => {
    const asked = await audited([
      ask('Fix the adder, skip its test for now.'),
      list(`in_progress ${fix}`),
      red,
      skip,
      green,
      list(`completed ${fix}`),
    ])
    expect(completionOf(asked, fix).verdict).toBe('supported')
    const later = await audited([
      list(`in_progress ${item}`),
      cached,
      list(`completed ${item}`),
      ask('No, take it back.'),
      back,
    ])
    expect(completionOf(later, item).verdict).toBe('supported')
  })

  it('is proven by a run that comes later', async () => {
    const steps = [
      list(`in_progress ${fix}`, 'pending Run the tests'),
      red,
      mended,
      list(`completed ${fix}`, 'in_progress Run the tests'),
      green,
      list(`completed ${fix}`, 'completed Run the tests'),
    ]
    expect(completionOf(await audited(steps), fix).verdict).toBe('supported')
  })

  it('says what it saw, with the places', async () => {
    const says = async (text: string, work: readonly Step[]) => {
      const audit = await audited([list(`in_progress ${text}`), ...work, list(`completed ${text}`)])
      const { verdict, missing } = completionOf(audit, text)
      return [verdict, missing[0], ...findingsOn(audit, text)]
    }
    expect(await says(item, [cached, bash('git checkout -- src/rates.ts')])).toMatchInlineSnapshot(`
      [
        "unsupported",
        "all that was written for it was undone: edited src/rates.ts (event 7), then ran git checkout -- src/rates.ts (event 11)",
        "warning unsupported-completion",
        "info unverified-change",
      ]
    `)
    expect(await says(item, [write('src/rates.ts', stub)])).toMatchInlineSnapshot(`
      [
        "unsupported",
        "all that was written for it is a stub: wrote src/rates.ts (event 7)",
        "warning unsupported-completion",
        "info unverified-change",
      ]
    `)
    expect(await says(fix, [red, skip, green])).toMatchInlineSnapshot(`
      [
        "weak",
        "a test was skipped after npm test (event 7) had failed, and nothing else was changed: edited src/a.test.ts (event 11)",
        "warning unsupported-completion",
      ]
    `)
    expect(await says(fix, [red, mended])).toMatchInlineSnapshot(`
      [
        "weak",
        "npm test (event 7) had failed, and no run passes after the last change: edited src/a.ts (event 11)",
        "warning unsupported-completion",
        "info unverified-change",
      ]
    `)
  })
})
