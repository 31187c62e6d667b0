import { describe, expect, it } from 'vitest'
import { expectsStatus, expectsToGiveUp } from '../src/evidence/items/item-class.js'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Verbs that are at home in code, in git and in plans: what they are done to decides. */
const promises = {
  'think: prose': `
    Break the work down into stories
    Break down the epic
    Split the remaining work into milestones
  `,
  'communicate: prose': `
    Merge the findings into one list
    Combine all audit findings
    Consolidate conclusions
    Group findings by severity
    Merge both reviews into one report
    Compile the results
  `,
  'execute: execute': `
    Merge the feature branch
    Merge findings API into the report service
    Merge both arrays into one list
    Apply migrations
    Apply the migration to the staging database
    Aplicar la migración en la base local
  `,
  'execute: execute runOnly': `
    Back up the database
  `,
  'change: write': `
    Split the project into workspaces
    Break the module into two files
    Consolidate duplicate stores
    Apply dark theme
    Apply the patch to the parser
    Log skipped rows
    Lower the polling rate
    Do not log the password
    Rebuild src/menu.tsx on top of it
    Rebuild the sidebar as a drawer
    Mark story 4 as done in docs/prd.json
    Enable backups in dev, staging and prod
  `,
  'verify: check build': `
    Rebuild the project
    Build the gem
    Build for production
  `,
  'verify: check functional': `
    Check the import with sample data
    PDF-Export mit Beispieldaten prüfen
    Verify 503 is returned during an outage
  `,
  'verify: inspection': `
    Check that all SQL uses prepared statements
  `,
  'verify: check lint + execute': `
    Lint and render the chart
  `,
  'verify: check test runOnly + check lint runOnly': `
    Run the tests and the linter
  `,
  'verify: check test runOnly': `
    Reproduce the crash with a test
  `,
  'change: write + execute runOnly': `
    Ajouter des tests et les exécuter
  `,
  'change: write + execute': `
    Write migration 0031 and apply it to the local database
  `,
  'research: reading': `
    Check for known vulnerabilities
    List outdated packages
  `,
  'unknown: anything + check functional': `
    Log in as admin and check the page
  `,
}

describe('the promise of an item whose object decides', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})

describe('the status that an item expects', () => {
  const table: readonly (readonly [string, number, boolean])[] = [
    ['Verify 503 is returned when the database is down', 503, true],
    ['Verify 503 is returned when the database is down', 500, false],
    ['The route returns 404.', 404, true],
    ['Verify that guests are rejected', 401, true],
    ['Verify that guests are rejected', 403, true],
    ['Verify that guests are rejected', 500, false],
    ['Check that unknown ids are not found', 404, true],
    ['Verify the login works', 401, false],
    ['Ensure files are under 300 lines', 300, false],
    ['Check that it answers within 500 ms', 500, false],
    ['Test with port 127.0.0.1:404', 404, false],
  ]
  it.each(table)('%s, %i: %s', (text, status, expected) => {
    expect(expectsStatus(text, status)).toBe(expected)
  })

  it.each([
    ['Verify that the server refuses to start without a key', true],
    ['Check that the tool exits with an error', true],
    ['Verify that the server starts', false],
    ['Fix the failing start', false],
  ])('%s: %s', (text, expected) => {
    expect(expectsToGiveUp(text)).toBe(expected)
  })
})
