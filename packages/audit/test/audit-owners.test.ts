import { describe, expect, it } from 'vitest'
import type { Verdict } from '../src/evidence/support/item-support.js'
import type { Work } from '../src/evidence/work/work.js'
import { WorkLog } from '../src/evidence/work/work-log.js'
import {
  ask,
  audited,
  bash,
  completionOf,
  grep,
  list,
  read,
  type Step,
  say,
  write,
} from './audited-session.js'

/** A session, and what comes out for one of its items. */
interface Row {
  readonly rule: string
  readonly item: string
  readonly steps: readonly Step[]
  readonly verdict: Verdict
}

const look = 'Review the cart module'
const suite = 'Run the unit tests'
const passing = bash('npm test', 'Tests  12 passed (12)')
const cart = write('src/cart.ts', 'export class Cart { total = 0 }')

/** A report with a section under each title. */
function sections(...titles: readonly string[]): Step {
  const point = '- It keeps one entry for each of them, and drops it at the end.\n'
  return say(
    titles
      .map((title) => `## ${title}\n\n${point.repeat(5)}`)
      .join('\n')
      .concat('\nCart and queue.'),
  )
}

const launched: Step = {
  call: 'Task',
  input: { description: 'Translate the labels', prompt: 'Translate the labels', run_in_background: true },
  output: 'Async agent launched successfully.\nagentId: a1 (internal ID)',
}
const comesBack = ask(
  `<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n<result>All labels are translated. ${'One more label. '.repeat(9)}</result>\n</task-notification>`,
)

const rows: readonly Row[] = [
  {
    rule: 'a sub-agent that has come back has reported',
    item: 'Translate the labels',
    steps: [
      list('in_progress Translate the labels'),
      launched,
      comesBack,
      list('completed Translate the labels'),
    ],
    verdict: 'supported',
  },
  {
    rule: 'one that was still running at the mark had not, and what it did is not in the log',
    item: 'Translate the labels',
    steps: [
      list('in_progress Translate the labels'),
      launched,
      list('completed Translate the labels'),
      comesBack,
    ],
    verdict: 'unknown',
  },
  {
    rule: 'of two in progress the last started has what is done then',
    item: 'Implement the beta feature',
    steps: [
      list('in_progress Implement the alpha feature', 'pending Implement the beta feature'),
      write('src/one.ts'),
      list('in_progress Implement the alpha feature', 'in_progress Implement the beta feature'),
      write('src/two.ts'),
      list('completed Implement the alpha feature', 'completed Implement the beta feature'),
    ],
    verdict: 'supported',
  },
  {
    rule: 'two that were started together share it',
    item: 'Implement the beta feature',
    steps: [
      list('in_progress Implement the alpha feature', 'in_progress Implement the beta feature'),
      write('src/two.ts'),
      list('completed Implement the alpha feature', 'completed Implement the beta feature'),
    ],
    verdict: 'weak',
  },
  {
    rule: 'a file written while a review was open is free for another item',
    item: 'Build the cart page',
    steps: [
      list(`in_progress ${look}`, 'pending Build the cart page'),
      cart,
      list(`completed ${look}`, 'completed Build the cart page'),
    ],
    verdict: 'weak',
  },
  {
    rule: 'a file written while a change was open is that change',
    item: 'Build the cart page',
    steps: [
      list('in_progress Add the total to the cart', 'pending Build the cart page'),
      cart,
      list('completed Add the total to the cart', 'pending Build the cart page'),
      read('src/x.ts'),
      list('completed Add the total to the cart', 'completed Build the cart page'),
    ],
    verdict: 'unsupported',
  },
  {
    rule: 'where both are marked at once it may be of both: to tell takes meaning',
    item: 'Build the cart page',
    steps: [
      list('in_progress Add the total to the cart', 'pending Build the cart page'),
      cart,
      list('completed Add the total to the cart', 'completed Build the cart page'),
    ],
    verdict: 'weak',
  },
  {
    rule: 'and it is where it holds the words of both',
    item: 'Restore the backups',
    steps: [
      list('in_progress Chain the hooks', 'pending Restore the backups'),
      write('src/hooks.go', 'chain hooks, restore backups'),
      list('completed Chain the hooks', 'completed Restore the backups'),
    ],
    verdict: 'supported',
  },
  {
    rule: 'but not where it holds only those of the other',
    item: 'Translate the labels',
    steps: [
      list('in_progress Chain the hooks', 'pending Translate the labels'),
      write('src/hooks.go', 'chain hooks'),
      list('completed Chain the hooks', 'completed Translate the labels'),
    ],
    verdict: 'unsupported',
  },
  {
    rule: 'an item that was started only to be ticked has nothing of others by time',
    item: 'Build the cellar',
    steps: [
      list('in_progress Add the cart', 'pending Build the cellar'),
      write('src/x.ts', 'something else'),
      list('completed Add the cart', 'in_progress Build the cellar'),
      list('completed Add the cart', 'completed Build the cellar'),
    ],
    verdict: 'unsupported',
  },
  {
    rule: 'nor by its words alone: a mark at the start is no work',
    item: 'Build the cellar',
    steps: [
      list('in_progress Add the cart', 'pending Build the cellar'),
      cart,
      write('src/cellar.ts', 'export class Cellar {}'),
      list('completed Add the cart', 'in_progress Build the cellar'),
      list('completed Add the cart', 'completed Build the cellar'),
    ],
    verdict: 'unsupported',
  },
  {
    rule: 'a report with a section on an item serves it too, whichever was in progress',
    item: 'Describe the queue',
    steps: [
      list('in_progress Describe the cart', 'pending Describe the queue'),
      sections('Cart', 'Queue'),
      read('src/x.ts'),
      list('completed Describe the cart', 'completed Describe the queue'),
    ],
    verdict: 'supported',
  },
  {
    rule: 'one that only mentions it does not',
    item: 'Describe the queue',
    steps: [
      list('in_progress Describe the cart', 'pending Describe the queue'),
      sections('Cart', 'Total'),
      read('src/x.ts'),
      list('completed Describe the cart', 'completed Describe the queue'),
    ],
    verdict: 'weak',
  },
  {
    rule: 'a request beside an item that asks for a suite is free',
    item: 'Verify the health endpoint',
    steps: [
      list(`in_progress ${suite}`, 'pending Verify the health endpoint'),
      bash('curl -s localhost:3000/status', '{"ok": true}'),
      passing,
      list(`completed ${suite}`, 'completed Verify the health endpoint'),
    ],
    verdict: 'supported',
  },
  {
    rule: 'a commit beside a change that asks for none is free',
    item: 'Commit everything',
    steps: [
      list('in_progress Add the cart', 'pending Commit everything'),
      cart,
      bash('git commit -am "Cart"', '[main 1a2b3c4] Cart'),
      list('completed Add the cart', 'completed Commit everything'),
    ],
    verdict: 'supported',
  },
  {
    rule: 'a commit beside an item that asks for a command is that one',
    item: 'Commit everything',
    steps: [
      list('in_progress Publish the package', 'pending Commit everything'),
      bash('git commit -am "Cart"', '[main 1a2b3c4] Cart'),
      list('completed Publish the package', 'completed Commit everything'),
    ],
    verdict: 'weak',
  },
  {
    rule: 'a file that is called like an identifier of the item is named by it',
    item: 'Extract UserDetail',
    steps: [
      list('in_progress Add the cart', 'pending Extract UserDetail'),
      write('src/views/UserDetail.tsx', 'const shown = cart'),
      list('completed Add the cart', 'completed Extract UserDetail'),
    ],
    verdict: 'supported',
  },
  {
    rule: 'a sub-agent that was sent to look wrote nothing for an item that was not in progress',
    item: 'Implement the billing export',
    steps: [
      list('pending Implement the billing export'),
      {
        call: 'Task',
        input: { description: 'Explore billing export', prompt: 'Explore the billing export' },
        output: `The billing export is in three files. ${'It writes rows. '.repeat(20)}`,
      },
      list('completed Implement the billing export'),
    ],
    verdict: 'unsupported',
  },
  {
    rule: 'one that was sent to do it did',
    item: 'Implement the billing export',
    steps: [
      list('pending Implement the billing export'),
      {
        call: 'Task',
        input: { description: 'Implement billing export', prompt: 'Implement the billing export' },
        output: `The billing export is implemented in three files. ${'It writes rows. '.repeat(20)}`,
      },
      list('completed Implement the billing export'),
    ],
    verdict: 'supported',
  },
  {
    rule: 'what was there already counts where something was looked at',
    item: 'Add the dark theme',
    steps: [
      list('in_progress Add the dark theme'),
      read('src/theme.ts', 'export const dark = {}'),
      say('The dark theme is already implemented in src/theme.ts, so no change is needed here.'),
      list('completed Add the dark theme'),
    ],
    verdict: 'supported',
  },
  {
    rule: 'and not where nothing was',
    item: 'Add the dark theme',
    steps: [
      list('in_progress Add the dark theme'),
      say('The dark theme is already implemented in src/theme.ts, so no change is needed here.'),
      list('completed Add the dark theme'),
    ],
    verdict: 'unsupported',
  },
  {
    rule: 'nor where something else was there',
    item: 'Add the dark theme',
    steps: [
      list('in_progress Add the dark theme'),
      read('src/theme.ts', 'export const dark = {}'),
      say('The dark theme needs a toggle. The router is already set up, and the header exists already.'),
      list('completed Add the dark theme'),
    ],
    verdict: 'unsupported',
  },
  {
    rule: 'nor where something else was looked at',
    item: 'Add the dark theme',
    steps: [
      list('in_progress Add the dark theme'),
      read('src/cart.ts', 'export class Cart {}'),
      say('The dark theme is already implemented, so no change is needed here.'),
      list('completed Add the dark theme'),
    ],
    verdict: 'unsupported',
  },
  {
    rule: 'for an unknown verb reads of others count once, however many',
    item: 'Zorble the frobs',
    steps: [
      list('in_progress Add the cart', 'pending Zorble the frobs'),
      ...['a', 'b', 'c', 'd'].map((name) => read(`src/${name}.ts`, 'zorble frobs')),
      list('completed Add the cart', 'completed Zorble the frobs'),
    ],
    verdict: 'weak',
  },
  {
    rule: 'its own reads add up',
    item: 'Zorble the frobs',
    steps: [
      list('in_progress Zorble the frobs'),
      ...['a', 'b', 'c', 'd'].map((name) => read(`src/${name}.ts`, 'zorble frobs')),
      list('completed Zorble the frobs'),
    ],
    verdict: 'supported',
  },
]

/** The work of a child session that wrote one file. */
function childThatWrote(path: string): readonly Work[] {
  const log = new WorkLog()
  const event = { id: 'e', session: 'child', turn: 1, at: new Date(0), version: 1 }
  const input = { file_path: path, content: 'rows' }
  log.observe({ ...event, seq: 1, type: 'tool.called', data: { call: 'x', name: 'Write', input } })
  log.observe({
    ...event,
    seq: 2,
    type: 'tool.returned',
    data: { call: 'x', ok: true, output: 'File created successfully', effect: 'write', verify: false },
  })
  return log.work
}

describe('whose a piece of work is', () => {
  it.each(rows)('$rule', async ({ item, steps, verdict }) => {
    expect(completionOf(await audited(steps), item).verdict).toBe(verdict)
  })

  it('words grade what is supported and never take the verdict away', async () => {
    const supportOf = async (path: string, content: string) => {
      const steps = [
        grep('cart', 'src/x.ts: cart total'),
        list('in_progress Build the cart total'),
        write(path, content),
        list('completed Build the cart total'),
      ]
      return completionOf(await audited(steps), 'Build the cart total')
    }
    const fitting = await supportOf('src/cart.ts', 'cart total')
    const strange = await supportOf('src/x1.ts', 'etwas anderes')
    expect([fitting.verdict, strange.verdict]).toEqual(['supported', 'supported'])
    expect(fitting.support).toBeGreaterThan((strange.support ?? 1) + 0.1)
  })

  it("a sub-agent's work belongs to what its calls fit, whatever it was told", async () => {
    const supportWith = async (path: string) => {
      const inner = childThatWrote(path)
      const steps = [
        list('in_progress Add the cart', 'pending Write the billing export'),
        {
          call: 'Task',
          input: { description: 'Go on', prompt: 'Go on' },
          output: 'Went on with the rest of it.',
        },
        list('completed Add the cart', 'completed Write the billing export'),
      ]
      return completionOf(await audited(steps, () => inner, 'child'), 'Write the billing export').support
    }
    expect(await supportWith('src/billing-export.ts')).toBeGreaterThan(
      (await supportWith('src/other.ts')) ?? 1,
    )
  })
})
