import { guards } from '../src/store/sqlite/schema.js'

/** What a test does first that changes an open ledger behind its back: the triggers refuse that. */
export const dropGuards = 'DROP TRIGGER IF EXISTS events_unchanged; DROP TRIGGER IF EXISTS events_kept;'

/** Statements that change a ledger behind its back, and leave its triggers as they were: without them it is not opened. */
export function unguarded(sql: string): string {
  return [dropGuards, `${sql};`, ...guards.map(([, guard]) => `${guard};`)].join('\n')
}
