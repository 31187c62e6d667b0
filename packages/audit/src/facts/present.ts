/** The functions behind `calls/call.ts` on top of `evidence/` as it stands; goes when those of `facts/calls` are there. */

import type * as old from '../evidence/calls/call-description.js'
import { isCosmeticEdit } from '../evidence/calls/cosmetic-edit.js'
import { shellSource } from '../evidence/calls/shell-source.js'
import { describeCall as describeOld } from '../evidence/calls/tool-effects.js'
import { type KnownTools, noTools } from '../evidence/calls/tool-names.js'
import { judgeOutcome, judgePrinted } from '../evidence/outcomes/judge-outcome.js'
import type * as oldOutcome from '../evidence/outcomes/outcome.js'
import { noOwnChecks, type OwnChecks } from '../evidence/shell/own-checks.js'
import { noScripts, type ShownScripts } from '../evidence/shell/project-scripts.js'
import { callLabelOf } from '../evidence/work/call-label.js'
import { changesIn } from '../evidence/work/changes.js'
import type { ScriptWatch } from '../evidence/work/script-watch.js'
import { weakeningBy, weakeningOf } from '../evidence/work/weakened-checks.js'
import type {
  CallDescription,
  CallResult,
  CommandDescription,
  Deed,
  Outcome,
  OutcomeStatus,
  TextChange,
  Weakening,
} from './calls/call.js'

export { BackgroundCalls, type BackgroundEnd } from '../evidence/work/background-calls.js'
export { ScriptWatch } from '../evidence/work/script-watch.js'

const oldOf = Symbol('old')
const olds = {
  get: (call: CallDescription): old.CallDescription | undefined => Reflect.get(call, oldOf) as old.CallDescription | undefined,
  set: (call: CallDescription, given: old.CallDescription) => Reflect.set(call, oldOf, given),
}

export interface CallContext {
  readonly own?: OwnChecks
  readonly scripts?: ShownScripts
  readonly tools?: KnownTools
}

export function describeCall(name: string, input: unknown, context: CallContext = {}): CallDescription {
  const { own = noOwnChecks, scripts = noScripts, tools = noTools } = context
  const given = describeOld(name, input, { own, scripts, tools })
  const commands = given.commands.map(commandOf)
  const dry = commands.length > 0 && commands.some((one) => one.dry) && commands.every((one) => one.dry || one.effect === 'read')
  const call: CallDescription = {
    effect: given.effect,
    line: commands.length === 0 ? null : (shellSource(input, tools) ?? null),
    commands,
    checks: dry ? [] : given.checks,
    deeds: [...new Set(commands.flatMap(({ deed }) => deed ?? []))],
    verify: given.verify,
    dry,
    opaque:
      given.effect === 'unknown' ||
      given.effect === 'delegate' ||
      (given.effect === 'execute' && commands.length === 0 && given.checks.length === 0) ||
      commands.some(({ opaque }) => opaque),
    files: given.files,
    filter: given.filter,
    statusHidden: given.statusHidden,
    background: given.background,
    askedStatuses: given.askedStatuses,
  }
  olds.set(call, given)
  return call
}

function commandOf(command: old.CommandDescription): CommandDescription {
  const { words, program } = command
  const line = words.join(' ')
  const dry = /\s(?:--dry-run|--help|--version|-h)\b/u.test(line) || /^git push -n\b/u.test(line)
  const known = new Set('git gh hub cd mkdir rmdir rm mv cp ln touch chmod chown tar unzip zip gzip kill pkill killall sleep wait export source set unset echo printf true false date clear which type alias nohup disown tee sed awk cat ls grep rg find head tail wc sort open nvm'.split(' '))
  return {
    ...command,
    subject: command.checks.length === 0 ? null : { name: words.slice(0, 3).join(' '), folder: '', package: '', parts: [] },
    deed: deedOf(program, words),
    dry,
    opaque:
      command.effect === 'execute' &&
      (command.checks.length === 0 || command.checks.every((kind) => kind === 'run')) &&
      !known.has(program) &&
      deedOf(program, words) === null,
    content: null,
  }
}

function deedOf(program: string, words: readonly string[]): Deed | null {
  const line = words.join(' ')
  if (program === 'git' && words.includes('commit')) return 'commit'
  if (program === 'git' && words.includes('push')) return 'push'
  if (program === 'git' && words.includes('merge')) return 'merge'
  if (program === 'git' && words.includes('tag')) return 'tag'
  if (/^(?:gh|hub) pr create|^glab mr create/u.test(line)) return 'pull-request'
  if (/\b(?:migrate|migration|migrations|seed|upgrade head|db:migrate|db push)\b/u.test(line) && !/^(?:cat|ls|grep)/u.test(line)) return 'migrate'
  if (/\bpublish\b|^twine upload|^gh release create/u.test(line)) return 'publish'
  if (/^(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|bundle|composer|gem|brew|apt|apt-get|cargo|go) (?:\S+ )?(?:install|i|ci|add|sync|get)\b/u.test(line) || line === 'yarn') return 'install'
  if (/\bdeploy\b|^(?:kubectl (?:apply|rollout|set)|helm (?:upgrade|install)|terraform apply|vercel|netlify|fly|flyctl|wrangler|firebase|heroku|cdk|pulumi up|serverless|sam deploy|ansible-playbook)\b/u.test(line)) return 'deploy'
  return null
}

const statuses: Readonly<Record<oldOutcome.OutcomeStatus, OutcomeStatus>> = {
  succeeded: 'passed',
  failed: 'failed',
  'environment-failed': 'failed',
  'ran-nothing': 'ran-nothing',
  partial: 'in-part',
  unfinished: 'end-unseen',
  'not-run': 'end-unseen',
  inconclusive: 'masked',
  unknown: 'unknown',
}

function outcomeFrom(given: oldOutcome.Outcome): Outcome {
  const { status, reason, line, report, certainty } = given
  const cause =
    status === 'environment-failed'
      ? 'surroundings'
      : status === 'unfinished'
        ? 'background'
        : status !== 'not-run'
          ? null
          : reason === 'refused'
            ? 'refused'
            : /time/u.test(reason)
              ? 'time-up'
              : 'interrupted'
  return {
    status: statuses[status],
    source: report?.summary === true ? 'summary' : line !== null ? 'line' : certainty === 'stated' ? 'exit-status' : certainty === 'recorded' ? 'host' : 'inferred',
    reason,
    line,
    cause,
    report,
  }
}

export function outcomeOf(call: CallDescription, result: CallResult): Outcome {
  const known = olds.get(call)
  if (known === undefined) throw new Error('described elsewhere')
  const outcome = outcomeFrom(judgeOutcome(call.background === known.background ? known : { ...known, background: call.background }, result))
  return call.dry && outcome.status === 'passed' ? { ...outcome, status: 'ran-nothing' } : outcome
}

export function outcomeShownIn(call: CallDescription, output: string): Outcome | null {
  const known = olds.get(call)
  const found = known === undefined ? null : judgePrinted(known, output)
  return found === null ? null : outcomeFrom(found)
}

export function stringsIn(input: unknown): readonly string[] {
  const strings: string[] = []
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === 'string') strings.push(value)
    else if (typeof value === 'object' && value !== null && depth < 4)
      for (const each of Object.values(value)) visit(each, depth + 1)
  }
  visit(input, 0)
  return strings
}

export function changesOf(call: CallDescription, input: unknown): readonly TextChange[] {
  return call.effect === 'write' ? changesIn(input, stringsIn(input)) : []
}

export function labelOf(
  name: string,
  call: CallDescription,
  input: unknown,
): { readonly label: string; readonly action: string } {
  const known = olds.get(call)
  if (known === undefined) throw new Error('described elsewhere')
  return callLabelOf(name, known, stringsIn(input))
}

export function learnScripts(watch: ScriptWatch, call: CallDescription, input: unknown): void {
  const known = olds.get(call)
  if (known !== undefined) watch.called(known, stringsIn(input))
}

export function scriptsReturned(watch: ScriptWatch, call: CallDescription, output: string): boolean {
  const known = olds.get(call)
  return known !== undefined && watch.returned(known, output)
}

export function weakeningsOf(call: CallDescription, changes: readonly TextChange[]): readonly Weakening[] {
  const of = (kind: Weakening['kind'] | null, path: string, quote: string): readonly Weakening[] =>
    kind === null ? [] : [{ kind, path, quote: quote.slice(0, 100) }]
  return [
    ...changes.flatMap(({ path, before, after }) => of(weakeningOf(path, before, after ?? ''), path, after ?? '')),
    ...call.commands.flatMap((command) => of(weakeningBy({ ...command, checks: command.checks }), '', command.words.join(' '))),
  ]
}

export function isCosmetic(input: unknown): boolean {
  return isCosmeticEdit(input)
}

const families: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:npm|npx|pnpm|yarn|bun|node|jest|vitest|mocha|tsc|eslint|vite|next|cypress|playwright|biome|deno)\b/u, /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/iu],
  [/\b(?:pytest|python3?|mypy|ruff|flake8|pyright|tox|poetry|uv)\b/u, /\.py$/iu],
  [/\bcargo\b/u, /\.rs$/iu],
  [/\b(?:go|golangci-lint)\b/u, /\.go$/iu],
  [/\b(?:mvn|gradle|gradlew)\b/u, /\.(?:java|kts?|scala|groovy)$/iu],
  [/\bdotnet\b/u, /\.(?:cs|fs|vb)$/iu],
  [/\b(?:rspec|rubocop|rake|bundle)\b/u, /\.rb$/iu],
  [/\bmix\b/u, /\.exs?$/iu],
  [/\bswift\b/u, /\.swift$/iu],
  [/\b(?:phpunit|phpstan|composer)\b/u, /\.php$/iu],
]
const code = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|rs|go|java|kts?|scala|cs|rb|exs?|swift|php|c|cc|cpp|h|hpp|dart|lua|sh|sql)$/iu

/** True where a check says something of a file. */
export function covers(call: CallDescription, path: string): boolean {
  const line = call.commands.filter(({ checks }) => checks.length > 0).map(({ words }) => words.join(' ')).join(' ')
  const known = families.filter(([tool]) => tool.test(line))
  return known.length === 0 ? code.test(path) : known.some(([, files]) => files.test(path))
}
