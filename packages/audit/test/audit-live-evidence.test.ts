import type { EventOf } from '@todo-ledger/core'
import { codex } from '@todo-ledger/recordings/agents'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { readAll } from '../../core/test/open-session.js'
import { LiveFeatures, lookupsOf } from '../src/completions/item-features.js'
import { ItemHistories } from '../src/completions/item-histories.js'
import { ServedItems } from '../src/completions/served-items.js'
import { promiseOf } from '../src/evidence/items/item-class.js'
import { noOwnWords } from '../src/evidence/items/own-words.js'
import { WorkLog } from '../src/evidence/work/work-log.js'
import { GatedHost, type Told, withStates } from './gated-host.js'

const texts = ['Run the tests', 'Fix the parser', 'Deploy the site', 'Write src/parser.ts and its tests']
const statuses = ['pending', 'in_progress', 'completed', 'completed']
const item = fc.tuple(fc.constantFrom(...statuses), fc.constantFrom(...texts)).map((parts) => parts.join(' '))

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('list' as const), items: fc.array(item, { maxLength: 4 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'edit' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bash' as const), ok: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ do: 'start' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'return' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'ask' as const }) },
)

it('what a live session keeps from one judgement to the next is what the whole session gives', () =>
  fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), fc.array(fc.boolean()), async (acts, judged) => {
      const told = withStates(await played(acts))
      const items = new ItemHistories()
      const log = new WorkLog()
      const live = new LiveFeatures(4)
      const served = new ServedItems()
      told.forEach(({ event, state }, index) => {
        const { work } = log
        // An update is tried before it is made, and some are tried that are made never.
        if (event.type === 'todos.updated' && judged[index % Math.max(1, judged.length)] === true) {
          const tried = keysIn(event)
          items.trying(tried, () => {
            items.update(event, state, work.length)
            const all = historiesOf([...told.slice(0, index), { event, state }])
            expect(plainly(items)).toEqual(plainly(all))
            const features = live.of(items, work, promise, tried)
            const simply = lookupsOf(all, work.slice(-4), promise)
            for (const text of texts) {
              const shares = simply.sharesOf(text)
              expect([...features.sharesOf(text)]).toEqual([...shares])
              expect(features.knownOf(shares)).toBeCloseTo(simply.knownOf(shares), 12)
            }
            for (const key of all.histories.keys())
              expect(features.featuresOfItem(key)).toEqual(simply.featuresOfItem(key))
            served.follow(items.completions, work)
            const fresh = new ServedItems(items.completions, work)
            for (const completion of items.completions) {
              expect(served.requestOf(completion)).toBe(fresh.requestOf(completion))
              expect(served.nextMarkOf(completion)).toBe(fresh.nextMarkOf(completion))
              for (const piece of work) {
                expect(served.ownersOf(piece, completion)).toEqual(fresh.ownersOf(piece, completion))
                expect(served.latestOf(piece, completion)).toEqual(fresh.latestOf(piece, completion))
                expect(served.isSpent(piece, completion)).toBe(fresh.isSpent(piece, completion))
              }
            }
          })
          const before = historiesOf(told.slice(0, index))
          expect(plainly(items)).toEqual(plainly(before))
        }
        log.observe(event)
        if (event.type !== 'todos.updated' || index % 5 === 3) return
        items.update(event, state, log.work.length)
        live.touch(keysIn(event))
        log.setBusy(state.items.filter(({ status }) => status === 'in_progress'))
      })

      function historiesOf(events: readonly Told[]): ItemHistories {
        const all = new ItemHistories()
        const itsLog = new WorkLog()
        events.forEach(({ event, state }, index) => {
          itsLog.observe(event)
          const isLast = index === events.length - 1
          // What was never made was not told either.
          const isMade = index % 5 !== 3 || (isLast && events[index] !== told[index])
          if (event.type === 'todos.updated' && isMade) all.update(event, state, itsLog.work.length)
        })
        return all
      }
    }),
    { numRuns: runs(40), seed: 4 },
  ))

function promise(text: string): ReturnType<typeof promiseOf> {
  return promiseOf(text, noOwnWords)
}

/** Lists are kept in numbers, which say the same in different ways. */
function plainly({ histories, completions }: ItemHistories): unknown {
  const former = ({ list, ...text }: ItemHistories['completions'][number]['formerTexts'][number]) => ({
    ...text,
    items: list.items,
  })
  return {
    histories: Array.from(histories, ([key, history]) => [
      key,
      { ...history, formerTexts: history.formerTexts.map(former) },
    ]),
    completions: completions.map(({ list, formerTexts, ...completion }) => ({
      ...completion,
      items: list.items,
      formerTexts: formerTexts.map(former),
    })),
  }
}

function keysIn(event: EventOf<'todos.updated'>): readonly string[] {
  return event.data.changes.flatMap((change) => (change.type === 'goal-set' ? [] : [change.key]))
}

async function played(acts: readonly (typeof act extends fc.Arbitrary<infer Act> ? Act : never)[]) {
  const host = await GatedHost.open(codex.profile)
  const open: string[] = []
  host.session.on('event', ({ event }) => {
    if (event.type === 'tool.called') open.push(event.data.call)
    if (event.type === 'tool.returned') open.splice(open.indexOf(event.data.call), 1)
  })
  for (const each of acts) {
    if (each.do === 'list') await host.list(...each.items)
    else if (each.do === 'edit') await host.edit('src/parser.ts')
    else if (each.do === 'bash') await host.bash('npx vitest run', each.ok ? '3 passed' : '1 failed', each.ok)
    else if (each.do === 'start') await host.callWithoutResult('npm run deploy')
    else if (each.do === 'ask') await host.session.recordMessage({ role: 'user', text: 'Deploy it, too.' })
    else if (open[0] !== undefined)
      await host.session.recordResult({ call: open[0], ok: true, output: 'the parser site is deployed' })
  }
  return readAll(host.store.read('s1'))
}
