/** How much one piece of work counts where a command was to be run. The numbers stand in `fitted.ts`. */

import type { Need } from '../items/item-class.js'
import { saying } from '../languages/index.js'
import type { CallWork, Work, WorkSort } from '../work/work.js'
import { runsSomething } from '../work/work-sort.js'
import { checkForDeployment, commandWeight, pushForDeployment } from './fitted.js'
import { nameOfCheck, type Weighed } from './weighed.js'

/** Weighs a piece of work for a command. `base` is what its sort counts. */
export function weighForExecute(need: Need, work: Work, sort: WorkSort, base: Weighed): Weighed {
  if (work.kind !== 'call') return base
  const { checks, background } = work.description
  const isIt = ((): boolean => {
    switch (need.act) {
      case 'deploy':
        return checks.includes('deploy')
      case 'commit':
        return sort === 'version' && isTheOne(need, work)
      case 'install':
        return sort === 'fetch'
      case 'start':
        return background || checks.some((kind) => kind === 'run' || kind === 'deploy' || kind === 'probe')
      default:
        return runsSomething(work)
    }
  })()
  if (isIt) {
    const isCheck = need.act === 'deploy' || need.act === 'run'
    return { weight: commandWeight, what: sort === 'check' ? nameOfCheck(checks) : base.what, isCheck }
  }
  if (
    need.act === 'start' &&
    (sort === 'chore' || /kill|stop/iu.test(work.tool)) &&
    /^\W*(?:stop|kill|shut|end)/iu.test(need.text)
  )
    return { ...base, weight: commandWeight }
  if (need.act !== 'deploy') return base
  if (sort === 'version') return { ...base, weight: pushes(work) ? pushForDeployment : 0 }
  // Tests, builds and dry runs before a deployment bring nothing out.
  return sort === 'check' && !checks.includes('run') ? { ...base, weight: checkForDeployment } : base
}

/** What of version control an item asks for, and the commands that do it. */
const versioning: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:pull[- ]requests?|prs?|merge[- ]requests?|mrs?)\b/iu,
    /^(?:gh|hub|glab|tea|az)\b|\bpush\b.*(?:merge_request|refs\/for)/u,
  ],
  [saying('pushed'), /\bpush\b|^(?:gh|hub|glab)\b/u],
  [/^\W*(?:re)?tag\b|\btags?\b/iu, /\btag\b|^(?:gh|hub|glab)\b|\bversion\b|--tags\b/u],
]

/** True where the call did what of version control is asked for: a commit opens no pull request. */
function isTheOne(need: Need, { description }: CallWork): boolean {
  const asked = versioning.find(([text]) => text.test(need.text))
  return asked === undefined || description.commands.some(({ words }) => asked[1].test(words.join(' ')))
}

/** True where commits are brought to another repository. */
function pushes({ description }: CallWork): boolean {
  return description.commands.some(
    ({ program, words }) =>
      (program === 'git' && words.some((word) => word === 'push' || word === 'send-email')) ||
      program === 'gh' ||
      program === 'hub',
  )
}
