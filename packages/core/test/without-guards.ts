/** What a test does first that changes a ledger behind its back: the triggers refuse that. */
export const dropGuards = 'DROP TRIGGER IF EXISTS events_unchanged; DROP TRIGGER IF EXISTS events_kept;'
