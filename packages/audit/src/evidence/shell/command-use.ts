/** What one command did, put together from what it is for. */

import type { Effect } from '@todo-ledger/core'
import type { CheckKind, TouchedFile } from '../calls/call-description.js'
import { baseName, wordSet } from './arguments.js'

/** What running a program is for: a kind of check, or what it does where it checks nothing. */
export type Purpose = CheckKind | 'read' | 'write' | 'execute'

/**
 * The subcommands of one program by what they are for, written with spaces between. A subcommand of two words is
 * joined by `.`; an option such as `--version` counts wherever it stands; `*` is any other subcommand, `-` is none.
 */
export type ProgramUses = {
  /** Its options in front of the subcommand that take a value. */
  readonly valued?: string
} & { readonly [purpose in Purpose]?: string }

/** Whose names a script's name is one of. */
export type ScriptRunner = 'npm' | 'make' | 'just' | 'composer' | 'deno'

/** A script, a target or a task that a command runs by its name. */
export interface NamedScript {
  /** Whose name it is. */
  readonly runner: ScriptRunner
  /** Its name. */
  readonly name: string
}

/** What one command did. */
export interface CommandUse {
  /** What it did. */
  readonly effect: Effect
  /** The kinds of checks that it runs. */
  readonly checks: readonly CheckKind[]
  /** True where one of the checks can fail on the work; a deployment and a mere formatting cannot. */
  readonly verify: boolean
  /** The files that it reads or writes. */
  readonly files: readonly TouchedFile[]
  /** True for a write that changes no content. */
  readonly housekeeping: boolean
  /** The scripts that it runs by name; absent where it runs none. */
  readonly scripts?: readonly NamedScript[]
  /** True where no table knows the program, so that it merely counts as executed. */
  readonly guessed: boolean
}

/** The use of a command that does nothing but say something. */
export const nothing: CommandUse = {
  effect: 'read',
  checks: [],
  verify: false,
  files: [],
  housekeeping: false,
  guessed: false,
}
/** Checks that are programs of their own, not the work that is run. */
const tools: ReadonlySet<Purpose> = new Set(['test', 'lint', 'typecheck', 'build', 'format'])
const formatChecks = wordSet(
  '--check -c -l -d --diff --list-different --dry-run --check-only --verify-no-changes --lint --test -check -n --set-exit-if-changed',
)
/** Options with which a check prints what it would do, and checks nothing. */
const listing = wordSet(
  '--collect-only --co --listTests --list-tests --print-config --show-config --showConfig --help --version --show-settings',
)
/** Options with which a deployment only prints what it would bring out. */
const dryRuns = /^--?(?:dry-?run|what-?if|simulate|no-?op)(?:=(?!none|false)|$)/i
/** Options with which a migration only prints what it would do. */
const migrationPlans = /^--(?:plan|sql|pretend|dry-?run|check|script)(?:=|$)/i
/** What a database's tools say of migrations that are done, and do nothing. */
const migrationLooks =
  /^(?:(?:\w+:)*migrate:status|migrate:list|status|current|heads|history|branches|showmigrations|info|list)$/
const setUps = wordSet('--init --init-config --create-config')

/** The use of a command that is for this: at least one purpose. */
export function ofPurposes(
  purposes: readonly Purpose[],
  words: readonly string[],
  files: readonly TouchedFile[] = [],
): CommandUse {
  if (purposes.some((purpose) => tools.has(purpose))) {
    if (words.some((word, index) => index > 0 && listing.has(word))) return nothing
    if (purposes.includes('test') && words.some((word) => word === '--list' || word === '-list'))
      return nothing
    if (words.some((word) => setUps.has(word))) return { ...nothing, effect: 'execute' }
  }
  if (purposes.includes('database') && onlyLooksAtMigrations(words)) return nothing
  if (
    purposes.includes('test') &&
    words.some((word) => dryRuns.test(word) || /^--(?:show-only|list-tests)$/.test(word))
  )
    return nothing
  if (purposes.includes('deploy') && words.some((word) => dryRuns.test(word))) {
    return ofPurposes(['lint', ...purposes.filter((one) => one !== 'deploy')], words, files)
  }
  const checks = purposes.filter(
    (one): one is CheckKind => one !== 'read' && one !== 'write' && one !== 'execute',
  )
  const effect = checks.length > 0 || purposes.includes('execute') ? 'execute' : (purposes[0] ?? 'read')
  const verify = checks.some((kind) => kind !== 'deploy' && (kind !== 'format' || checksFormat(words)))
  return {
    effect: effect === 'write' ? 'write' : effect === 'read' ? 'read' : 'execute',
    checks,
    verify,
    files,
    housekeeping: false,
    guessed: false,
  }
}

const migrators = wordSet(
  'alembic prisma knex sequelize typeorm flyway liquibase dbmate goose sqlx drizzle-kit rails rake artisan manage.py migrate',
)

function onlyLooksAtMigrations([program = '', ...rest]: readonly string[]): boolean {
  if (!migrators.has(baseName(program)) && !rest.slice(0, 2).some((word) => migrators.has(baseName(word))))
    return false
  const named = rest.filter((word) => !word.startsWith('-')).slice(0, 3)
  return rest.some((word) => migrationPlans.test(word)) || named.some((word) => migrationLooks.test(word))
}

function checksFormat(words: readonly string[]): boolean {
  return words.some((word, index) => index > 0 && (formatChecks.has(word) || /(?:^|[:_-])check$/.test(word)))
}
