import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isLongRun } from '../../../test/random.js'
import { openRecording, profileNamed, profilesOf, whatIf } from '../src/index.js'

const folder = fileURLToPath(new URL('../../../fixtures/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.jsonl'),
)

async function under(file: string, profile: string) {
  const known = profileNamed(profile)
  if (known === undefined) throw new Error(`no profile ${profile}`)
  return whatIf(await openRecording(`${folder}${file}`), { profile: known })
}

async function profileOf(file: string): Promise<string> {
  const recording = await openRecording(`${folder}${file}`)
  for await (const step of recording.steps) {
    if (step.kind === 'session') {
      await recording.close()
      return step.profile
    }
  }
  throw new Error(`${file} holds no session`)
}

test.each(files)('%s: the same profile comes to the same list by the same calls', async (file) => {
  for (const result of await under(file, await profileOf(file))) {
    const { firstDivergence, dangling, notCarried, attempts } = result
    expect({ firstDivergence, dangling, notCarried }).toEqual({
      firstDivergence: null,
      dangling: [],
      notCarried: [],
    })
    for (const { recorded, whatIf: now, beyond } of attempts) {
      expect([now, beyond]).toEqual([recorded, undefined])
    }
  }
})

/** `npm run test:long` reads each fixture under each profile, `npm test` under every sixth. */
const every = isLongRun ? 1 : 6

test.each(profilesOf().map(({ name }, index) => ({ name, index })))(
  'every fixture under $name: what is told is whole',
  async ({ name, index }) => {
    for (const file of files.filter((_, at) => at % every === index % every)) {
      const results = await under(file, name)
      const again = await under(file, name)
      expect(again).toEqual(results)
      for (const { attempts, firstDivergence, notCarried, final } of results) {
        const first = attempts.find(
          (attempt) => attempt.whatIf !== null && attempt.whatIf !== attempt.recorded,
        )
        expect(firstDivergence?.seq).toBe(first?.seq)
        for (const attempt of attempts) {
          const { whatIf: now, violations, carried, notCarried: what = [] } = attempt
          expect(now === 'rejected').toBe(violations.length > 0)
          expect(carried === false).toBe(now === null)
          expect(now === null && what.length === 0).toBe(false)
        }
        expect(new Set(final.items.map(({ id }) => id)).size).toBe(final.items.length)
        expect(notCarried.every(({ what }) => what.length < 600)).toBe(true)
      }
    }
  },
)
