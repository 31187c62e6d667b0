/** A check that was made to pass: between the run that failed and the one that passed only the check was changed. */

import type { Fact } from '../result.js'
import type { Weakening } from './calls/weakenings.js'
import { workBetween } from './joined-work.js'
import { runsOf } from './runs.js'
import type { Span } from './span.js'
import { deedOfCall, factOf, nameOfCall } from './state-fact.js'
import { type CallWork, codeChangedBy, filesWrittenBy, succeeded } from './work/work.js'

/** Words by which an item or the user asks for just that. */
const asksForIt =
  /\b(?:skip\w*|disabl\w*|ignor\w*|suppress\w*|silenc\w*|allow\w*|relax\w*|loosen\w*|remov\w*|delet\w*|drop\w*|deprecat\w*|snapshots?|expect(?:ed|ation)\w*|updat\w* (?:the )?(?:tests?|assert\w*|expect\w*)|any|flaky|quarantin\w*|turn off|xfail|without tests|no-verify|(?:re)?write (?:the )?tests?|adjust\w*|assert\w*|catch\w*|swallow\w*|strict\w*)\b|跳过|忽略|禁用|删除|überspring\w*|deaktivier\w*|entfern\w*|ignorar|omitir|désactiver|ignorer|スキップ|無効/iu

/** What nobody does for the better: these are named also where other code was changed, the rest only where none was. */
const plain: ReadonlySet<string> = new Set([
  'a test was skipped',
  'only some tests are run',
  'strictness was switched off',
  'a step was taken out of the CI',
])

/** What a linter's or a compiler's rule is answered with in earnest, too: it only mends nothing. */
const onlyWhereMended: ReadonlySet<string> = new Set([
  'an error was silenced',
  'an assertion was replaced by a weaker one',
])

/** States that what the item asks for was made to pass; nothing where somebody asked for it. */
export function factsOfWeakening(span: Span): readonly Fact[] {
  const { promise, requests, completion, calls } = span
  if (!calls.some(({ weakenings }) => weakenings.length > 0)) return []
  const isAbout = promise.mends || promise.asks.some(({ kind }) => kind === 'check' || kind === 'command')
  if (!isAbout || [completion, ...requests].some(({ text }) => asksForIt.test(text))) return []
  const failure = failureOf(span)
  const from = failure?.position ?? (promise.mends ? (completion.started ?? completion.added).position : null)
  if (from === null) return []
  const changes = calls.filter(
    (call) =>
      call.position > from && succeeded(call) && span.undoneBy(call) === undefined && changesSomething(call),
  )
  const onlyWeakened = changes.every(({ onlyWeakens }) => onlyWeakens)
  // A test that was made in this session may have been wrong itself.
  const accused = changes.filter(isAccused)
  const own = new Set(accused.length === 0 ? [] : workBetween(calls, 0, from).flatMap(filesWrittenBy))
  const call = accused.find((each) => !filesWrittenBy(each).some((path) => own.has(path)))
  const weakening = call?.weakenings.find(accuses)
  if (call === undefined || weakening === undefined) return []
  const when = failure === null ? '' : `after ${nameOfCall(failure)} had failed, `
  const rest = onlyWeakened ? ', and nothing else was changed' : ''
  return [
    factOf(span, {
      kind: 'made-to-pass',
      asked: promise.asks[0]?.asked ?? completion.text,
      call,
      quote: weakening.quote,
      clause: `${when}${weakening.kind}${rest}: ${deedOfCall(call)}`,
      needs: 'Take that back, and make the check pass by the code that it checks',
    }),
  ]

  function isAccused({ weakenings }: CallWork): boolean {
    return weakenings.some(accuses)
  }

  function accuses({ kind }: Weakening): boolean {
    return (
      (onlyWeakened && (promise.mends || !onlyWhereMended.has(kind))) || (failure !== null && plain.has(kind))
    )
  }
}

/** The last run before the one that counts that failed; of an item that mends, of any check. */
function failureOf({ promise, calls }: Span): CallWork | null {
  const failed = ({ outcome, description }: CallWork) =>
    outcome?.status === 'failed' && outcome.cause === null && description.verify
  for (const ask of promise.asks) {
    const failure = runsOf(ask, calls).findLast(({ call }) => failed(call))
    if (failure !== undefined) return failure.call
  }
  return promise.mends ? (calls.findLast(failed) ?? null) : null
}

function changesSomething(call: CallWork): boolean {
  const isSettings = filesWrittenBy(call).some((path) => /\.(?:json|ya?ml|toml|ini|cfg)$/iu.test(path))
  return isSettings || call.weakenings.length > 0 || codeChangedBy(call).length > 0
}
