/** What tools stated of one check or deed that an item asks for. */

import type { Ask } from '../promise/promise.js'
import type { Fact } from '../result.js'
import { covers, takesBack } from './calls/coverage.js'
import { runsKnownTool } from './outcomes/report.js'
import { isOfOther, mayBeInHooks, mayHaveBeen, type Run, runsOf } from './runs.js'
import { gitCommand } from './shell/git.js'
import { mayReport, type Span } from './span.js'
import { deedOfCall, factOf, nameOfCall, saidOf } from './state-fact.js'
import { type CallWork, codeChangedBy, succeeded } from './work/work.js'

/** What is known of one thing that is asked for. */
export interface AskFacts {
  readonly facts: readonly Fact[]
  /** The call whose result the log does not hold, where that would be the answer. */
  readonly gap: CallWork | null
  /** What is true and decides nothing: the agent said itself that the run failed. */
  readonly note: Fact | null
}

/** States what the log says of one ask; nothing where it does not say it in so many words. */
export function factsOfAsk(ask: Ask, span: Span): AskFacts {
  const runs = runsOf(ask, span.calls)
  const last = runs.at(-1)
  const status = last?.call.outcome?.status ?? 'unknown'
  if (last !== undefined && status === 'unknown') return { facts: [], gap: last.call, note: null }
  const fact = last === undefined ? neverRan(ask, span) : factOfRuns(ask, runs, last, span)
  const isNote = fact !== null && last !== undefined && status === 'failed' && isReported(ask, last, span)
  return { facts: fact === null || isNote ? [] : [fact], gap: null, note: isNote ? fact : null }
}

function factOfRuns(ask: Ask, runs: readonly Run[], last: Run, span: Span): Fact | null {
  switch (last.call.outcome?.status) {
    case 'failed':
      return failed(ask, last, span)
    case 'ran-nothing': {
      // A dry run before or after the real one takes nothing from it.
      const real = runs.findLast(({ call }) => call.outcome?.status !== 'ran-nothing')
      if (real === undefined) return stated(ask, last, 'ran-nothing', span)
      return last.call.description.dry || ask.kind === 'deed' ? passed(ask, runs, real, span) : null
    }
    case 'end-unseen':
      return endUnseen(ask, last, span)
    case 'masked':
    case 'in-part':
      return passedBefore(ask, runs, span) ?? stated(ask, last, last.call.outcome.status, span)
    case 'passed':
      return passed(ask, runs, last, span)
    default:
      return null
  }
}

/** No call, sub-agent, hook or message of the user can have been it. */
function neverRan(ask: Ask, span: Span): Fact | null {
  const { after, calls, inputs, completion, mayBeElsewhere, listed } = span
  const { sure, kind, subject } = ask
  const isLong = kind !== 'exercise' && subject.length > 2
  const isOpen = !sure || isLong || mayBeElsewhere || completion.imported || inputs.some(mayReport)
  if (isOpen && kind !== 'exercise') return null
  const since = [...calls.filter(({ position }) => position >= listed), ...after]
  const mayBeIt = (call: CallWork) => mayHaveBeen(ask, call) || mayBeInHooks(ask, call)
  if (since.some((call) => !ranNothing(call) && mayBeIt(call))) return null
  const empty = since.filter((call) => ranNothing(call) && mayBeIt(call))
  const emptyRun = empty.findLast(({ description }) => description.checks.length > 0)
  // What is tried out by a run that finds nothing to run is not tried out.
  if (kind === 'exercise' && emptyRun !== undefined)
    return stated(ask, { call: emptyRun, fit: 'other' }, 'ran-nothing', span)
  if (isOpen || empty.length > 0 || runsOf(ask, after).length > 0) return null
  const last = calls.at(-1) ?? null
  const check = ask.kind === 'check' || ask.kind === 'command' ? ask.check : null
  const command =
    ask.kind === 'command' ? ask.words.join(' ') : check === null ? null : span.commandFor(check)
  const what =
    ask.kind === 'deed' ? 'no call before the mark did it' : 'nothing of the kind was run before the mark'
  return factOf(span, {
    kind: 'never-ran',
    asked: ask.asked,
    call: last,
    tool: '',
    clause: `${what}${last === null ? '' : `; the last call before it ${last.action}`}`,
    needs: command === null ? undefined : `Run: ${command}`,
  })
}

function ranNothing({ outcome }: CallWork): boolean {
  return outcome?.status === 'ran-nothing'
}

const wantsRefusal =
  /\b(?:[45]\d\d|not[- ]?found|unauthori[sz]ed|forbidden|den(?:y|ies|ied)|refus\w*|reject\w*|missing|unknown|invalid|gone)\b/iu

/** The last run of that check failed, and nothing that came later may have ended it. */
function failed(ask: Ask, run: Run, span: Span): Fact | null {
  const { call, fit } = run
  const { promise, completion, inputs, calls, said } = span
  const { outcome, description } = call
  if (outcome === null || promise.wantsFailure || completion.mendFollows || fit === 'other') return null
  // An item may ask for just that answer: "returns 404 for an unknown id".
  if (/^HTTP [45]\d\d$/.test(outcome.line ?? '') && wantsRefusal.test(completion.text)) return null
  // "Nothing to commit" after a commit is no failure of it.
  if (ask.kind === 'deed' && nothingLeft.test(outcome.line ?? outcome.reason)) {
    const done = runsOf(ask, calls).find((one) => succeeded(one.call))
    return done === undefined ? null : passedFact(ask, done.call, span)
  }
  // Where one call makes two checks, the other one may be what failed.
  if (ask.kind === 'check' && description.checks.length > 1 && outcome.report?.kind !== ask.check) return null
  const isLater = ({ position }: { readonly position: number }) => position > call.position
  const mayHaveEnded =
    calls.some((other) => isLater(other) && mayHaveBeen(ask, other) && !isRead(other)) ||
    inputs.some((input) => isLater(input) && mayReport(input)) ||
    said.some((one) => isLater(one) && wasSo.test(one.text))
  return mayHaveEnded ? null : stated(ask, run, 'failed', span)
}

/** Who was asked to run tests, and says how they came out, has done so; who was asked to see them pass has not. */
function isReported(ask: Ask, { call }: Run, span: Span): boolean {
  return (
    ask.kind === 'check' &&
    ask.check === 'test' &&
    !ask.passing &&
    call.outcome?.cause === null &&
    call.outcome.report?.passed !== 0 &&
    admits(span, call)
  )
}

function isRead({ description }: CallWork): boolean {
  return description.effect === 'read'
}

const nothingLeft =
  /nothing (?:added )?to commit|working tree clean|up[- ]to[- ]date|already (?:exists|up|installed)/iu

/** The agent says that it failed before, or fails for another reason: whether that holds, no tool says. */
const wasSo =
  /pre-?existing|unrelated|already fail|not (?:caused by|related)|known (?:issue|failure|flak)|flaky|before (?:my|our|these) change|environment|既存|无关|之前就/iu

/** Nobody saw its end: weak where a later step shows that it went on. */
function endUnseen(ask: Ask, last: Run, span: Span): Fact | null {
  if (last.fit === 'other') return null
  const { call } = last
  const later = span.calls.filter(({ position }) => position > call.position)
  const wentOn =
    call.outcome?.cause === 'background' &&
    (span.inputs.some(({ report, position }) => report && position > call.position) ||
      later.some(({ description }) => description.effect !== 'write'))
  if (!wentOn && later.some((other) => mayHaveBeen(ask, other) && !isRead(other))) return null
  return stated(ask, last, 'end-unseen', span, wentOn ? 'half' : 'against')
}

function passed(ask: Ask, runs: readonly Run[], last: Run, span: Span): Fact | null {
  const { call, fit } = last
  const { outcome, description } = call
  if (outcome === null || outcome.status !== 'passed') return null
  // An analyser may end well and list what it found.
  if (ask.kind === 'check' && ask.passing && (outcome.report?.bad ?? 0) > 0) return null
  if (fit === 'other') return ask.whole ? passedBefore(ask, runs, span) : null
  // A summary that a command prints of which nobody knows what it runs may be anybody's.
  if (ask.kind === 'check' && !description.checks.includes(ask.check)) return null
  const filter = description.filter?.kind
  const whole = runs.findLast((run) => run.call.description.filter === null && run.fit === 'same')?.call
  // The whole check had failed, and what passed after it shows only a part.
  const isNarrow = filter === 'weakened' || filter === 'lines' || (fit === 'part' && ask.passing)
  if (isNarrow && whole?.outcome?.status === 'failed') return stated(ask, last, 'in-part', span)
  if (filter === 'weakened') return passedBefore(ask, runs, span)
  if (fit === 'part') return ask.whole ? stated(ask, last, 'in-part', span) : null
  // What a script runs that the log does not show may be anything by that name; it may drop the status of its tests.
  const isTest = ask.kind === 'check' && ask.check === 'test'
  const isNamedOnly = isTest && outcome.line === null && !runsKnownTool(description, 'test')
  if (outcome.report === null && (outcome.inferred || description.opaque || isNamedOnly)) return null
  // Another package's run that failed is not ended by this one.
  const isRedElsewhere = runs.some(
    ({ call: other }) =>
      other !== call &&
      other.outcome?.status === 'failed' &&
      other.outcome.cause === null &&
      (other.position > call.position || !takesBack(call, other)),
  )
  if (isRedElsewhere) return null
  if (ask.kind === 'deed' && ask.deed === 'commit' && isTakenBack(call, span)) return null
  if (ask.kind === 'deed' && isOfOther(ask, call)) return null
  const change = changedSince(ask, call, span)
  if (change === null) return isPutAway(call, span) ? null : passedFact(ask, call, span)
  // What may have been the check again says neither that it would pass nor that nobody looked.
  if (mayBeSeen(ask, change, span)) return null
  return factOf(span, {
    kind: 'stale',
    asked: ask.asked,
    call,
    quote: saidOf(call),
    clause: `the last run, ${nameOfCall(call)}, came before the last change: after it the agent ${deedOfCall(change)}`,
    needs: `Run again: ${call.label}`,
  })
}

/** An earlier whole run that passed, after which nothing was changed that it covers. */
function passedBefore(ask: Ask, runs: readonly Run[], span: Span): Fact | null {
  const run = runs.findLast(
    ({ call, fit }) =>
      fit === 'same' && call.outcome?.status === 'passed' && call.description.filter === null,
  )
  return run === undefined || changedSince(ask, run.call, span) !== null
    ? null
    : passedFact(ask, run.call, span)
}

function passedFact(ask: Ask, call: CallWork, span: Span): Fact {
  const kind = ask.kind === 'deed' ? 'deed-done' : 'passed'
  return factOf(span, { kind, asked: ask.asked, call, quote: saidOf(call) })
}

/** The last change of code that the check covers, made for this item after its run. */
function changedSince(ask: Ask, run: CallWork, { calls, completion, undoneBy }: Span): CallWork | null {
  if (ask.kind === 'deed') return null
  const { key, started } = completion
  const changed = calls.findLast(
    (call) =>
      call.position > run.position &&
      (started === null || call.busy.length === 0 || (call.busy.includes(key) && call.busy.length === 1)) &&
      undoneBy(call) === undefined &&
      codeChangedBy(call).some((path) => covers(run, path)),
  )
  return changed ?? null
}

/** True where something that came out well after a change may have been the check. */
function mayBeSeen(ask: Ask, { position }: CallWork, { calls }: Span): boolean {
  return calls.some(
    (call) => call.position > position && mayHaveBeen(ask, call) && !isRead(call) && succeeded(call),
  )
}

/** True where the commit was undone again: `git reset HEAD~1`. */
function isTakenBack(commit: CallWork, { calls }: Span): boolean {
  const resets = (words: readonly string[]) =>
    gitCommand(words)?.[0] === 'reset' && words.some((word) => /^(?:HEAD|@)[~^]/.test(word))
  return calls.some(
    ({ position, description }) =>
      position > commit.position &&
      description.commands.some(({ program, words }) => program === 'git' && resets(words)),
  )
}

/** True where git may hold work that the run saw: stashed since and not taken out, or thrown away. */
function isPutAway(run: CallWork, { calls, undoneBy }: Span): boolean {
  const since = calls.filter(({ position }) => position > run.position)
  const stashes = since.flatMap(({ description }) =>
    description.commands.flatMap(({ program, words }) => {
      const [subcommand, verb = 'push'] = program === 'git' ? (gitCommand(words) ?? []) : []
      return subcommand === 'stash' ? [verb] : []
    }),
  )
  const isStashed = stashes.some((verb) => verb.startsWith('-') || verb === 'push' || verb === 'save')
  if (isStashed && !stashes.some((verb) => verb === 'pop' || verb === 'apply')) return true
  return calls.some((call) => {
    const undoing = call.position <= run.position ? undoneBy(call) : undefined
    const isByGit = undoing?.description.commands.some(({ program }) => program === 'git') === true
    return isByGit && undoing !== undefined && undoing.position > run.position
  })
}

const unseenEnds: Readonly<Record<string, string>> = {
  background: 'was left running, and its end is not in the log',
  refused: 'was not let through',
  'time-up': 'ran out of time',
}

/** What a run's outcome says against what is asked for. */
function stated(
  ask: Ask,
  { call }: Run,
  kind: 'failed' | 'ran-nothing' | 'end-unseen' | 'masked' | 'in-part',
  span: Span,
  says?: Fact['says'],
): Fact {
  const cause = call.outcome?.cause ?? ''
  const { filter, dry } = call.description
  const words: Readonly<Record<typeof kind, string>> = {
    failed: `${cause === 'surroundings' ? 'could not run' : 'failed'}${admits(span, call) ? ', as the agent itself said' : ''}`,
    'ran-nothing': dry ? 'was a dry run' : 'ran nothing',
    'end-unseen': unseenEnds[cause] ?? 'was broken off',
    masked: 'does not show how it came out',
    'in-part': filter === null || filter.kind === 'status' ? 'stopped before its end' : 'covers only a part',
  }
  // Who runs the same again gets the same again.
  const needs: Readonly<Record<typeof kind, string>> = {
    failed: `Run again, to a good end: ${call.label}`,
    'end-unseen': `Run again, to a good end: ${call.label}`,
    'ran-nothing': dry
      ? `Run it in earnest, not as ${call.label} does`
      : `Run it so that something is run: ${call.label} ran nothing`,
    masked: `Run it so that its result shows, which ${call.label} hides`,
    'in-part': `Run all of it, not as ${call.label} does`,
  }
  const isHalf = kind === 'masked' || kind === 'in-part'
  return factOf(span, {
    kind,
    ...(says === undefined ? {} : { says }),
    asked: ask.asked,
    call,
    quote: isHalf && filter !== null ? filter.text : saidOf(call),
    clause: `the last run, ${nameOfCall(call)}, ${words[kind]}`,
    needs: needs[kind],
  })
}

/** True where the agent said itself that something failed. */
function admits({ said }: Span, { position }: CallWork): boolean {
  return said.some(
    (one) =>
      one.position > position && /\bfail(?:s|ed|ing|ures?)?\b|\berrors?\b|❌|失败|失敗/iu.test(one.text),
  )
}
