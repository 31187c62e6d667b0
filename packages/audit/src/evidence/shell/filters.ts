/** What keeps a check from saying what it found: dropped lines, options that let failures pass, a part for the whole. */

import type { CheckFilter, CheckKind } from '../calls/call-description.js'
import { sourceOf } from '../languages/index.js'
import { baseName, isOption, looksLikePath, wordSet } from './arguments.js'
import type { ShellPipeline, ShellRedirect } from './syntax.js'

const searches = wordSet('grep egrep fgrep rg ag ack ugrep findstr select-string')
const longestText = 160
/** A search that keeps what failed hides nothing that matters. */
const keepsFailures = new RegExp(`[✗✖×❌]|${sourceOf('keepsFailures')}`, 'iu')
const weakening = wordSet(`
  --skipLibCheck --passWithNoTests --pass-with-no-tests --exit-zero --no-verify --if-present --transpile-only --ignore-errors
  --noCheck --no-check --allow-no-tests --continue-on-error --deselect --skip --exclude --ignore --noErrorTruncation=false
  --no-typecheck --skip-type-check --force-success --keep-going --testPathIgnorePatterns --no-fail-on-error --cap-lints`)
const narrowing = wordSet(
  '-t -k -g -run -Dtest --grep --testNamePattern --test-name-pattern --testPathPattern --testPathPatterns --tests --only --only-changed --onlyChanged --changed --related --bail=1 --lf --last-failed -m --project --spec -test.run',
)

/** Test drivers whose argument is all of what is tested. */
const wholeFiles = wordSet('k6 artillery newman hurl locust maestro robot julia')
const takesFilter = wordSet('dotnet swift phpunit pest paratest')

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

/** For each stage the first filter that its output runs through. */
export function filtersAfter(pipeline: ShellPipeline): readonly (CheckFilter | null)[] {
  let next: CheckFilter | null = null
  const found: (CheckFilter | null)[] = []
  for (const stage of pipeline.stages.toReversed()) {
    found.push(next)
    next = (stage.kind === 'command' ? filterOfPipe(stage.words) : null) ?? next
  }
  return found.toReversed()
}

/** What a command that a check is piped into drops, or null where everything that matters goes through. */
function filterOfPipe(words: readonly string[]): CheckFilter | null {
  const program = baseName(words[0] ?? '').toLowerCase()
  const text = cut(`| ${words.join(' ')}`)
  if (searches.has(program)) {
    const inverted = words.some(
      (word) => /^-[A-Za-z]{0,6}v|^--invert-match$|^\/v$|^-NotMatch$/i.test(word) && !/^-[A-Z]$/.test(word),
    )
    if (!inverted && words.slice(1).some((word) => keepsFailures.test(word.slice(0, 500)))) return null
    return { kind: 'lines', text }
  }
  if (program === 'sed')
    return words.some((word) => /^-[a-z]*n$|\/d$/.test(word)) ? { kind: 'lines', text } : null
  if (program === 'awk' || program === 'gawk') return { kind: 'lines', text }
  if (program === 'wc' || (program === 'head' && words.some((word) => /^-n?0$/.test(word))))
    return { kind: 'lines', text }
  return null
}

/** What the command's own words leave out, for a check; null where it checks everything. */
export function filterOfWords(words: readonly string[], checks: readonly CheckKind[]): CheckFilter | null {
  if (!checks.some((kind) => kind === 'test' || kind === 'lint' || kind === 'typecheck' || kind === 'build'))
    return null
  const weak = words.find((word, index) => index > 0 && weakening.has(word.split('=')[0] ?? ''))
  if (weak !== undefined) return { kind: 'weakened', text: cut(weak) }
  const program = baseName(words[0] ?? '')
  if (wholeFiles.has(program)) return null
  const python = /^python[\d.]{0,5}$/.test(program)
  const first = words.indexOf('-m')
  const module = words[first + 1] === 'coverage' ? words.indexOf('-m', first + 1) : first
  // What stands before the module, or is the program that is run, leaves nothing out.
  const start = python ? Math.max(module + 2, 2) : 1
  const filters = takesFilter.has(program)
  const narrow = words.findIndex((word, index) => {
    const option = word.split('=')[0] ?? ''
    return index >= start && (narrowing.has(option) || (filters && option === '--filter'))
  })
  if (narrow >= 0 && checks.includes('test'))
    return { kind: 'subset', text: cut(words.slice(narrow, narrow + 2).join(' ')) }
  // A script that is run and an entry that is built are named whole.
  if (checks.includes('run') || checks.every((kind) => kind === 'build')) return null
  const file = words.find((word, index) => index >= start && isPart(word, words[index - 1] ?? ''))
  return file === undefined ? null : { kind: 'subset', text: cut(file) }
}

const takesConfiguration =
  /^(?:-c|-p|--config|--project|--build|-b|-f|--tsconfig|--rcfile|--config-file|-o|--out|--outDir)$/

/** True for an argument that names one file, one folder of tests or one test. */
function isPart(word: string, before: string): boolean {
  if (isOption(word) || takesConfiguration.test(before) || !looksLikePath(word)) return false
  if (/^(?:\.{1,2}\/?|\.\/\.\.\.)$/.test(word) || word.endsWith('...') || word.endsWith('/**')) return false
  if (/(?:^|[\\/])(?:node_modules|vendor[\\/]bin)[\\/]/.test(word)) return false
  return /\.[A-Za-z]{1,5}(?:::.*|:\d+)?$/.test(word) && !/(?:json|toml|ya?ml|cfg|ini)$/.test(word)
}

/** The redirection that lets a command's output go nowhere, or null; errors alone may go. */
export function filterOfRedirects(redirects: readonly ShellRedirect[]): CheckFilter | null {
  const dropped = redirects.find(
    (one) =>
      /^(?:>|>>|&>)$/.test(one.operator) &&
      one.descriptor !== '2' &&
      /^(?:\/dev\/null|nul)$/i.test(one.target),
  )
  return dropped === undefined ? null : { kind: 'lines', text: `${dropped.operator} ${dropped.target}` }
}
