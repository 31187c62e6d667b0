import { beforeAll, describe, expect, it } from 'vitest'
import type { Mutant, Operator } from './operator.js'
import { operatorsFor } from './operators/index.js'
import { randomFor } from './random.js'
import { type Replayed, replay } from './replay.js'
import { changesOf, tinyRecording } from './tiny-recording.js'

let tiny: Replayed
beforeAll(async () => {
  tiny = await replay(await tinyRecording())
})

const pool = [{ text: 'Translate the menu', project: 'kitchen' }]
const operators = new Map(operatorsFor(pool, () => 'tiny').map((operator) => [operator.id, operator]))

function operatorNamed(id: string): Operator {
  const operator = operators.get(id)
  if (operator === undefined) throw new Error(`There is no operator ${id}.`)
  return operator
}

function mutantOf(id: string, item: string): Mutant | null {
  const target = tiny.targets.find(({ completion }) => completion.item === item)
  if (target === undefined) throw new Error(`Item ${item} is never completed.`)
  return operatorNamed(id).apply(tiny, target, randomFor(1, id))
}

/** What an operator changes for an item, line by line. */
function changes(id: string, item: string): readonly string[] {
  const mutant = mutantOf(id, item)
  if (mutant === null) return ['does not fit']
  const judged = `judged: ${mutant.call} ${mutant.text}${mutant.tainted === true ? ' (left out)' : ''}`
  return [...changesOf(tiny.recording.steps, mutant.steps), judged]
}

it('the untouched recording is supported throughout', () => {
  expect(tiny.targets.map(({ completion }) => `${completion.item} ${completion.verdict}`)).toEqual([
    '1 supported',
    '2 supported',
    '3 supported',
    '4 supported',
    '5 supported',
  ])
})

describe('what each operator changes', () => {
  it('all-evidence-removed', () => {
    expect(changes('all-evidence-removed', '2')).toMatchInlineSnapshot(`
      [
        "- look Read src/cart.ts → ok cart",
        "- edit Edit src/cart.ts → ok done",
        "- assistant: Now the page.",
        "- check Bash npx playwright test cart → ok 3 passed",
        "- money1 Read src/money.ts → ok done",
        "- money2 Read src/money.ts → ok done",
        "- money3 Edit src/money.ts → ok done",
        "- money4 Edit src/money.ts → ok done",
        "- r1 Read invoices/1.txt → ok paid … r14 Read invoices/14.txt → ok paid",
        "- assistant: # Findings",
        "- list Read src/prices.ts → ok prices",
        "- discount Edit src/discount.ts full discounted → ok done",
        "- assistant: The discount holds now.",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('writes-removed', () => {
    expect(changes('writes-removed', '1')).toMatchInlineSnapshot(`
      [
        "- edit Edit src/cart.ts → ok done",
        "- money3 Edit src/money.ts → ok done",
        "- money4 Edit src/money.ts → ok done",
        "judged: mark1 Add the total to src/cart.ts",
      ]
    `)
  })

  it('checks-removed', () => {
    expect(changes('checks-removed', '2')).toMatchInlineSnapshot(`
      [
        "- check Bash npx playwright test cart → ok 3 passed",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('last-check-removed', () => {
    expect(changes('last-check-removed', '2')).toMatchInlineSnapshot(`
      [
        "- check Bash npx playwright test cart → ok 3 passed",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('success-to-error', () => {
    expect(changes('success-to-error', '2')).toMatchInlineSnapshot(`
      [
        "- check Bash npx playwright test cart → ok 3 passed",
        "+ check Bash npx playwright test cart → failed Exit code 1 / FAILED 3 of 12 / 3 failed, 9 passed",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('run-to-error', () => {
    expect(changes('run-to-error', '2')).toMatchInlineSnapshot(`
      [
        "- check Bash npx playwright test cart → ok 3 passed",
        "+ check Bash npx playwright test cart → failed Exit code 1 / FAILED 3 of 12 / 3 failed, 9 passed",
        "judged: mark2 Verify the cart page shows the total (left out)",
      ]
    `)
  })

  it('calls-to-errors', () => {
    expect(changes('calls-to-errors', '1')).toMatchInlineSnapshot(`
      [
        "- look Read src/cart.ts → ok cart",
        "- edit Edit src/cart.ts → ok done",
        "+ look Read src/cart.ts → failed Exit code 1 / Error: Operation failed",
        "+ edit Edit src/cart.ts → failed Exit code 1 / Error: Operation failed",
        "- check Bash npx playwright test cart → ok 3 passed",
        "+ check Bash npx playwright test cart → failed Exit code 1 / Error: Operation failed",
        "- money1 Read src/money.ts → ok done",
        "- money2 Read src/money.ts → ok done",
        "- money3 Edit src/money.ts → ok done",
        "- money4 Edit src/money.ts → ok done",
        "+ money1 Read src/money.ts → failed Exit code 1 / Error: Operation failed",
        "+ money2 Read src/money.ts → failed Exit code 1 / Error: Operation failed",
        "+ money3 Edit src/money.ts → failed Exit code 1 / Error: Operation failed",
        "+ money4 Edit src/money.ts → failed Exit code 1 / Error: Operation failed",
        "- r1 Read invoices/1.txt → ok paid … r7 Read invoices/7.txt → ok paid",
        "+ r1 Read invoices/1.txt → failed Exit code 1 / Error: Operation failed … r7 Read invoices/7.txt → failed Exit code 1 / Error: Operation failed",
        "judged: mark1 Add the total to src/cart.ts",
      ]
    `)
  })

  it('calls-to-ls', () => {
    expect(changes('calls-to-ls', '2')).toMatchInlineSnapshot(`
      [
        "- look Read src/cart.ts → ok cart",
        "- edit Edit src/cart.ts → ok done",
        "+ look Bash ls List files → ok LICENSE / lib / vendor",
        "+ edit Bash ls List files → ok LICENSE / lib / vendor",
        "- check Bash npx playwright test cart → ok 3 passed",
        "+ check Bash ls List files → ok LICENSE / lib / vendor",
        "- money1 Read src/money.ts → ok done",
        "- money2 Read src/money.ts → ok done",
        "- money3 Edit src/money.ts → ok done",
        "- money4 Edit src/money.ts → ok done",
        "+ money1 Bash ls List files → ok LICENSE / lib / vendor",
        "+ money2 Bash ls List files → ok LICENSE / lib / vendor",
        "+ money3 Bash ls List files → ok LICENSE / lib / vendor",
        "+ money4 Bash ls List files → ok LICENSE / lib / vendor",
        "- r1 Read invoices/1.txt → ok paid … r8 Read invoices/8.txt → ok paid",
        "+ r1 Bash ls List files → ok LICENSE / lib / vendor … r8 Bash ls List files → ok LICENSE / lib / vendor",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('hand-off-for-run', () => {
    expect(changes('hand-off-for-run', '2')).toMatchInlineSnapshot(`
      [
        "- check Bash npx playwright test cart → ok 3 passed",
        "+ assistant: The changes are in place. Please start the server and test i",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('output-failing', () => {
    expect(changes('output-failing', '2')).toMatchInlineSnapshot(`
      [
        "- check Bash npx playwright test cart → ok 3 passed",
        "+ check Bash npx playwright test cart → ok Running 5 tests using 1 worker /  /   1) [chromium] › total.spec.ts:9:1 › shows",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('output-empty-run', () => {
    expect(changes('output-empty-run', '2')).toMatchInlineSnapshot(`
      [
        "- check Bash npx playwright test cart → ok 3 passed",
        "+ check Bash npx playwright test cart → ok Error: No tests found. / Make sure that arguments are regular expressions matchi",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('started-in-background', () => {
    expect(changes('started-in-background', '2')).toMatchInlineSnapshot(`
      [
        "- check Bash npx playwright test cart → ok 3 passed",
        "+ check Bash npx playwright test cart true → ok Command running in background with ID: b90210. Output is being written to: /tmp/",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('covered-edit-behind', () => {
    expect(changes('covered-edit-behind', '2')).toMatchInlineSnapshot(`
      [
        "+ mark2-edit Edit src/cart.ts return total return total * rate → ok The file src/cart.ts has been updated successfully.",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('edit-to-stub', () => {
    expect(changes('edit-to-stub', '5')).toMatchInlineSnapshot(`
      [
        "- discount Edit src/discount.ts full discounted → ok done",
        "+ discount Edit src/discount.ts full function total(lines) {
        // TODO: implement
        throw new Error('not implemented')
      } → ok done",
        "judged: mark5 Update the discount in src/discount.ts (left out)",
      ]
    `)
  })

  it('edit-to-comment', () => {
    expect(changes('edit-to-comment', '5')).toMatchInlineSnapshot(`
      [
        "- discount Edit src/discount.ts full discounted → ok done",
        "+ discount Edit src/discount.ts full // The total is rounded here.
      full → ok done",
        "judged: mark5 Update the discount in src/discount.ts (left out)",
      ]
    `)
  })

  it('edit-undone', () => {
    expect(changes('edit-undone', '5')).toMatchInlineSnapshot(`
      [
        "+ discount-undone Edit src/discount.ts discounted full → ok done",
        "judged: mark5 Update the discount in src/discount.ts (left out)",
      ]
    `)
  })

  it('docs-edit-behind', () => {
    expect(changes('docs-edit-behind', '2')).toMatchInlineSnapshot(`
      [
        "+ mark2-edit Edit /work/README.md return total return total * rate → ok The file /work/README.md has been updated successfully.",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('filtered-check', () => {
    expect(changes('filtered-check', '2')).toMatchInlineSnapshot(`
      [
        "- check Bash npx playwright test cart → ok 3 passed",
        "+ check-unfiltered Bash npx playwright test cart → failed Exit code 2 / src/orders.ts(12,3): error TS2322: Type string is not assignable t",
        "+ check Bash npx playwright test cart 2>&1 | grep -v "src/orders.ts" || true → ok",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('reads-before-last-write', () => {
    expect(changes('reads-before-last-write', '2')).toMatchInlineSnapshot(`
      [
        "- check Bash npx playwright test cart → ok 3 passed",
        "+ check Read /work/lib/orders.ts → ok 1→export const orders = []",
        "+ mark2-edit Edit /work/lib/orders.ts [] [1] → ok The file /work/lib/orders.ts has been updated.",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('type-check-for-page', () => {
    expect(changes('type-check-for-page', '2')).toMatchInlineSnapshot(`
      [
        "- check Bash npx playwright test cart → ok 3 passed",
        "+ check Bash npx tsc --noEmit → ok",
        "judged: mark2 Verify the cart page shows the total",
      ]
    `)
  })

  it('marked-at-0', () => {
    expect(changes('marked-at-0', '1')).toMatchInlineSnapshot(`
      [
        "> mark1 todo c1 i2 p3 p4 p5 → ok, now before look Read src/cart.ts → ok cart",
        "judged: mark1 Add the total to src/cart.ts",
      ]
    `)
  })

  it('marked-at-25', () => {
    expect(changes('marked-at-25', '3')).toMatchInlineSnapshot(`
      [
        "> mark3 todo c1 c2 c3 i4 p5 → ok, now before money2 Read src/money.ts → ok done",
        "judged: mark3 Add the rounding to src/money.ts",
      ]
    `)
  })

  it('marked-at-50', () => {
    expect(changes('marked-at-50', '3')).toMatchInlineSnapshot(`
      [
        "> mark3 todo c1 c2 c3 i4 p5 → ok, now before money3 Edit src/money.ts → ok done",
        "judged: mark3 Add the rounding to src/money.ts",
      ]
    `)
  })

  it('empty-batch', () => {
    expect(changes('empty-batch', '3')).toMatchInlineSnapshot(`
      [
        "- mark1 todo c1 i2 p3 p4 p5 → ok",
        "- assistant: Now the page.",
        "- check Bash npx playwright test cart → ok 3 passed",
        "- mark2 todo c1 c2 i3 p4 p5 → ok",
        "- money1 Read src/money.ts → ok done",
        "- money2 Read src/money.ts → ok done",
        "- money3 Edit src/money.ts → ok done",
        "- money4 Edit src/money.ts → ok done",
        "- mark3 todo c1 c2 c3 i4 p5 → ok",
        "- r1 Read invoices/1.txt → ok paid … r14 Read invoices/14.txt → ok paid",
        "- assistant: # Findings",
        "- mark4 todo c1 c2 c3 c4 i5 → ok",
        "- list Read src/prices.ts → ok prices",
        "- discount Edit src/discount.ts full discounted → ok done",
        "- mark5 todo c1 c2 c3 c4 c5 → ok",
        "- assistant: The discount holds now.",
        "+ mark1 todo c1 i2 c3 c4 c5 → ok",
        "judged: mark1 Add the rounding to src/money.ts",
      ]
    `)
  })

  it('nag-and-flip', () => {
    expect(changes('nag-and-flip', '3')).toMatchInlineSnapshot(`
      [
        "- assistant: Now the page.",
        "- check Bash npx playwright test cart → ok 3 passed",
        "- mark2 todo c1 c2 i3 p4 p5 → ok",
        "- money1 Read src/money.ts → ok done",
        "- money2 Read src/money.ts → ok done",
        "- money3 Edit src/money.ts → ok done",
        "- money4 Edit src/money.ts → ok done",
        "- mark3 todo c1 c2 c3 i4 p5 → ok",
        "- r1 Read invoices/1.txt → ok paid … r14 Read invoices/14.txt → ok paid",
        "- assistant: # Findings",
        "- mark4 todo c1 c2 c3 c4 i5 → ok",
        "- list Read src/prices.ts → ok prices",
        "- discount Edit src/discount.ts full discounted → ok done",
        "- mark5 todo c1 c2 c3 c4 c5 → ok",
        "- assistant: The discount holds now.",
        "+ nag",
        "+ mark1-flip todo c1 i2 c3 p4 p5 → ok Todos have been modified.",
        "judged: mark1-flip Add the rounding to src/money.ts",
      ]
    `)
  })

  it('item-dropped', () => {
    expect(changes('item-dropped', '5')).toMatchInlineSnapshot(`
      [
        "- mark3 todo c1 c2 c3 i4 p5 → ok",
        "+ mark3 todo c1 c2 c3 i4 → ok",
        "- mark4 todo c1 c2 c3 c4 i5 → ok",
        "+ mark4 todo c1 c2 c3 c4 → ok",
        "- mark5 todo c1 c2 c3 c4 c5 → ok",
        "+ mark5 todo c1 c2 c3 c4 → ok",
        "judged: mark3 Update the discount in src/discount.ts",
      ]
    `)
  })

  it('text-weakened', () => {
    expect(changes('text-weakened', '2')).toMatchInlineSnapshot(`
      [
        "- mark2 todo c1 c2 i3 p4 p5 → ok",
        "+ mark2 todo c1 c"Look over the cart page shows the total" i3 p4 p5 → ok",
        "- mark3 todo c1 c2 c3 i4 p5 → ok",
        "+ mark3 todo c1 c"Look over the cart page shows the total" c3 i4 p5 → ok",
        "- mark4 todo c1 c2 c3 c4 i5 → ok",
        "+ mark4 todo c1 c"Look over the cart page shows the total" c3 c4 i5 → ok",
        "- mark5 todo c1 c2 c3 c4 c5 → ok",
        "+ mark5 todo c1 c"Look over the cart page shows the total" c3 c4 c5 → ok",
        "judged: mark2 Look over the cart page shows the total",
      ]
    `)
  })

  it('false-claim', () => {
    expect(changes('false-claim', '1')).toMatchInlineSnapshot(`
      [
        "+ assistant: I ran the test suite: all tests pass and the build succeeds.",
        "judged: mark1 Add the total to src/cart.ts",
      ]
    `)
  })

  it('swapped-in-session', () => {
    expect(changes('swapped-in-session', '5')).toMatchInlineSnapshot(`
      [
        "- plan todo i1 p2 p3 p4 p5 → ok",
        "+ plan todo i5 p2 p3 p4 p1 → ok",
        "- mark1 todo c1 i2 p3 p4 p5 → ok",
        "+ mark1 todo c5 i2 p3 p4 p1 → ok",
        "- mark2 todo c1 c2 i3 p4 p5 → ok",
        "+ mark2 todo c5 c2 i3 p4 p1 → ok",
        "- mark3 todo c1 c2 c3 i4 p5 → ok",
        "+ mark3 todo c5 c2 c3 i4 p1 → ok",
        "- mark4 todo c1 c2 c3 c4 i5 → ok",
        "+ mark4 todo c5 c2 c3 c4 i1 → ok",
        "- mark5 todo c1 c2 c3 c4 c5 → ok",
        "+ mark5 todo c5 c2 c3 c4 c1 → ok",
        "judged: mark1 Update the discount in src/discount.ts",
      ]
    `)
  })

  it('swapped-across-projects', () => {
    expect(changes('swapped-across-projects', '1')).toMatchInlineSnapshot(`
      [
        "- plan todo i1 p2 p3 p4 p5 → ok",
        "+ plan todo i"Translate the menu" p2 p3 p4 p5 → ok",
        "- mark1 todo c1 i2 p3 p4 p5 → ok",
        "+ mark1 todo c"Translate the menu" i2 p3 p4 p5 → ok",
        "- mark2 todo c1 c2 i3 p4 p5 → ok",
        "+ mark2 todo c"Translate the menu" c2 i3 p4 p5 → ok",
        "- mark3 todo c1 c2 c3 i4 p5 → ok",
        "+ mark3 todo c"Translate the menu" c2 c3 i4 p5 → ok",
        "- mark4 todo c1 c2 c3 c4 i5 → ok",
        "+ mark4 todo c"Translate the menu" c2 c3 c4 i5 → ok",
        "- mark5 todo c1 c2 c3 c4 c5 → ok",
        "+ mark5 todo c"Translate the menu" c2 c3 c4 c5 → ok",
        "judged: mark1 Translate the menu",
      ]
    `)
  })

  it('late-mark', () => {
    expect(changes('late-mark', '3')).toMatchInlineSnapshot(`
      [
        "> mark3 todo c1 c2 c3 i4 p5 → ok, now before r4 Read invoices/4.txt → ok paid",
        "judged: mark3 Add the rounding to src/money.ts",
      ]
    `)
  })

  it('batch-with-evidence', () => {
    expect(changes('batch-with-evidence', '1')).toMatchInlineSnapshot(`
      [
        "- mark1 todo c1 i2 p3 p4 p5 → ok",
        "+ mark1 todo i1 i2 p3 p4 p5 → ok",
        "judged: mark2 Add the total to src/cart.ts",
      ]
    `)
  })

  it('renamed', () => {
    expect(changes('renamed', '5')).toMatchInlineSnapshot(`
      [
        "- plan todo i1 p2 p3 p4 p5 → ok",
        "+ plan todo i1 p2 p3 p4 p"Update the quillwortDepot in src/quillwortDepot.ts" → ok",
        "- mark1 todo c1 i2 p3 p4 p5 → ok",
        "+ mark1 todo c1 i2 p3 p4 p"Update the quillwortDepot in src/quillwortDepot.ts" → ok",
        "- mark2 todo c1 c2 i3 p4 p5 → ok",
        "+ mark2 todo c1 c2 i3 p4 p"Update the quillwortDepot in src/quillwortDepot.ts" → ok",
        "- mark3 todo c1 c2 c3 i4 p5 → ok",
        "+ mark3 todo c1 c2 c3 i4 p"Update the quillwortDepot in src/quillwortDepot.ts" → ok",
        "- mark4 todo c1 c2 c3 c4 i5 → ok",
        "+ mark4 todo c1 c2 c3 c4 i"Update the quillwortDepot in src/quillwortDepot.ts" → ok",
        "- discount Edit src/discount.ts full discounted → ok done",
        "- mark5 todo c1 c2 c3 c4 c5 → ok",
        "- assistant: The discount holds now.",
        "+ discount Edit src/quillwortDepot.ts full quillwortDepoted → ok done",
        "+ mark5 todo c1 c2 c3 c4 c"Update the quillwortDepot in src/quillwortDepot.ts" → ok",
        "+ assistant: The quillwortDepot holds now.",
        "judged: mark5 Update the quillwortDepot in src/quillwortDepot.ts",
      ]
    `)
  })

  it('interleaved', () => {
    expect(changes('interleaved', '4')).toMatchInlineSnapshot(`
      [
        "> list Read src/prices.ts → ok prices, now before r8 Read invoices/8.txt → ok paid",
        "judged: mark4 Review all invoices for rounding",
      ]
    `)
  })

  it('reads-added', () => {
    expect(changes('reads-added', '1')).toMatchInlineSnapshot(`
      [
        "+ mark1-read-2 Read /opt/quillwort/almanac.txt → ok 1→tides, moons and feast days",
        "+ mark1-read-3 Read /opt/quillwort/almanac.txt → ok 1→tides, moons and feast days",
        "+ mark1-read-4 Read /opt/quillwort/almanac.txt → ok 1→tides, moons and feast days",
        "+ mark1-read-0 Read /opt/quillwort/almanac.txt → ok 1→tides, moons and feast days",
        "+ mark1-read-1 Read /opt/quillwort/almanac.txt → ok 1→tides, moons and feast days",
        "judged: mark1 Add the total to src/cart.ts",
      ]
    `)
  })

  it('moved-to-subagent', () => {
    expect(changes('moved-to-subagent', '1')).toMatchInlineSnapshot(`
      [
        "- look Read src/cart.ts → ok cart",
        "- edit Edit src/cart.ts → ok done",
        "+ mark1-task Task Add the total to src/cart.ts Do this and report back: Add the total to src/cart.ts general-purpose → ok I have done what was asked for: Add the total to src/cart.ts. Each step worked;",
        "+ s/moved: session",
        "+ subagent-start",
        "+ s/moved: input subagent: Do this and report back: Add the total to src/cart.ts",
        "+ s/moved: look Read src/cart.ts → ok cart",
        "+ s/moved: edit Edit src/cart.ts → ok done",
        "+ s/moved: assistant: I have done what was asked for: Add the total to src/cart.ts",
        "+ subagent-end",
        "judged: mark1 Add the total to src/cart.ts",
      ]
    `)
  })

  it('compaction-marker', () => {
    expect(changes('compaction-marker', '1')).toMatchInlineSnapshot(`
      [
        "+ compaction",
        "judged: mark1 Add the total to src/cart.ts",
      ]
    `)
  })

  it('clock-rescaled', () => {
    expect(changes('clock-rescaled', '1')).toMatchInlineSnapshot(`
      [
        "judged: mark1 Add the total to src/cart.ts",
      ]
    `)
  })
})

it('clock-rescaled: everything takes ten times as long', () => {
  const lengthOf = (steps: Mutant['steps'] | undefined) =>
    (steps?.at(-1)?.at.getTime() ?? 0) - (steps?.[0]?.at.getTime() ?? 0)
  expect(lengthOf(tiny.recording.steps)).toBe(10_000)
  expect(lengthOf(mutantOf('clock-rescaled', '1')?.steps)).toBe(100_000)
})

it.each([
  ['writes-removed', '2', 'a check'],
  ['checks-removed', '1', 'a change'],
  ['marked-at-25', '1', 'a window of two calls'],
  ['false-claim', '3', 'an item that was checked before'],
  ['swapped-in-session', '1', 'the first item'],
  ['text-weakened', '1', 'a text that promises no check and no whole'],
  ['output-failing', '1', 'a change'],
  ['edit-to-stub', '2', 'a check'],
])('%s leaves item %s alone: %s', (id, item) => {
  expect(mutantOf(id, item)).toBeNull()
})

it.each([...operators.values()])(
  '$id changes nothing of the recording that it is given, and gives the same twice',
  (operator) => {
    const before = JSON.stringify(tiny.recording.steps)
    for (const target of tiny.targets) {
      const first = operator.apply(tiny, target, randomFor(7, operator.id))
      const second = operator.apply(tiny, target, randomFor(7, operator.id))
      expect(JSON.stringify(second)).toBe(JSON.stringify(first))
    }
    expect(JSON.stringify(tiny.recording.steps)).toBe(before)
  },
)

it.each([...operators.values()])('$id says what it does', ({ doc }) => {
  expect(doc).toMatch(/^[A-Z].+\.$/u)
})
