/** What keeps a check from saying what it found: dropped lines, options that let failures pass, a part for the whole. */

import type { CheckFilter, CheckKind, CommandDescription } from '../calls/call.js'
import { cut } from '../cut.js'
import type { ShellPipeline, ShellRedirect } from './syntax.js'
import { baseName, isOption, joined, looksLikePath, wordSet } from './words.js'

const searches = wordSet('grep egrep fgrep rg ag ack findstr select-string')
/** A search that keeps what failed hides nothing that matters. */
const keepsFailures =
  /[✗✖×❌]|fail|err|warn|not ok|panic|exception|problem|passed|found|tests?\b[:|]|test files|suites|summary|results?\b|totals?\b|失败|错误/iu
const weakening = wordSet(`
  --skipLibCheck --passWithNoTests --pass-with-no-tests --exit-zero --no-verify --if-present --transpile-only --ignore-errors
  --noCheck --no-check --allow-no-tests --continue-on-error --deselect --skip --exclude --ignore --no-typecheck
  --skip-type-check --issues-exit-code --no-fail --soft-fail --force-success --keep-going --testPathIgnorePatterns --no-fail-on-error --cap-lints`)
const narrowing = wordSet(`
  -t -k -g -run -Dtest --grep --testNamePattern --test-name-pattern --testPathPattern --testPathPatterns --tests --only
  --only-changed --onlyChanged --changed --related --bail=1 --lf --last-failed -m --project --spec -test.run`)
/** Test drivers whose argument is all of what is tested. */
const wholeFiles = wordSet('k6 artillery newman hurl locust maestro robot julia')
/** Runners whose `-t` names what is to be run. */
const namesTargets = wordSet('nx turbo lerna moon')
const takesFilter = wordSet('dotnet swift phpunit pest')

/** For each stage the first filter that its output runs through. */
export function filtersAfter({ stages }: ShellPipeline): readonly (CheckFilter | null)[] {
  const own = stages.map((stage) => (stage.kind === 'command' ? filterOfPipe(stage.words) : null))
  return own.map((_, index) => own.slice(index + 1).find((filter) => filter !== null) ?? null)
}

/** What a command that a check is piped into drops, or null where everything that matters goes through. */
function filterOfPipe(words: readonly string[]): CheckFilter | null {
  const program = baseName(words[0] ?? '').toLowerCase()
  const drops: CheckFilter = { kind: 'lines', text: cut(`| ${words.join(' ')}`, 160) }
  if (searches.has(program)) {
    const inverts = (word: string) =>
      /^-[A-Za-z]{0,6}v|^--invert-match$|^\/v$|^-NotMatch$/i.test(word) && !/^-[A-Z]$/.test(word)
    const keeps = words.slice(1).some((word) => keepsFailures.test(word.slice(0, 500)))
    return keeps && !words.some(inverts) ? null : drops
  }
  const isDropping =
    /^(?:g?awk|wc)$/.test(program) ||
    (program === 'sed' && words.some((word) => /^-[a-z]*n$|\/d$/.test(word))) ||
    (program === 'head' && words.some((word) => /^-n?0$/.test(word)))
  return isDropping ? drops : null
}

const judging: ReadonlySet<CheckKind> = new Set<CheckKind>(['test', 'lint', 'typecheck', 'build'])

/** What the command's own words leave out, for a check; null where it checks everything. */
export function filterOfWords(words: readonly string[], checks: readonly CheckKind[]): CheckFilter | null {
  if (!checks.some((kind) => judging.has(kind))) return null
  const weak = words.find((word, index) => index > 0 && weakening.has(word.split('=')[0] ?? ''))
  if (weak !== undefined) return { kind: 'weakened', text: cut(weak, 160) }
  const part = partOf(words, checks)
  return part === undefined ? null : { kind: 'subset', text: cut(part, 160) }
}

/** The first test by name, or the first file, to which a check is kept, as written. */
function partOf(words: readonly string[], checks: readonly CheckKind[]): string | undefined {
  const program = baseName(words[0] ?? '')
  if (wholeFiles.has(program)) return undefined
  const first = words.indexOf('-m')
  const module = words[first + 1] === 'coverage' ? words.indexOf('-m', first + 1) : first
  // What stands before the module, or is the program that is run, leaves nothing out.
  const start = /^python[\d.]{0,5}$/.test(program) ? Math.max(module + 2, 2) : 1
  const name = words.findIndex((word, index) => {
    const option = word.split('=')[0] ?? ''
    const isTarget = option === '-t' && namesTargets.has(program)
    const narrows =
      (narrowing.has(option) && !isTarget) || (takesFilter.has(program) && option === '--filter')
    return index >= start && narrows && checks.includes('test')
  })
  if (name >= 0) return words.slice(name, name + 2).join(' ')
  // A script that is run and an entry that is built are named whole.
  if (checks.includes('run') || checks.every((kind) => kind === 'build')) return undefined
  return words.find((word, index) => index >= start && isPart(word, words[index - 1] ?? ''))
}

const takesConfiguration =
  /^(?:-c|-p|--config|--project|--build|-b|-f|--tsconfig|--rcfile|--config-file|-o|--out|--outDir)$/

/** True for an argument that names one file, one folder of tests or one test. */
function isPart(word: string, before: string): boolean {
  if (isOption(word) || takesConfiguration.test(before) || !looksLikePath(word)) return false
  if (/(?:^|[\\/])(?:node_modules|vendor[\\/]bin)[\\/]|(?:\.\.\.|\/\*\*)$/.test(word)) return false
  return /\.[A-Za-z]{1,5}(?:::.*|:\d+)?$/.test(word) && !/(?:json|toml|ya?ml|cfg|ini)$/.test(word)
}

/** The redirection that lets a command's output go nowhere, or null; errors alone may go. */
export function filterOfRedirects(redirects: readonly ShellRedirect[]): CheckFilter | null {
  const dropped = redirects.find(
    ({ operator, descriptor, target }) =>
      /^(?:>|>>|&>)$/.test(operator) && descriptor !== '2' && /^(?:\/dev\/null|nul)$/i.test(target),
  )
  return dropped === undefined ? null : { kind: 'lines', text: `${dropped.operator} ${dropped.target}` }
}

const packageOptions =
  /^(?:-w|--workspace|--filter|-F|-p|--package|--project|--projects|-pl|--scope|-scheme|--manifest-path|--crate)$/
const folderOptions =
  /^(?:-C|--prefix|--dir|--cwd|--directory|--working-dir|--working-directory|-f|--rootdir)$/

/** The folder and the package that a check is kept to, by its words. */
export function subjectOf(words: readonly string[], folder: string): CommandDescription['subject'] {
  const program = baseName(words[0] ?? '')
  const valueBehind = (options: RegExp) => {
    const at = words.findIndex((word, index) => index > 0 && options.test(word.split('=')[0] ?? ''))
    return (words[at]?.includes('=') ? words[at].split('=')[1] : at < 0 ? '' : words[at + 1]) ?? ''
  }
  return {
    folder: joined(folder, valueBehind(folderOptions)),
    package: program === 'tsc' || program === 'docker' ? '' : valueBehind(packageOptions),
  }
}
