/** Which calls made the check, or did the deed, that an item asks for: the same kind and the same subject. */

import type { Ask } from '../promise/promise.js'
import type { CheckKind, CommandDescription } from './calls/call.js'
import { mayHaveDone } from './possible-deeds.js'
import { pushesOnlyTags, runsHooks } from './shell/git.js'
import { otherThanLinters } from './shell/programs.js'
import { type CallWork, cameToNothing } from './work/work.js'

/**
 * How a call fits what is asked for. `same`: the kind and all that is said of it. `part`: only some files or names.
 * `other`: the kind, and the log does not say whether of the same thing.
 */
export type Fit = 'same' | 'part' | 'other'

/** A call that fits. */
export interface Run {
  readonly call: CallWork
  readonly fit: Fit
}

/** The calls that fit, in order. */
export function runsOf(ask: Ask, calls: readonly CallWork[]): readonly Run[] {
  return calls.flatMap((call) => {
    const fit = fitOf(ask, call)
    return fit === null ? [] : [{ call, fit }]
  })
}

/** How a call fits what is asked for; null where it is something else. */
function fitOf(ask: Ask, call: CallWork): Fit | null {
  switch (ask.kind) {
    case 'check':
      return fitOfCheck(ask, call, ask.check, ask.tool)
    case 'command':
      return fitOfCommand(ask, call)
    case 'deed': {
      const { deeds, checks, commands } = call.description
      const isBrought = ask.deed === 'deploy' && checks.includes('deploy')
      const doing = commands.filter(
        (one) => one.deed === ask.deed || (isBrought && one.checks.includes('deploy')),
      )
      if (doing.length === 0 && !deeds.includes(ask.deed) && !isBrought) return null
      // Who starts the CI has not seen what comes of it.
      if (doing.length > 0 && doing.every(isForCi)) return null
      const isOfTags = /\b(?:tags?|releases?|versions?)\b/iu.test(ask.asked)
      if (ask.deed === 'push' && !isOfTags && doing.length > 0)
        return doing.every(({ words }) => pushesOnlyTags(words)) ? null : 'same'
      return ask.deed === 'deploy' && isElsewhere(ask.asked, call) ? null : 'same'
    }
    case 'exercise':
    case 'file':
      return null
  }
}

const live = /\b(?:prod(?:uction)?|live)\b/iu
const trial = /\b(?:staging|stage|preview|test|dev(?:elopment)?|qa|draft)\b/iu

/** True where what is named is brought somewhere else: a preview is not live. */
function isElsewhere(asked: string, call: CallWork): boolean {
  const text = textOf(call).replaceAll('_', ' ')
  // These bring out a preview, or start it here, unless they are told otherwise.
  const here = /\bssh\b/u.test(call.given)
    ? /^(?:vercel|netlify)$/u
    : /^(?:vercel|netlify|docker|docker-compose)$/u
  const isPreview = call.description.commands.some(({ program }) => here.test(program))
  if (live.test(asked)) return !live.test(text) && (isPreview || trial.test(text))
  return trial.test(asked) && live.test(text) && !trial.test(text)
}

/** What may check anything, unless its output is a linter's. */
const saysLittle = /^(?:check|validate|verify)$/u

/** True where faults were looked for that are none of the code's own, or nobody knows of what. */
function isOtherThanLinter({ description, outcome }: CallWork): boolean {
  const isTold = outcome?.report?.kind === 'lint'
  return description.commands.some(
    ({ checks, words, declared }) =>
      checks.includes('lint') &&
      !declared &&
      words.slice(0, 3).some((word) => otherThanLinters.has(word) || (!isTold && saysLittle.test(word))),
  )
}

/** Tests of one kind are not all of them. */
const oneKind = /\b(?:unit|integration|e2e|smoke|acceptance)\b/u

function fitOfCheck(ask: Ask, call: CallWork, check: CheckKind, tool: string | null): Fit | null {
  const { description, outcome } = call
  const { checks, commands, dry } = description
  const isRun = checks.includes(check) || (dry && commands.some((one) => one.checks.includes(check)))
  // What bisecting prints is of other commits.
  const isOfOthers = () => commands.some(({ program, words }) => program === 'git' && words[1] === 'bisect')
  if (!isRun && (outcome?.report?.kind !== check || isOfOthers())) return null
  const text = textOf(call)
  if (check === 'lint' && tool === null && isOtherThanLinter(call)) return null
  const isPart = description.filter?.kind === 'subset'
  // "The package" may be any, "all packages" are all.
  const subject = ask.whole ? ask.subject : ask.subject.filter((word) => !anyThing.test(word))
  if (!subject.every((word) => says(text, word))) return 'other'
  const reported = outcome?.report?.tool.toLowerCase() ?? ''
  if (tool !== null && !text.includes(tool) && !tool.includes(reported || '-')) return isPart ? null : 'other'
  if (isPart && subject.length === 0) return 'part'
  const isOfOnePackage = description.commands.some(
    ({ checks, subject }) =>
      checks.includes(check) && subject !== null && subject.folder + subject.package !== '',
  )
  const isOfOneKind = check === 'test' && oneKind.test(text)
  return ask.whole && (isOfOnePackage || isOfOneKind) && subject.length === 0 ? 'other' : 'same'
}

function fitOfCommand(ask: Ask & { readonly kind: 'command' }, call: CallWork): Fit | null {
  const asked = ask.words.join(' ').toLowerCase()
  const { effect, commands } = call.description
  // Who writes a command into a plan does not run it.
  if (commands.length === 0 && effect !== 'execute') return null
  const text = textOf(call)
  const behind = text[text.indexOf(asked) + asked.length] ?? ' '
  if (text.includes(asked) && /[\s;|&)'"]/u.test(behind)) return 'same'
  return ask.check !== null && call.description.checks.includes(ask.check) ? 'other' : null
}

/** What a call ran, in lower case. */
function textOf({ description, label, given, tool }: CallWork): string {
  const ran = description.commands.map(({ words }) => words.join(' ')).join(' ; ')
  return `${ran === '' ? `${tool} ${given}` : ran} ${label}`.toLowerCase()
}

/** What one thing is called in items and in commands. */
const sameThings: readonly (readonly string[])[] = [
  ['e2e', 'end-to-end', 'playwright', 'cypress'],
  ['database', 'db', 'postgres', 'psql', 'sqlite'],
  ['typescript', 'tsc', 'ts'],
  ['python', 'pytest', 'py'],
  ['frontend', 'front-end', 'web', 'client'],
  ['gradle', 'gradlew'],
  ['maven', 'mvn', 'mvnw'],
  ['container', 'image', 'docker', 'podman'],
  ['crate', 'cargo'],
  ['production', 'prod', 'live'],
  ['kubernetes', 'k8s', 'kubectl', 'helm'],
]

const anyThing = /^(?:packages?|modules?|repo(?:sitory)?|workspace|components?|files?|app|application)$/u

function says(text: string, word: string): boolean {
  const stem = word.length > 4 ? word.replace(/(?:s|es|ing)$/u, '') : word
  const group = sameThings.find((names) => names.includes(word))
  return text.includes(stem) || (group?.some((name) => text.includes(name)) ?? false)
}

/** What a deed may be said of that tells it from no other of its kind. */
const anyOfDeeds =
  /^(?:branch(?:es)?|remote|origin|upstream|git(?:hub|lab)?|commits?|work|fix(?:es)?|staged|message|packages?|dep(?:endencie)?s|requirements|librar(?:y|ies)|modules?|required|missing|registry|app(?:lication)?|(?:web)?site|services?|server|cluster|cloud|infrastructure|stack|repo(?:sitory)?|latest|current|version|release|package|files?|request|pr|draft|feature|clear|descriptive|meaningful|good)$/u

/** What is installed as a whole. */
const anyInstalled = /^(?:deps?|dev(?:elopment)?|needed|necessary)$/u
const packages = /\b(?:packages?|dep(?:endencie)?s|modules?|librar(?:y|ies)|requirements|gems?|crates?)\b/iu
/** Packages by the names of their languages and managers, and what installs them. */
const managers: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:node|npm|pnpm|yarn|bun|javascript|typescript)$/u, /\b(?:npm|pnpm|yarn|bun|deno)\b/u],
  [/^(?:python|pip|uv|poetry)$/u, /\b(?:pip3?|uv|poetry|pdm|pipenv|hatch|pixi|conda|mamba)\b/u],
  [/^(?:rust|cargo|crates?)$/u, /\bcargo\b/u],
  [/^(?:ruby|gems?|bundler)$/u, /\b(?:bundler?|gem)\b/u],
  [/^(?:php|composer)$/u, /\bcomposer\b/u],
]
const installsNoDev = /--omit[= ]dev|--prod\b|--production|--no-dev|--without[= ]dev/u
/** Names the branch that a request is to be merged into. */
const base = /\s(?:-b|--base[= ]|--target-branch[= ])/u

/** True for a word behind a deed that tells it from no other of its kind. */
function saysNothing(ask: Ask, word: string, text: string): boolean {
  if (anyOfDeeds.test(word)) return true
  const deed = ask.kind === 'deed' ? ask.deed : null
  if (deed === 'install')
    return (
      anyInstalled.test(word) ||
      (packages.test(ask.asked) && managers.some(([names, runs]) => names.test(word) && runs.test(text)))
    )
  // Without a base it is for the main branch.
  if (deed !== 'pull-request') return false
  return /^(?:against|into|towards)$/u.test(word) || (/^(?:main|master)$/u.test(word) && !base.test(text))
}

/** Where a tool publishes to if no registry is named. */
const usualRegistries: ReadonlyMap<string, RegExp> = new Map([
  ['crates.io', /\bcargo publish\b/u],
  ['pypi', /\b(?:twine upload|(?:uv|poetry|flit|hatch) publish)\b/u],
  ['rubygems', /\bgem push\b/u],
])
const namesRegistry = /\s(?:-r|--(?:registry|index|repo(?:sitory)?(?:-url)?|publish-url|host|key))\b/u

function isUsualRegistry(text: string, word: string): boolean {
  return usualRegistries.get(word)?.test(text) === true && !namesRegistry.test(text)
}

/** True where a deed is asked for of something that neither the call nor what it printed says: another file, another place. */
export function isOfOther(ask: Ask, call: CallWork): boolean {
  const text = `${textOf(call)} ${call.outcome?.line ?? ''}`.toLowerCase()
  if (installsNoDev.test(text) && ask.subject.some((word) => word.startsWith('dev'))) return true
  return !ask.subject.every(
    (word) => saysNothing(ask, word, text) || says(text, word) || isUsualRegistry(text, word),
  )
}

/** Checks of another kind that may have said the same. */
const standsFor: Readonly<Partial<Record<CheckKind, readonly CheckKind[]>>> = {
  test: ['run', 'browser', 'probe', 'database', 'build'],
  typecheck: ['build', 'lint', 'test'],
  build: ['typecheck', 'run', 'test', 'deploy', 'browser'],
  lint: ['format', 'build'],
  format: ['lint'],
}

/** What starts what the CI runs, or looks at it. */
const asksCi =
  /^(?:gh (?:run|workflow|pr checks)|glab (?:ci|pipeline)|circleci|bk|jenkins-cli|az pipelines|aws code(?:build|pipeline|deploy)|gcloud builds|act)\b/u

const isForCi = ({ words }: CommandDescription) => asksCi.test(words.slice(0, 4).join(' '))

/** True where a call that does not fit may have been what is asked for all the same. */
export function mayHaveBeen(ask: Ask, call: CallWork): boolean {
  const { description, tool, outcome } = call
  const { effect, opaque, checks, commands } = description
  // A script of the project may run more than its name says.
  const isScript = commands.some(
    (one) => one.effect === 'execute' && /^\.{0,2}\/?[\w.-]+\/.*|\.sh$/u.test(one.words[0] ?? ''),
  )
  // A sub-agent that was cut off has reported nothing.
  if (effect === 'delegate' && cameToNothing(outcome)) return false
  if (opaque || isScript || effect === 'delegate' || effect === 'unknown') return true
  if (ask.kind !== 'file' && commands.some(isForCi)) return true
  switch (ask.kind) {
    case 'check':
      return (
        (ask.check === 'lint' && isOtherThanLinter(call)) ||
        (standsFor[ask.check] ?? []).some((kind) => checks.includes(kind))
      )
    case 'command':
      return ask.check === null
        ? effect === 'execute'
        : (standsFor[ask.check] ?? []).some((kind) => checks.includes(kind))
    case 'exercise':
      // Whatever was run may have been it, a search for what should be gone among them; opening files tries nothing out.
      return (
        checks.length > 0 ||
        effect === 'execute' ||
        (commands.length > 0 && effect !== 'write' && description.deeds.length === 0)
      )
    case 'deed':
      // Tools of servers commit and push, too.
      return tool.startsWith('mcp__') || mayHaveDone(ask.deed, call)
    case 'file':
      return false
  }
}

/** True where hooks of git may have made a check that prints nothing when all is well. */
export function mayBeInHooks(ask: Ask, { description }: CallWork): boolean {
  return (
    ask.kind === 'check' &&
    /^(?:lint|format|typecheck)$/u.test(ask.check) &&
    description.commands.some(({ program, words, dry }) => program === 'git' && !dry && runsHooks(words))
  )
}
