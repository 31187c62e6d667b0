/** What one command is for, put together from its purposes: a check, a deed, or what it does to files. */

import { type CheckKind, type CommandUse, checkKinds, type Deed, type TouchedFile } from '../calls/call.js'
import type { Purpose } from './programs.js'
import { wordSet } from './words.js'

/** The use of a command that does nothing but say something. */
export const nothing: CommandUse = {
  effect: 'read',
  checks: [],
  declared: false,
  deed: null,
  dry: false,
  opaque: false,
  verify: false,
  files: [],
  housekeeping: false,
  guessed: false,
}

/** A command that writes these files. */
export function writing(names: readonly TouchedFile[], housekeeping = false): CommandUse {
  return { ...nothing, effect: 'write', files: names, housekeeping }
}

/** Checks that are programs of their own, not the work that is run. */
const suites = wordSet('test lint typecheck build format')
/** Options with which a check or a deed prints something, and does nothing. */
const looks =
  wordSet(`--help --version --usage --collect-only --co --listTests --list-tests --list-files --print-config
  --show-config --showConfig --show-settings --listFilesOnly`)
const dryRun =
  /^--?(?:dry-?run|dryrun|dry|what-?if|simulate|no-?op|just-print|recon|pretend)(?:=(?!none|false)|$)/i
/** What a database's tools say of migrations, and do nothing. */
const migrationPlan = /^--(?:plan|sql|check|script)(?:=|$)/i
const migrationLook =
  /^(?:(?:\w+:)*migrate:status|migrate:list|status|current|heads|history|branches|showmigrations|info|list)$/
const migrates = /\bmigrat|^(?:upgrade|downgrade|up|latest|db:(?:push|setup|prepare)|push|deploy)$/
const setUps = wordSet('--init --init-config --create-config')
const formatChecks = wordSet(
  '--check -c -l -d --diff --list-different --check-only --verify-no-changes --lint --test -check -n --set-exit-if-changed --dry-run',
)

/** The use of a command that is for this: at least one purpose. */
export function ofPurposes(
  purposes: readonly Purpose[],
  words: readonly string[],
  files: readonly TouchedFile[] = [],
): CommandUse {
  const checks = purposes.filter((one): one is CheckKind => checkKinds.some((kind) => kind === one))
  const isSuite = checks.some((kind) => suites.has(kind))
  if (isSuite && words.some((word) => setUps.has(word))) return { ...nothing, effect: 'execute' }
  const acts = checks.length > 0 || purposes.some((one) => /^(?:execute|install|publish|anything)$/.test(one))
  const deed = deedOf(purposes, words)
  if (acts && isDry(checks, words)) return { ...nothing, checks, deed, dry: true, files }
  const checksFormat = words.some(
    (word, at) => at > 0 && (formatChecks.has(word) || /[:_-]check$/.test(word)),
  )
  return {
    ...nothing,
    effect: acts ? 'execute' : purposes[0] === 'write' ? 'write' : 'read',
    checks: purposes.includes('publish') ? ['deploy'] : checks,
    deed,
    opaque: purposes.includes('anything'),
    verify: checks.some((kind) => kind !== 'deploy' && (kind !== 'format' || checksFormat)),
    files,
  }
}

function deedOf(purposes: readonly Purpose[], words: readonly string[]): Deed | null {
  const named = (['publish', 'deploy', 'install'] as const).find((deed) => purposes.includes(deed))
  const isMigration = purposes.includes('database') && words.slice(0, 4).some((word) => migrates.test(word))
  return named ?? (isMigration ? 'migrate' : null)
}

/** True where the options let a check or a deed only say what it would do. */
function isDry(checks: readonly CheckKind[], words: readonly string[]): boolean {
  // What the work itself says of itself is what it does.
  const isWork = checks.length > 0 && checks.every((kind) => kind === 'run' || kind === 'probe')
  if (!isWork && words.some((word, index) => index > 0 && looks.has(word))) return true
  if (checks.includes('database') && words.some((word) => migrates.test(word) || /^alembic$/.test(word)))
    return words.some((word) => dryRun.test(word) || migrationPlan.test(word) || migrationLook.test(word))
  if (checks.includes('test') && words.some((word) => /^-{1,2}list(?:-tests)?$|^--show-only|^-N$/.test(word)))
    return true
  // A formatter's dry run is how it checks.
  return !isWork && !checks.includes('format') && words.some((word) => dryRun.test(word))
}
