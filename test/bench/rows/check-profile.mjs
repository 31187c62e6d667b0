// A plain run of the kit: what a person waits for who tests a profile.
import { profileList, profiles } from '@todo-ledger/core'
import { figure, spreadOf, time } from '../figures.mjs'

export const checkProfile = {
  name: 'check-profile',
  async figures({ quick, rounds }) {
    const kit = await import('@todo-ledger/core/testing')
    const list = quick ? [profiles.todoManager] : profileList
    const slowest = []
    const named = []
    for (let round = 0; round < Math.min(rounds, 7); round += 1) {
      const times = []
      for (const profile of list) {
        const begun = performance.now()
        await kit.checkProfile(profile)
        times.push([(performance.now() - begun) / 1000, profile.name])
      }
      times.sort(([one], [other]) => other - one)
      slowest.push(times[0][0])
      named.push(times[0][1])
    }
    const value = spreadOf(slowest)
    return [
      figure({
        id: 'check-profile/slowest',
        what: 'checkProfile, a plain run, of the profile that takes longest, s',
        goal: '≤ 5 s',
        value,
        ours: time(value.median * 1000),
        by: 'wall',
        remark: `${[...new Set(named)].join(', ')} of ${list.length} profiles`,
      }),
    ]
  },
}
