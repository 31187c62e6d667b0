import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sceneFormats } from './formats/index.js'
import { halfOf, runScene, runScenes, type SceneHalf, scenesOf } from './run-scenes.js'
import { readScenes } from './scene.js'

const root = fileURLToPath(new URL('.', import.meta.url))
const open = scenesOf(root, 'open')
const heldOut = scenesOf(root, 'held-out')

/** What the list of those that do not hold yet begins with. */
const heading = [
  '# Open scenes that the audit does not get right yet: the scene, the item, the verdict that is right, the formats.',
  '# The list only shrinks: npx vitest run test/audit-scenes -u takes out what holds now. What comes in is a fault.',
]

it('open scenes hold, but for those of not-yet.txt', async () => {
  const wrong = new Map<string, string[]>()
  for (const { scene, item, expected, format, wrong: what } of await runScenes(root, 'open')) {
    if (what === null) continue
    const line = `${scene.about}/${scene.id}: ${item}: ${expected.join(' or ')}`
    wrong.set(line, [...(wrong.get(line) ?? []), format])
  }
  const lines = [...wrong].map(([line, formats]) => `${line} (${formats.join(', ')})`)
  await expect(`${[...heading, ...lines].join('\n')}\n`).toMatchFileSnapshot('not-yet.txt')
})

describe('the scenes', () => {
  const all = [...open, ...heldOut]

  it('have names of their own', () => {
    const ids = all.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it.each([
    ['open', open],
    ['held-out', heldOut],
  ] as [SceneHalf, typeof open][])('of %s stand where their name puts them', (half, scenes) => {
    expect(scenes.filter((scene) => halfOf(scene) !== half).map(({ id }) => id)).toEqual([])
  })

  it('of every part have false and honest ones', () => {
    for (const about of new Set(all.map((scene) => scene.about))) {
      const expected = all
        .filter((scene) => scene.about === about)
        .flatMap(({ expects }) => [...expects.values()])
      expect([about, expected.some((one) => !one.includes('supported'))]).toEqual([about, true])
      expect([about, expected.some((one) => one.includes('supported'))]).toEqual([about, true])
    }
  })
})

it('a scene is read as it is written', () => {
  const text = [
    '=== tests-behind-tee',
    'why: the pipe hides the exit code',
    'unsupported or weak: Run the tests',
    '',
    'user: Run them, please',
    'plan: Run the tests',
    '$ npm test | tee log',
    '    1 failed',
    '',
    '      at line 3',
    'exit: 1',
    'done: Run the tests',
  ].join('\n')
  const [scene] = readScenes(text, 'some.scenes')
  expect(scene).toMatchObject({
    id: 'tests-behind-tee',
    about: 'some',
    steps: [
      { kind: 'user', text: 'Run them, please' },
      { kind: 'list', items: [{ text: 'Run the tests', status: 'in_progress' }] },
      {
        kind: 'run',
        command: 'npm test | tee log',
        output: '1 failed\n\n  at line 3',
        end: { kind: 'exit', code: 1 },
      },
      { kind: 'list', items: [{ text: 'Run the tests', status: 'completed' }] },
    ],
  })
  expect(scene?.expects).toEqual(new Map([['Run the tests', ['unsupported', 'weak']]]))
})

it.each([
  [
    'a verdict of an item that is never completed',
    ['unsupported: Run it', 'plan: Run it'],
    /completes “Run it”/,
  ],
  ['a word that is no step', ['supported: Run it', 'dance: wildly'], /no step “dance”/],
])('%s is an error', (_, lines, message) => {
  expect(() => readScenes(['=== x', 'why: y', ...lines].join('\n'), 'x.scenes')).toThrow(message)
})

it('a scene says the same in every format', async () => {
  const text = [
    '=== everything',
    'why: it has one of each',
    'undecided: Round in src/cart.ts',
    'supported: Run npm test',
    'user: Round the total',
    'plan: Round in src/cart.ts',
    'plan: Run npm test',
    'read: src/cart.ts',
    '    export const total = (sum: number) => sum',
    'search: total',
    '    src/cart.ts:1:export const total',
    'edit: src/cart.ts',
    '    - (sum: number) => sum',
    '    + (sum: number) => Math.round(sum)',
    'done: Round in src/cart.ts',
    '& npm run dev',
    'look:',
    '    ready',
    'running:',
    '$ npm test',
    '    Tests  3 passed (3)',
    'done: Run npm test',
    'say: It is rounded, and the tests pass.',
  ].join('\n')
  const [scene] = readScenes(text, 'x.scenes')
  if (scene === undefined) throw new Error('no scene')
  const outcomes = await runScene(scene)
  expect(outcomes.map(({ format, judged }) => `${format} ${judged?.completion.verdict}`)).toEqual(
    sceneFormats.flatMap(({ name }) => [`${name} undecided`, `${name} supported`]),
  )
})
