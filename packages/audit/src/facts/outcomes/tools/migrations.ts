/** Migrations of databases: Prisma, Alembic, Rails, Knex, Django, and those that say it likewise. */

import { defineTool, type Tool } from '../tool.js'

/** `prisma migrate` and `prisma db`. */
export const prisma: Tool = defineTool({
  id: 'prisma',
  kind: 'database',
  programs: 'prisma',
  prints: /^Prisma schema loaded from |^Datasource "[^"]{1,80}": /m,
  success: [
    /^All migrations have been successfully applied\./,
    /^No pending migrations to apply\./,
    /^(?:🚀\s{0,4})?Your database is now in sync with your (?:Prisma )?schema/u,
    /^(?:Database schema is up to date!|The database is already in sync with the Prisma schema\.)/,
    /^Already in sync, no schema change or pending migration was found\./,
  ],
  failed: [
    /^Error: P\d{4}\b|^Error: $/,
    /^A migration failed to apply\./,
    /^Error: (?:Schema engine|Migration engine)/,
  ],
})

/** `alembic`. */
export const alembic: Tool = defineTool({
  id: 'alembic',
  kind: 'database',
  programs: 'alembic',
  prints: /^INFO {2}\[alembic\.runtime\.migration\]/m,
  success: [
    /^INFO {2}\[alembic\.runtime\.migration\] (?:Running (?:upgrade|downgrade|stamp_revision) |Will assume )/,
  ],
  failed: [
    /^FAILED: /,
    /^Traceback \(most recent call last\)/,
    /^(?:sqlalchemy|alembic)\.\S{1,80}(?:Error|Exception): /,
  ],
  adds: true,
})

/** Migrations of Rails and of those that print like it. */
export const railsMigrate: Tool = defineTool({
  id: 'rails-migrate',
  kind: 'database',
  programs: 'rails rake sequelize',
  prints: /^== \S{1,120}(?: \S{1,120})?: (?:migrating|migrated|reverted)|^rails aborted!/m,
  success: [/^== \S{1,120}(?: \S{1,120})?: (?:migrated|reverted) \(/],
  failed: [/^(?:rails|rake) aborted!/, /\bthis and all later migrations canceled/, /^ERROR: /],
  adds: true,
})

/** Knex. */
export const knex: Tool = defineTool({
  id: 'knex',
  kind: 'database',
  programs: 'knex',
  prints:
    /^Batch \d{1,6} (?:run|rolled back): \d|^migration failed with error: |^migration file ".{1,200}" failed/m,
  success: [
    /^Batch \d{1,6} (?:run|rolled back): \d/,
    /^Already (?:up to date|at the base migration)/,
    /^Ran \d{1,6} seed files/,
  ],
  failed: [/^migration (?:failed with error|file ".{1,200}" failed)/],
})

/** Django's migrations: a line for each. */
export const djangoMigrate: Tool = defineTool({
  id: 'django-migrate',
  kind: 'database',
  command: ({ words }) =>
    words.includes('migrate') && words.some((word) => word.endsWith('manage.py') || word === 'django-admin'),
  prints: /^Operations to perform:$|^\s{2}Applying \S{1,200}\.\.\. ?(?:OK)?/m,
  success: [/^\s{2}Applying \S{1,200}\.\.\. OK/, /^\s{2}No migrations to apply\./],
  failed: [
    /^Traceback \(most recent call last\)/,
    /^(?:django\.\S{1,80}|CommandError|SystemCheckError)\S{0,80}(?:Error|Exception)?: /,
  ],
})

/** The shells of databases, which end well although a statement was refused. */
export const databaseShell: Tool = defineTool({
  id: 'database-shell',
  kind: 'database',
  programs: 'psql mysql mariadb sqlite3 sqlite mongosh mongo redis-cli duckdb',
  // What they print is of no form of its own.
  prints: /$^/,
  failed: [
    /^(?:psql: error|psql:[^\s:]{1,200}:\d{1,6}: (?:ERROR|FATAL):|ERROR:|FATAL:|ERROR \d{3,5}|Error: (?:near|no such|in prepare)|Mongo\w{0,30}Error: |Runtime error|Parse error|\(error\) )/,
  ],
})
